import AgentCore
import FoundationEssentials
import HubModel
import HubStore
import Testing

struct StreamTests {
  let world: World
  var service: ScriptedService { world.service }

  init() throws {
    world = try World()
    world.service.onStream = { _ in [.opened] }
  }

  private func start() {
    world.agent.start()
    world.time.run(0)
    service.forgetRequests()
  }

  @Test func `a push of the stream is stored with its id, which resumes the stream`() throws {
    start()
    service.send(.event(id: "e-7", payload: Payload.post()))
    #expect(try world.store.post(Known.pa) != nil)
    #expect(try world.store.agentRecord().pushEvent == "e-7")
    #expect(world.badges == [nil, "1"])
    try world.restart()
    world.agent.start()
    world.time.run(0)
    #expect(service.requests("GET /stream") == ["GET /stream after=e-7"])
  }

  @Test func `a push that comes twice does no harm`() throws {
    start()
    for _ in 0..<2 { service.send(.event(id: "e-7", payload: Payload.post())) }
    #expect(try world.store.counts() == InboxCounts(total: 1, unread: 1))
  }

  @Test func `a push that cannot be read is passed, so that the stream goes on`() throws {
    start()
    service.send(.event(id: "e-8", payload: Payload.text("nonsense")))
    #expect(try world.store.agentRecord().pushEvent == "e-8")
    #expect(service.hasStream)
  }

  @Test func `a push that the store refuses is not passed, and the stream begins again before it`()
    throws
  {
    start()
    service.send(.event(id: "e-1", payload: Payload.post()))
    try world.restart(.readOnly)
    start()
    service.send(.event(id: "e-2", payload: Payload.conversation()))
    #expect(!service.hasStream)
    try world.restart()
    world.agent.start()
    world.time.run(0)
    #expect(service.requests("GET /stream").last == "GET /stream after=e-1")
  }

  @Test func `a stream that ends is opened again, with longer waits while it fails`() throws {
    start()
    service.onStream = { _ in [.ended(EngageProblem(.transport, "gone"))] }
    service.send(.ended(nil))
    world.time.run(600_000)
    let failing = service.requests("GET /stream").count
    #expect((4...25).contains(failing))
    service.onStream = { _ in [.opened] }
    world.time.run(AgentLimits.longestBackoff * 2)
    #expect(service.hasStream)
    #expect((failing + 1...failing + 3).contains(service.requests("GET /stream").count))
  }

  @Test func `the server says how long to wait before the next connection`() throws {
    start()
    service.send(.retry(60_000))
    service.send(.ended(nil))
    world.time.run(59_000)
    #expect(service.requests("GET /stream") == [])
    world.time.run(1_001)
    #expect(service.requests("GET /stream").count == 1)
  }

  @Test(arguments: [404, 405, 501, 204])
  func `without a stream posts are polled`(number: Int) throws {
    service.onStream = { _ in [.ended(EngageProblem(.status(number), "no stream"))] }
    start()
    world.time.run(AgentLimits.postsPoll * 3)
    #expect(service.requests == ["GET /posts", "GET /posts", "GET /posts"])
    world.time.run(AgentLimits.streamRecheck)
    #expect(service.requests("GET /stream").count == 1)
  }

  @Test func `an app that wants no stream polls, and with a stream nothing is polled`() throws {
    start()
    // Only a connection that shows no life is replaced.
    for _ in 0..<10 {
      world.time.run(AgentLimits.postsPoll)
      service.send(.alive)
    }
    #expect(service.requests == [])
    world.settings.holdsStream = false
    try world.restart()
    start()
    world.time.run(AgentLimits.postsPoll)
    #expect(service.requests == ["GET /posts"])
  }

  @Test(arguments: [(AgentLimits.streamSilence - 1, true), (AgentLimits.streamSilence, false)])
  func `a silent stream counts as dead`(wait: Int64, isAlive: Bool) throws {
    start()
    service.onStream = { _ in [] }
    world.time.run(wait)
    #expect(service.hasStream == isAlive)
  }

  @Test(arguments: [(AgentLimits.streamGap / 2, false), (AgentLimits.streamGap * 2, true)])
  func `after a long gap the return of the stream starts a full sync`(
    gap: Int64, syncs: Bool
  ) throws {
    start()
    service.onStream = { _ in [.ended(EngageProblem(.transport, "gone"))] }
    service.send(.ended(nil))
    world.time.run(gap)
    service.onStream = { _ in [.opened] }
    service.forgetRequests()
    // Not longer than half the gap, so that the first case stays below it.
    world.time.run(syncs ? AgentLimits.longestBackoff * 2 : AgentLimits.streamGap / 2 - 1)
    #expect(service.requests.contains("GET /subscriptions") == syncs)
  }

  @Test func `a stream whose place the server forgot begins anew, and a sync fills the gap`() throws
  {
    start()
    service.send(.event(id: "e-7", payload: Payload.post()))
    service.send(.ended(EngageProblem(.status(410), "too old")))
    #expect(try world.store.agentRecord().pushEvent == nil)
    #expect(try world.store.counts().total == 1)
    world.time.run(60_000)
    #expect(service.requests("GET /stream").count == 1)
    #expect(service.requests("GET /subscriptions").count == 1)
    #expect(service.requests("GET /stream") == ["GET /stream"])
  }

  @Test func `with the stream's return what failed is asked for at once`() throws {
    service.onStream = { _ in [] }
    service.onConversations = { _, _ in noConnection() }
    world.agent.start()
    // Some failures, so that the next try is far away.
    world.time.run(100_000)
    service.onConversations = { _, _ in .value(ConversationsPage(conversations: [])) }
    service.forgetRequests()
    service.send(.opened)
    world.time.run(0)
    #expect(service.requests("GET /conversations").count == 1)
    #expect(world.agent.status.activity == .idle)
    world.time.run(AgentLimits.longestBackoff * 2)
    #expect(service.requests("GET /conversations").count == 1)
  }

  @Test func `a stopped agent is silent`() throws {
    start()
    world.agent.stop()
    world.forgetEffects()
    world.time.run(10_000_000)
    #expect(service.requests == [])
    #expect(world.effects == [])
    #expect(world.time.pending == 0)
  }

  @Test func `a server that accepts every stream and drops it is left alone for longer and longer`()
    throws
  {
    service.onStream = { _ in [.opened, .ended(nil)] }
    start()
    world.time.run(3_600_000)
    let count = service.requests("GET /stream").count
    #expect((10...40).contains(count))
    // Posts are polled meanwhile, as without a stream.
    #expect(service.requests("GET /posts").count >= 55)
  }

  @Test(arguments: [(AgentLimits.streamSteady - 1, false), (AgentLimits.streamSteady, true)])
  func `a stream that lasted is opened again soon`(lasts: Int64, isSoon: Bool) throws {
    service.onStream = { _ in [.opened, .ended(nil)] }
    start()
    world.time.run(3_600_000)
    service.onStream = { _ in [.opened] }
    while !service.hasStream { world.time.run(1) }
    world.time.run(lasts)
    service.send(.ended(nil))
    service.onStream = { _ in [] }
    service.forgetRequests()
    world.time.run(AgentLimits.firstBackoff * 3 / 2)
    #expect(service.requests("GET /stream").isEmpty == !isSoon)
  }

  @Test func `more events than a minute may bring are fetched in the next one`() throws {
    start()
    for number in 1...AgentLimits.mostEvents {
      service.send(.event(id: "e-\(number)", payload: Payload.text("nonsense")))
    }
    #expect(service.hasStream)
    service.send(.event(id: "e-x", payload: Payload.text("nonsense")))
    #expect(!service.hasStream)
    #expect(try world.store.agentRecord().pushEvent == "e-\(AgentLimits.mostEvents)")
    world.time.run(AgentLimits.streamWindow - 1)
    #expect(service.requests("GET /stream").isEmpty)
    world.time.run(1)
    #expect(service.hasStream)
    service.send(.event(id: "e-x", payload: Payload.text("nonsense")))
    #expect(try world.store.agentRecord().pushEvent == "e-x")
  }

  @Test func `what was too large for an event is passed and told`() throws {
    start()
    service.send(.passed(id: "e-9", skipped: 1))
    #expect(try world.store.agentRecord().pushEvent == "e-9")
    #expect(world.logs.contains { $0.contains("too large were left out: 1") })
    service.send(.passed(id: nil, skipped: 0))
    #expect(try world.store.agentRecord().pushEvent == "e-9")
  }
}
