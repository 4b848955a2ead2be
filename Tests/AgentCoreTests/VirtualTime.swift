import AgentCore
import HubModel

/// A clock that stands still until it is moved, and its timers.
final class VirtualTime: AgentClock, AgentTimers {
  private struct Entry {
    var due: Int64
    var body: () -> Void
  }

  private(set) var monotonicMilliseconds: Int64 = 1_000_000
  /// What the time of day is ahead of the monotonic one.
  var offset: Int64
  private var timers: [UInt64: Entry] = [:]
  private var last: UInt64 = 0

  init(now: Timestamp = VirtualTime.start) {
    offset = now.milliseconds - monotonicMilliseconds
  }

  /// 2026-03-05T13:20:00.000Z, the moment of the cases.
  static let start = Timestamp(milliseconds: 1_772_716_800_000)

  var now: Timestamp { Timestamp(milliseconds: monotonicMilliseconds + offset) }
  var pending: Int { timers.count }

  func schedule(after milliseconds: Int64, _ body: @escaping () -> Void) -> AgentTimer {
    last += 1
    timers[last] = Entry(due: monotonicMilliseconds + milliseconds, body: body)
    return AgentTimer(number: last)
  }

  func cancel(_ timer: AgentTimer) {
    timers[timer.number] = nil
  }

  /// Moves on, calling what is due on the way, in order.
  func run(_ milliseconds: Int64) {
    let end = monotonicMilliseconds + milliseconds
    while let (number, entry) = next(), entry.due <= end {
      timers[number] = nil
      monotonicMilliseconds = max(monotonicMilliseconds, entry.due)
      entry.body()
    }
    monotonicMilliseconds = end
  }

  private func next() -> (UInt64, Entry)? {
    timers.min { ($0.value.due, $0.key) < ($1.value.due, $1.key) }.map { ($0.key, $0.value) }
  }
}

/// A generator that gives the same numbers for the same seed (SplitMix64).
final class SeededRandom: AgentRandom, RandomNumberGenerator {
  private var state: UInt64

  init(_ seed: UInt64) { state = seed }

  func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = state
    mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
    return mixed ^ (mixed >> 31)
  }

  func below(_ bound: Int) -> Int { Int(next() % UInt64(bound)) }

  func chance(_ percent: Int) -> Bool { below(100) < percent }
}
