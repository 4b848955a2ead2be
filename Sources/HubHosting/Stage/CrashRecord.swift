package import HubFrontEnds
package import HubModel
import HubSystem

/// How often a front end has crashed, and whether it may be started again; pure, with the time given.
package struct CrashRecord {
  /// What is to be done.
  package enum Verdict: Hashable {
    case restart
    case setAside
  }

  /// Two crashes within so many milliseconds are too many.
  package static let patience: Int64 = 60_000

  private var last: Timestamp?
  private var lastCall: UInt64?

  /// Takes down a crash.
  package mutating func note(_ end: RunnerEnd, at now: Timestamp) -> Verdict {
    defer {
      last = now
      lastCall = end.call?.number
    }
    // A call that is made again keeps its number.
    if let call = end.call?.number, call == lastCall { return .setAside }
    guard let last else { return .restart }
    return now.milliseconds - last.milliseconds <= Self.patience ? .setAside : .restart
  }
}
