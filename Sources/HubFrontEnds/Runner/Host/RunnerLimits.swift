/// How long a host waits for a runner; milliseconds.
package struct RunnerLimits: Hashable, Sendable {
  /// Until a call that was sent is taken up, as long as nothing else comes.
  package var acknowledge = 500
  /// From one ping to the next.
  package var ping = 2_000
  /// Pings without an answer before the runner is ended.
  package var misses = 2
  /// From SIGTERM to SIGKILL.
  package var grace = 200
  /// From the start of the process until the front end stands.
  package var start = 5_000
  /// Until the front end has given everything back at its end, or left the screen.
  package var stop = 2_000

  package init() {}

  /// The variable that makes all of them longer or shorter: a percentage.
  package static let variable = "HUBHOST_RUNNER_PATIENCE"
  /// The percentages that are heard.
  package static let percentages = 10...10_000

  /// The limits for a machine as slow as the user says.
  package init(environment: [String: String]) {
    guard let text = environment[Self.variable], let percentage = Int(text),
      Self.percentages.contains(percentage)
    else { return }
    acknowledge = acknowledge * percentage / 100
    ping = ping * percentage / 100
    grace = grace * percentage / 100
    start = start * percentage / 100
    stop = stop * percentage / 100
  }
}
