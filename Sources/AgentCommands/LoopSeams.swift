import AgentCore
import HubLog
import HubLoop
import HubModel
import HubSystem

/// The clocks of the system.
final class SystemClock: AgentClock {
  var now: Timestamp { WallClock.now() }
  var monotonicMilliseconds: Int64 { Int64(MonotonicClock.milliseconds()) }
}

/// The timers of the loop.
final class LoopTimers: AgentTimers {
  private let loop: EventLoop

  init(loop: EventLoop) {
    self.loop = loop
  }

  func schedule(after milliseconds: Int64, _ body: @escaping () -> Void) -> AgentTimer {
    do throws(EventLoop.Fault) {
      let id = try loop.addTimer(afterMilliseconds: UInt64(max(milliseconds, 0))) { _ in body() }
      return AgentTimer(number: id)
    } catch {
      Log.error("The agent has too many timers: \(error)")
      return AgentTimer(number: 0)
    }
  }

  func cancel(_ timer: AgentTimer) {
    try? loop.cancelTimer(timer.number)
  }
}

/// The chance of the system.
final class SystemRandom: AgentRandom {
  private var generator = SystemRandomNumberGenerator()

  func next() -> UInt64 { generator.next() }
}
