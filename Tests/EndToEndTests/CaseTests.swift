import HubTestSupport
import Testing

/// The numbered cases once more, through the whole program: one host with the front end jsonl each.
@Suite struct CaseTests {
  private func host(
    _ hub: Installation.Hub = .plus, _ arguments: [String] = []
  ) throws -> JSONLinesHost {
    let host = try JSONLinesHost(try .withInbox(hub), arguments)
    settle(host)
    return host
  }

  /// Whatever was asked for led to its events before the answer to the question after the next.
  private func settle(_ host: JSONLinesHost) {
    for _ in 0..<2 { host.ask("\"command\":\"badge\"") }
  }

  /// Opens a link as the system does; tells what followed.
  private func follow(_ link: String, _ host: JSONLinesHost) -> (handled: Bool, story: [String]) {
    let start = host.count
    let handled = host.does("\"command\":\"open\",\"url\":\(Installation.quoted(link))")
    settle(host)
    return (handled, host.story(from: start))
  }

  private func path(_ host: JSONLinesHost) -> [String] {
    let start = host.count
    host.does("\"command\":\"path\"")
    return (host.event("path", from: start)?["path"]?.elements ?? []).map {
      $0["post"]?.text.map { "post \($0)" } ?? $0["conversation"]?.text.map { "conversation \($0)" }
        ?? "messages"
    }
  }

  private func badge(_ host: JSONLinesHost) -> String? {
    let start = host.count
    host.does("\"command\":\"badge\"")
    return host.event("badge", from: start)?["badge"]?.text
  }

  private func push(_ payload: String, to host: JSONLinesHost) -> Bool {
    host.does("\"command\":\"push\",\"payload\":\(payload)")
  }

  // MARK: A

  @Test(arguments: [Installation.Hub.minus, .off])
  func `cases 1 and 5: without a usable Hub the post is a modal`(hub: Installation.Hub) throws {
    let host = try host(hub)
    let (handled, story) = follow(Fixture.linkPA, host)
    #expect(handled)
    #expect(story == ["opened \(Fixture.linkPA) router", "present-post standalone"])
    #expect(path(host).isEmpty)
    #expect(host.faults.isEmpty)
  }

  @Test func `case 2: the Hub deep link is opened once, the path is the post`() throws {
    let host = try host()
    let (handled, story) = follow(Fixture.linkPA, host)
    #expect(handled)
    #expect(story.filter { $0.hasPrefix("opened") && $0.hasSuffix(" app") }.count == 1)
    #expect(story.last == "present-post hub")
    #expect(path(host) == ["post \(Fixture.pa)"])
  }

  @Test func `case 4: a stand-alone conversation`() throws {
    let host = try host(.minus)
    let (handled, story) = follow(Fixture.linkCA, host)
    #expect(handled)
    #expect(story == ["opened \(Fixture.linkCA) router", "present-conversation standalone"])
  }

  @Test(arguments: [
    "rv-demo://conversations/\(Fixture.ca)", "rv-demo://conversations/\(Fixture.ca.lowercased())",
    "rv-demo://Conversations/\(Fixture.ca)",
  ])
  func `cases 3, 7 and 14: the case of a conversation's id and of the host does not matter`(
    link: String
  ) throws {
    let host = try host()
    let (handled, story) = follow(link, host)
    #expect(handled)
    #expect(story.last == "present-conversation hub")
    #expect(path(host) == ["conversation \(Fixture.ca)"])
  }

  @Test(arguments: [
    "rv-demo://conversations/not-a-uuid", "rv-demo://posts", "rv-demo://posts/",
    "rv-demo://posts?id=\(Fixture.pa)", "RV-DEMO://posts/\(Fixture.pa)",
    "rv-demo:///posts/\(Fixture.pa)", "rv-demo:posts/\(Fixture.pa)", "rv-demo://",
    "rv-other://posts/\(Fixture.pa)",
  ])
  func `cases 8, 10, 11, 13, 17 and 22: nothing but a refusal`(link: String) throws {
    let host = try host()
    let (handled, story) = follow(link, host)
    #expect(!handled)
    #expect(story == ["opened \(link) refused"])
    #expect(path(host).isEmpty)
  }

  @Test(arguments: [
    "https://demo.rover.example/posts/\(Fixture.pa)",
    "https://demo.rover.example/conversations/\(Fixture.ca)",
    "https://other.example/posts/\(Fixture.pa)",
  ])
  func `cases 19 and 20: links of the web are not the Hub's; the system opens them`(
    link: String
  ) throws {
    let host = try host()
    #expect(follow(link, host).story == ["opened \(link) system"])
    #expect(path(host).isEmpty)
  }

  @Test(arguments: ["rv-demo://POSTS/\(Fixture.pa)", "rv-demo://posts//\(Fixture.pa)/"])
  func `cases 14 and 16: host in capitals, empty parts of the path`(link: String) throws {
    let host = try host()
    let (handled, story) = follow(link, host)
    #expect(handled)
    #expect(story.last == "present-post hub")
    #expect(path(host) == ["post \(Fixture.pa)"])
  }

  // MARK: B

  @Test func `case 23: at the handler's second call the path is the post`() throws {
    let host = try host()
    _ = follow(Fixture.linkPA, host)
    let names = host.events.map { event in
      (event["event"]?.text ?? "") + " " + (event["url"]?.text ?? "")
    }
    let first = names.firstIndex(of: "opened \(Fixture.linkPA)") ?? -1
    let path = names.firstIndex { $0.hasPrefix("path") } ?? -1
    let second = names.firstIndex(of: "opened demo://hub") ?? -1
    #expect(first >= 0 && first < path && path < second)
  }

  @Test func `case 25: a link replaces what the Hub shows`() throws {
    let host = try host()
    host.does("\"command\":\"show\",\"id\":\"\(Fixture.pb)\"")
    let (_, story) = follow(Fixture.linkPA, host)
    #expect(story.filter { $0 == "opened demo://hub app" }.count == 1)
    #expect(path(host) == ["post \(Fixture.pa)"])
  }

  @Test func `case 26: two links, the path is the last one's`() throws {
    let host = try host()
    let first = follow(Fixture.linkPA, host).story
    let second = follow(Fixture.linkCA, host).story
    #expect((first + second).filter { $0 == "opened demo://hub app" }.count == 2)
    #expect(path(host) == ["conversation \(Fixture.ca)"])
  }

  @Test func `case 28: home on, without a home URL, the path is only the post`() throws {
    let installation = try Installation.withInbox()
    let file = try installation.folder.write(
      "config.json",
      Array(
        """
        {"hub":{"isHomeEnabled":true,"isInboxEnabled":true,"isSettingsViewEnabled":false,\
        "deepLink":"demo://hub"},"colorScheme":"auto","accentColor":"#2255CC"}
        """.utf8))
    let imported = try installation.run(["import", file])
    #expect(imported.code == 0, "\(imported)")
    let host = try JSONLinesHost(installation)
    #expect(host.event("hello")?["config"]?["homeEnabled"] == .bool(true))
    _ = follow(Fixture.linkPA, host)
    #expect(path(host) == ["post \(Fixture.pa)"])
  }

  @Test func `case 31: the same link twice is opened twice`() throws {
    let host = try host()
    let story = follow(Fixture.linkPA, host).story + follow(Fixture.linkPA, host).story
    #expect(story.filter { $0 == "opened demo://hub app" }.count == 2)
    #expect(path(host) == ["post \(Fixture.pa)"])
  }

  @Test func `case 35: a Hub deep link that the app ignores leaves the destination waiting`() throws
  {
    let installation = try Installation(routes: "{}")
    try installation.push(Fixture.pushA)
    let host = try JSONLinesHost(installation)
    settle(host)
    let (handled, story) = follow(Fixture.linkPA, host)
    #expect(handled)
    #expect(story == ["opened \(Fixture.linkPA) router", "opened demo://hub refused"])
    #expect(path(host) == ["post \(Fixture.pa)"])
  }

  @Test func `case 37: a modal on a modal, and back to the first one`() throws {
    let host = try host(.minus)
    _ = follow(Fixture.linkPA, host)
    _ = follow(Fixture.linkPB, host)
    let start = host.count
    #expect(host.does("\"command\":\"back\""))
    #expect(host.story(from: start).first == "dismiss standalone")
    #expect(host.does("\"command\":\"back\""))
  }

  // MARK: C

  @Test func `case 41: a stored post is shown at once and read`() throws {
    let host = try host()
    #expect(badge(host) == "3")
    let (_, story) = follow(Fixture.linkPA, host)
    #expect(story.last == "present-post hub")
    #expect(badge(host) == "2")
  }

  @Test(arguments: ["5b0d7c1e-2f43-4e0a-9d55-0a1b2c3d4eff", "some-post-id"])
  func `cases 43, 44 and 47: a post that is nowhere is an alert`(id: String) throws {
    let host = try host()
    let (handled, story) = follow("rv-demo://posts/\(id)", host)
    #expect(handled)
    #expect(story.last == "alert post-not-found")
    let alert = host.event("alert")
    #expect(alert?["message"]?.text?.contains("The requested post could not be found.") == true)
    #expect(badge(host) == "3")
  }

  @Test func `case 49: a conversation that is nowhere is an alert`() throws {
    let host = try host()
    let (handled, story) = follow("rv-demo://conversations/\(Fixture.cb)", host)
    #expect(handled)
    #expect(story.last == "alert conversation-not-found")
  }

  @Test func `case 50: a post whose page is not on the web is read all the same`() throws {
    let installation = try Installation()
    let post = Fixture.post(Fixture.pa, "Gate change", url: "ftp://x/y")
    try installation.push(Fixture.push(post))
    let host = try JSONLinesHost(installation)
    _ = follow(Fixture.linkPA, host)
    #expect(host.event("present-post")?["body"] == .null)
    #expect(badge(host) == nil)
    let plain = try installation.run(["-f", "plain", Fixture.linkPA])
    #expect(plain.text.contains("Unable to display content"))
  }

  // MARK: D

  @Test func `cases 52 and 53: one conversation counts once`() throws {
    let installation = try Installation()
    try installation.push(Fixture.pushA)
    for number in 1...5 {
      let time = "2026-03-05T13:00:0\(number).000Z"
      let conversation = Fixture.conversation(updatedAt: time)
      let outcome = try installation.push(
        Fixture.push(conversation: conversation, reply: Fixture.reply(number, at: time)))
      #expect(outcome.code == 0, "\(outcome)")
    }
    let host = try JSONLinesHost(installation)
    #expect(badge(host) == "2")
  }

  @Test func `cases 55 and 56: opening counts down, and the last one takes the badge away`() throws
  {
    let installation = try Installation()
    try installation.push(Fixture.pushA)
    try installation.push(Fixture.pushB)
    let host = try JSONLinesHost(installation)
    #expect(badge(host) == "2")
    _ = follow(Fixture.linkPA, host)
    #expect(badge(host) == "1")
    _ = follow(Fixture.linkPB, host)
    #expect(badge(host) == nil)
    #expect(host.event { $0["count"]?.integer == 0 }?["badge"] == .null)
  }

  @Test(arguments: [(false, false, "0"), (true, false, "1")])
  func `cases 58 and 59: what makes a conversation unread`(
    replyTimes: Bool, incoming: Bool, count: String
  ) throws {
    let installation = try Installation()
    let file = try installation.folder.write(
      "c.json",
      Array(
        """
        {"conversations":[\(Fixture.conversation(replyTimes: replyTimes, incoming: incoming))],\
        "included":{"participants":[\(Fixture.ana())]},"nextCursor":null,"hasMore":false}
        """.utf8))
    #expect(try installation.run(["import", file]).code == 0)
    let line = try installation.run(["badge", "--format", "json"]).text
    #expect(line.contains("\"count\":\(count)}"))
  }

  // MARK: E

  @Test func `cases 61 and 62: pushes are stored unread`() throws {
    let installation = try Installation()
    let host = try JSONLinesHost(installation)
    settle(host)
    #expect(push(Fixture.pushA, to: host))
    #expect(badge(host) == "1")
    #expect(push(Fixture.pushC, to: host))
    #expect(badge(host) == "2")
    let (_, story) = follow(Fixture.linkCA, host)
    #expect(story.last == "present-conversation hub")
    let shown = host.event("present-conversation")
    #expect(shown?["conversation"]?["participants"]?.elements == [.string("Ana Ruiz")])
    #expect(shown?["replies"]?.elements.first?["text"]?.text == "Row 3 is free")
    #expect(host.faults.isEmpty)
  }

  @Test(arguments: [
    "{\"rover\":{\"other\":{}}}", Fixture.push(reply: nil),
    Fixture.push(reply: Fixture.reply(of: Fixture.cb)),
    Fixture.pushC.replacing("\"updatedAt\":\"2026-03-05T13:00:00.000Z\",", with: ""),
    Fixture.pushA.replacing(",\"isRead\":false", with: ""), "{\"rover\":{\"post\":\"text\"}}",
    "{\"rover\":{\"action\":{\"url\":\"demo://x\"}}}",
  ])
  func `cases 64, 65, 67, 68, 70, 73 and 82: nothing is stored`(payload: String) throws {
    let installation = try Installation()
    let host = try JSONLinesHost(installation)
    settle(host)
    #expect(!push(payload, to: host))
    #expect(badge(host) == nil)
    #expect(try installation.query("SELECT count(*) FROM items") == "0")
    #expect(try installation.query("SELECT count(*) FROM participants") == "0")
  }

  @Test func `case 71: with both, only the post is stored`() throws {
    let installation = try Installation()
    let host = try JSONLinesHost(installation)
    let both = "{\"rover\":{\"post\":\(Fixture.postA),\"conversation\":\(Fixture.convA)}}"
    #expect(push(both, to: host))
    #expect(try installation.query("SELECT count(*) FROM items") == "1")
    #expect(try installation.query("SELECT count(*) FROM conversations") == "0")
  }

  @Test func `case 74: a read post stays read when it comes again`() throws {
    let host = try host()
    _ = follow(Fixture.linkPA, host)
    #expect(badge(host) == "2")
    let newer = Fixture.push(Fixture.postA.replacing("Gate change", with: "Gate changed"))
    #expect(push(newer, to: host))
    #expect(badge(host) == "2")
    #expect(host.does("\"command\":\"list\""))
    let items = host.event("items")?["items"]?.elements ?? []
    #expect(items.contains { $0["subject"]?.text == "Gate changed" && $0["read"] == .bool(true) })
  }

  @Test func `case 76: the same time does not bring another preview`() throws {
    let host = try host()
    let second = Fixture.conversation(preview: "second")
    #expect(push(Fixture.push(conversation: second), to: host))
    #expect(host.does("\"command\":\"list\""))
    let items = host.event("items")?["items"]?.elements ?? []
    #expect(items.first { $0["id"]?.text == Fixture.ca }?["preview"]?.text == "Row 3 is free")
  }

  @Test func `case 77: a push without a read time leaves the local read mark`() throws {
    let host = try host()
    #expect(host.does("\"command\":\"read\",\"id\":\"\(Fixture.ca)\""))
    #expect(badge(host) == "2")
    #expect(push(Fixture.pushC, to: host))
    #expect(badge(host) == "2")
  }

  // MARK: L, N, O, P

  @Test func `case 203: no subject is an empty text, and the lists go on`() throws {
    let installation = try Installation()
    try installation.push(Fixture.push(Fixture.post(Fixture.pa, "")))
    let host = try JSONLinesHost(installation)
    #expect(host.does("\"command\":\"list\""))
    #expect(host.event("items")?["items"]?.elements.first?["subject"]?.text?.isEmpty == true)
    #expect(try installation.run(["-f", "plain"]).text.contains("Subject: "))
  }

  @Test(arguments: ["JavaScript:alert(1)", "data:text/html,x", "blob:x", "vbscript:x", "file:///x"])
  func `case 224: links that nobody opens`(link: String) throws {
    let host = try host()
    let (handled, story) = follow(link, host)
    #expect(!handled)
    #expect(story == ["opened \(link) refused"])
  }

  @Test func `case 238: any offset, and dates without a fraction`() throws {
    let installation = try Installation()
    for (id, time) in [
      (Fixture.pa, "2026-03-05T08:19:23.260-05:00"), (Fixture.pb, "2026-03-05T13:19:22Z"),
    ] {
      #expect(
        try installation.push(Fixture.push(Fixture.post(id, "x", at: time))).code == 0)
    }
    let host = try JSONLinesHost(installation)
    #expect(host.does("\"command\":\"list\""))
    let times = (host.event("items")?["items"]?.elements ?? []).map { $0["activityAt"]?.text }
    #expect(times == ["2026-03-05T13:19:23.260Z", "2026-03-05T13:19:22.000Z"])
  }
}
