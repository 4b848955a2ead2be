import AgentCore
import FoundationEssentials
import HubModel
import HubStore
import Testing

struct PostsSyncTests {
  let world: World
  var service: ScriptedService { world.service }

  init() throws {
    world = try World()
  }

  private func cursor() throws -> String? { try world.store.cursor(of: .posts).cursor }

  @Test func `case 113: pages are asked for one after another and the last cursor is kept`() throws
  {
    service.onPosts = { cursor in
      cursor == nil
        ? .value(PostsPage(posts: [postA], nextCursor: "c1", hasMore: true))
        : .value(PostsPage(posts: [postB], nextCursor: "c2"))
    }
    #expect(world.sync() == .newData)
    #expect(service.requests("GET /posts") == ["GET /posts", "GET /posts?cursor=c1"])
    #expect(try cursor() == "c2")
    #expect(try world.store.counts() == InboxCounts(total: 2, unread: 2))
  }

  @Test func `case 115: no posts are no new data and no error`() throws {
    service.onPosts = { _ in .value(PostsPage(posts: [], nextCursor: "c2")) }
    service.onConversations = { _, _ in status(500) }
    service.onConfig = { status(404) }
    service.onSubscriptions = { status(404) }
    service.onParticipants = { status(404) }
    // Only the posts did not fail, and they brought nothing.
    #expect(world.sync()?.isFailure == true)
    var outcome: SyncOutcome?
    world.agent.find(kind: .post, Known.pa) { outcome = $0 ? .newData : .nothingNew }
    world.time.run(0)
    #expect(outcome == .nothingNew)
    #expect(try cursor() == "c2")
  }

  @Test func `case 116: a last page without cursor makes the next sync start anew`() throws {
    service.onPosts = {
      $0 == nil ? .value(PostsPage(posts: [], nextCursor: "c2")) : .value(PostsPage(posts: []))
    }
    world.sync()
    world.sync()
    #expect(try cursor() == nil)
    world.sync()
    #expect(service.requests("GET /posts").last == "GET /posts")
  }

  @Test func `cases 118 and 119: a subscription that comes later names the sender`() throws {
    service.onPosts = { _ in .value(PostsPage(posts: [postA])) }
    service.onSubscriptions = { status(500) }
    world.sync()
    #expect(try world.store.item(kind: .post, id: Known.pa)?.sender == nil)
    service.onSubscriptions = {
      wire(
        """
        {"subscriptions":[{"id":"sub-news","name":"Team news","description":"","optIn":true,
        "status":"published","logoURL":null}]}
        """, SubscriptionsAnswer.init(decoding:))
    }
    world.sync()
    #expect(try world.store.item(kind: .post, id: Known.pa)?.sender == "Team news")
    #expect(try world.store.counts().total == 1)
  }

  @Test func `case 121: a post without subscription keeps its link`() throws {
    service.onPosts = { _ in .value(PostsPage(posts: [postA], subscriptions: [news])) }
    world.sync()
    var bare = postA
    bare.subscriptionID = nil
    bare.subject = "New"
    service.onPosts = { _ in .value(PostsPage(posts: [bare])) }
    world.sync()
    #expect(try world.store.post(Known.pa)?.subscriptionID == "sub-news")
    #expect(try world.store.post(Known.pa)?.subject == "New")
  }

  @Test func `case 122: a bad element is left out and reported, and the cursor moves`() throws {
    service.onPosts = { _ in
      wire(
        """
        {"posts":[{"id":"nonsense"},{"id":"\(Known.pb.uuidString)","subject":"Recap",
        "previewText":"p","receivedAt":"2026-03-04T09:00:00.000Z","isRead":false}],
        "nextCursor":"c9","hasMore":false}
        """, PostsPage.init(decoding:))
    }
    #expect(world.sync() == .newData)
    #expect(try world.store.post(Known.pb) != nil)
    #expect(try cursor() == "c9")
    #expect(world.logs.contains { $0.hasPrefix("GET /posts brought a bad element, which") })
  }

  @Test func `the first page is seen before the second is there, and a crash goes on from it`()
    throws
  {
    var asked = 0
    service.onPosts = { cursor in
      asked += 1
      if cursor == "c1", asked == 2 { return nil }
      return cursor == nil
        ? .value(PostsPage(posts: [postA], nextCursor: "c1", hasMore: true))
        : .value(PostsPage(posts: [postB], nextCursor: "c2"))
    }
    world.agent.refresh()
    world.time.run(5_000)
    #expect(world.badges == [nil, "1"])
    try world.restart()
    #expect(try world.store.post(Known.pa) != nil)
    world.sync()
    #expect(
      service.requests("GET /posts") == [
        "GET /posts", "GET /posts?cursor=c1", "GET /posts?cursor=c1",
      ])
    #expect(try world.store.counts().total == 2)
  }

  @Test func `O4: more without a cursor ends the walk and asks the same page next time`() throws {
    service.onPosts = { cursor in
      cursor == nil
        ? .value(PostsPage(posts: [postA], nextCursor: "c1", hasMore: true))
        : .value(PostsPage(posts: [postB], hasMore: true))
    }
    world.sync()
    #expect(service.requests("GET /posts").count == 2)
    #expect(try cursor() == "c1")
    #expect(try world.store.counts().total == 2)
    #expect(world.logs.contains { $0.contains("says that there is more but not where") })
  }

  @Test func `a cursor that was asked before ends the walk`() throws {
    service.onPosts = { cursor in
      .value(PostsPage(posts: [postA], nextCursor: cursor == "c1" ? "c2" : "c1", hasMore: true))
    }
    world.sync()
    #expect(service.requests("GET /posts").count == 3)
    #expect(world.logs.contains { $0.contains("round in circles") })
  }

  @Test func `pages that bring nothing new are borne up to the limit`() throws {
    func walk(idle: Int) -> PageWalk.Step {
      var walk = PageWalk(from: nil)
      var step = walk.step(next: "c0", hasMore: true, first: Known.pa)
      for page in 0..<idle { step = walk.step(next: "d\(page)", hasMore: true, first: Known.pa) }
      return step
    }
    #expect(walk(idle: AgentLimits.mostIdlePages - 1) == .more("d8"))
    guard case .stopped = walk(idle: AgentLimits.mostIdlePages) else {
      Issue.record("the walk goes on")
      return
    }
  }

  @Test func `a walk has at most so many pages`() throws {
    var walk = PageWalk(from: nil)
    let random = SeededRandom(1)
    var pages = 0
    var step = PageWalk.Step.more("")
    while case .more = step {
      pages += 1
      let (high, low) = (random.next(), random.next())
      step = walk.step(next: "c\(pages)", hasMore: true, first: UUID(high: high, low: low))
    }
    #expect(pages == AgentLimits.mostPages)
    #expect(walk.step(next: nil, hasMore: false, first: nil) == .done)
  }

  @Test func `a failed page keeps what came before it, and only its stream is asked again`() throws
  {
    var fails = true
    service.onPosts = { cursor in
      if cursor == nil { return .value(PostsPage(posts: [postA], nextCursor: "c1", hasMore: true)) }
      return fails ? status(503) : .value(PostsPage(posts: [postB], nextCursor: "c2"))
    }
    world.sync()
    #expect(try cursor() == "c1")
    fails = false
    service.forgetRequests()
    world.time.run(AgentLimits.firstBackoff * 2)
    #expect(service.requests == ["GET /posts?cursor=c1"])
    #expect(try world.store.counts().total == 2)
    #expect(try world.store.agentRecord().syncedAt != nil)
  }

  @Test func `a stream is not asked before its Retry-After is over, not even by the user`() throws {
    service.onPosts = { _ in status(429, retryAfter: 60_000) }
    world.sync()
    service.onPosts = { _ in .value(PostsPage(posts: [postA])) }
    service.forgetRequests()
    world.time.run(59_000)
    world.sync()
    #expect(service.requests("GET /posts") == [])
    #expect(service.requests("GET /conversations").count == 1)
    world.time.run(2_000)
    world.sync()
    #expect(service.requests("GET /posts").count >= 1)
    #expect(try world.store.counts().total == 1)
  }

  @Test func `a Retry-After beyond its limit is cut`() throws {
    service.onPosts = { _ in status(503, retryAfter: AgentLimits.longestRetryAfter * 5) }
    world.sync()
    service.forgetRequests()
    world.time.run(AgentLimits.longestRetryAfter + 1)
    world.sync()
    #expect(service.requests("GET /posts").count >= 1)
  }

  /// What is stored while each request of a long first sync is on its way, and at the end.
  private func stored(pages: Int, rows: Int, latency: Int64) throws -> [Int] {
    let random = SeededRandom(5)
    var totals: [Int] = []
    var page = 0
    service.latency = { latency }
    let store = world.store
    let time = world.time
    service.onPosts = { _ in
      // It is let out before what came is stored.
      _ = time.schedule(after: 0) { totals.append((try? store.counts().total) ?? -1) }
      page += 1
      let posts = (0..<rows).map { number in
        Post(
          id: UUID(high: random.next(), low: random.next()), subject: "S", previewText: "P",
          receivedAt: Timestamp(milliseconds: Int64(page * rows + number)))
      }
      return .value(PostsPage(posts: posts, nextCursor: "c\(page)", hasMore: page < pages))
    }
    world.agent.refresh()
    world.time.run(1_000_000)
    totals.append(try store.counts().total)
    return totals
  }

  @Test func `the next page is asked for before the one that came is stored`() throws {
    let store = world.store
    var totals: [Int] = []
    service.onPosts = { cursor in
      totals.append((try? store.counts().total) ?? -1)
      return .value(PostsPage(posts: [postA], nextCursor: "c1", hasMore: cursor == nil))
    }
    world.sync()
    #expect(totals == [0, 0])
    #expect(try store.counts().total == 1)
  }

  @Test func `what was asked for last is nobody's when the store has ended the run`() throws {
    try world.restart(.readOnly)
    var page = 0
    service.latency = { 10 }
    service.onPosts = { _ in
      page += 1
      return .value(PostsPage(posts: [postA], nextCursor: "c\(page)", hasMore: true))
    }
    var outcome: SyncOutcome?
    world.agent.refresh { outcome = $0 }
    world.time.run(100)
    #expect(outcome?.isFailure == true)
    #expect(service.requests("GET /posts") == ["GET /posts", "GET /posts?cursor=c1"])
  }

  @Test func `pages that follow quickly are stored in groups after the first`() throws {
    let half = AgentLimits.groupRows / 2
    #expect(
      try stored(pages: 5, rows: half, latency: 1)
        == [0, half, half, half * 3, half * 3, half * 5])
  }

  @Test(arguments: [(AgentLimits.groupTime - 1, 1), (AgentLimits.groupTime, 2)])
  func `a group does not wait long for further pages`(latency: Int64, second: Int) throws {
    #expect(try stored(pages: 3, rows: 1, latency: latency) == [0, 1, second, 3])
  }

  @Test(arguments: [(PageEnd.maxCursorBytes, true), (PageEnd.maxCursorBytes + 1, false)])
  func `a cursor that fits into no request is as good as none`(bytes: Int, isKept: Bool) throws {
    let long = String(repeating: "c", count: bytes)
    service.onPosts = { cursor in
      .value(PostsPage(posts: [postA], nextCursor: long, hasMore: cursor == nil))
    }
    world.sync()
    #expect(service.requests("GET /posts").count == (isKept ? 2 : 1))
    #expect(try cursor() == (isKept ? long : nil))
    #expect((world.agent.lastProblem == nil) == isKept)
    #expect(try world.store.counts().total == 1)
  }

  @Test func `a part that failed is told, although others brought something`() throws {
    service.onPosts = { _ in status(503) }
    service.onConversations = { _, _ in .value(ConversationsPage(conversations: [convA()])) }
    #expect(world.sync() == .newData)
    #expect(world.agent.lastProblem?.kind == .status(503))
  }
}

extension SyncOutcome {
  var isFailure: Bool { if case .failed = self { true } else { false } }
}
