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
}
