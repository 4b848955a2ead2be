import HubLog
import HubModel
import HubStore

/// Brings posts (reference 2.4): page after page, each stored together with its cursor, so that
/// the newest are seen after the first page and a crash costs one page.
final class PostsSync {
  private let context: AgentContext
  private var joint = Joint()
  private var count = 0
  /// Hears of posts that came so far.
  var onProgress: (Int) -> Void = { _ in }

  init(_ context: AgentContext) {
    self.context = context
  }

  /// Runs, or joins the run that there is.
  func run(_ then: @escaping (SyncOutcome) -> Void) {
    guard joint.join(then) else { return }
    count = 0
    do {
      let cursor = try context.withStore { store throws(StoreError) in
        try store.cursor(of: .posts).cursor
      }
      ask(cursor, PageWalk(from: cursor))
    } catch {
      finish(.failed(error))
    }
  }

  private func ask(_ cursor: String?, _ walk: PageWalk) {
    context.call(.posts) { [context] in
      context.service.posts(cursor: cursor, then: $0)
    } then: { [weak self] answer in
      guard let self else { return }
      switch answer {
      case .value(let page): self.take(page, asked: cursor, walk)
      case .notModified:
        self.fail(EngageProblem(.status(304), "GET /posts was answered by 304, without posts."))
      case .problem, .stale: self.finish(answer.failure)
      }
    }
  }

  private func take(_ page: PostsPage, asked: String?, _ walk: PageWalk) {
    var walk = walk
    // A page that says "more" and not where leaves the stream where it is.
    let next = page.hasMore ? page.nextCursor ?? asked : page.nextCursor
    do {
      _ = try context.withStore { store throws(StoreError) in
        try store.apply(
          posts: page.posts, subscriptions: page.subscriptions,
          end: PageEnd(nextCursor: next, hasMore: page.hasMore))
      }
    } catch {
      return finish(.failed(error))
    }
    context.report(page.skipped, of: "GET /posts")
    count += page.posts.count
    onProgress(count)
    context.announce()
    let first = page.posts.first?.id
    switch walk.step(next: page.nextCursor, hasMore: page.hasMore, first: first) {
    case .more(let cursor): ask(cursor, walk)
    case .done:
      context.note(.posts, nil)
      finish(count > 0 ? .newData : .nothingNew)
    case .stopped(let reason): fail(EngageProblem(.loop, "GET /posts \(reason)."))
    }
  }

  private func fail(_ problem: EngageProblem) {
    context.log(.warning, problem.message)
    context.note(.posts, problem)
    finish(.failed(problem))
  }

  private func finish(_ outcome: SyncOutcome) {
    for then in joint.finish() { then(outcome) }
  }
}
