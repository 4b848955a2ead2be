import HubLog
import HubModel
import HubStore

/// Holds the stream of pushes; each is stored before the stream is known to have passed it, so that
/// every one comes at least once.
///
/// Without a stream, or with one that does not last, posts are polled.
final class PushStream {
  private let context: AgentContext
  private let receiver: PushReceiver
  private let poller: Poller
  /// Called when the stream is there; with true after so long that pushes may be missing.
  var onOpened: (Bool) -> Void = { _ in }

  private var ticket: EngageTicket?
  private var timer: AgentTimer?
  private var watchdog: AgentTimer?
  /// Ends the time in which a stream that was accepted may still turn out to be none.
  private var steady: AgentTimer?
  private var failures = 0
  /// Events since `countedSince`, in monotonic milliseconds.
  private var eventCount = 0
  private var countedSince: Int64 = 0
  private var isStarted = false
  /// Since when there has been no stream, in monotonic milliseconds; nil while there is.
  private var missingSince: Int64?
  /// Whether the server forgot where the stream stood.
  private var hasLostPlace = false
  /// The least wait before the next connection, as the server wants it.
  private var serverWait: Int64 = 0
  /// Tells a connection from an earlier one.
  private var round = 0

  init(_ context: AgentContext, _ receiver: PushReceiver, _ syncs: SyncCoordinator) {
    self.context = context
    self.receiver = receiver
    poller = Poller(context, .posts, every: AgentLimits.postsPoll) { [weak syncs] then in
      syncs?.runPosts(then)
    }
  }

  /// Connects, or polls where there is no stream.
  func start() {
    guard !isStarted, context.settings.hasServer else { return }
    isStarted = true
    missingSince = context.monotonic
    poller.start(now: false)
    if context.settings.holdsStream { connect() }
  }

  func stop() {
    isStarted = false
    poller.stop()
    disconnect()
    context.cancel(timer)
    timer = nil
  }

  private func connect() {
    round += 1
    let round = round
    let last = context.read(nil) { store throws(StoreError) in
      try store.agentRecord().pushEvent
    }
    ticket = context.service.stream(lastEventID: last) { [weak self] signal in
      guard let self, self.round == round else { return }
      self.take(signal)
    }
    watch()
  }

  private func disconnect() {
    round += 1
    if let ticket { context.service.cancel(ticket) }
    ticket = nil
    for timer in [watchdog, steady] { context.cancel(timer) }
    watchdog = nil
    steady = nil
    if missingSince == nil { missingSince = context.monotonic }
  }

  private func watch() {
    context.cancel(watchdog)
    watchdog = context.later(AgentLimits.streamSilence) { [weak self] in
      guard let self else { return }
      self.watchdog = nil
      self.end(EngageProblem(.transport, "The stream of pushes was silent for too long."))
    }
  }

  private func take(_ signal: StreamSignal) {
    watch()
    switch signal {
    case .opened: opened()
    case .alive: break
    case .retry(let wait): serverWait = min(max(wait, 0), AgentLimits.longestRetryAfter)
    case .event(let id, let payload): received(id, payload)
    case .passed(let id, let skipped): passed(id, skipped)
    case .ended(let problem): end(problem)
    }
  }

  private func opened() {
    context.cancel(steady)
    // A server that accepts every stream and then drops it is to be left alone for longer each time.
    steady = context.later(AgentLimits.streamSteady) { [weak self] in
      guard let self else { return }
      self.steady = nil
      self.failures = 0
      self.poller.stop()
    }
    let gap = missingSince.map { context.monotonic - $0 } ?? 0
    let isLong = gap >= AgentLimits.streamGap || hasLostPlace
    missingSince = nil
    hasLostPlace = false
    context.onContact(nil, nil)
    onOpened(isLong)
  }

  private func received(_ id: String?, _ payload: [UInt8]) {
    guard isWithinBudget() else { return endOverBudget() }
    do {
      try receiver.receive(payload, event: id)
    } catch {
      // The store refused it: the server sends it again with the next connection.
      end(error)
    }
  }

  private func endOverBudget() {
    end(
      EngageProblem(
        .loop,
        "The stream of pushes brought more than \(AgentLimits.mostEvents) events in a minute; "
          + "the rest is fetched later.",
        retryAfter: countedSince + AgentLimits.streamWindow - context.monotonic))
  }

  /// Counts an event: each costs a synced write, whatever is in it.
  private func isWithinBudget() -> Bool {
    if context.monotonic - countedSince >= AgentLimits.streamWindow {
      countedSince = context.monotonic
      eventCount = 0
    }
    eventCount += 1
    return eventCount <= AgentLimits.mostEvents
  }

  /// Goes past what was no push, so that it does not come again.
  private func passed(_ id: String?, _ skipped: Int) {
    if skipped > 0 {
      context.log(
        .warning, "Events of the stream of pushes that are too large were left out: \(skipped).")
    }
    guard let id else { return }
    guard isWithinBudget() else { return endOverBudget() }
    do {
      try receiver.store(.nothing(reason: ""), event: id)
    } catch {
      end(error)
    }
  }

  // MARK: - Coming back

  private func end(_ problem: EngageProblem?) {
    disconnect()
    poller.start(now: false)
    guard isStarted else { return }
    if let problem, isUnsupported(problem) {
      context.log(.info, "The server has no stream of pushes; posts are asked for instead.")
      return reconnect(after: AgentLimits.streamRecheck)
    }
    failures += 1
    if problem?.kind == .transport { context.onContact(nil, problem) }
    if let problem { context.log(.info, problem.message) }
    if problem?.isGone ?? false { forgetPlace() }
    let wait = Backoff.wait(failures: failures, chance: context.seams.random.next())
    let asked = min(max(problem?.retryAfter ?? 0, serverWait), AgentLimits.longestRetryAfter)
    reconnect(after: max(wait, asked))
  }

  private func reconnect(after milliseconds: Int64) {
    context.cancel(timer)
    timer = context.later(milliseconds) { [weak self] in
      self?.timer = nil
      self?.connect()
    }
  }

  private func isUnsupported(_ problem: EngageProblem) -> Bool {
    switch problem.kind {
    case .status(204), .status(404), .status(405), .status(501), .badAnswer: true
    default: false
    }
  }

  /// The server no longer knows where the stream stood: it starts anew and the gap is filled by a
  /// sync.
  private func forgetPlace() {
    _ = try? context.withStore { store throws(StoreError) in
      var record = try store.agentRecord()
      record.pushEvent = nil
      try store.saveAgentRecord(record)
    }
    hasLostPlace = true
  }
}
