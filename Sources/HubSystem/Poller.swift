import CLinux
import Glibc

/// A set of descriptors that is itself a descriptor (`epoll(7)`), so that one loop can hold another.
package final class Poller {
  package enum Interest {
    case read
    case write
    /// Nothing but the end of the other side.
    case hangUp

    fileprivate var events: UInt32 {
      switch self {
      case .read: EPOLLIN.rawValue
      case .write: EPOLLOUT.rawValue
      case .hangUp: 0
      }
    }
  }

  /// Events taken at a time; more come with the next call.
  private static let batch = 32

  private let epoll: Descriptor

  /// Nil with `errno` set when the process has no descriptor left.
  package init?() {
    guard let epoll = Descriptor(epoll_create1(Int32(EPOLL_CLOEXEC))) else { return nil }
    self.epoll = epoll
  }

  package var descriptor: Int32 { epoll.number }

  /// A closed descriptor leaves the set by itself.
  package func add(_ descriptor: Int32, key: UInt64, _ interest: Interest) {
    control(EPOLL_CTL_ADD, descriptor, key, interest)
  }

  package func change(_ descriptor: Int32, key: UInt64, _ interest: Interest) {
    control(EPOLL_CTL_MOD, descriptor, key, interest)
  }

  /// The keys of what is ready now, without waiting.
  package func ready() -> [UInt64] {
    var events = unsafe [epoll_event](repeating: epoll_event(), count: Self.batch)
    let count = unsafe epoll_wait(epoll.number, &events, Int32(events.count), 0)
    guard count > 0 else { return [] }
    return unsafe events[..<Int(count)].map { unsafe $0.data.u64 }
  }

  private func control(
    _ operation: Int32, _ descriptor: Int32, _ key: UInt64, _ interest: Interest
  ) {
    var event = unsafe epoll_event(events: interest.events, data: epoll_data(u64: key))
    let result = unsafe epoll_ctl(epoll.number, operation, descriptor, &event)
    precondition(result == 0, "a descriptor of ours is not in the set that it was put in")
  }
}
