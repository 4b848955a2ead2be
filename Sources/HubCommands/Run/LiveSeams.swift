import CLinux
import FoundationEssentials
import Glibc
import HubFrontEnds
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
      findFrontEnds: { context in
        let finder = FrontEndFinder(environment: context.environment.variables)
        return FrontEndList(finder: finder).all().map { FrontEndRow($0) }
      })
  }
}

extension FrontEndRow {
  init(_ found: FoundFrontEnd) {
    self.init(
      path: found.path, name: found.description?.name ?? found.name,
      version: found.description?.version, summary: found.description?.summary,
      abi: found.description?.abi, runsIn: found.refusal == nil ? "host" : nil,
      refusal: found.refusal ?? found.shadowedBy.map { "hidden by \($0), which is found earlier" })
  }
}
