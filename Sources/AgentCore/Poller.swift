/// Does something again and again, with longer waits while it fails.
final class Poller {
  private let context: AgentContext
  private let stream: SyncStream
  private let interval: Int64
  private let action: (@escaping (SyncOutcome) -> Void) -> Void
  private var timer: AgentTimer?
  /// Tells a run from one that began after a stop.
  private var round = 0
  private(set) var isRunning = false

  init(
    _ context: AgentContext, _ stream: SyncStream, every interval: Int64,
    _ action: @escaping (@escaping (SyncOutcome) -> Void) -> Void
  ) {
    self.context = context
    self.stream = stream
    self.interval = interval
    self.action = action
  }

  /// Begins, with the first run now or after one interval; a second call does nothing.
  func start(now: Bool) {
    guard !isRunning else { return }
    isRunning = true
    round += 1
    if now { run(round) } else { wait(interval) }
  }

  func stop() {
    isRunning = false
    round += 1
    context.cancel(timer)
    timer = nil
  }

  private func run(_ round: Int) {
    action { [weak self] outcome in
      guard let self, self.round == round else { return }
      let backoff = outcome.problem == nil ? 0 : self.context.backoff(self.stream)
      self.wait(max(self.interval, backoff))
    }
  }

  private func wait(_ milliseconds: Int64) {
    let round = round
    timer = context.later(milliseconds) { [weak self] in
      guard let self, self.round == round else { return }
      self.timer = nil
      self.run(round)
    }
  }
}
