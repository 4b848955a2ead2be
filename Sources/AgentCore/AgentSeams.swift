package import HubModel

/// Where the agent learns the time.
package protocol AgentClock: AnyObject {
  /// The time of day, which the user may set.
  var now: Timestamp { get }
  /// Milliseconds that only ever grow, from any start.
  var monotonicMilliseconds: Int64 { get }
}

/// What calls the agent back later, on its thread.
package protocol AgentTimers: AnyObject {
  /// Calls a body once after that many milliseconds, never from inside this call.
  func schedule(after milliseconds: Int64, _ body: @escaping () -> Void) -> AgentTimer
  /// Forgets a timer; one that has fired is no fault.
  func cancel(_ timer: AgentTimer)
}

/// The number of a timer, unique among its timers.
package struct AgentTimer: Hashable, Sendable {
  package var number: UInt64

  package init(number: UInt64) { self.number = number }
}

/// Where the agent gets chance from: for jitter and for new ids.
package protocol AgentRandom: AnyObject {
  func next() -> UInt64
}

/// The world around the agent.
package struct AgentSeams {
  package var clock: any AgentClock
  package var timers: any AgentTimers
  package var random: any AgentRandom

  package init(
    clock: any AgentClock, timers: any AgentTimers, random: any AgentRandom
  ) {
    self.clock = clock
    self.timers = timers
    self.random = random
  }
}

@available(*, unavailable)
extension AgentSeams: Sendable {}
