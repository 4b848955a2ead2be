import FoundationEssentials
import Glibc
import HubTestSupport
import Testing

/// Pushes that come over the stream, and what becomes of their notifications.
@Suite(.serialized) struct AgentPushTests {
  /// A push with an alert, which a notification is made of.
  private func alert(_ payload: String, title: String, body: String = "body") -> String {
    "{\"aps\":{\"alert\":{\"title\":\"\(title)\",\"body\":\"\(body)\"}}," + payload.dropFirst()
  }

  private func lastEventIDs(_ world: AgentWorld) -> [String] {
    world.server.requests.filter { $0.path == "/stream" }.map {
      $0.values("last-event-id").first ?? ""
    }
  }

  @Test func `a push on the stream moves the badge while no front end runs`() throws {
    let world = try AgentWorld()
    let agent = try world.startAgent()
    #expect(world.server.waitForStreams(1))
    let badge = try world.installation.start(["badge", "--follow"], hasInput: false)
    #expect(badge.read { $0.text == "\n" }, "\(badge.text)")
    world.push(Fixture.pushA, event: "e-1")
    #expect(badge.read { $0.text == "\n1\n" }, "\(badge.text)")
    world.push(Fixture.pushC, event: "e-2")
    #expect(badge.read { $0.text == "\n1\n2\n" }, "\(badge.text)")
    // The same once more, under other ids: harmless.
    world.push(Fixture.pushA, event: "e-3")
    world.push(Fixture.pushC, event: "e-4")
    world.push(Fixture.pushB, event: "e-5")
    #expect(badge.read { $0.text == "\n1\n2\n3\n" }, "\(badge.text)")
    agent.signal(SIGTERM)
    #expect(agent.finish() == .exited(status: 0))
  }

  @Test func `an event is stored before the stream is taken up behind it`() throws {
    let world = try AgentWorld()
    try world.startAgent()
    #expect(world.server.waitForStreams(1))
    world.push(Fixture.pushA, event: "e-1")
    #expect(world.waits { try world.installation.run(["badge"]).text == "1\n" })
    // An agent that is killed at once goes on behind what is stored.
    for agent in world.agents { kill(agent, SIGKILL) }
    #expect(world.waitsForAgents(0))
    #expect(world.server.waitForStreams(0))
    let second = try world.startAgent()
    #expect(world.server.waitForStreams(1), "\(second.errorText)")
    #expect(lastEventIDs(world) == ["", "e-1"])
    // What cannot be read is passed all the same, so that nothing loops.
    world.push("{\"rover\":{\"post\":{\"id\":\"x\"}}}", event: "e-2")
    world.push(Fixture.pushB, event: "e-3")
    #expect(world.waits { try world.installation.run(["badge"]).text == "2\n" })
    world.server.endStreams()
    #expect(world.server.waitForRequests(3, to: "/stream"))
    #expect(lastEventIDs(world).last == "e-3")
  }

  @Test func `hubhost push goes through the agent, and without one into the store`() throws {
    let world = try AgentWorld()
    #expect(try world.installation.push(Fixture.pushA).code == 0)
    try world.startAgent()
    let news = try notifications(world)
    #expect(try world.installation.push(alert(Fixture.pushB, title: "Team")).code == 0)
    #expect(news.read { $0.text.contains("\"title\":\"Team\"") }, "\(news.text)")
    // With the one that found out whether anybody listens.
    #expect(try world.installation.run(["badge"]).text == "3\n")
    #expect(try world.installation.push("{\"rover\":{}}").code == 65)
  }

  // MARK: - Notifications

  private func notifications(_ world: AgentWorld) throws -> PipedProcess {
    let process = try world.installation.start(["notifications", "--follow"], hasInput: false)
    try awaitHearing(process, world)
    return process
  }

  /// Waits until a follower is connected: it hears of the first push that comes after it is there;
  /// until then one is sent again.
  private func awaitHearing(_ process: PipedProcess, _ world: AgentWorld) throws {
    let known = process.output.count
    let probe = alert(
      Fixture.push(Fixture.post("00000000-0000-4000-8000-00000000BEEF", "Probe")), title: "probe")
    let isThere = world.waits {
      _ = try world.installation.push(probe)
      process.pump(within: .milliseconds(50))
      return String(decoding: process.output.dropFirst(known), as: UTF8.self).contains("probe")
    }
    #expect(isThere, "\(process.text)\(process.errorText)")
  }

  @Test func `notifications are shown, suppressed and withdrawn, a JSON line each`() throws {
    let world = try AgentWorld()
    world.model.addConversation()
    try world.startAgent()
    #expect(world.server.waitForStreams(1))
    let news = try notifications(world)
    func comes(_ parts: String...) -> Bool {
      news.read { process in
        process.text.split(separator: "\n").contains { line in
          parts.allSatisfy { line.contains($0) }
        }
      }
    }
    world.push(alert(Fixture.pushA, title: "Team news"), event: "e-1")
    #expect(comes("\"action\":\"show\"", "\"title\":\"Team news\"", Fixture.pa), "\(news.text)")
    world.push(alert(Fixture.pushC, title: "Ana Ruiz"), event: "e-2")
    #expect(comes("\"action\":\"show\"", "\"title\":\"Ana Ruiz\""), "\(news.text)")
    // A conversation that appears withdraws its notifications, and suppresses those that follow.
    let host = try JSONLinesHost(world.installation, [Fixture.linkCA])
    #expect(host.event("present-conversation") != nil)
    #expect(comes("\"action\":\"withdraw\"", Fixture.ca), "\(news.text)")
    let again = Fixture.push(
      reply: Fixture.reply(2, text: "And now", at: "2026-03-05T13:30:00.000Z"))
    world.push(alert(again, title: "Ana again"), event: "e-3")
    #expect(comes("\"action\":\"suppress\"", "Ana again"), "\(news.text)")
    // A post is never suppressed.
    world.push(alert(Fixture.pushB, title: "Recap \\u001b[31m"), event: "e-4")
    #expect(comes("\"action\":\"show\"", "Recap"), "\(news.text)")
    #expect(!news.output.contains(0x1B))
    for line in news.text.split(separator: "\n") {
      #expect(throws: Never.self) { try JSONValue(json: String(line)) }
    }
    // Nothing is suppressed any more when the host has left, not even by an agent that is new.
    #expect(host.finish() == .exited(status: 0))
    for agent in world.agents { kill(agent, SIGKILL) }
    #expect(world.server.waitForStreams(0))
    #expect(world.server.waitForStreams(1))
    try awaitHearing(news, world)
    let last = Fixture.push(reply: Fixture.reply(3, text: "Bye", at: "2026-03-05T13:40:00.000Z"))
    world.push(alert(last, title: "Ana at last"), event: "e-5")
    #expect(comes("\"action\":\"show\"", "Ana at last"), "\(news.text)")
  }

  @Test func `in an app without a server hubhost push is shown, suppressed and withdrawn as well`()
    throws
  {
    let world = try AgentWorld(agent: "events: true", hasServer: false)
    #expect(try world.installation.push(Fixture.pushC).code == 0)
    // A host that was there before anybody wanted to hear.
    let host = try JSONLinesHost(world.installation)
    #expect(host.event("show-hub") != nil)
    let news = try notifications(world)
    func comes(_ action: String, _ part: String) -> Bool {
      news.read { process in
        process.text.split(separator: "\n").contains {
          $0.contains("\"action\":\"\(action)\"") && $0.contains(part)
        }
      }
    }
    func push(_ number: Int, _ title: String) throws {
      let reply = Fixture.reply(number, text: title, at: "2026-03-05T14:0\(number):00.000Z")
      let payload = alert(Fixture.push(reply: reply), title: title)
      #expect(try world.installation.push(payload).code == 0)
    }
    try push(2, "Ana writes")
    #expect(comes("show", "Ana writes"), "\(news.text)")
    #expect(host.does("\"command\":\"show\",\"id\":\"\(Fixture.ca)\",\"kind\":\"conversation\""))
    #expect(comes("withdraw", Fixture.ca), "\(news.text)")
    try push(3, "Ana again")
    #expect(comes("suppress", "Ana again"), "\(news.text)")
    #expect(host.ask("\"command\":\"refresh\"")?["ok"] == .bool(false))
    #expect(host.finish() == .exited(status: 0))
    try push(4, "Ana at last")
    #expect(comes("show", "Ana at last"), "\(news.text)")
    #expect(world.server.requests.isEmpty)
    // What the user did waits; nobody is there to be told.
    #expect(world.waitsForAgents(1))
    let waiting = try world.installation.run(["events", "--pending"])
    #expect(waiting.text.contains("Conversation Opened"), "\(waiting)")
  }

  // MARK: - Taps

  @Test(arguments: [true, false])
  func `a tap stores what its notification brings, and opens its link in the running host`(
    hasAgent: Bool
  ) throws {
    let world = try AgentWorld()
    if hasAgent { try world.startAgent() }
    let host = try JSONLinesHost(world.installation, hasAgent ? [] : ["--no-agent"])
    #expect(host.event("show-hub") != nil)
    let tap = """
      {"rover":{"post":\(Fixture.postA),"action":{"url":"\(Fixture.linkPA)"}}}
      """
    let start = host.count
    let outcome = try world.installation.run(["tap", "-"], input: Array(tap.utf8))
    #expect(outcome.code == 0, "\(outcome)")
    let shown = host.event("present-post", from: start)
    #expect(shown?["post"]?["id"]?.text == Fixture.pa)
    // A post without an action navigates nowhere, and is stored all the same.
    let silent = try world.installation.run(["tap", "-"], input: Array(Fixture.pushB.utf8))
    #expect(silent.code == 1, "\(silent)")
    #expect(try world.installation.query("SELECT count(*) FROM items") == "2")
    #expect(try world.installation.run(["tap", "-"], input: Array("no".utf8)).code == 65)
    #expect(try world.installation.run(["tap", "/nowhere"]).code == 66)
    #expect(host.finish() == .exited(status: 0))
  }

  // MARK: - Inline replies

  private func payload(_ world: AgentWorld) throws -> String {
    try world.installation.folder.write("payload.json", Array(Fixture.pushC.utf8))
  }

  @Test func `an inline reply marks read, sends, tells the server, and clears, in that order`()
    throws
  {
    let world = try AgentWorld()
    world.model.addConversation()
    try world.startAgent()
    let news = try notifications(world)
    let path = try payload(world)
    let before = world.server.requests.count
    let outcome = try world.installation.run(["reply", "--push", path, "  We take it \n"])
    #expect(outcome.code == 0, "\(outcome)")
    let posted = world.server.requests.dropFirst(before).filter { $0.method == "POST" }
    #expect(
      posted.map(\.path) == [
        "/conversations/\(Fixture.ca)/replies", "/conversations/\(Fixture.ca)/read",
      ])
    #expect(posted.last?.text == "{}")
    #expect(world.model.state.withLock { $0.taken.map(\.text) } == ["We take it"])
    #expect(
      news.read { $0.text.contains("\"action\":\"withdraw\"") && $0.text.contains(Fixture.ca) },
      "\(news.text)")
    #expect(try world.installation.query("SELECT unread FROM items WHERE kind = 0") == "0")
  }

  @Test func `an inline reply that is blank does nothing, and one of a post is refused`() throws {
    let world = try AgentWorld()
    try world.startAgent()
    let path = try payload(world)
    #expect(try world.installation.run(["reply", "--push", path, " \n "]).code == 0)
    #expect(!world.server.requests.contains { $0.method == "POST" })
    let post = try world.installation.folder.write("post.json", Array(Fixture.pushA.utf8))
    let refused = try world.installation.run(["reply", "--push", post, "x"])
    #expect(refused.code == 65, "\(refused)")
    #expect(refused.errorLines.count == 1)
    #expect(try world.installation.run(["reply", "x"]).code == 64)
  }

  @Test func `an inline reply that the server refuses is told, and one that waits, too`() throws {
    let world = try AgentWorld()
    try world.startAgent()
    let path = try payload(world)
    world.model.state.withLock { $0.sendStatuses = [400, 503] }
    let refused = try world.installation.run(["reply", "--push", path, "no"])
    #expect(refused.code == 69, "\(refused)")
    #expect(refused.errorText.contains("did not take the reply"))
    let waits = try world.installation.run(["reply", "--push", path, "later"])
    #expect(waits.code == 0, "\(waits)")
    #expect(waits.errorText.contains("waits in the outbox"), "\(waits)")
    #expect(world.waits { world.model.state.withLock { $0.taken.map(\.text) } == ["later"] })
  }
}
