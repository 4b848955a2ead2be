import FoundationEssentials
import HubLog
import HubModel
import HubStore

/// Sends the events that hosts and the agent put on disk, in batches (reference 6); off unless the
/// app file turns it on.
final class EventQueue {
  private let context: AgentContext
  private var timer: AgentTimer?
  private var ticket: EngageTicket?
  private var failures = 0

  init(_ context: AgentContext) {
    self.context = context
  }

  private var isOn: Bool { context.settings.sendsEvents }

  /// Goes on with what the last run left.
  func start() {
    if isOn { schedule() }
  }

  func stop() {
    context.cancel(timer)
    timer = nil
    if let ticket { context.service.cancel(ticket) }
    ticket = nil
  }

  /// Puts an event on disk.
  func record(_ event: AnalyticsEvent) {
    guard isOn else { return }
    let stored = StoredEvent(event, id: context.newID(), at: context.now)
    _ = try? context.withStore { store throws(StoreError) in try store.appendEvent(stored) }
    schedule()
  }

  /// A host may have put one there.
  func storeChanged() {
    if isOn { schedule() }
  }

  /// Whether events are on their way, or will be within `AgentLimits.eventsWait`; not after a
  /// failure, when it may take long.
  var isBusy: Bool { ticket != nil || (timer != nil && failures == 0) }

  private var count: Int {
    context.read(0) { store throws(StoreError) in try store.eventCount() }
  }

  /// Sends a full batch at once and fewer later; after a failure all of it waits.
  private func schedule() {
    guard context.settings.hasServer, ticket == nil else { return }
    let count = count
    guard count > 0 else { return }
    if failures == 0, count >= AgentLimits.eventsAtOnce { return send() }
    guard timer == nil else { return }
    var wait = AgentLimits.eventsWait
    if failures > 0 {
      wait = max(wait, Backoff.wait(failures: failures, chance: context.seams.random.next()))
    }
    arm(wait)
  }

  private func arm(_ milliseconds: Int64) {
    context.cancel(timer)
    timer = context.later(milliseconds) { [weak self] in
      self?.timer = nil
      self?.send()
    }
  }

  private func send() {
    context.cancel(timer)
    timer = nil
    let batch = context.read([]) { store throws(StoreError) in
      try store.events(limit: AgentLimits.eventsPerCall)
    }
    guard !batch.isEmpty else { return }
    guard !context.isEnded else { return }
    ticket = context.service.send(events: batch) { [weak self] answer in
      guard let self else { return }
      self.ticket = nil
      self.take(answer, batch.map(\.id))
    }
  }

  private func take(_ answer: ServiceAnswer<Void>, _ ids: [UUID]) {
    if case .problem(let problem) = answer {
      if problem.isRetryable {
        failures += 1
        let wait = Backoff.wait(failures: failures, chance: context.seams.random.next())
        let asked = min(problem.retryAfter ?? 0, AgentLimits.longestRetryAfter)
        return arm(max(wait, asked, AgentLimits.eventsWait))
      }
      context.log(
        .warning,
        "\(ids.count == 1 ? "An event was refused and is" : "\(ids.count) events were refused and are")"
          + " dropped: \(problem.message)")
    }
    failures = 0
    guard
      (try? context.withStore { store throws(StoreError) in try store.removeEvents(ids) }) != nil
    else { return arm(AgentLimits.eventsWait) }
    schedule()
  }
}
