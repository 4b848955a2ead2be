import FoundationEssentials
import HubLog
import HubModel
import HubStore

/// A stream of data that is asked for again and again.
enum SyncStream: Hashable {
  case config, home, posts, conversations, subscriptions, participants
  case replies(UUID)
}

/// What came of a call to the Hub's own server.
enum HubAnswer<Value> {
  case value(Value)
  case notModified
  case problem(EngageProblem)
  /// A reset overtook it.
  case stale

  /// The outcome of a call that brought no value.
  var failure: SyncOutcome {
    switch self {
    case .value, .notModified: .nothingNew
    case .problem(let problem): .failed(problem)
    case .stale: .stale
    }
  }
}

/// What all parts of the agent share: the store, the server, time, and the generation that guards
/// the one against late answers of the other (reference 2.8).
final class AgentContext {
  let store: HubStore
  let service: any EngageService
  let seams: AgentSeams
  let settings: AgentSettings
  private let effects: (AgentEffect) -> Void

  /// Grows with each reset.
  private(set) var generation = 0
  private(set) var isResetting = false
  /// Whether the agent was stopped: nothing starts any more and nothing is told.
  private(set) var isEnded = false
  /// Called when a call was answered by 410, with its stream.
  var onGone: (SyncStream?) -> Void = { _ in }
  /// Called after each answer or failure of the server.
  var onContact: (SyncStream?, EngageProblem?) -> Void = { _, _ in }

  private struct Running {
    var ticket: EngageTicket?
    var stale: () -> Void
  }

  private var running: [UInt64: Running] = [:]
  private var lastCall: UInt64 = 0
  private var gates: [SyncStream: Gate] = [:]
  private var sequence: Int64 = 0
  private var badge: Int?

  /// When a stream may be asked again.
  private struct Gate {
    var failures = 0
    /// From `Retry-After`, in monotonic milliseconds.
    var closedUntil: Int64 = 0
  }

  init(
    store: HubStore, service: any EngageService, seams: AgentSeams, settings: AgentSettings,
    effects: @escaping (AgentEffect) -> Void
  ) {
    self.store = store
    self.service = service
    self.seams = seams
    self.settings = settings
    self.effects = effects
  }

  var now: Timestamp { seams.clock.now }
  var monotonic: Int64 { seams.clock.monotonicMilliseconds }

  func emit(_ effect: AgentEffect) {
    if !isEnded { effects(effect) }
  }

  func log(_ level: LogLevel, _ message: String) {
    emit(.log(level, message))
  }

  /// Calls back later.
  func later(_ milliseconds: Int64, _ body: @escaping () -> Void) -> AgentTimer {
    seams.timers.schedule(after: max(milliseconds, 0), body)
  }

  func cancel(_ timer: AgentTimer?) {
    if let timer { seams.timers.cancel(timer) }
  }

  /// A new random id.
  func newID() -> UUID {
    let high = seams.random.next() & ~0xF000 | 0x4000
    let low = seams.random.next() & ~(0xC000 << 48) | (0x8000 << 48)
    return UUID(high: high, low: low)
  }

  // MARK: - Calls

  /// Starts one of the calls that a reset ends.
  ///
  /// During a reset, or while the server asked to wait, the answer comes at once and without a
  /// request. `mayReset` is false for the calls whose 410 means nothing (reference 2.9).
  func call<Value>(
    _ stream: SyncStream?, mayReset: Bool = true,
    _ start: (@escaping (ServiceAnswer<Value>) -> Void) -> EngageTicket,
    then: @escaping (HubAnswer<Value>) -> Void
  ) {
    guard !isResetting, !isEnded else { return then(.stale) }
    if let held = held(stream) { return then(.problem(held)) }
    lastCall += 1
    let number = lastCall
    running[number] = Running { then(.stale) }
    let ticket = start { [weak self] answer in
      // A call that a reset ended has no entry; its answer is of the past.
      guard let self, self.running.removeValue(forKey: number) != nil else { return }
      self.finish(answer, of: stream, mayReset: mayReset, then)
    }
    running[number]?.ticket = ticket
  }

  private func finish<Value>(
    _ answer: ServiceAnswer<Value>, of stream: SyncStream?, mayReset: Bool,
    _ then: (HubAnswer<Value>) -> Void
  ) {
    switch answer {
    case .value(let value):
      onContact(nil, nil)
      then(.value(value))
    case .notModified:
      onContact(nil, nil)
      then(.notModified)
    case .problem(let problem) where problem.isGone && mayReset:
      onGone(stream)
      then(.stale)
    case .problem(let problem):
      note(stream, problem)
      then(.problem(problem))
    }
  }

  private func held(_ stream: SyncStream?) -> EngageProblem? {
    guard let stream, let gate = gates[stream], gate.closedUntil > monotonic else { return nil }
    let wait = gate.closedUntil - monotonic
    return EngageProblem(
      .held, "The server asked to be left alone for another \((wait + 999) / 1000) s.",
      retryAfter: wait)
  }

  /// Notes how a stream fares: what went wrong, or nil when a run of it ended well.
  func note(_ stream: SyncStream?, _ problem: EngageProblem?) {
    if let stream {
      var gate = gates[stream] ?? Gate()
      if let problem {
        gate.failures += 1
        if let wait = problem.retryAfter {
          gate.closedUntil = monotonic + min(max(wait, 0), AgentLimits.longestRetryAfter)
        }
      } else {
        gate = Gate()
      }
      gates[stream] = gate
    }
    onContact(stream, problem)
  }

  /// Notes that the store ended a run of a stream: its outcome.
  func ended(_ stream: SyncStream, by problem: EngageProblem) -> SyncOutcome {
    note(stream, problem)
    return .failed(problem)
  }

  /// How long a stream that failed is to be left alone by whatever asks on its own.
  func backoff(_ stream: SyncStream) -> Int64 {
    guard let gate = gates[stream], gate.failures > 0 else { return 0 }
    let wait = Backoff.wait(failures: gate.failures, chance: seams.random.next())
    return max(wait, gate.closedUntil - monotonic)
  }

  // MARK: - Resets

  /// Begins a new generation: from here on no call starts, and none that runs is heard.
  func beginReset() {
    generation += 1
    isResetting = true
    endCalls()
    gates = gates.filter { $0.value.closedUntil > monotonic }
  }

  func endReset() {
    isResetting = false
  }

  /// Ends everything: no call starts any more, and nothing is told.
  func end() {
    isEnded = true
    endCalls()
  }

  /// Ends all calls; those who wait for them hear that they are stale.
  func endCalls() {
    let ended = running.sorted { $0.key < $1.key }
    running = [:]
    for (_, call) in ended {
      if let ticket = call.ticket { service.cancel(ticket) }
    }
    for (_, call) in ended { call.stale() }
  }

  // MARK: - Store

  /// Runs something with the store; an error is logged and becomes a problem.
  func withStore<Result>(
    _ body: (HubStore) throws(StoreError) -> Result
  ) throws(EngageProblem) -> Result {
    do throws(StoreError) {
      return try body(store)
    } catch {
      log(.error, error.message)
      throw EngageProblem(.store, error.message)
    }
  }

  /// The same where a failure changes nothing but what is known.
  func read<Result>(
    _ otherwise: Result, _ body: (HubStore) throws(StoreError) -> Result
  ) -> Result {
    (try? withStore(body)) ?? otherwise
  }

  /// Tells what changed in the store, if anything did: rows first, then the badge.
  func announce() {
    guard
      let changes = try? withStore({ store throws(StoreError) in
        try store.changes(since: sequence)
      })
    else { return }
    if changes.sequence != sequence {
      sequence = changes.sequence
      emit(.changed(changes))
    }
    announceBadge()
  }

  /// Learns where the store stands, without telling of what came before; tells the badge.
  func announceStart() {
    sequence = read(0) { store throws(StoreError) in try store.changeSequence() }
    announceBadge()
  }

  private func announceBadge() {
    guard let count = try? withStore({ store throws(StoreError) in try store.counts().unread })
    else { return }
    guard count != badge else { return }
    badge = count
    emit(.badge(count: count, text: BadgeText.text(count: count)))
  }

  /// The cursor that a page named, unless it could never be asked for.
  func cursor(_ cursor: String?, of call: String) -> String? {
    let usable = PageEnd.usable(cursor)
    if cursor != usable {
      log(
        .warning,
        "\(call) named a cursor of more than \(PageEnd.maxCursorBytes) bytes, which is left out.")
    }
    return usable
  }

  /// Says what was left out of an answer.
  func report(_ skipped: SkipReport, of call: String) {
    if skipped.count > 0 {
      let first = skipped.elements.first?.reason ?? ""
      let what =
        skipped.count == 1
        ? "a bad element, which was left out" : "\(skipped.count) bad elements, which were left out"
      log(.warning, "\(call) brought \(what): \(first)")
    }
    if skipped.repairedCount > 0 {
      let what =
        skipped.repairedCount == 1
        ? "a bad time, which was repaired"
        : "\(skipped.repairedCount) bad times, which were repaired"
      log(.info, "\(call) brought \(what).")
    }
  }
}
