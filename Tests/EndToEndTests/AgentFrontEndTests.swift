import FoundationEssentials
import Glibc
import HubTestSupport
import Testing

/// What the front ends make of a server, with the agent between them.
@Suite(.serialized) struct AgentFrontEndTests {
  private func states(_ event: JSONValue?) -> [String] {
    event?["replies"]?.elements.filter { $0["mine"] == .bool(true) }
      .compactMap { $0["state"]?.text } ?? []
  }

  /// Waits until the only own reply of the conversation on screen stands so.
  private func reaches(_ host: JSONLinesHost, _ state: String, from: Int) -> JSONValue? {
    host.event(from: from) {
      $0["event"]?.text == "present-conversation" && states($0) == [state]
    }
  }

  private func withConversation() throws -> (AgentWorld, JSONLinesHost) {
    let world = try AgentWorld()
    world.model.addConversation()
    #expect(try world.installation.run(["sync"]).code == 0)
    let host = try JSONLinesHost(world.installation, [Fixture.linkCA])
    #expect(host.event("present-conversation") != nil, "\(host.process.errorText)")
    return (world, host)
  }

  private static func reply(_ text: String) -> String {
    "\"command\":\"reply\",\"conversation\":\"\(Fixture.ca)\",\"text\":\"\(text)\""
  }

  // MARK: - JSON lines

  @Test func `jsonl: refresh brings what is new, and says how the sync goes`() throws {
    let world = try AgentWorld()
    let host = try JSONLinesHost(world.installation)
    #expect(
      host.event { $0["state"]?.text == "idle" && $0["lastSyncAt"]?.text != nil } != nil,
      "\(host.process.errorText)")
    world.model.add(posts: [Fixture.postA])
    let start = host.count
    #expect(world.refreshes(host, "/posts"))
    #expect(host.event(from: start) { $0["badge"]?.text == "1" } != nil)
    #expect(host.event { $0["state"]?.text == "syncing" } != nil)
    world.server.on("/posts", .status(503))
    let again = host.count
    #expect(world.refreshes(host, "/posts"))
    let failed = host.event(from: again) { $0["state"]?.text == "failed" }
    #expect(failed?["reason"]?.text?.contains("503") == true, "\(String(describing: failed))")
    #expect(host.finish() == .exited(status: 0))
    #expect(host.faults.isEmpty, "\(host.faults)")
  }

  @Test func `jsonl: a reply is queued, sent and confirmed`() throws {
    let (world, host) = try withConversation()
    let start = host.count
    #expect(host.does(Self.reply("We take it")))
    #expect(reaches(host, "queued", from: start) != nil)
    let confirmed = reaches(host, "confirmed", from: start)
    #expect(confirmed?["replies"]?.elements.last?["text"]?.text == "We take it")
    #expect(world.model.state.withLock { $0.taken.map(\.text) } == ["We take it"])
    #expect(host.finish() == .exited(status: 0))
    #expect(host.faults.isEmpty, "\(host.faults)")
  }

  @Test(arguments: [true, false])
  func `jsonl: a reply of a host that leaves at once goes out`(hasAgent: Bool) throws {
    let world = try AgentWorld(agent: "idleSeconds: 0")
    world.model.addConversation()
    #expect(try world.installation.run(["sync"]).code == 0)
    #expect(world.waitsForAgents(0))
    if hasAgent { try world.startAgent() }
    let outcome = try world.installation.run(
      ["-f", "jsonl"], input: Array("{\(Self.reply("We take it"))}\n".utf8))
    #expect(outcome.code == 0, "\(outcome)")
    #expect(outcome.text.contains("\"ok\":true"), "\(outcome)")
    #expect(world.waits { world.model.state.withLock { $0.taken.map(\.text) } == ["We take it"] })
  }

  @Test func `jsonl: a reply that failed is sent again with the same external id, or deleted`()
    throws
  {
    let (world, host) = try withConversation()
    world.model.state.withLock { $0.sendStatuses = [400] }
    var start = host.count
    let result = host.ask(Self.reply("We take it"))
    let id = result?["value"]?["reply"]?.text ?? ""
    #expect(reaches(host, "failed", from: start) != nil)
    start = host.count
    #expect(host.does("\"command\":\"retry\",\"reply\":\"\(id)\""))
    #expect(reaches(host, "confirmed", from: start) != nil)
    let posted = world.server.requests.filter {
      $0.method == "POST" && $0.path.hasSuffix("replies")
    }
    #expect(posted.count == 2)
    #expect(Set(posted.map(\.text)).count == 1)

    world.model.state.withLock { $0.sendStatuses = [422] }
    start = host.count
    let second = host.ask(Self.reply("Or not"))?["value"]?["reply"]?.text ?? ""
    #expect(
      host.event(from: start) { states($0).contains("failed") } != nil)
    start = host.count
    #expect(host.does("\"command\":\"delete\",\"reply\":\"\(second)\""))
    #expect(
      host.event(from: start) {
        $0["event"]?.text == "present-conversation" && states($0) == ["confirmed"]
      } != nil)
    #expect(world.model.state.withLock { $0.taken.map(\.text) } == ["We take it"])
    #expect(host.finish() == .exited(status: 0))
  }

  @Test(arguments: [true, false])
  func `case 46: a post that is only on the server is shown after the sync`(isCold: Bool) throws {
    let world = try AgentWorld()
    let host: JSONLinesHost
    if isCold {
      world.model.add(posts: [Fixture.postA])
      host = try JSONLinesHost(world.installation, [Fixture.linkPA])
    } else {
      host = try JSONLinesHost(world.installation)
      #expect(host.event { $0["state"]?.text == "idle" } != nil)
      world.model.add(posts: [Fixture.postA])
      #expect(host.does("\"command\":\"open\",\"url\":\"\(Fixture.linkPA)\""))
    }
    let shown = host.event { ["present-post", "alert"].contains($0["event"]?.text) }
    #expect(shown?["event"]?.text == "present-post", "\(String(describing: shown))")
    #expect(shown?["post"]?["id"]?.text == Fixture.pa)
    #expect(host.finish() == .exited(status: 0))
    #expect(host.faults.isEmpty, "\(host.faults)")
  }

  @Test func `case 46: plain and curses show a post that is only on the server, too`() throws {
    let world = try AgentWorld(agent: "prefetch: false, idleSeconds: 0")
    world.model.add(posts: [Fixture.postA])
    let plain = try world.installation.run(["-f", "plain", Fixture.linkPA])
    #expect(plain.code == 0, "\(plain)")
    #expect(plain.text.contains("Subject: Gate change\n"), "\(plain)")
    world.model.add(posts: [Fixture.postB])
    let terminal = try world.installation.terminal(["-f", "curses", Fixture.linkPB])
    #expect(
      terminal.waits { $0.text.contains("Recap") && $0.text.contains("/p/") }, "\(terminal.text)")
    terminal.send(.quit)
    #expect(terminal.end() == .exited(status: 0))
    let missing = try world.installation.run(
      ["-f", "plain", Fixture.linkPA.replacing("4E01", with: "4E09")])
    #expect(missing.text.contains("Gate change") == false, "\(missing)")
  }

  @Test(arguments: [true, false])
  func `case 49: a conversation that is only on the server is looked for there`(isCold: Bool) throws
  {
    let world = try AgentWorld()
    let host: JSONLinesHost
    if isCold {
      world.model.addConversation()
      host = try JSONLinesHost(world.installation, [Fixture.linkCA])
    } else {
      host = try JSONLinesHost(world.installation)
      #expect(host.event { $0["state"]?.text == "idle" } != nil)
      world.model.addConversation()
      #expect(host.does("\"command\":\"open\",\"url\":\"\(Fixture.linkCA)\""))
    }
    let shown = host.event { ["present-conversation", "alert"].contains($0["event"]?.text) }
    #expect(shown?["event"]?.text == "present-conversation", "\(String(describing: shown))")
    #expect(host.finish() == .exited(status: 0))
  }

  @Test func `what is not on the server either is an alert, once`() throws {
    let world = try AgentWorld()
    for (link, code) in [
      (Fixture.linkPA, "post-not-found"), (Fixture.linkCA, "conversation-not-found"),
    ] {
      let host = try JSONLinesHost(world.installation, [link])
      #expect(host.event("alert")?["code"]?.text == code)
      #expect(host.finish() == .exited(status: 0))
      #expect(host.names().count { $0 == "alert" } == 1)
      #expect(!host.names().contains("present-post"))
    }
  }

  @Test func `without a server's answer a missing post is an alert, too`() throws {
    let world = try AgentWorld(endpoint: "http://127.0.0.1:9")
    let host = try JSONLinesHost(world.installation, [Fixture.linkPA])
    #expect(host.event("alert")?["code"]?.text == "post-not-found")
    #expect(host.finish() == .exited(status: 0))
  }

  @Test func `jsonl: the page of a post that comes after it was opened is told`() throws {
    let world = try AgentWorld(agent: "prefetch: false")
    world.model.add(posts: [Fixture.post(Fixture.pa, "Gate", url: world.page(Fixture.pa))])
    #expect(try world.installation.run(["sync"]).code == 0)
    world.server.on(
      "/p/\(Fixture.pa)",
      .held(
        ServerAnswer(headers: ["content-type: text/html"], body: Array("<p>At last.</p>".utf8)),
        name: "page"))
    let host = try JSONLinesHost(world.installation, [Fixture.linkPA])
    let first = host.event("present-post")
    #expect(first?["body"]?.isNull == true, "\(String(describing: first))")
    #expect(world.server.waitForRequests(1, to: "/p/\(Fixture.pa)"))
    world.server.release("page")
    let second = host.event { $0["event"]?.text == "present-post" && $0["body"]?.text != nil }
    #expect(second?["body"]?.text?.contains("At last.") == true)
    #expect(host.finish() == .exited(status: 0))
    #expect(host.faults.isEmpty, "\(host.faults)")
  }

  // MARK: - Terminal

  @Test func `curses: the page of a post is fetched when it is opened, and is there offline`()
    throws
  {
    let world = try AgentWorld(agent: "prefetch: false, idleSeconds: 0")
    world.model.add(posts: [Fixture.post(Fixture.pa, "Gate", url: world.page(Fixture.pa))])
    #expect(try world.installation.run(["sync"]).code == 0)
    #expect(!world.server.requests.contains { $0.path.hasPrefix("/p/") })
    world.server.on(
      "/p/\(Fixture.pa)",
      .held(
        ServerAnswer(headers: ["content-type: text/html"], body: Array("<p>At last.</p>".utf8)),
        name: "page"))
    let terminal = try world.installation.terminal(["-f", "curses", Fixture.linkPA])
    #expect(terminal.shows("Gate"), "\(terminal.text)")
    #expect(world.server.waitForRequests(1, to: "/p/\(Fixture.pa)"))
    world.server.release("page")
    #expect(terminal.shows("At last."), "\(terminal.text)")
    terminal.send(.quit)
    #expect(terminal.end() == .exited(status: 0))
    let offline = try world.installation.terminal(["-f", "curses", "--no-agent", Fixture.linkPA])
    #expect(offline.shows("At last."), "\(offline.text)")
    offline.send(.quit)
    #expect(offline.end() == .exited(status: 0))
  }

  @Test func `curses: syncing, synced, failed with the reason, and offline are shown`() throws {
    let world = try AgentWorld()
    world.model.add(posts: [Fixture.postA])
    world.server.on("/posts", .held(.json(Fixture.page([Fixture.postA])), name: "posts"))
    let terminal = try world.installation.terminal(["-f", "curses"])
    #expect(terminal.shows("Syncing"), "\(terminal.text)")
    world.server.release("posts")
    #expect(terminal.shows("Gate change", "Synced"), "\(terminal.text)")
    world.server.on("/posts", .status(503))
    terminal.type("r")
    #expect(terminal.shows("503", "Sync failed"), "\(terminal.text)")
    for agent in world.agents { kill(agent, SIGKILL) }
    #expect(terminal.shows("Offline"), "\(terminal.text)")
    terminal.send(.quit)
    #expect(terminal.end() == .exited(status: 0))
  }

  @Test func `curses: the newest posts of a long first sync are there before its end`() throws {
    let world = try AgentWorld(agent: "prefetch: false")
    func page(_ post: String, _ rest: String) -> ServerAnswer {
      .json("{\"posts\":[\(post)],\"included\":{\"subscriptions\":[]},\(rest)}")
    }
    world.server.on(
      "/posts", .answer(page(Fixture.postA, "\"nextCursor\":\"c-1\",\"hasMore\":true")),
      .held(page(Fixture.postB, "\"nextCursor\":\"c-2\",\"hasMore\":false"), name: "second"))
    let terminal = try world.installation.terminal(["-f", "curses"])
    #expect(terminal.shows("Gate change", "Syncing: 1 post"), "\(terminal.text)")
    world.server.release("second")
    #expect(terminal.shows("Gate change", "Recap", "Synced"), "\(terminal.text)")
    terminal.send(.quit)
    #expect(terminal.end() == .exited(status: 0))
  }

  @Test func `pages of unread posts are fetched ahead, and shown without a server`() throws {
    let world = try AgentWorld(agent: "idleSeconds: 0")
    world.model.add(posts: [Fixture.post(Fixture.pa, "Gate", url: world.page(Fixture.pa))])
    let agent = try world.startAgent()
    let text = "The page of \(Fixture.pa)."
    #expect(world.waits { try world.installation.query("SELECT count(*) FROM bodies") == "1" })
    agent.signal(SIGTERM)
    #expect(agent.finish() == .exited(status: 0))
    let outcome = try world.installation.run(["-f", "plain", "--no-agent", Fixture.linkPA])
    #expect(outcome.text.contains(text), "\(outcome)")
  }

  @Test func `a server that accepts and never answers keeps no key waiting`() throws {
    let world = try AgentWorld()
    for number in 0..<40 {
      let id = "00000000-0000-4000-8000-\(100_000_000_000 + number)"
      let post = Fixture.post(
        id, "Post number \(number)", at: "2026-03-05T10:\(10 + number):00.000Z")
      world.model.add(posts: [post])
    }
    #expect(try world.installation.run(["sync"]).code == 0)
    for path in ["/posts", "/conversations", "/config", "/subscriptions", "/participants", "/home"]
    {
      world.server.on(path, .hang)
    }
    let terminal = try world.installation.terminal(["-f", "curses"])
    #expect(terminal.shows("Post number 39", "Syncing"), "\(terminal.text)")
    let clock = ContinuousClock()
    let start = clock.now
    var isAnswered = true
    // Up and down, each key waited for.
    for _ in 0..<20 {
      for key in [Terminal.Key.end, .home] {
        terminal.send(key)
        let wanted = key == .end ? "Post number 0" : "Post number 39"
        isAnswered = isAnswered && terminal.shows(wanted)
      }
    }
    #expect(isAnswered, "\(terminal.text)")
    // Generous: had one key waited for the server, it would be longer.
    #expect(clock.now - start < .seconds(25))
    terminal.send(.quit)
    #expect(terminal.end() == .exited(status: 0))
  }

  // MARK: - Plain

  @Test func `plain --follow prints what comes`() throws {
    let world = try AgentWorld()
    let plain = try world.installation.start(["-f", "plain", "--follow"], hasInput: false)
    #expect(world.server.waitForStreams(1))
    world.model.add(posts: [Fixture.postB])
    world.push(Fixture.pushA, event: "e-1")
    #expect(plain.read { $0.text.contains("Gate change") }, "\(plain.text)\(plain.errorText)")
    plain.signal(SIGTERM)
    #expect(plain.finish() == .exited(status: 0), "\(plain.errorText)")
  }

  // MARK: - Polls

  @Test func `a conversation is polled while it is shown, and no longer`() throws {
    let (world, host) = try withConversation()
    let path = "/conversations/\(Fixture.ca)/replies"
    #expect(world.server.waitForRequests(1, to: path))
    #expect(host.does("\"command\":\"back\""))
    #expect(host.does("\"command\":\"select\",\"tab\":\"home\""))
    let count = world.server.requests.count { $0.path == path }
    // Longer than the poll of a conversation.
    _ = world.waits(seconds: 7) { false }
    #expect(world.server.requests.count { $0.path == path } <= count + 1)
    let lists = world.server.requests.count { $0.path == "/conversations" }
    _ = world.waits(seconds: 1) { false }
    #expect(world.server.requests.count { $0.path == "/conversations" } == lists)
    #expect(host.finish() == .exited(status: 0))
  }
}
