import FoundationEssentials
import HubTestSupport
import Testing

/// The analytics queue as hosts and commands fill it, and the agent empties it (reference 6).
@Suite(.serialized) struct AnalyticsTests {
  private static let link = "https://a.example/x"
  private static let opened = "{\"rover\":{\"notification\":\(campaign)}}"
  private static let campaign = """
    {"id":"n-1","campaignID":"cmp-7","title":null,"body":"Doors open","attachment":null,\
    "tapBehavior":{"__typename":"OpenAppNotificationTapBehavior"},\
    "deliveredAt":"2026-03-05T13:19:00.000Z","expiresAt":null,"isRead":false,\
    "isNotificationCenterEnabled":true,"isDeleted":false,"conversionTags":[]}
    """

  /// An inbox with a post whose page has a link, and a conversation; no server.
  private func installation(_ agent: String = "events: true") throws -> Installation {
    let host = try Installation(rest: "user: { userID: \"fan-9\" }, agent: { \(agent) },")
    _ = try host.folder.makeFolder("pages")
    _ = try host.folder.write(
      "pages/1.html", Array("<p>Use gate 4. <a href=\"\(Self.link)\">Map</a></p>".utf8))
    let post = Fixture.post(Fixture.pa, "Gate change", url: "https://posts.example.test/p/1")
    let posts = try host.folder.write("posts.json", Array(Fixture.page([post]).utf8))
    let imported = try host.run(["import", "--pages", host.folder["pages"], posts])
    #expect(imported.code == 0, "\(imported)")
    #expect(try host.push(Fixture.pushC).code == 0)
    return host
  }

  private func pending(_ host: Installation) throws -> [JSONValue] {
    let outcome = try host.run(["events", "--pending"])
    #expect(outcome.code == 0, "\(outcome)")
    return try outcome.text.split(separator: "\n").map { try JSONValue(json: String($0)) }
  }

  private func names(_ host: Installation) throws -> [String] {
    try pending(host).map { $0["name"]?.text ?? "" }
  }

  // MARK: - Recording

  @Test(arguments: ["plain", "jsonl"])
  func `case 41: a post that a short run shows is an event, with nobody to send it`(
    frontEnd: String
  ) throws {
    let host = try installation()
    for _ in 0..<2 {
      let outcome = try host.run(["-f", frontEnd, Fixture.linkPA], input: [])
      #expect(outcome.code == 0, "\(outcome)")
    }
    let events = try pending(host)
    #expect(events.map { $0["name"]?.text } == ["Post Opened", "Post Opened"])
    let first = try #require(events.first)
    #expect(first["attributes"]?["postID"]?.text == Fixture.pa)
    #expect(first["namespace"]?.text == "rover")
    #expect(first["device"]?["userID"]?.text == "fan-9")
  }

  @Test func `cases 223 and 227: each opening and each click in curses is an event`() throws {
    let host = try installation()
    let terminal = try host.terminal(["-f", "curses"])
    #expect(terminal.shows("Gate change", "Seat upgrade"), "\(terminal.text)")
    terminal.send(.home, .enter)
    #expect(terminal.waits { _ in (try? names(host).count) == 1 }, "\(terminal.text)")
    terminal.send(.back)
    #expect(terminal.shows("Gate change"), "\(terminal.text)")
    terminal.send(.end, .enter)
    #expect(terminal.shows("Map"), "\(terminal.text)")
    terminal.type("1")
    #expect(terminal.waits { _ in (try? names(host).count) == 3 }, "\(terminal.text)")
    terminal.send(.back)
    #expect(terminal.shows("Seat upgrade"), "\(terminal.text)")
    terminal.send(.enter)
    #expect(terminal.waits { _ in (try? names(host).count) == 4 }, "\(terminal.text)")
    terminal.send(.quit)
    #expect(terminal.end() == .exited(status: 0))
    let events = try pending(host)
    #expect(
      events.map { $0["name"]?.text } == [
        "Conversation Opened", "Post Opened", "Post Link Clicked", "Post Opened",
      ])
    #expect(events[0]["attributes"]?["conversationID"]?.text == Fixture.ca)
    #expect(events[2]["attributes"]?["link"]?.text == Self.link)
    #expect(events[2]["attributes"]?["postID"]?.text == Fixture.pa)
  }

  @Test(arguments: [true, false])
  func `a notification that is tapped is an event, with an agent and without`(hasAgent: Bool) throws
  {
    let world = try AgentWorld(agent: "events: true")
    if hasAgent { try world.startAgent() }
    // The host that the tap brings up starts no agent where there is no server.
    let host = hasAgent ? world.installation : try installation()
    let tap = try host.run(["tap", "-"], input: Array(Self.opened.utf8))
    #expect(tap.code == 0 || tap.code == 69, "\(tap)")
    let events = try pending(host)
    #expect(events.map { $0["name"]?.text } == ["Notification Opened"])
    let event = try #require(events.first)
    #expect(event["attributes"]?["source"]?.text == "pushNotification")
    #expect(event["attributes"]?["notification"]?["campaignID"]?.text == "cmp-7")
    #expect((event["device"]?["deviceIdentifier"]?.text != nil) == hasAgent)
  }

  @Test func `nothing is an event unless the app file turns it on`() throws {
    let host = try installation("events: false")
    #expect(try host.run(["-f", "plain", Fixture.linkPA]).code == 0)
    #expect(try host.run(["-f", "plain", Fixture.linkCA]).code == 0)
    _ = try host.run(["tap", "-"], input: Array(Self.opened.utf8))
    #expect(try pending(host).isEmpty)
  }

  // MARK: - Sending

  @Test func `case 230: what a host without an agent recorded is sent by the one that runs`()
    throws
  {
    let world = try AgentWorld(agent: "events: true")
    world.model.add(posts: [Fixture.postA])
    #expect(try world.installation.run(["sync"]).code == 0)
    world.server.on("/graphql", .status(200))
    let host = try JSONLinesHost(world.installation, ["--no-agent"])
    #expect(host.event("show-hub") != nil)
    for _ in 0..<20 {
      #expect(host.does("\"command\":\"show\",\"id\":\"\(Fixture.pa)\""))
      #expect(host.does("\"command\":\"back\""))
    }
    #expect(world.server.waitForRequests(1, to: "/graphql"))
    #expect(world.waits { try names(world.installation).isEmpty })
    #expect(host.finish() == .exited(status: 0))
    // Each once: twenty make one batch.
    #expect(world.server.requests.count { $0.path == "/graphql" } == 1)
  }
}
