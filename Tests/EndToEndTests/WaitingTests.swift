import FoundationEssentials
import Glibc
import HubTestSupport
import Testing

/// Things on screen that are still on the server: what is waited for, and what is said instead.
@Suite(.serialized) struct WaitingTests {
  private static let replies = "/conversations/\(Fixture.ca)/replies"
  private static let thread = "Ana Ruiz, 2026-03-05 13:00\n  Row 3 is free\n"

  /// A world whose conversation is in the inbox, and nothing of its thread.
  private func withConversation(_ agent: String = "idleSeconds: 60") throws -> AgentWorld {
    let world = try AgentWorld(agent: agent)
    world.model.addConversation()
    #expect(try world.installation.run(["sync"]).code == 0)
    #expect(!world.server.requests.contains { $0.path == Self.replies })
    return world
  }

  private func badge(_ world: AgentWorld) throws -> String {
    try world.installation.run(["badge"]).text
  }

  private func plain(_ world: AgentWorld, _ arguments: String...) throws -> String {
    let outcome = try world.installation.run(["-f", "plain"] + arguments)
    #expect(outcome.code == 0, "\(outcome)")
    return outcome.text
  }

  // MARK: - Plain

  @Test func `plain prints a thread that is on the server, and reads it`() throws {
    let world = try withConversation()
    #expect(try badge(world) == "1\n")
    #expect(try plain(world, Fixture.linkCA).contains(Self.thread))
    #expect(try badge(world) == "\n")
    // A newer message of which the inbox tells is fetched, too.
    world.model.state.withLock {
      $0.conversations.append(
        Fixture.conversation(updatedAt: "2026-03-05T14:00:00.000Z")
          .replacing("ReplyAt\":\"2026-03-05T13", with: "ReplyAt\":\"2026-03-05T14"))
      $0.replies[Fixture.ca, default: []].append(
        Fixture.reply(2, text: "Or row 4", at: "2026-03-05T14:00:00.000Z"))
    }
    #expect(try world.installation.run(["sync"]).code == 0)
    let text = try plain(world, Fixture.linkCA)
    #expect(text.contains("  Row 3 is free\n") && text.contains("  Or row 4\n"), "\(text)")
  }

  @Test func `plain prints a page that is on the server, once`() throws {
    let world = try AgentWorld(agent: "prefetch: false")
    world.model.add(posts: [Fixture.post(Fixture.pa, "Gate", url: world.page(Fixture.pa))])
    #expect(try world.installation.run(["sync"]).code == 0)
    let text = try plain(world, Fixture.linkPA)
    #expect(text.contains("\n\nThe page of \(Fixture.pa).\n"), "\(text)")
    #expect(text.ranges(of: "Subject: Gate").count == 1)
  }

  @Test func `cases 46, 49: plain prints what the inbox does not have either`() throws {
    let world = try AgentWorld(agent: "prefetch: false")
    world.model.add(posts: [Fixture.post(Fixture.pa, "Gate", url: world.page(Fixture.pa))])
    world.model.addConversation()
    #expect(try plain(world, Fixture.linkPA).contains("\n\nThe page of \(Fixture.pa).\n"))
    #expect(try plain(world, Fixture.linkCA).contains(Self.thread))
  }

  @Test func `plain says why a page or a thread does not come, and the thread stays unread`()
    throws
  {
    let world = try withConversation("prefetch: false")
    world.model.add(posts: [Fixture.post(Fixture.pa, "Gate", url: world.page(Fixture.pa))])
    #expect(try world.installation.run(["sync"]).code == 0)
    world.server.on("/p/\(Fixture.pa)", .status(404))
    world.server.on(Self.replies, .status(500))
    let post = try plain(world, Fixture.linkPA)
    #expect(post.contains("The page could not be fetched: "), "\(post)")
    #expect(post.contains("404") && !post.contains("not here yet"), "\(post)")
    let thread = try plain(world, Fixture.linkCA)
    #expect(thread.contains("The messages could not be fetched: "), "\(thread)")
    #expect(!thread.contains("No messages."), "\(thread)")
    #expect(try badge(world) == "1\n")
  }

  @Test func `plain says that it is offline, with an agent and without`() throws {
    let world = try withConversation("idleSeconds: 0, prefetch: false")
    let alone = try plain(world, "--no-agent", Fixture.linkCA)
    #expect(alone.contains("Offline: the messages are not here yet."), "\(alone)")
    #expect(try badge(world) == "1\n")
    let dead = try AgentWorld(endpoint: "http://127.0.0.1:9")
    let inbox = try plain(dead)
    #expect(inbox.contains("Not synced yet. ") && !inbox.contains("No messages."), "\(inbox)")
    #expect(try plain(dead, "--no-agent").contains("Not synced yet. This host works without"))
  }

  @Test func `plain prints an inbox that was never synced once it is`() throws {
    let world = try AgentWorld()
    world.model.add(posts: [Fixture.postA, Fixture.postB])
    let text = try plain(world)
    #expect(text.contains("Subject: Gate change\n") && text.contains("Subject: Recap\n"), "\(text)")
    #expect(text.hasPrefix("For you\nBadge: 2\n\n"), "\(text)")
    let empty = try AgentWorld()
    #expect(try plain(empty).contains("No messages."))
  }

  @Test func `plain prints no row of an inbox that the server switches off`() throws {
    let world = try AgentWorld()
    world.model.add(posts: [Fixture.postA])
    world.model.state.withLock {
      $0.config = #"{"hub":{"isHomeEnabled":true,"isInboxEnabled":false}}"#
    }
    #expect(try world.installation.run(["sync"]).code == 0)
    let text = try plain(world)
    let off = "\n\nThe inbox is switched off. The home of this app is shown on phones only.\n\n"
    #expect(text.hasPrefix("For you\n") && text.hasSuffix(off), "\(text)")
    #expect(!text.contains("Subject: "), "\(text)")
    let list = try plain(world, "rv-demo://action/plain/list?limit=2")
    #expect(list.contains(off), "\(list)")
    #expect(!list.contains("Subject: ") && !list.contains("not done"), "\(list)")
  }

  @Test func `plain --follow tells how the sync goes, and a failure once`() throws {
    let world = try AgentWorld()
    world.server.on("/posts", .status(500))
    let follower = try world.installation.start(["-f", "plain", "--follow"], hasInput: false)
    #expect(follower.read { $0.text.contains("Sync failed: ") }, "\(follower.text)")
    // Long enough for the agent to try again.
    #expect(world.server.waitForRequests(3, to: "/posts"))
    #expect(follower.text.ranges(of: "Sync failed: ").count == 1, "\(follower.text)")
    for agent in world.agents { kill(agent, SIGKILL) }
    #expect(follower.read { $0.text.contains("Offline: ") }, "\(follower.text)")
    follower.signal(SIGTERM)
    #expect(follower.finish() == .exited(status: 0), "\(follower.errorText)")
  }

  // MARK: - Curses and JSON lines

  @Test func `curses: a thread that has not come is not read, and says that it is loading`() throws
  {
    let world = try withConversation()
    world.server.on(
      Self.replies,
      .held(
        .json("{\"replies\":[\(Fixture.reply())],\"nextCursor\":\"c-1\",\"hasMore\":false}"),
        name: "replies"))
    let terminal = try world.installation.terminal(["-f", "curses", Fixture.linkCA])
    #expect(terminal.shows("Seat upgrade", "Loading…"), "\(terminal.text)")
    #expect(!terminal.text.contains("Start the conversation"))
    #expect(world.server.waitForRequests(1, to: Self.replies))
    #expect(try badge(world) == "1\n")
    world.server.release("replies")
    #expect(terminal.shows("Row 3 is free"), "\(terminal.text)")
    #expect(world.waits { try badge(world) == "\n" })
    terminal.send(.quit)
    #expect(terminal.end() == .exited(status: 0))
  }

  @Test func `why a page does not come is an event, and stands on the screen`() throws {
    let world = try AgentWorld(agent: "prefetch: false")
    world.model.add(posts: [Fixture.post(Fixture.pa, "Gate", url: world.page(Fixture.pa))])
    #expect(try world.installation.run(["sync"]).code == 0)
    world.server.on("/p/\(Fixture.pa)", .status(404))
    let host = try JSONLinesHost(world.installation, [Fixture.linkPA])
    let alert = host.event("alert")
    #expect(alert?["code"]?.text == "page-not-fetched")
    let message = alert?["message"]?.text ?? ""
    #expect(message.hasPrefix("The page could not be fetched: "), "\(message)")
    #expect(host.finish() == .exited(status: 0))
    #expect(host.faults.isEmpty, "\(host.faults)")
    let terminal = try world.installation.terminal(["-f", "curses", Fixture.linkPA])
    #expect(terminal.shows("Gate", "The page could not be fetched"), "\(terminal.text)")
    terminal.send(.quit)
    #expect(terminal.end() == .exited(status: 0))
  }

  @Test func `jsonl: offline has a reason`() throws {
    let world = try AgentWorld(endpoint: "http://127.0.0.1:9")
    let host = try JSONLinesHost(world.installation)
    let offline = host.event { $0["event"]?.text == "sync" && $0["state"]?.text == "offline" }
    #expect(offline?["reason"]?.text?.isEmpty == false, "\(String(describing: offline))")
    #expect(host.finish() == .exited(status: 0))
  }

  @Test func `a home that is fetched reaches a running host`() throws {
    let world = try AgentWorld()
    world.model.add(posts: [Fixture.postA])
    let host = try JSONLinesHost(world.installation)
    #expect(host.event { $0["state"]?.text == "idle" && $0["lastSyncAt"]?.text != nil } != nil)
    world.model.state.withLock {
      $0.config = $0.config.replacing("\"isHomeEnabled\":false", with: "\"isHomeEnabled\":true")
    }
    world.server.on("/home", .json("{\"experienceURL\":\"https://home.example.test/\"}"))
    let start = host.count
    #expect(world.refreshes(host, "/config"))
    #expect(host.event(from: start) { $0["config"] == .bool(true) } != nil)
    #expect(
      world.waits { try world.installation.query("SELECT count(url) FROM home") == "1" })
    let link = host.count
    #expect(
      world.waits {
        _ = host.does("\"command\":\"open\",\"url\":\"\(Fixture.linkPA)\"")
        return host.event(from: link) { event in
          event["path"]?.elements.first?["messages"] == .bool(true)
        } != nil
      })
    #expect(host.finish() == .exited(status: 0))
  }
}
