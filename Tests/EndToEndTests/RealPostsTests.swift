import HubTestSupport
import Testing

/// 168 real posts, imported with their pages, through each front end.
@Suite(.enabled(if: Corpus.folder != nil, Corpus.isMissing))
struct RealPostsTests {
  /// Posts whose bodies are looked at: the newest, the oldest, and some between.
  private static let samples = [0, 1, 42, 84, 126, 167]

  @Test func `import tells what it stored, and a second import changes nothing`() throws {
    let host = try Corpus.installation()
    #expect(Corpus.posts.count == 168)
    let folder = try #require(Corpus.folder)
    let again = try host.run(
      ["import", "--pages", "\(folder)/pages"] + (1...4).map { "\(folder)/posts-\($0).json" }
        + ["\(folder)/subscriptions.json"])
    #expect(again.code == 0)
    #expect(again.text == "168 posts, 5 subscriptions, 168 bodies, 0 skipped\n")
    #expect(again.errors.isEmpty)
    #expect(try host.run(["badge"]).text == "168\n")
    #expect(try host.query("SELECT count(*) FROM items; PRAGMA integrity_check") == "168\nok")
  }

  @Test func `plain shows 168 posts, newest first, as blocks for scripts`() throws {
    let host = try Corpus.installation()
    let outcome = try host.run(["-f", "plain"])
    #expect(outcome.code == 0)
    #expect(outcome.errors.isEmpty)
    let blocks = outcome.text.split(separator: "\n\n").map { $0.split(separator: "\n") }
    let rows = blocks.filter { $0.first == "Unread post" }
    #expect(blocks.first == ["For you", "Badge: 168"])
    #expect(rows.count == 168)
    try #require(rows.allSatisfy { $0.count == 5 })
    let subjects = rows.map { String($0[3]) }
    #expect(subjects == Corpus.posts.map { "Subject: \($0.subject)" })
    let times = rows.map { String($0[2]) }
    // One post was received at 59 o'clock, which counts as the day's last hour.
    let expected = Corpus.posts.map {
      "Time: " + $0.receivedAt.prefix(16).replacing("T59", with: " 23").replacing("T", with: " ")
    }
    #expect(times == expected)
  }

  @Test func `plain shows the body of any post`() throws {
    let host = try Corpus.installation()
    for index in Self.samples {
      let post = Corpus.posts[index]
      let outcome = try host.run(["-f", "plain", "rv-demo://posts/\(post.id)"])
      #expect(outcome.code == 0)
      let words = Self.words(try Corpus.page(of: post))
      #expect(outcome.text.contains("Post, in the Hub\n"))
      #expect(outcome.text.contains("Subject: \(post.subject)\n"))
      #expect(Self.share(of: words, in: outcome.text) > 0.95, "\(post.subject)")
    }
  }

  @Test func `jsonl lists 168 posts, newest first, page by page`() throws {
    let host = try JSONLinesHost(try Corpus.installation())
    var found: [String] = []
    var cursor = "null"
    var pages = 0
    repeat {
      let start = host.count
      #expect(host.does("\"command\":\"list\",\"limit\":25,\"after\":\(cursor)"))
      let items = try #require(host.event("items", from: start))
      #expect(items["total"]?.integer == 168)
      #expect(items["unread"]?.integer == 168)
      found += (items["items"]?.elements ?? []).compactMap { $0["id"]?.text }
      cursor = items["next"]?.text.map(Installation.quoted) ?? "null"
      pages += 1
    } while cursor != "null" && pages < 20
    #expect(pages == 7)
    #expect(found == Corpus.posts.map(\.id))
    #expect(host.faults.isEmpty)
  }

  @Test func `jsonl shows the body of any post, and showing it reads it`() throws {
    let host = try JSONLinesHost(try Corpus.installation())
    for (turn, index) in Self.samples.enumerated() {
      let post = Corpus.posts[index]
      let start = host.count
      #expect(host.does("\"command\":\"show\",\"id\":\"\(post.id)\"") == true)
      let shown = try #require(host.event("present-post", from: start))
      #expect(shown["post"]?["id"]?.text == post.id)
      #expect(shown["post"]?["subject"]?.text == post.subject)
      #expect(shown["post"]?["receivedAt"]?.text == post.receivedAt)
      #expect(shown["presentation"]?.text == "hub")
      let words = Self.words(try Corpus.page(of: post))
      #expect(Self.share(of: words, in: shown["body"]?.text ?? "") > 0.95, "\(post.subject)")
      #expect(host.event(from: start) { $0["count"]?.integer == 167 - turn } != nil)
    }
    #expect(host.finish() == .exited(status: 0))
    #expect(host.events.last?["event"]?.text == "bye")
    #expect(host.faults.isEmpty)
  }

  @Test func `jsonl finds posts by a search in any case`() throws {
    let host = try JSONLinesHost(try Corpus.installation())
    #expect(host.does("\"command\":\"list\",\"search\":\"rELEASE process\""))
    let items = host.event("items")?["items"]?.elements ?? []
    let subjects = items.compactMap { $0["subject"]?.text }
    let expected = Corpus.posts.map(\.subject).filter { $0.contains("Release Process") }
    #expect(!expected.isEmpty)
    #expect(Set(expected).isSubset(of: subjects))
  }

  @Test func `curses shows 168 posts, newest first, from End to Home and page by page`() throws {
    let host = try Corpus.installation()
    let terminal = try host.terminal(["-f", "curses"], columns: 200, rows: 30)
    #expect(Self.shows(terminal, 0), "\(terminal.text)")
    #expect(terminal.text.contains("168"))
    terminal.send(.end)
    #expect(Self.shows(terminal, 167), "\(terminal.text)")
    terminal.send(.home)
    #expect(Self.shows(terminal, 0), "\(terminal.text)")
    // Every subject comes by, in order, while paging down; a half-drawn page has gaps or ends early.
    let rows = 30 - 2
    let all = Corpus.posts.map { Self.key($0.subject) }
    var seen: [String] = []
    while seen.count < all.count {
      let before = seen.count
      let isWhole = terminal.waits { screen in
        let page = Self.subjects(on: screen)
        guard page.count == rows, let first = page.first.flatMap({ all.firstIndex(of: $0) }),
          first <= before, first + page.count > before, first + page.count <= all.count,
          page == Array(all[first..<first + page.count])
        else { return false }
        seen = Array(all[..<(first + page.count)])
        return true
      }
      #expect(isWhole, "after \(before)\n\(terminal.text)")
      if !isWhole { break }
      terminal.send(.pageDown)
    }
    #expect(seen == Corpus.posts.map { Self.key($0.subject) })
    terminal.send(.quit)
    #expect(terminal.end() == .exited(status: 0))
    #expect(terminal.screen.effects.isEmpty)
  }

  @Test func `curses shows the body of any post`() throws {
    let host = try Corpus.installation()
    let terminal = try host.terminal(["-f", "curses"], columns: 200, rows: 30)
    #expect(Self.shows(terminal, 0), "\(terminal.text)")
    for (key, index) in [(Terminal.Key.home, 0), (.end, 167)] {
      let post = Corpus.posts[index]
      terminal.send(key)
      #expect(Self.shows(terminal, index), "\(terminal.text)")
      terminal.send(.enter)
      let words = Self.words(try Corpus.page(of: post)).prefix(30)
      let isShown = terminal.waits { Self.share(of: words, in: $0.text) > 0.9 }
      #expect(isShown, "\(terminal.text)")
      terminal.send(.back)
      #expect(Self.shows(terminal, index), "\(terminal.text)")
    }
    #expect(terminal.shows("166"), "\(terminal.text)")
    terminal.send(.quit)
    #expect(terminal.end() == .exited(status: 0))
    #expect(try host.run(["badge"]).text == "166\n")
  }
}

// MARK: - Words and rows

extension RealPostsTests {
  /// The words of a page's text, roughly: letters and digits, outside tags, not in the head.
  private static func words(_ html: String) -> [String] {
    let body = html.firstRange(of: "<body>").map { html[$0.upperBound...] } ?? html[...]
    let text = body.replacing(/<[^>]*>/, with: " ").replacing(/&[#a-z0-9]+;/, with: " ")
    return text.split { !$0.isASCII || !($0.isLetter || $0.isNumber) }.filter { $0.count > 3 }
      .map(String.init)
  }

  /// The share of the words that stand in a text.
  private static func share(of words: some Collection<String>, in text: String) -> Double {
    let present = Set(text.split { !$0.isASCII || !($0.isLetter || $0.isNumber) }.map(String.init))
    guard !words.isEmpty else { return 0 }
    return Double(words.count { present.contains($0) }) / Double(words.count)
  }

  /// What a row shows of a subject where there is room.
  private static func key(_ subject: String) -> String { subject }

  private static func shows(_ terminal: Terminal, _ index: Int) -> Bool {
    terminal.waits { $0.text.contains(key(Corpus.posts[index].subject)) }
  }

  /// The subjects on the screen, from top to bottom.
  private static func subjects(on screen: ScreenModel) -> [String] {
    let keys = Corpus.posts.map { key($0.subject) }
    return screen.lines.compactMap { line in
      keys.filter { line.contains($0) }.max { $0.count < $1.count }
    }
  }
}
