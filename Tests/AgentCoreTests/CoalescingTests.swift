import AgentCore
import FoundationEssentials
import HubModel
import HubStore
import Testing

struct CoalescingTests {
  let world: World
  let host = AgentHost(number: 1)
  var service: ScriptedService { world.service }

  init() throws {
    world = try World()
    service.latency = { 100 }
  }

  @Test func `a full sync asks for all parts at the same time`() throws {
    world.agent.refresh()
    #expect(
      service.requests == [
        "GET /config", "GET /posts", "GET /conversations", "GET /subscriptions",
        "GET /participants",
      ])
  }

  @Test func `a second full sync joins the first and shares its outcome`() throws {
    var outcomes: [SyncOutcome] = []
    world.agent.refresh { outcomes.append($0) }
    world.time.run(50)
    world.agent.refresh { outcomes.append($0) }
    world.agent.hostAppeared(host)
    world.time.run(100)
    #expect(outcomes == [.newData, .newData])
    #expect(service.requests.count == 5)
  }

  @Test func `one part failing does not stop the others`() throws {
    service.onPosts = { _ in noConnection() }
    service.onConversations = { _, _ in
      .value(ConversationsPage(conversations: [convA()], participants: [ana]))
    }
    var outcome: SyncOutcome?
    world.agent.refresh { outcome = $0 }
    world.time.run(100)
    #expect(outcome == .newData)
    #expect(try world.store.conversation(Known.ca) != nil)
    #expect(try world.store.agentRecord().syncedAt == nil)
  }

  @Test func `a look from the list during a full sync only waits, older ones wait and then run`()
    throws
  {
    service.onConversations = { place, _ in
      .value(ConversationsPage(conversations: [convA()], nextCursor: "f1", nextBefore: "b1"))
    }
    world.agent.refresh()
    world.agent.show(.list, on: host)
    world.time.run(99)
    #expect(service.requests("GET /conversations") == ["GET /conversations"])
    world.time.run(1)
    #expect(
      service.requests("GET /conversations") == [
        "GET /conversations", "GET /conversations?before=b1",
      ])
  }

  @Test func `two hosts that show the same conversation share one poll`() throws {
    try world.store.apply(conversations: [convA()], participants: [ana])
    world.agent.show(.conversation(Known.ca), on: host)
    world.agent.show(.conversation(Known.ca), on: AgentHost(number: 2))
    world.time.run(200)
    #expect(service.requests.count == 1)
    world.agent.hostLeft(host)
    world.time.run(5_000)
    #expect(service.requests.count == 2)
    world.agent.hostLeft(AgentHost(number: 2))
    world.time.run(60_000)
    #expect(service.requests.count == 2)
  }

  @Test func `the list is looked at every 10 s while it is shown, posts never`() throws {
    service.latency = { 0 }
    world.agent.show(.list, on: host)
    world.time.run(35_000)
    #expect(service.times("GET /conversations") == [0, 10_000, 20_000, 30_000])
    world.agent.hide(.list, on: host)
    world.time.run(60_000)
    #expect(service.requests.count == 4)
    #expect(service.requests("GET /posts") == [])
  }

  @Test func `a conversation on screen sends its outbox first, then asks for replies`() throws {
    try world.store.apply(conversations: [convA()], participants: [ana])
    try world.store.enqueueReply(own("hi", in: Known.ca, at: world.time.now), preview: "hi")
    world.agent.show(.conversation(Known.ca), on: host)
    world.time.run(250)
    #expect(service.requests.count == 2)
    #expect(service.requests[0].hasPrefix("POST /replies hi"))
    #expect(service.requests[1].hasSuffix("/replies"))
  }

  @Test func `looks that fail come more seldom, and often again after a success`() throws {
    service.onConversations = { _, _ in status(500) }
    world.agent.show(.list, on: host)
    world.time.run(600_000)
    let failing = service.requests.count
    #expect((4...25).contains(failing))
    service.onConversations = { _, _ in .value(ConversationsPage(conversations: [])) }
    world.time.run(AgentLimits.longestBackoff * 2)
    service.forgetRequests()
    world.time.run(100_000)
    #expect((9...10).contains(service.requests.count))
  }

  @Test(arguments: 1...12)
  func `the wait after failures doubles, with chance around it, up to its limit`(failures: Int)
    throws
  {
    // The bounds, by the rule: half and one and a half of the doubled wait.
    let full = min(AgentLimits.firstBackoff << Int64(failures - 1), AgentLimits.longestBackoff)
    let random = SeededRandom(UInt64(failures))
    for _ in 0..<100 {
      let wait = BackoffProbe.wait(failures: failures, chance: random.next())
      #expect((full / 2...full + full / 2).contains(wait))
    }
  }
}
