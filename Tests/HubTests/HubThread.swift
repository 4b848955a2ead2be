import Glibc
import Hub
import Synchronization

/// A thread with a Hub of its own; work is handed to it and waited for.
final class HubThread: Sendable {
  private struct State: Sendable {
    var work: [@Sendable (Demo) -> Void] = []
    var done = 0
    var isOver = false
  }

  private let state = Mutex(State())
  private let thread = Mutex<pthread_t?>(nil)

  init(_ make: @escaping @Sendable () throws -> Demo) {
    let box = Unmanaged.passRetained(Box(make, self)).toOpaque()
    var made = pthread_t()
    pthread_create(
      &made, nil,
      { context in
        guard let context else { return nil }
        Unmanaged<Box>.fromOpaque(context).takeRetainedValue().main()
        return nil
      }, box)
    thread.withLock { $0 = made }
  }

  private final class Box: Sendable {
    let make: @Sendable () throws -> Demo
    let owner: HubThread

    init(_ make: @escaping @Sendable () throws -> Demo, _ owner: HubThread) {
      self.make = make
      self.owner = owner
    }

    func main() {
      guard let demo = try? make() else { return }
      while true {
        let (work, isOver) = owner.state.withLock { state in
          defer { state.work = [] }
          return (state.work, state.isOver)
        }
        for item in work { item(demo) }
        owner.state.withLock { $0.done += work.count }
        if isOver { break }
        demo.settle()
        sched_yield()
      }
      demo.view?.close()
      demo.hub.close()
    }
  }

  func run(_ work: @escaping @Sendable (Demo) -> Void) {
    let goal = state.withLock { state in
      state.work.append(work)
      return state.done + state.work.count
    }
    while state.withLock({ $0.done }) < goal { sched_yield() }
  }

  func end() {
    state.withLock { $0.isOver = true }
    if let thread = thread.withLock({ $0 }) { pthread_join(thread, nil) }
  }
}
