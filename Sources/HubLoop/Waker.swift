import CLinux
import Glibc
import Synchronization

extension EventLoop {
  /// The loop's door for other threads.
  package final class Waker: Sendable {
    private let fd: Int32
    /// The descriptor was written to and not read yet, so that rings merge.
    private let isRung = Atomic<Bool>(false)
    private let queue = Mutex<[@Sendable () -> Void]>([])

    init(fd: Int32) { self.fd = fd }

    deinit { close(fd) }

    /// Makes the loop turn once; calls before it does merge.
    package func wake() {
      guard !isRung.exchange(true, ordering: .acquiringAndReleasing) else { return }
      var one: UInt64 = 1
      unsafe write(fd, &one, MemoryLayout<UInt64>.size)
    }

    /// Runs work on the loop's thread, in the order of the calls.
    package func enqueue(_ work: @escaping @Sendable () -> Void) {
      queue.withLock { $0.append(work) }
      wake()
    }

    /// Takes the ring away and runs the work that came before.
    func drain() {
      var count: UInt64 = 0
      unsafe read(fd, &count, MemoryLayout<UInt64>.size)
      // Cleared before the queue is taken: work that comes in between rings again.
      isRung.store(false, ordering: .releasing)
      let work = queue.withLock { queue in
        defer { queue.removeAll(keepingCapacity: true) }
        return queue
      }
      for item in work { item() }
    }
  }
}
