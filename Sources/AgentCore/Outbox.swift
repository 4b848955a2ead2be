import FoundationEssentials
import HubLog
import HubModel
import HubStore

/// Sends own replies (reference 2.11): per conversation the oldest first and one at a time, with
/// exact waits between attempts, until the window of a reply is over.
final class Outbox {
  private struct Waiter {
    /// Whose replies are waited for; nil for all.
    var conversation: UUID?
    var then: (SyncOutcome) -> Void
    var sent = false
    var failed = false
  }

  private let context: AgentContext
  /// What is on its way, by conversation.
  private var inFlight: [UUID: Reply] = [:]
  private var waiters: [Waiter] = []
  private var timer: AgentTimer?
  /// Nothing is sent before this monotonic time: what became of it could not be noted.
  private var pausedUntil: Int64 = 0
  private var isPumping = false

  init(_ context: AgentContext) {
    self.context = context
  }

  /// Sends what is due and calls back once nothing of the conversation (nil: of all) is on its way
  /// or due any more; two flushes share what is on its way.
  ///
  /// The outcome is new data when something was sent and nothing failed.
  func flush(
    _ conversation: UUID? = nil, then: @escaping (SyncOutcome) -> Void = { _ in }
  ) {
    guard context.settings.hasServer else { return then(.nothingNew) }
    guard !context.isResetting, !context.isEnded else { return then(.stale) }
    waiters.append(Waiter(conversation: conversation, then: then))
    pump()
  }

  /// Whether a reply is on its way or waits for the next attempt: within its window, and so not for
  /// long.
  var isBusy: Bool {
    guard context.settings.hasServer else { return false }
    guard inFlight.isEmpty else { return true }
    let now = context.now.milliseconds
    let heads = context.read([]) { store throws(StoreError) in try store.outboxHeads() }
    return heads.contains { head in
      let (age, isTooFar) = now.subtractingReportingOverflow(head.reply.createdAt.milliseconds)
      return !isTooFar && age.magnitude <= UInt64(AgentLimits.outboxWindow)
    }
  }

  /// Forgets what is on its way and the timer: the replies are no longer in their conversations.
  func reset() {
    disarm()
    inFlight = [:]
    settle { _ in .stale }
  }

  /// Ends the timer.
  func disarm() {
    context.cancel(timer)
    timer = nil
  }

  // MARK: - Passes

  private func pump() {
    // An answer never comes from inside a call, but one that is held or stale does.
    guard !isPumping, !context.isResetting, !context.isEnded else { return }
    isPumping = true
    defer { isPumping = false }
    var heads: [OutboxEntry] = []
    do {
      try sweep()
      while context.monotonic >= pausedUntil {
        heads = try context.withStore { store throws(StoreError) in try store.outboxHeads() }
        guard let head = heads.first(where: isDue), inFlight.count < AgentLimits.mostSends
        else { break }
        if isBroken(head.reply) {
          try end(head.reply, "it has no content or no id")
        } else {
          send(head)
        }
      }
    } catch {
      pause()
    }
    arm(heads)
    settleThoseDone(heads)
  }

  /// Replies whose window is over fail without a request.
  private func sweep() throws(EngageProblem) {
    let start = Timestamp(milliseconds: context.now.milliseconds - AgentLimits.outboxWindow)
    let sparing = Set(inFlight.values.compactMap(\.externalID))
    let late = try context.withStore { store throws(StoreError) in
      try store.failReplies(
        createdBefore: start, sparing: sparing, error: "The time for sending it was over.")
    }
    guard !late.isEmpty else { return }
    for reply in late { mark(reply.conversationID, failed: true) }
    context.announce()
  }

  private func isDue(_ entry: OutboxEntry) -> Bool {
    guard inFlight[entry.reply.conversationID] == nil else { return false }
    guard let next = entry.nextRetryAt else { return true }
    let wait = next.milliseconds - context.now.milliseconds
    // No wait is longer than the window: the clock was set back.
    return wait <= 0 || wait > AgentLimits.outboxWindow
  }

  private func isBroken(_ reply: Reply) -> Bool {
    reply.externalID == nil || reply.visibleContent.isEmpty
  }

  private func end(_ reply: Reply, _ reason: String) throws(EngageProblem) {
    _ = try context.withStore { store throws(StoreError) in
      try store.setReplyState(reply.id, .failed, lastError: "It cannot be sent: \(reason).")
    }
    context.log(.warning, "A reply cannot be sent: \(reason).")
    mark(reply.conversationID, failed: true)
    context.announce()
  }

  // MARK: - One reply

  private func send(_ entry: OutboxEntry) {
    let reply = entry.reply
    inFlight[reply.conversationID] = reply
    context.call(nil) { [context] in
      context.service.send(reply, then: $0)
    } then: { [weak self] answer in
      guard let self, self.inFlight[reply.conversationID] == reply else { return }
      self.inFlight[reply.conversationID] = nil
      self.take(answer, entry)
      self.pump()
    }
  }

  private func take(_ answer: HubAnswer<Void>, _ entry: OutboxEntry) {
    switch answer {
    case .value: note(entry, .sent)
    case .notModified:
      fail(entry, EngageProblem(.status(304), "The server answered 304 to a reply."))
    case .problem(let problem): fail(entry, problem)
    case .stale: break
    }
  }

  private func fail(_ entry: OutboxEntry, _ problem: EngageProblem) {
    let count = entry.retryCount + 1
    let now = context.now.milliseconds
    let deadline = entry.reply.createdAt.milliseconds + AgentLimits.outboxWindow
    let wait = max(Backoff.reply(retryCount: count), problem.retryAfter ?? 0)
    let (next, isTooFar) = now.addingReportingOverflow(wait)
    let mayTryAgain = problem.isRetryable && count < AgentLimits.mostAttempts
    if mayTryAgain, now <= deadline, !isTooFar, next <= deadline {
      note(
        entry, .queued, count: count, next: Timestamp(milliseconds: next), error: problem.message)
    } else {
      context.log(.warning, "A reply was not delivered: \(problem.message)")
      note(entry, .failed, count: count, error: problem.message)
    }
  }

  private func note(
    _ entry: OutboxEntry, _ state: Reply.State, count: Int = 0, next: Timestamp? = nil,
    error: String? = nil
  ) {
    if state != .queued {
      mark(entry.reply.conversationID, sent: state == .sent, failed: state == .failed)
    }
    do {
      _ = try context.withStore { store throws(StoreError) in
        try store.setReplyState(
          entry.reply.id, state, retryCount: count, nextRetryAt: next, lastError: error)
      }
      context.announce()
    } catch {
      // Else it would be sent again at once, and again.
      pause()
    }
  }

  private func pause() {
    pausedUntil = context.monotonic + AgentLimits.outboxPause
  }

  // MARK: - Timer

  /// One timer, to the soonest time of those that wait at the head of their conversations.
  private func arm(_ heads: [OutboxEntry]) {
    disarm()
    var wait = heads.filter { inFlight[$0.reply.conversationID] == nil }
      .compactMap { $0.nextRetryAt.map { $0.milliseconds - context.now.milliseconds } }
      .filter { $0 > 0 }.min()
    if pausedUntil > context.monotonic { wait = pausedUntil - context.monotonic }
    guard let wait else { return }
    timer = context.later(min(wait, AgentLimits.outboxWindow)) { [weak self] in
      self?.timer = nil
      self?.pump()
    }
  }

  // MARK: - Waiters

  private func mark(_ conversation: UUID, sent: Bool = false, failed: Bool = false) {
    for index in waiters.indices
    where waiters[index].conversation == nil || waiters[index].conversation == conversation {
      waiters[index].sent = waiters[index].sent || sent
      waiters[index].failed = waiters[index].failed || failed
    }
  }

  private func settleThoseDone(_ heads: [OutboxEntry]) {
    let isPaused = pausedUntil > context.monotonic
    settle { waiter in
      let isBusy =
        waiter.conversation.map { self.inFlight[$0] != nil } ?? !self.inFlight.isEmpty
      let isWaiting =
        !isPaused
        && heads.contains { head in
          (waiter.conversation == nil || waiter.conversation == head.reply.conversationID)
            && self.isDue(head)
        }
      if isBusy || isWaiting { return nil }
      return waiter.sent && !waiter.failed ? .newData : .nothingNew
    }
  }

  private func settle(_ outcome: (Waiter) -> SyncOutcome?) {
    var told: [(Waiter, SyncOutcome)] = []
    var left: [Waiter] = []
    for waiter in waiters {
      if let outcome = outcome(waiter) {
        told.append((waiter, outcome))
      } else {
        left.append(waiter)
      }
    }
    waiters = left
    for (waiter, outcome) in told { waiter.then(outcome) }
  }
}
