import CLinux
import Glibc

/// A clock that only goes forward, also while the wall clock is set.
package enum MonotonicClock {
  package static func seconds() -> Int { milliseconds() / 1000 }

  package static func milliseconds() -> Int {
    var time = timespec()
    unsafe clock_gettime(CLOCK_MONOTONIC, &time)
    return time.tv_sec * 1000 + time.tv_nsec / 1_000_000
  }
}
