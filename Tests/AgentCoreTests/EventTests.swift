import AgentCore
import FoundationEssentials
import HubModel
import HubStore
import Testing

struct EventTests {
  let world: World
  var service: ScriptedService { world.service }

  init() throws {
    world = try World(
      AgentSettings(identity: "me", sendsEvents: true, holdsStream: false, fetchesAhead: false))
  }

  /// Puts events into the store, as hosts do, of which the agent sees that it changed.
  private func record(_ count: Int) throws {
    for _ in 0..<count {
      let event = StoredEvent(.conversationOpened(Known.ca), id: UUID(), at: world.time.now)
      try world.store.appendEvent(event)
      world.agent.storeChanged()
    }
  }

  @Test(arguments: [
    (AnalyticsEvent.postOpened(Known.pa), #"{"postID":"\#(Known.pa.uuidString)"}"#),
    (
      .postLinkClicked(Known.pa, link: "https://a.example/x"),
      #"{"link":"https://a.example/x","postID":"\#(Known.pa.uuidString)"}"#
    ),
    (.conversationOpened(Known.ca), #"{"conversationID":"\#(Known.ca.uuidString)"}"#),
  ])
  func `attributes have their ids in upper case`(event: AnalyticsEvent, attributes: String) {
    #expect(event.attributes == attributes)
  }

  @Test func `nothing is sent or recorded unless the app file turns it on`() throws {
    world.settings.sendsEvents = false
    try world.restart()
    try record(30)
    try world.agent.receive(push: Self.campaign)
    world.agent.hostAppeared(AgentHost(number: 1))
    world.time.run(60_000)
    #expect(try world.store.eventCount() == 30)
    #expect(!service.requests.contains { $0.hasPrefix("POST") })
  }

  @Test func `a page that a host wants is no event: the host has counted it`() throws {
    try world.store.apply(posts: [postA])
    world.agent.postOpened(Known.pa)
    world.agent.show(.list, on: AgentHost(number: 1))
    world.time.run(0)
    #expect(try world.store.eventCount() == 0)
  }

  @Test func `events keep an agent from leaving until they were sent, not while that fails`() throws
  {
    #expect(!world.agent.isSending)
    try record(1)
    world.time.run(AgentLimits.eventsWait - 1)
    #expect(world.agent.isSending)
    service.onEvents = { _ in nil }
    world.time.run(1)
    #expect(service.requests == ["POST /graphql 1"])
    #expect(world.agent.isSending)
    try world.restart()
    service.onEvents = { _ in status(503) }
    world.agent.storeChanged()
    world.time.run(AgentLimits.eventsWait)
    #expect(try world.store.eventCount() == 1)
    #expect(!world.agent.isSending)
  }

  @Test func `case 230: twenty go at once, nineteen after 30 s`() throws {
    try record(AgentLimits.eventsAtOnce - 1)
    world.time.run(AgentLimits.eventsWait - 1)
    #expect(service.requests == [])
    world.time.run(1)
    #expect(service.requests == ["POST /graphql 19"])
    try record(AgentLimits.eventsAtOnce)
    world.time.run(0)
    #expect(service.requests == ["POST /graphql 19", "POST /graphql 20"])
    #expect(try world.store.eventCount() == 0)
  }

  @Test func `a call has at most a hundred`() throws {
    service.onEvents = { _ in status(503) }
    try record(150)
    world.time.run(0)
    service.onEvents = { _ in .value(()) }
    world.time.run(AgentLimits.eventsWait * 2)
    #expect(service.requests == ["POST /graphql 20", "POST /graphql 100", "POST /graphql 50"])
  }

  @Test func `case 232: a failure for a time keeps the events, also over a restart`() throws {
    service.onEvents = { _ in noConnection() }
    try record(20)
    world.time.run(0)
    #expect(try world.store.eventCount() == 20)
    try world.restart()
    service.onEvents = { _ in .value(()) }
    world.agent.start()
    world.time.run(0)
    #expect(try world.store.eventCount() == 0)
  }

  @Test func `events that the server refuses are dropped`() throws {
    service.onEvents = { _ in status(400) }
    try record(20)
    world.time.run(0)
    #expect(try world.store.eventCount() == 0)
    #expect(world.logs.contains { $0.hasPrefix("20 events were refused") })
  }

  @Test func `the queue survives a reset`() throws {
    try record(3)
    service.onPosts = { _ in status(410) }
    world.sync()
    #expect(try world.store.eventCount() == 3)
  }

  @Test func `events of the user before are never told of the next one`() throws {
    world.agent.start()
    world.time.run(0)
    try record(2)
    world.settings.identity = "somebody else"
    try world.restart()
    world.agent.start()
    world.time.run(AgentLimits.eventsWait * 2)
    #expect(try world.store.eventCount() == 0)
    #expect(service.requests("POST /graphql") == [])
    #expect(world.logs.contains { $0.contains("are gone: 2") })
  }

  // MARK: - Influence

  private static let campaign = Payload.text(
    #"""
    {"rover":{"notification":{"id":"n-1","campaignID":"cmp-7","title":null,"body":"Doors open",
    "attachment":null,"tapBehavior":{"__typename":"OpenAppNotificationTapBehavior"},
    "deliveredAt":"2026-03-05T13:19:00.000Z","expiresAt":null,"isRead":false,
    "isNotificationCenterEnabled":true,"isDeleted":false,"conversionTags":[]}}}
    """#)

  private func opened() throws -> [String] {
    let agent = world.agent
    agent.hostAppeared(AgentHost(number: 1))
    agent.hostAppeared(AgentHost(number: 2))
    return try world.store.events().map(\.attributes)
  }

  @Test(arguments: [(0, true), (AgentLimits.influenceTime, true), (121_000, false), (-1, false)])
  func `cases 94 and 95: who comes within 120 s of a notification was brought by it, once`(
    age: Int64, counts: Bool
  ) throws {
    try world.agent.receive(push: Self.campaign)
    world.time.offset += age
    let event =
      #"{"notification":{"campaignID":"cmp-7","id":"n-1"},"source":"influencedOpen"}"#
    #expect(try opened() == (counts ? [event] : []))
  }

  @Test(arguments: ["{}", "no json", #"{"rover":{"notification":{"id":1}}}"#])
  func `case 97: a push that is not ours takes the receipt away`(payload: String) throws {
    try world.agent.receive(push: Self.campaign)
    try world.agent.receive(push: Payload.text(payload))
    #expect(try opened() == [])
  }

  @Test func `case 98: content of the Hub without a notification leaves the receipt`() throws {
    try world.agent.receive(push: Self.campaign)
    try world.agent.receive(push: Payload.conversation())
    try world.agent.receive(push: Payload.post())
    #expect(try opened().count == 1)
  }

  @Test func `case 92: an inline reply leaves the receipt, and a tap takes it away`() throws {
    try world.agent.receive(push: Self.campaign)
    world.agent.inlineReply(to: Payload.conversation(), text: "hi")
    #expect(try opened().count == 1)
    try world.agent.receive(push: Self.campaign)
    _ = world.agent.tap(Payload.text("{}"))
    #expect(try opened().count == 1)
  }
}
