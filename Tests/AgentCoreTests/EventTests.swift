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

  private func record(_ count: Int) {
    for _ in 0..<count { world.agent.record(.conversationOpened(Known.ca)) }
  }

  @Test func `cases 227 and 231: what is recorded, each time, with ids in upper case`() throws {
    try world.store.apply(posts: [postA])
    world.agent.postOpened(Known.pa)
    world.agent.postOpened(Known.pa)
    world.agent.record(.postLinkClicked(Known.pa, link: "https://a.example/x"))
    let events = try world.store.events()
    #expect(events.map(\.name) == ["Post Opened", "Post Opened", "Post Link Clicked"])
    #expect(
      events.map(\.attributes).suffix(2) == [
        #"{"postID":"\#(Known.pa.uuidString)"}"#,
        #"{"link":"https://a.example/x","postID":"\#(Known.pa.uuidString)"}"#,
      ])
    #expect(Set(events.map(\.id)).count == 3)
    #expect(events[0].createdAt == world.time.now)
  }

  @Test func `nothing is recorded unless the app file turns it on`() throws {
    world.settings.sendsEvents = false
    try world.restart()
    record(30)
    world.time.run(60_000)
    #expect(try world.store.eventCount() == 0)
    #expect(service.requests == [])
  }

  @Test func `case 229: showing the list is no event`() throws {
    world.agent.show(.list, on: AgentHost(number: 1))
    world.time.run(0)
    #expect(try world.store.eventCount() == 0)
  }

  @Test func `case 230: twenty go at once, nineteen after 30 s`() throws {
    record(AgentLimits.eventsAtOnce - 1)
    world.time.run(AgentLimits.eventsWait - 1)
    #expect(service.requests == [])
    world.time.run(1)
    #expect(service.requests == ["POST /graphql 19"])
    record(AgentLimits.eventsAtOnce)
    world.time.run(0)
    #expect(service.requests == ["POST /graphql 19", "POST /graphql 20"])
    #expect(try world.store.eventCount() == 0)
  }

  @Test func `a call has at most a hundred`() throws {
    service.onEvents = { _ in status(503) }
    record(150)
    world.time.run(0)
    service.onEvents = { _ in .value(()) }
    world.time.run(AgentLimits.eventsWait * 2)
    #expect(service.requests == ["POST /graphql 20", "POST /graphql 100", "POST /graphql 50"])
  }

  @Test func `case 232: a failure for a time keeps the events, also over a restart`() throws {
    service.onEvents = { _ in noConnection() }
    record(20)
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
    record(20)
    world.time.run(0)
    #expect(try world.store.eventCount() == 0)
    #expect(world.logs.contains { $0.hasPrefix("20 events were refused") })
  }

  @Test func `the queue survives a reset`() throws {
    record(3)
    service.onPosts = { _ in status(410) }
    world.sync()
    #expect(try world.store.eventCount() == 3)
  }
}
