import HubLog
import HubModel
import HubStore

/// Brings posts (reference 2.4), stored together with their cursor: the first page at once, so that
/// the newest are seen, those that follow quickly in groups, since a commit costs as much for a few
/// rows as for many.
///
/// A crash costs one group.
final class PostsSync {
  /// Pages that came and are not stored yet.
  private struct Group {
    var posts: [Post] = []
    var subscriptions: [Subscription] = []
    var end: PageEnd?
  }

  private let context: AgentContext
  private var joint = Joint()
  /// Runs that ended: the answer to what one of them asked for last is nobody's.
  private var ended = 0
  private var count = 0
  private var group = Group()
  /// When the last group was stored, in monotonic milliseconds; nil before the first.
  private var storedAt: Int64?
  /// Hears of posts that came so far.
  var onProgress: (Int) -> Void = { _ in }

  init(_ context: AgentContext) {
    self.context = context
  }

  /// Runs, or joins the run that there is.
  func run(_ then: @escaping (SyncOutcome) -> Void) {
    guard joint.join(then) else { return }
    count = 0
    group = Group()
    storedAt = nil
    do {
      let cursor = try context.withStore { store throws(StoreError) in
        try store.cursor(of: .posts).cursor
      }
      ask(cursor, PageWalk(from: cursor))
    } catch {
      finish(context.ended(.posts, by: error))
    }
  }

  private func ask(_ cursor: String?, _ walk: PageWalk) {
    let run = ended
    context.call(.posts) { [context] in
      context.service.posts(cursor: cursor, then: $0)
    } then: { [weak self] answer in
      guard let self, self.ended == run else { return }
      switch answer {
      case .value(let page): self.take(page, asked: cursor, walk)
      case .notModified:
        self.fail(EngageProblem(.status(304), "GET /posts was answered by 304, without posts."))
      case .problem: self.end(answer.failure)
      // What came belongs to the time before the reset.
      case .stale: self.finish(.stale)
      }
    }
  }

  private func take(_ page: PostsPage, asked: String?, _ walk: PageWalk) {
    var walk = walk
    var page = page
    page.nextCursor = context.cursor(page.nextCursor, of: "GET /posts")
    context.report(page.skipped, of: "GET /posts")
    group.posts += page.posts
    group.subscriptions += page.subscriptions
    // A page that says "more" and not where leaves the stream where it is.
    let next = page.hasMore ? page.nextCursor ?? asked : page.nextCursor
    group.end = PageEnd(nextCursor: next, hasMore: page.hasMore)
    count += page.posts.count
    let first = page.posts.first?.id
    switch walk.step(next: page.nextCursor, hasMore: page.hasMore, first: first) {
    case .more(let cursor):
      let run = ended
      // First, so that the server works on the next page while this one is stored.
      ask(cursor, walk)
      guard ended == run else { return }
      do {
        if isDue { try store() }
      } catch {
        return finish(context.ended(.posts, by: error))
      }
      onProgress(count)
    case .done:
      end(count > 0 ? .newData : .nothingNew)
    case .stopped(let reason): fail(EngageProblem(.loop, "GET /posts \(reason)."))
    }
  }

  // MARK: - Storing

  private var isDue: Bool {
    guard let storedAt else { return true }
    return group.posts.count >= AgentLimits.groupRows
      || context.monotonic - storedAt >= AgentLimits.groupTime
  }

  private func store() throws(EngageProblem) {
    guard let end = group.end else { return }
    let pages = group
    group = Group()
    try context.withStore { store throws(StoreError) in
      func apply() throws(StoreError) {
        try store.apply(posts: pages.posts, subscriptions: pages.subscriptions, end: end)
      }
      // What a bulk takes of memory pays for many rows only.
      if pages.posts.count < AgentLimits.bulkRows { try apply() } else { try store.bulk(apply) }
    }
    storedAt = context.monotonic
    context.announce()
  }

  /// Stores what came and ends the run.
  private func end(_ outcome: SyncOutcome) {
    do {
      try store()
    } catch {
      return finish(context.ended(.posts, by: error))
    }
    onProgress(count)
    if outcome.problem == nil { context.note(.posts, nil) }
    finish(outcome)
  }

  private func fail(_ problem: EngageProblem) {
    context.log(.warning, problem.message)
    context.note(.posts, problem)
    end(.failed(problem))
  }

  private func finish(_ outcome: SyncOutcome) {
    ended += 1
    for then in joint.finish() { then(outcome) }
  }
}
