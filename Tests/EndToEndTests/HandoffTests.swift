import Glibc
import HubTestSupport
import Testing

/// A link lands on its post: in each front end, when it starts the host and when one runs.
@Suite struct HandoffTests {
  private static let throughTheHub = [
    "opened \(Fixture.linkPA) router", "opened demo://hub app", "show-hub", "present-post hub",
  ]
  private static let standalone = [
    "opened \(Fixture.linkPA) router", "present-post standalone",
  ]

  // MARK: jsonl

  @Test func `jsonl from cold: router, Hub deep link, show-hub, present-post`() throws {
    let host = try JSONLinesHost(try .withInbox(), [Fixture.linkPA])
    let post = host.event("present-post")
    #expect(post?["post"]?["id"]?.text == Fixture.pa)
    #expect(host.finish() == .exited(status: 0))
    #expect(host.story() == Self.throughTheHub)
    #expect(host.faults.isEmpty)
  }

  @Test func `jsonl from running: the same, by hubhost open`() throws {
    let installation = try Installation.withInbox()
    let host = try JSONLinesHost(installation)
    _ = host.event("show-hub")
    let start = host.count
    let opened = try installation.run(["open", Fixture.linkPA])
    #expect(opened.code == 0)
    #expect(opened.text == "opened  \(Fixture.linkPA)  by router\nopened  demo://hub  by app\n")
    #expect(opened.errors.isEmpty)
    #expect(host.event("present-post", from: start)?["post"]?["id"]?.text == Fixture.pa)
    #expect(host.story(from: start) == Self.throughTheHub)
    #expect(host.finish() == .exited(status: 0))
    #expect(host.faults.isEmpty)
  }

  @Test func `jsonl: the destination is journalled before the Hub deep link is opened`() throws {
    // The route leads nowhere, so that the handoff stops between its two calls.
    let installation = try Installation(routes: "{}", rest: "stallSeconds: 1,")
    try installation.push(Fixture.pushA)
    let host = try JSONLinesHost(installation)
    _ = host.event("show-hub")
    #expect(host.does("\"command\":\"open\",\"url\":\"\(Fixture.linkPA)\""))
    _ = host.event { $0["url"]?.text == "demo://hub" }
    #expect(
      try installation.query("SELECT lower(target) FROM journal") == Fixture.pa.lowercased())
  }

  @Test(arguments: [Installation.Hub.minus, .off], [true, false])
  func `jsonl: without a usable Hub the post is standalone and nothing is opened`(
    hub: Installation.Hub, isCold: Bool
  ) throws {
    let installation = try Installation.withInbox(hub)
    let host = try JSONLinesHost(installation, isCold ? [Fixture.linkPA] : [])
    if !isCold {
      _ = host.event("hello")
      #expect(try installation.run(["open", Fixture.linkPA]).code == 0)
    }
    #expect(host.event("present-post")?["presentation"]?.text == "standalone")
    #expect(host.finish() == .exited(status: 0))
    #expect(host.story().filter { $0 != "show-hub" } == Self.standalone)
    #expect(host.faults.isEmpty)
  }

  @Test func `jsonl: a killed host's destination lands in the next one`() throws {
    // The route leads nowhere: the destination is journalled and waits.
    let installation = try Installation(routes: "{}", rest: "stallSeconds: 1,")
    try installation.push(Fixture.pushA)
    let host = try JSONLinesHost(installation, [Fixture.linkPA])
    #expect(host.event { $0["url"]?.text == "demo://hub" } != nil)
    host.process.signal(SIGKILL)
    #expect(host.process.finish() == .killed(signal: SIGKILL))
    #expect(try installation.query("SELECT count(*) FROM journal") == "1")
    let next = try JSONLinesHost(installation)
    #expect(next.ask("\"command\":\"select\",\"tab\":\"hub\"") != nil)
    let post = next.event("present-post")
    #expect(post?["post"]?["id"]?.text == Fixture.pa)
    #expect(post?["presentation"]?.text == "hub")
    #expect(next.finish() == .exited(status: 0))
    #expect(try installation.query("SELECT count(*) FROM journal") == "0")
    #expect(next.story().count { $0.hasPrefix("present-post") } == 1)
  }

  @Test func `a Hub that nothing shows is told after the set time, and the post still lands`()
    throws
  {
    let installation = try Installation(routes: "{}", rest: "stallSeconds: 1,")
    try installation.push(Fixture.pushA)
    let host = try JSONLinesHost(installation, [Fixture.linkPA])
    let alert = host.event("alert")
    #expect(alert?["code"]?.text == "handoff-stalled")
    #expect(alert?["message"]?.text?.contains("demo://hub") == true)
    #expect(host.process.read { $0.errorText.contains("demo://hub") })
    let start = host.count
    #expect(host.does("\"command\":\"select\",\"tab\":\"hub\""))
    #expect(host.event("present-post", from: start)?["presentation"]?.text == "hub")
    #expect(host.faults.isEmpty)
  }

  // MARK: plain

  @Test func `plain from cold: the post is printed with how it was presented`() throws {
    let outcome = try Installation.withInbox().run(["-f", "plain", Fixture.linkPA])
    #expect(outcome.code == 0)
    #expect(outcome.text.contains("For you\nBadge: "))
    #expect(outcome.text.contains("Post, in the Hub\n"))
    #expect(outcome.text.contains("Subject: Gate change\n"))
    #expect(!outcome.text.contains("Recap"))
  }

  @Test(arguments: [Installation.Hub.minus, .off])
  func `plain: without a usable Hub the post is printed as standalone`(
    hub: Installation.Hub
  ) throws {
    let outcome = try Installation.withInbox(hub).run(["-f", "plain", Fixture.linkPA])
    #expect(outcome.code == 0)
    #expect(outcome.text.contains("Post, on top\n"))
    #expect(outcome.text.contains("Subject: Gate change\n"))
  }

  @Test func `plain ends once a stall is told, and the destination waits`() throws {
    let installation = try Installation(
      routes: "{ \"demo://hub\": \"home\" }", rest: "stallSeconds: 1,")
    try installation.push(Fixture.pushA)
    let outcome = try installation.run(["-f", "plain", Fixture.linkPA])
    #expect(outcome.code == 0)
    #expect(outcome.text.contains("demo://hub"))
    #expect(outcome.errorText.contains("demo://hub"))
    #expect(try installation.query("SELECT count(*) FROM journal") == "1")
  }

  @Test func `plain from running: hubhost open prints in the host that follows`() throws {
    let installation = try Installation.withInbox()
    let host = try installation.start(["-f", "plain", "--follow"])
    #expect(host.read { $0.text.contains("Subject: Recap") })
    let start = host.output.count
    #expect(try installation.run(["open", Fixture.linkPA]).code == 0)
    #expect(
      host.read {
        let new = String(decoding: $0.output.dropFirst(start), as: UTF8.self)
        return new.contains("Post, in the Hub\n") && new.contains("Subject: Gate change\n")
      }, "\(host.text)")
    host.signal(SIGTERM)
    #expect(host.finish() == .exited(status: 0))
  }
}

/// The same on a terminal.
@Suite(.serialized) struct CursesHandoffTests {
  @Test func `curses from cold: the post is on the screen, inside the Hub`() throws {
    let terminal = try Installation.withInbox().terminal(["-f", "curses", Fixture.linkPA])
    let isShown = terminal.waits { screen in
      ["Gate change", "Use gate 4 tonight", "For you"].allSatisfy { screen.text.contains($0) }
        && !screen.text.contains("Recap")
    }
    #expect(isShown, "\(terminal.text)")
    // Going back leads to the inbox: the post stood on the Hub's path.
    terminal.send(.back)
    #expect(terminal.shows("Gate change", "Recap"), "\(terminal.text)")
    terminal.send(.quit)
    #expect(terminal.end() == .exited(status: 0))
  }

  @Test func `curses from running: hubhost open shows the post over what was there`() throws {
    let installation = try Installation.withInbox()
    let terminal = try installation.terminal(["-f", "curses"])
    #expect(terminal.shows("Gate change", "Recap"), "\(terminal.text)")
    let opened = try installation.run(["open", Fixture.linkPB])
    #expect(opened.code == 0, "\(opened)")
    #expect(opened.text == "opened  \(Fixture.linkPB)  by router\nopened  demo://hub  by app\n")
    #expect(
      terminal.waits { $0.text.contains("Recap") && !$0.text.contains("Gate change") },
      "\(terminal.text)")
    // A second link replaces the first one on the path.
    #expect(try installation.run(["open", Fixture.linkPA]).code == 0)
    #expect(
      terminal.waits { $0.text.contains("Gate change") && !$0.text.contains("Recap") },
      "\(terminal.text)")
    terminal.send(.back)
    #expect(terminal.shows("Gate change", "Recap"), "\(terminal.text)")
    terminal.send(.quit)
    #expect(terminal.end() == .exited(status: 0))
  }

  @Test(arguments: [Installation.Hub.minus, .off], [true, false])
  func `curses: without a usable Hub the post is a box over what is visible`(
    hub: Installation.Hub, isCold: Bool
  ) throws {
    let installation = try Installation.withInbox(hub)
    let terminal = try installation.terminal(["-f", "curses"] + (isCold ? [Fixture.linkPA] : []))
    if !isCold {
      #expect(terminal.shows("Home"), "\(terminal.text)")
      #expect(try installation.run(["open", Fixture.linkPA]).code == 0)
    }
    #expect(terminal.shows("Gate change", "Use gate 4 tonight", "│"), "\(terminal.text)")
    terminal.send(.back)
    #expect(terminal.waits { !$0.text.contains("Use gate 4 tonight") || $0.text.contains("Recap") })
    terminal.send(.quit)
    #expect(terminal.end() == .exited(status: 0))
  }
}
