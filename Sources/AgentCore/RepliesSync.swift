import FoundationEssentials
import HubLog
import HubModel
import HubStore

/// Brings the replies of a conversation, one page a call (reference 2.4).
final class RepliesSync {
  private struct Key: Hashable {
    var conversation: UUID
    var direction: PageEnd.Direction
  }

  private let context: AgentContext
  private let conversations: ConversationsSync
  private var joints: [Key: Joint] = [:]

  init(_ context: AgentContext, _ conversations: ConversationsSync) {
    self.context = context
    self.conversations = conversations
  }

  /// Brings the next page of newer replies.
  ///
  /// A conversation that is not here is looked for on the server first: its page could not be
  /// stored.
  func runForward(_ conversation: UUID, _ then: @escaping (SyncOutcome) -> Void) {
    let key = Key(conversation: conversation, direction: .forward)
    guard joints[key, default: Joint()].join(then) else { return }
    find(conversation) { [weak self] outcome in
      if let outcome { self?.finish(key, outcome) } else { self?.ask(key) }
    }
  }

  /// Brings the next page of older replies, unless all of them are here.
  func runBackward(_ conversation: UUID, _ then: @escaping (SyncOutcome) -> Void) {
    let key = Key(conversation: conversation, direction: .backward)
    guard joints[key, default: Joint()].join(then) else { return }
    ask(key)
  }

  /// Looks for a conversation here and then on the server, newer ones first.
  ///
  /// - Returns: by `then`: nil if it is here, else why not.
  func find(_ conversation: UUID, _ then: @escaping (SyncOutcome?) -> Void) {
    if isHere(conversation) { return then(nil) }
    conversations.runForward { [weak self] outcome in
      guard let self else { return }
      if self.isHere(conversation) { return then(nil) }
      if outcome == .stale || outcome.problem != nil { return then(outcome) }
      self.conversations.runBackward { outcome in
        if self.isHere(conversation) { return then(nil) }
        then(outcome == .newData ? .nothingNew : outcome)
      }
    }
  }

  private func isHere(_ conversation: UUID) -> Bool {
    context.read(false) { store throws(StoreError) in
      try store.conversation(conversation) != nil
    }
  }

  private func ask(_ key: Key) {
    let record = context.read(StoredCursor()) { store throws(StoreError) in
      try store.cursor(of: .replies(key.conversation))
    }
    var place = PagePlace.at(record.cursor)
    if key.direction == .backward {
      guard let before = record.backwardsCursor, !record.historyComplete else {
        return finish(key, .nothingNew)
      }
      place = .before(before)
    }
    context.call(.replies(key.conversation)) { [context] in
      context.service.replies(of: key.conversation, place, then: $0)
    } then: { [weak self] answer in
      guard let self else { return }
      switch answer {
      case .value(let page): self.take(page, key, record)
      case .notModified: self.finish(key, .nothingNew)
      case .problem, .stale: self.finish(key, answer.failure)
      }
    }
  }

  private func take(_ page: RepliesPage, _ key: Key, _ asked: StoredCursor) {
    var end = PageEnd(
      key.direction,
      nextCursor: context.cursor(page.nextCursor, of: "GET /conversations/…/replies"),
      nextBefore: context.cursor(page.nextBefore, of: "GET /conversations/…/replies"),
      hasMore: page.hasMore)
    let next = key.direction == .forward ? end.nextCursor : end.nextBefore
    let place = key.direction == .forward ? asked.cursor : asked.backwardsCursor
    var problem: EngageProblem?
    if page.hasMore, next == nil || next == place {
      // Else every later call would ask for this page again.
      end.hasMore = key.direction == .forward
      if next == nil { end.nextCursor = end.nextCursor ?? asked.cursor }
      problem = EngageProblem(
        .loop, "GET /conversations/…/replies says that there is more but not where.")
    }
    do {
      let applied = try context.withStore { store throws(StoreError) in
        try store.apply(replies: page.replies, of: key.conversation, end: end)
      }
      context.report(page.skipped, of: "GET /conversations/…/replies")
      context.announce()
      if let problem {
        context.log(.warning, problem.message)
        context.note(.replies(key.conversation), problem)
        return finish(key, .failed(problem))
      }
      context.note(.replies(key.conversation), nil)
      finish(key, applied?.changedAnything ?? false ? .newData : .nothingNew)
    } catch {
      finish(key, context.ended(.replies(key.conversation), by: error))
    }
  }

  private func finish(_ key: Key, _ outcome: SyncOutcome) {
    guard var joint = joints.removeValue(forKey: key) else { return }
    for then in joint.finish() { then(outcome) }
  }
}
