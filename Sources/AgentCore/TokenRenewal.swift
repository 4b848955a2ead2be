package import EngageClient

/// Where a user's token comes from when the one at hand is about to expire (reference 2.1).
package protocol TokenSource: AnyObject {
  /// Asks for a new token.
  ///
  /// `then` is called at most once, on the agent's thread and never from inside this call; nil means
  /// that there is none.
  func renew(then: @escaping (BearerToken?) -> Void)
}

/// Holds calls back while the user's token is renewed; whatever comes of it, they go out.
///
/// One renewal serves all calls that wait. A token that did not come in time may still serve later ones.
final class TokenRenewal {
  private let source: any TokenSource
  private let clock: any AgentClock
  private let timers: any AgentTimers
  /// Calls that wait, in their order.
  private var waiting: [(number: UInt64, start: () -> Void)] = []
  private var lastNumber: UInt64 = 0
  private var timer: AgentTimer?
  /// Until when, in monotonic milliseconds, a source that had none is left alone.
  private var quietUntil: Int64 = 0

  init(source: any TokenSource, clock: any AgentClock, timers: any AgentTimers) {
    self.source = source
    self.clock = clock
    self.timers = timers
  }

  /// Whether a call is to wait for a token.
  var isWorthwhile: Bool { timer != nil || clock.monotonicMilliseconds >= quietUntil }

  /// Calls back once there is a token, or the wait is over.
  ///
  /// - Returns: a number to give the wait up by.
  func wait(then start: @escaping () -> Void, taking take: @escaping (BearerToken) -> Void)
    -> UInt64
  {
    lastNumber += 1
    waiting.append((lastNumber, start))
    guard timer == nil else { return lastNumber }
    timer = timers.schedule(after: Int64(EngageLimits.tokenWaitMilliseconds)) { [weak self] in
      self?.finish(success: false)
    }
    source.renew { [weak self] token in
      if let token { take(token) }
      guard let self, self.timer != nil else { return }
      self.finish(success: token != nil)
    }
    return lastNumber
  }

  func giveUp(_ number: UInt64) {
    waiting.removeAll { $0.number == number }
  }

  private func finish(success: Bool) {
    if let timer { timers.cancel(timer) }
    timer = nil
    if !success {
      quietUntil = clock.monotonicMilliseconds + EngageLimits.tokenMarginSeconds * 1000
    }
    let started = waiting
    waiting = []
    for call in started { call.start() }
  }
}
