import AgentCore
import FoundationEssentials
import HubModel
import HubStore
import Testing

struct StatusTests {
  let world: World
  var service: ScriptedService { world.service }

  init() throws {
    world = try World(AgentSettings(identity: "me", holdsStream: false, fetchesAhead: false))
  }

  @Test func `a sync that ends well goes from syncing to idle and remembers when`() throws {
    service.latency = { 100 }
    world.agent.start()
    world.time.run(1_000)
    #expect(world.statuses == [.idle, .syncing(posts: 0, perSecond: 0), .idle])
    let end = Timestamp(milliseconds: VirtualTime.start.milliseconds + 100)
    #expect(world.agent.status.lastSync == end)
    try world.restart()
    world.agent.start()
    #expect(world.agent.status.lastSync == end)
  }

  @Test func `a long first sync tells how many posts came and how fast`() throws {
    service.latency = { 250 }
    let random = SeededRandom(3)
    var pages = 0
    service.onPosts = { _ in
      pages += 1
      let posts = (0..<100).map { number in
        Post(
          id: UUID(high: random.next(), low: random.next()), subject: "S", previewText: "P",
          receivedAt: Timestamp(milliseconds: Int64(number)))
      }
      return .value(PostsPage(posts: posts, nextCursor: "c\(pages)", hasMore: pages < 4))
    }
    world.agent.start()
    world.time.run(2_000)
    #expect(
      world.statuses.filter { if case .syncing = $0 { true } else { false } } == [
        .syncing(posts: 0, perSecond: 0), .syncing(posts: 100, perSecond: 400),
        .syncing(posts: 200, perSecond: 400), .syncing(posts: 300, perSecond: 400),
        .syncing(posts: 400, perSecond: 400),
      ])
  }

  @Test func `without a connection it is offline, and back with the first answer`() throws {
    service.onPosts = { _ in noConnection() }
    service.onConfig = { noConnection() }
    service.onSubscriptions = { noConnection() }
    service.onParticipants = { noConnection() }
    service.onConversations = { _, _ in noConnection() }
    world.agent.start()
    world.time.run(0)
    #expect(world.agent.status.activity == .offline(reason: "No connection."))
    #expect(world.agent.status.lastSync == nil)
    service.onConfig = { .problem(EngageProblem(.transport, "Another sentence.")) }
    world.time.run(AgentLimits.firstBackoff * 2)
    #expect(world.agent.status.activity == .offline(reason: "No connection."))
    service.onPosts = { _ in .value(PostsPage(posts: [])) }
    service.onConfig = { wire(#"{"hub":{}}"#, HubConfigAnswer.init(decoding:)) }
    service.onSubscriptions = {
      wire(#"{"subscriptions":[]}"#, SubscriptionsAnswer.init(decoding:))
    }
    service.onParticipants = {
      wire(#"{"participants":[]}"#, ParticipantsAnswer.init(decoding:))
    }
    service.onConversations = { _, _ in .value(ConversationsPage(conversations: [])) }
    world.time.run(AgentLimits.firstBackoff * 2)
    #expect(world.agent.status.activity == .idle)
    #expect(world.agent.status.lastSync != nil)
  }

  @Test func `a failed sync tells the reason until it ends well`() throws {
    service.onConversations = { _, _ in status(403) }
    world.agent.start()
    world.time.run(0)
    #expect(world.agent.status.activity == .failed(reason: "The server answered 403."))
    service.onConversations = { _, _ in .value(ConversationsPage(conversations: [])) }
    world.sync()
    #expect(world.agent.status.activity == .idle)
  }

  @Test func `what another process wrote is told with the badge`() throws {
    world.agent.start()
    world.time.run(0)
    let other = try HubStore(folder: world.folder.path)
    try other.apply(posts: [postA])
    world.forgetEffects()
    world.agent.storeChanged()
    #expect(world.badges == ["1"])
    guard case .changed(let changes)? = world.effects.first else {
      Issue.record("no change was told")
      return
    }
    #expect(changes.posts == [Known.pa])
    world.forgetEffects()
    world.agent.storeChanged()
    #expect(world.effects == [])
  }

  @Test func `a store that cannot be written is told, and the sync tried again with longer waits`()
    throws
  {
    try world.restart(.readOnly)
    world.agent.start()
    world.time.run(0)
    guard case .failed(let reason) = world.agent.status.activity else {
      Issue.record("\(world.agent.status)")
      return
    }
    #expect(reason.contains("read"))
    service.forgetRequests()
    world.time.run(1_800_000)
    #expect((5...20).contains(service.requests("GET /subscriptions").count))
  }
}
