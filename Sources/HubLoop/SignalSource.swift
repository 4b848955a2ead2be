import CLinux
import Glibc

/// Signals as a descriptor; the signals are blocked on the thread that makes it.
package final class SignalSource {
  let fd: Int32
  private let previousMask: sigset_t

  /// Blocks the signals on this thread and opens a descriptor for them.
  init(_ numbers: [Int32]) throws(LoopError) {
    var set = sigset_t()
    var previous = sigset_t()
    unsafe sigemptyset(&set)
    for number in numbers { unsafe sigaddset(&set, number) }
    unsafe pthread_sigmask(SIG_BLOCK, &set, &previous)
    previousMask = previous
    fd = unsafe signalfd(-1, &set, Int32(SFD_CLOEXEC | SFD_NONBLOCK))
    guard fd >= 0 else { throw LoopError("signalfd", errno) }
  }

  /// The next signal that came, or nil.
  func next() -> Int32? {
    var info = signalfd_siginfo()
    let size = MemoryLayout<signalfd_siginfo>.size
    guard unsafe read(fd, &info, size) == size else { return nil }
    return Int32(info.ssi_signo)
  }

  /// Closes the descriptor and gives this thread its signals back.
  func close() {
    _ = Glibc.close(fd)
    var mask = previousMask
    unsafe pthread_sigmask(SIG_SETMASK, &mask, nil)
  }

  /// Whether one of these waits for this thread or process.
  package static func isAnyPending(of numbers: [Int32]) -> Bool {
    var set = sigset_t()
    unsafe sigemptyset(&set)
    unsafe sigpending(&set)
    return numbers.contains { unsafe sigismember(&set, $0) == 1 }
  }

  /// Takes signals away that wait for this thread or process.
  package static func discard(_ numbers: [Int32]) {
    var set = sigset_t()
    unsafe sigemptyset(&set)
    for number in numbers { unsafe sigaddset(&set, number) }
    var none = timespec()
    while unsafe sigtimedwait(&set, nil, &none) > 0 {}
  }
}
