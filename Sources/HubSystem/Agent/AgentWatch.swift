import CLinux
import Glibc

/// Tells when an agent may have come, through one descriptor (`inotify(7)`), for hosts that start
/// none themselves.
///
/// Watch `descriptor` for reading and call `drain()`. Use from one thread.
package final class AgentWatch {
  /// Bytes of events read at a time; one event is 16 bytes and a name.
  private static let bufferSize = 4 << 10

  private let queue: Descriptor

  /// Watches the folder in which agents are met; nil when the system has no watch left.
  package init?(_ folder: ControlFolder) {
    guard let queue = Descriptor(inotify_init1(Int32(IN_NONBLOCK | IN_CLOEXEC))) else { return nil }
    // Sockets get their names when they listen already.
    guard unsafe inotify_add_watch(queue.number, folder.path, UInt32(IN_MOVED_TO)) >= 0 else {
      return nil
    }
    self.queue = queue
  }

  /// Readable when something came into the folder.
  package var descriptor: Int32 { queue.number }

  /// Takes all that came; does not wait.
  package func drain() {
    var buffer = [UInt8](repeating: 0, count: Self.bufferSize)
    while true {
      let count = unsafe buffer.withUnsafeMutableBytes {
        unsafe read(queue.number, $0.baseAddress, $0.count)
      }
      if count <= 0, !(count < 0 && errno == EINTR) { return }
    }
  }
}
