import Glibc
import HubTestSupport
import Testing

/// Writing in a conversation, on a terminal and by JSON lines; the agent's part is played by hand.
@Suite(.serialized) struct ConversationTests {
  /// An installation whose conversation is open on a terminal.
  private func opened(
    columns: Int = 80, rows: Int = 24, with variables: [String: String] = [:]
  ) throws -> (Installation, Terminal) {
    let installation = try Installation.withInbox()
    let terminal = try open(installation, columns: columns, rows: rows, with: variables)
    return (installation, terminal)
  }

  private func open(
    _ installation: Installation, columns: Int = 80, rows: Int = 24,
    with variables: [String: String] = [:]
  ) throws -> Terminal {
    let terminal = try installation.terminal(
      ["-f", "curses", Fixture.linkCA], columns: columns, rows: rows, with: variables)
    #expect(terminal.shows("Row 3 is free", "> "), "\(terminal.text)")
    return terminal
  }

  /// Begins to write, and waits until keys are typed into the reply.
  private func write(_ text: String, in terminal: Terminal) {
    terminal.type("i")
    #expect(terminal.waits { $0.text.contains("Enter sends") }, "\(terminal.text)")
    terminal.type(text)
  }

  /// Where replies stand: the text of each and its state's number.
  private func stored(_ installation: Installation) throws -> [String] {
    try installation.query(
      """
      SELECT replace(b.value, char(10), '/') || ' ' || r.state FROM replies r
      JOIN blocks b ON b.reply = r.n ORDER BY r.created_at
      """
    ).split(separator: "\n").map(String.init)
  }

  /// Says of the only own reply that it could not be sent, as the agent would.
  private func fail(_ installation: Installation) throws {
    _ = try installation.query(
      """
      BEGIN IMMEDIATE; UPDATE replies SET state = 3 WHERE sender IS NULL;
      INSERT INTO changes(kind, id) SELECT 0, id FROM items WHERE kind = 0; COMMIT
      """)
  }

  /// Imports the server's copy of the only own reply, under the server's id.
  private func confirm(_ text: String, in installation: Installation) throws {
    let external = try installation.query("SELECT external_id FROM replies WHERE sender IS NULL")
    let time = try installation.query(
      """
      SELECT strftime('%Y-%m-%dT%H:%M:%S', created_at / 1000, 'unixepoch') || '.000Z'
      FROM replies WHERE sender IS NULL
      """)
    let file = try installation.folder.write(
      "confirmed.json",
      Array(
        """
        {"replies":[{"id":"C3D4E5F6-0A1B-4C2D-8E3F-1A2B3C4D5EAA","conversationID":\
        "\(Fixture.ca)","senderType":"fan","participantID":null,"externalID":"\(external)",\
        "content":[{"type":"text","text":\(Installation.quoted(text))}],"createdAt":"\(time)"}],\
        "nextCursor":null,"hasMore":false}
        """.utf8))
    let outcome = try installation.run(["import", file])
    #expect(outcome.code == 0, "\(outcome)")
  }

  @Test func `cases 155, 158: a reply is on the screen at once, and is confirmed without a jump`()
    throws
  {
    let (installation, terminal) = try opened()
    write("We take it\r", in: terminal)
    #expect(terminal.shows("We take it", "Sending…"), "\(terminal.text)")
    #expect(try stored(installation) == ["Row 3 is free 2", "We take it 0"])
    let row = terminal.screen.lines.firstIndex { $0.contains("We take it") }
    try confirm("We take it", in: installation)
    #expect(terminal.waits { !$0.text.contains("Sending…") }, "\(terminal.text)")
    #expect(try stored(installation) == ["Row 3 is free 2", "We take it 2"])
    #expect(terminal.screen.lines.firstIndex { $0.contains("We take it") } == row)
    #expect(terminal.screen.text.contains("Reply…"))
    // Fault O10: the conversation has moved past the post that was newer.
    terminal.send(.escape)
    #expect(terminal.waits { $0.text.contains("Enter writes") })
    terminal.send(.back)
    #expect(terminal.waits { $0.line(1).contains("Seat upgrade") }, "\(terminal.text)")
  }

  @Test func `case 215: a reply that failed is sent again, or deleted after a yes`() throws {
    let (installation, terminal) = try opened()
    write("We take it\r\u{1B}", in: terminal)
    #expect(terminal.shows("Sending…", "Enter writes"), "\(terminal.text)")
    try fail(installation)
    #expect(terminal.shows("Not Delivered", "R sends"), "\(terminal.text)")
    terminal.type("R")
    #expect(
      terminal.waits { $0.text.contains("Sending…") && !$0.text.contains("Not Delivered") },
      "\(terminal.text)")
    try fail(installation)
    #expect(terminal.shows("Not Delivered"), "\(terminal.text)")
    terminal.type("X")
    #expect(terminal.shows("Delete this reply for good?"), "\(terminal.text)")
    terminal.type("y")
    #expect(terminal.waits { !$0.text.contains("We take it") }, "\(terminal.text)")
    #expect(try stored(installation) == ["Row 3 is free 2"])
  }

  @Test(arguments: ["leave", "kill"])
  func `a draft is there after the conversation was left, and after the host was`(
    way: String
  ) throws {
    let (installation, terminal) = try opened()
    write("Half a thou", in: terminal)
    #expect(terminal.shows("> Half a thou"), "\(terminal.text)")
    if way == "leave" {
      terminal.send(.escape)
      #expect(terminal.waits { $0.text.contains("Enter writes") })
      terminal.send(.back)
      #expect(terminal.shows("Gate change"), "\(terminal.text)")
      terminal.send(.quit)
      #expect(terminal.end() == .exited(status: 0))
    } else {
      // Kept a second after the last key.
      var kept = ""
      for _ in 0..<100 where kept.isEmpty {
        kept = try installation.query("SELECT text FROM drafts")
        if kept.isEmpty { _ = terminal.waits(within: .milliseconds(100)) { _ in false } }
      }
      terminal.pty.signal(SIGKILL)
      #expect(terminal.end() == .killed(signal: SIGKILL))
    }
    let again = try open(installation)
    #expect(again.shows("> Half a thou"), "\(again.text)")
    write("ght\r", in: again)
    #expect(again.shows("Half a thought", "Sending…", "> Reply…"), "\(again.text)")
    #expect(try installation.query("SELECT count(*) FROM drafts") == "0")
  }

  @Test(arguments: ["xterm-256color", "screen-256color", "vt100"])
  func `a paste of several lines is not sent before Enter`(kind: String) throws {
    let (installation, terminal) = try opened(with: ["TERM": kind])
    write("a ", in: terminal)
    #expect(terminal.screen.modes.contains("?2004"), "\(terminal.screen.modes)")
    terminal.type("\u{1B}[200~one\rtwo\nthree\u{1B}[201~")
    #expect(terminal.shows("> a one", "  two", "  three"), "\(terminal.text)")
    #expect(try stored(installation) == ["Row 3 is free 2"])
    // A line feed and Alt-Enter begin new lines, Enter sends.
    terminal.type("\n4\u{1B}\r5\r")
    #expect(terminal.shows("Sending…"), "\(terminal.text)")
    #expect(try stored(installation).last == "a one/two/three/4/5 0")
    terminal.send(.escape)
    #expect(terminal.waits { !$0.modes.contains("?2004") }, "\(terminal.screen.modes)")
  }

  @Test func `a paste of many pieces is one paste`() throws {
    let (installation, terminal) = try opened()
    write("", in: terminal)
    let lines = (0..<900).map { "line \($0) of a long text that is pasted at once" }
    let paste = "\u{1B}[200~" + lines.joined(separator: "\r") + "\u{1B}[201~"
    // In pieces, as a slow line makes them: between two of them the program has read all there is.
    var rest = paste[...]
    while !rest.isEmpty {
      terminal.type(String(rest.prefix(3001)))
      rest = rest.dropFirst(3001)
      _ = terminal.waits(within: .milliseconds(30)) { _ in false }
    }
    #expect(terminal.shows("line 899 of a long text"), "\(terminal.text)")
    #expect(try stored(installation) == ["Row 3 is free 2"])
    terminal.type("\r")
    #expect(terminal.shows("Sending…"), "\(terminal.text)")
    #expect(try stored(installation).last == lines.joined(separator: "/") + " 0")
  }

  @Test func `keys of readline work on a real terminal, by characters that are composed`() throws {
    let (installation, terminal) = try opened()
    write("one two 漢字 e\u{301} 👩\u{200D}🚀", in: terminal)
    // Two characters back, the blank there away, the word before the next one, and on at the end.
    terminal.type("\u{1B}OD\u{1B}OD\u{4}\u{1B}b\u{1B}\u{7F}\u{5}!")
    terminal.type("\u{1}\u{B}\u{19}\u{19}\r")
    #expect(terminal.shows("Sending…"), "\(terminal.text)")
    let half = "one two e\u{301}👩\u{200D}🚀!"
    #expect(try stored(installation).last == "\(half)\(half) 0")
  }

  @Test func `another size keeps thread, text and cursor`() throws {
    let (_, terminal) = try opened()
    write(String(repeating: "words and more ", count: 12), in: terminal)
    for (columns, rows) in [(40, 10), (20, 5), (200, 50), (80, 24)] {
      terminal.resize(columns: columns, rows: rows)
      #expect(
        terminal.waits { screen in
          screen.line(rows - 2).contains("more") && screen.cursorRow == rows - 2
            && screen.isCursorVisible
        }, "\(columns)x\(rows)\n\(terminal.text)")
    }
  }

  @Test func `case 217: what comes while reading above is counted`() throws {
    let (installation, terminal) = try opened()
    let many = (0..<9).map { number in
      Fixture.reply(
        number, text: "Line \(number)\n\n\n\nmore", at: "2026-03-05T12:0\(number):00.000Z")
    }
    let file = try installation.folder.write(
      "replies.json",
      Array(
        "{\"replies\":[\(many.joined(separator: ","))],\"nextCursor\":null,\"hasMore\":false}".utf8)
    )
    #expect(try installation.run(["import", file]).code == 0)
    #expect(terminal.shows("Line 8"), "\(terminal.text)")
    terminal.type("g")
    #expect(terminal.shows("Line 0"), "\(terminal.text)")
    let late = Fixture.reply(9, text: "The last word", at: "2026-03-05T15:00:00.000Z")
    #expect(try installation.push(Fixture.push(reply: late)).code == 0)
    #expect(terminal.shows("1 new message", "Line 0"), "\(terminal.text)")
    terminal.type("G")
    #expect(
      terminal.waits { $0.text.contains("The last word") && !$0.text.contains("new message") },
      "\(terminal.text)")
  }

  // MARK: The other front ends

  @Test func `jsonl: a reply goes through its states, each told once`() throws {
    let installation = try Installation.withInbox()
    let host = try JSONLinesHost(installation, [Fixture.linkCA])
    #expect(host.event("present-conversation") != nil)
    func states(from start: Int) -> [String]? {
      host.event("present-conversation", from: start)?["replies"]?.elements
        .compactMap { $0["state"]?.text }
    }
    var start = host.count
    let result = host.ask(
      "\"command\":\"reply\",\"conversation\":\"\(Fixture.ca)\",\"text\":\" We take it \"")
    let id = result?["value"]?["reply"]?.text ?? ""
    #expect(states(from: start) == ["confirmed", "queued"])
    #expect(
      host.ask("\"command\":\"retry\",\"reply\":\"\(id)\"")?["error"]?["code"]?.text == "state")
    start = host.count
    try fail(installation)
    #expect(states(from: start) == ["confirmed", "failed"])
    start = host.count
    #expect(host.does("\"command\":\"retry\",\"reply\":\"\(id)\""))
    #expect(states(from: start) == ["confirmed", "queued"])
    start = host.count
    try confirm("We take it", in: installation)
    #expect(states(from: start) == ["confirmed", "confirmed"])
    start = host.count
    #expect(
      host.ask("\"command\":\"delete\",\"reply\":\"\(id)\"")?["error"]?["code"]?.text == "not-found"
    )
    #expect(
      host.ask("\"command\":\"reply\",\"conversation\":\"\(Fixture.cb)\",\"text\":\"x\"")?[
        "error"]?[
          "code"]?.text == "not-found")
    #expect(
      host.ask("\"command\":\"reply\",\"conversation\":\"\(Fixture.ca)\",\"text\":\" \"")?[
        "error"]?[
          "code"]?.text == "refused")
    #expect(host.ask("\"command\":\"refresh\"")?["error"]?["code"]?.text == "unavailable")
    #expect(host.finish() == .exited(status: 0))
    #expect(host.faults.isEmpty, "\(host.faults)")
    #expect(!host.names(from: start).contains("present-conversation"))
  }

  @Test func `plain: with --follow new replies and states are printed`() throws {
    let installation = try Installation.withInbox()
    let host = try installation.start(["-f", "plain", "--follow", Fixture.linkCA])
    #expect(host.read { $0.text.contains("Row 3 is free") })
    let late = Fixture.reply(9, text: "See swift.org", at: "2026-03-05T15:00:00.000Z")
    #expect(try installation.push(Fixture.push(reply: late)).code == 0)
    #expect(
      host.read {
        $0.text.hasSuffix(
          "New in: Seat upgrade\n\nAna Ruiz, 2026-03-05 15:00\n  See swift.org [1]\n\n"
            + "[1] http://swift.org\n\n")
      }, "\(host.text)")
    host.signal(SIGTERM)
    _ = host.finish()
  }
}
