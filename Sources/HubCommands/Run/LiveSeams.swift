import CLinux
import FoundationEssentials
import Glibc
import HubModel

/// The time of day.
enum WallClock {
  static func now() -> Timestamp {
    var time = timespec()
    unsafe clock_gettime(CLOCK_REALTIME, &time)
    return Timestamp(milliseconds: Int64(time.tv_sec) * 1000 + Int64(time.tv_nsec) / 1_000_000)
  }
}

extension CommandSeams {
  /// The rooms as they are in the program.
  package static var live: CommandSeams {
    CommandSeams(
      runHost: RunCommand.run,
      findFrontEnds: { FrontEndRow.all($0.environment, $1) })
  }
}
