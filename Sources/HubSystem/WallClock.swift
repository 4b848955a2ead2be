import CLinux
import Glibc
package import HubModel

/// The time of day.
package enum WallClock {
  /// Now, to the millisecond.
  package static func now() -> Timestamp {
    var time = timespec()
    unsafe clock_gettime(CLOCK_REALTIME, &time)
    return Timestamp(milliseconds: Int64(time.tv_sec) * 1000 + Int64(time.tv_nsec) / 1_000_000)
  }
}
