import HubLog
import HubModel
import HubStore

/// Brings conversations with their participants (reference 2.4), each page stored on its own.
final class ConversationsSync {
  private let context: AgentContext
  private var forward = Joint()
  private var backward = Joint()
  /// Whether older ones wait for the forward run: it is that of a full sync, or the first of all,
  /// which only learns where the older ones begin.
  private var isWaitedFor = false
  /// Called when rows came that replies may have waited for.
  var onNewRows: () -> Void = {}

  init(_ context: AgentContext) {
    self.context = context
  }

  /// Brings what is new; joins the run that there is.
  func runForward(launch: Bool = false, _ then: @escaping (SyncOutcome) -> Void) {
    if launch { isWaitedFor = true }
    guard forward.join(then) else { return }
    do {
      let (cursor, since) = try context.withStore { store throws(StoreError) in
        let cursor = try store.cursor(of: .conversations).cursor
        let since = cursor == nil ? try store.latestConversationActivity() : nil
        return (cursor, since)
      }
      if cursor == nil { isWaitedFor = true }
      ask(Leg(direction: .forward, cursor: cursor, since: since))
    } catch {
      finish(.forward, context.ended(.conversations, by: error))
    }
  }

  /// Drains what is older, unless all of it is here; waits for a full sync's run, or the first of all,
  /// and then runs.
  func runBackward(_ then: @escaping (SyncOutcome) -> Void) {
    guard backward.join(then) else { return }
    guard forward.isRunning, isWaitedFor else { return startBackward() }
    runForward { [weak self] outcome in
      guard let self else { return }
      if outcome == .stale { self.finish(.backward, .stale) } else { self.startBackward() }
    }
  }

  private func startBackward() {
    do {
      let record = try context.withStore { store throws(StoreError) in
        try store.cursor(of: .conversations)
      }
      guard let before = record.backwardsCursor, !record.historyComplete else {
        return finish(.backward, .nothingNew)
      }
      ask(Leg(direction: .backward, cursor: before, since: nil))
    } catch {
      finish(.backward, context.ended(.conversations, by: error))
    }
  }

  // MARK: - Pages

  /// One run on its way through the pages.
  private struct Leg {
    var direction: PageEnd.Direction
    var cursor: String?
    var since: Timestamp?
    var walk: PageWalk
    var inserted = 0

    init(direction: PageEnd.Direction, cursor: String?, since: Timestamp?) {
      self.direction = direction
      self.cursor = cursor
      self.since = since
      walk = PageWalk(from: cursor)
    }

    var place: PagePlace {
      guard let cursor else { return .start }
      return direction == .forward ? .cursor(cursor) : .before(cursor)
    }
  }

  private func ask(_ leg: Leg) {
    context.call(.conversations) { [context] in
      context.service.conversations(leg.place, modifiedSince: leg.since, then: $0)
    } then: { [weak self] answer in
      guard let self else { return }
      switch answer {
      case .value(let page): self.take(page, leg)
      // "You have everything": rows and cursors stay as they are.
      case .notModified: self.end(leg, .newData)
      case .problem, .stale: self.finish(leg.direction, answer.failure)
      }
    }
  }

  private func take(_ page: ConversationsPage, _ leg: Leg) {
    var leg = leg
    var page = page
    page.nextCursor = context.cursor(page.nextCursor, of: "GET /conversations")
    page.nextBefore = context.cursor(page.nextBefore, of: "GET /conversations")
    let next = leg.direction == .forward ? page.nextCursor : page.nextBefore
    let isLost = page.hasMore && next == nil
    var end = PageEnd(
      leg.direction, nextCursor: page.nextCursor, nextBefore: page.nextBefore,
      hasMore: page.hasMore)
    if isLost, leg.direction == .forward { end.nextCursor = leg.cursor }
    if isLost, leg.direction == .backward { end.nextBefore = leg.cursor }
    do {
      let applied = try context.withStore { store throws(StoreError) in
        try store.apply(
          conversations: page.conversations, participants: page.participants, end: end)
      }
      leg.inserted += applied.inserted
    } catch {
      return finish(leg.direction, context.ended(.conversations, by: error))
    }
    context.report(page.skipped, of: "GET /conversations")
    context.announce()
    let first = page.conversations.first?.id
    switch leg.walk.step(next: next, hasMore: page.hasMore, first: first) {
    case .more(let cursor):
      leg.cursor = cursor
      leg.since = nil
      ask(leg)
    case .done: self.end(leg, .newData)
    case .stopped(let reason):
      let problem = EngageProblem(.loop, "GET /conversations \(reason).")
      context.log(.warning, problem.message)
      context.note(.conversations, problem)
      self.end(leg, .failed(problem))
    }
  }

  private func end(_ leg: Leg, _ outcome: SyncOutcome) {
    if outcome == .newData { context.note(.conversations, nil) }
    finish(leg.direction, outcome)
    if leg.inserted > 0 { onNewRows() }
  }

  private func finish(_ direction: PageEnd.Direction, _ outcome: SyncOutcome) {
    let waiting: [Joint.Completion]
    switch direction {
    case .forward:
      isWaitedFor = false
      waiting = forward.finish()
    case .backward: waiting = backward.finish()
    }
    for then in waiting { then(outcome) }
  }
}
