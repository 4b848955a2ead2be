/// Decides whether a runner is alive; pure, with the clock given in milliseconds.
///
/// What counts is that calls are taken up, not that they are done with: the user may look at a screen
/// for an hour. Anything that the front end asks of the host is a sign of life, too.
struct RunnerWatch {
  /// Why a runner counts as hung.
  enum Verdict: Hashable {
    case alive
    /// Look again after so many milliseconds.
    case waiting(Int)
    /// The oldest call was not taken up, after so many milliseconds.
    case ignoresCall(UInt64, Int)
    /// Pings were not answered, for so many milliseconds.
    case ignoresPings(Int)
  }

  let limits: RunnerLimits
  /// Calls that were sent and not taken up, oldest first.
  private var unacknowledged: [UInt64] = []
  private var lastSign: Int64 = 0
  private var pings: UInt64 = 0
  private var answered: UInt64 = 0

  init(limits: RunnerLimits) { self.limits = limits }

  /// A call goes to the runner; true: now something has to be waited for.
  mutating func sent(_ call: UInt64, at now: Int64) -> Bool {
    if unacknowledged.isEmpty { lastSign = now }
    unacknowledged.append(call)
    return unacknowledged.count == 1
  }

  /// The runner has taken up a call.
  mutating func acknowledged(_ call: UInt64, at now: Int64) {
    unacknowledged.removeAll { $0 <= call }
    lastSign = now
  }

  /// The runner did something else.
  mutating func sign(at now: Int64) {
    lastSign = now
    // A ping that still waits behind what the front end does now is no miss.
    answered = pings
  }

  /// The number of a ping that is to be sent now.
  mutating func nextPing() -> UInt64 {
    pings += 1
    return pings
  }

  mutating func answered(_ ping: UInt64, at now: Int64) {
    guard ping <= pings else { return }
    answered = max(answered, ping)
    lastSign = now
  }

  /// Pings that were not answered.
  var missedPings: Int { Int(pings - answered) }

  /// What the calls say.
  func verdictOfCalls(at now: Int64) -> Verdict {
    guard let oldest = unacknowledged.first else { return .alive }
    let silence = Int(now - lastSign)
    if silence < limits.acknowledge { return .waiting(limits.acknowledge - silence) }
    return .ignoresCall(oldest, silence)
  }

  /// What the pings say; asked before the next one is sent.
  func verdictOfPings() -> Verdict {
    missedPings < limits.misses ? .alive : .ignoresPings(missedPings * limits.ping)
  }

  /// Lets the silence begin anew, when there was a good reason for it.
  mutating func excuse(at now: Int64) {
    lastSign = now
    answered = pings
  }
}
