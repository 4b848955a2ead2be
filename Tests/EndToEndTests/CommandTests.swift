import Glibc
import HubTestSupport
import Testing

/// What the commands print, without a fault in sight.
@Suite struct CommandTests {
  @Test(arguments: ["run", "open", "push", "import", "badge", "frontends"])
  func `every command explains itself`(command: String) throws {
    let host = try Installation()
    let outcome = try host.run([command, "--help"])
    #expect(outcome.code == 0)
    #expect(outcome.errors.isEmpty)
    #expect(outcome.text.contains("hubhost \(command == "run" ? "" : command)"))
    #expect(outcome.text.split(separator: "\n").allSatisfy { $0.count <= 100 })
    #expect(try host.run(["help", command]).text == outcome.text)
  }

  @Test func `the version is one line`() throws {
    let outcome = try Installation().run(["--version"])
    #expect(outcome.code == 0)
    #expect(outcome.text.wholeMatch(of: /hubhost \d+\.\d+\.\d+.*\n/) != nil, "\(outcome)")
  }

  @Test func `a push is stored once its command has ended`() throws {
    let host = try Installation()
    let file = try host.folder.write("payload.json", Array(Fixture.pushA.utf8))
    let outcome = try host.run(["push", file])
    #expect(outcome.code == 0, "\(outcome)")
    #expect(outcome.output.isEmpty && outcome.errors.isEmpty)
    #expect(try host.push(Fixture.pushC).code == 0)
    #expect(try host.query("SELECT hex(id) FROM items ORDER BY kind DESC").contains("5B0D7C1E"))
    #expect(try host.run(["badge"]).text == "2\n")
  }

  @Test func `import takes every kind of answer and counts them`() throws {
    let host = try Installation()
    let pages = try host.folder.makeFolder("pages")
    _ = try host.folder.write("pages/1.html", Array("<h1>Gate 4</h1>".utf8))
    let post = Fixture.post(Fixture.pa, "Gate change", url: "https://posts.example.test/p/1")
    let files = try [
      "posts": Fixture.page([post], subscriptions: [Fixture.subscription("s", "News")]),
      "conversations": """
      {"conversations":[\(Fixture.convA)],"included":{"participants":[\(Fixture.ana())]},\
      "nextCursor":null,"hasMore":false}
      """,
      "replies": "{\"replies\":[\(Fixture.reply())],\"nextCursor\":null,\"hasMore\":false}",
    ].mapValues { $0 }.sorted { $0.key < $1.key }.map {
      try host.folder.write("\($0.key).json", Array($0.value.utf8))
    }
    let outcome = try host.run(["import", "--pages", pages] + [files[1], files[0], files[2]])
    #expect(outcome.code == 0, "\(outcome)")
    #expect(
      outcome.text
        == "1 post, 1 subscription, 1 conversation, 1 participant, 1 reply, 1 body, 0 skipped\n")
    #expect(try host.run(["-f", "plain", Fixture.linkPA]).text.contains("\nGate 4\n"))
  }

  @Test func `the badge in each format, with and without unread items`() throws {
    let host = try Installation(name: "A & <b>")
    #expect(try host.run(["badge"]).text == "\n")
    #expect(try host.run(["badge", "--format", "json"]).text == "{\"badge\":null,\"count\":0}\n")
    let none = try JSONValue(json: host.run(["badge", "--format", "waybar"]).text)
    #expect(none["text"]?.text?.isEmpty == true)
    #expect(none["class"]?.text == "none")
    try host.push(Fixture.pushA)
    #expect(try host.run(["badge"]).text == "1\n")
    #expect(
      try host.run(["badge", "--format", "json"]).text == "{\"badge\":\"1\",\"count\":1}\n")
    let one = try JSONValue(json: host.run(["badge", "--format", "waybar"]).text)
    #expect(one["text"]?.text == "1")
    #expect(one["class"]?.text == "unread")
    #expect(one["tooltip"]?.text == "A &amp; &lt;b&gt;: 1 unread")
  }

  @Test func `badge --follow tells each change, from before the store exists`() throws {
    let host = try Installation()
    let follower = try host.start(["badge", "--follow"])
    #expect(follower.read { $0.text == "\n" })
    try host.push(Fixture.pushA)
    #expect(follower.read { $0.text == "\n1\n" }, "\(follower.text)\(follower.errorText)")
    try host.push(Fixture.pushC)
    #expect(follower.read { $0.text == "\n1\n2\n" }, "\(follower.text)")
    #expect(try host.run(["-f", "plain", Fixture.linkPA]).code == 0)
    #expect(follower.read { $0.text == "\n1\n2\n1\n" }, "\(follower.text)")
    // Whoever stops reading ends it.
    follower.closeOutput()
    #expect(follower.finish() != nil)
    #expect(follower.errors.isEmpty)
  }

  @Test func `frontends lists the bundled ones, and why others are refused`() throws {
    let host = try Installation()
    let folder = try host.folder.makeFolder("plugins")
    let bad = try host.folder.write("plugins/libhub-bad.so", Array("no shared object".utf8))
    let open = try host.folder.write("plugins/libhub-open.so", Array("x".utf8), mode: 0o666)
    chmod(open, 0o666)
    host.environment["HUBHOST_FRONTEND_PATH"] = folder
    let outcome = try host.run(["frontends", "--json"])
    #expect(outcome.code == 0, "\(outcome)")
    let rows = try JSONValue(json: outcome.text).elements
    for name in ["curses", "plain", "jsonl", "smallest"] {
      let row = rows.first { $0["name"]?.text == name }
      #expect(row?["refusal"] == .null)
      #expect(row?["abi"]?.text == "1.3")
      #expect(row?["path"]?.text?.hasPrefix("/") == true)
    }
    for path in [bad, open] {
      let row = rows.first { $0["path"]?.text == path }
      #expect(row?["refusal"]?.text?.isEmpty == false, "\(outcome.text)")
      #expect(row?["runs"] == .null)
    }
    let text = try host.run(["frontends"]).text
    #expect(text.contains("curses 1.0.0"))
    #expect(text.contains("  \(bad) (found: $HUBHOST_FRONTEND_PATH)\n  refused: "))
  }

  @Test func `the smallest front end in C shows a handoff`() throws {
    let host = try Installation.withInbox()
    let outcome = try host.run(
      ["-f", PluginFixtures.products + "/libhub-smallest.so", "--in-process", Fixture.linkPA],
      input: [], within: .seconds(20))
    #expect(
      outcome.errorText == "Hub in tab hub, badge 3\nPost in the Hub: Gate change\n", "\(outcome)")
  }

  @Test func `open without a running host runs one`() throws {
    let host = try Installation.withInbox()
    let outcome = try host.run(["open", "-f", "plain", Fixture.linkPA])
    #expect(outcome.code == 0)
    #expect(outcome.text.contains("Post, in the Hub\n"))
  }

  @Test func `a link of someone else is refused with code 1, by a running host too`() throws {
    let host = try Installation.withInbox()
    let cold = try host.run(["-f", "plain", "rv-other://posts/x"])
    #expect(cold.code == 1)
    #expect(cold.text.contains("Not opened: rv-other://posts/x\n"))
    let running = try JSONLinesHost(host)
    _ = running.event("show-hub")
    let open = try host.run(["open", "rv-other://posts/x"])
    #expect(open.code == 1)
    #expect(open.text.hasPrefix("refused  rv-other://posts/x  ("))
    #expect(running.event { $0["by"]?.text == "refused" }?["url"]?.text == "rv-other://posts/x")
  }

  @Test func `a link that the system does not open is told in the front end`() throws {
    let installation = try Installation.withInbox()
    // No program to open anything with is on this path.
    installation.environment["PATH"] = installation.folder["home"]
    let host = try JSONLinesHost(installation)
    _ = host.event("show-hub")
    #expect(host.does("\"command\":\"open\",\"url\":\"https://a.example/x\""))
    let alert = host.event("alert")
    #expect(alert?["code"]?.text == "link-not-opened")
    #expect(alert?["message"]?.text?.contains("https://a.example/x") == true)
    #expect(host.finish() == .exited(status: 0))
    #expect(host.faults.isEmpty)
  }

  @Test func `a reader that leaves ends the output without a word`() throws {
    let host = try Installation()
    let posts = (0..<400).map { index in
      Fixture.post(
        "00000000-0000-4000-8000-000000000\(100 + index)", "Subject",
        preview: String(repeating: "long ", count: 200))
    }
    let file = try host.folder.write("posts.json", Array(Fixture.page(posts).utf8))
    #expect(try host.run(["import", file]).code == 0)
    let reader = try host.start(["-f", "plain"])
    #expect(reader.read { $0.output.count > 100 })
    reader.closeOutput()
    #expect(reader.finish() != nil)
    #expect(reader.errors.isEmpty, "\(reader.errorText)")
  }
}
