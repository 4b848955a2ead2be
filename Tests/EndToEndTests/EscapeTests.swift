import HubTestSupport
import Testing

/// The escape corpus through every way out of the program: no byte of it acts.
@Suite(.serialized) struct EscapeTests {
  /// Lines end so; nothing else may stand in output of one-line fields.
  private static let newline: Set<UInt8> = [0x0A]
  /// Bodies keep their tabs.
  private static let body: Set<UInt8> = [0x0A, 0x09]

  @Test func `plain: the list, every field hostile`() throws {
    let host = try HostileInbox.installation()
    let outcome = try host.run(["-f", "plain"])
    #expect(outcome.code == 0)
    #expect(EscapeCorpus.violation(in: outcome.output, allowing: Self.newline) == nil)
    // Every field stays one line: five lines and an empty one a block.
    let blocks = outcome.text.split(separator: "\n\n").dropFirst()
    #expect(blocks.count == HostileInbox.count + 1)
    #expect(
      blocks.allSatisfy { $0.split(separator: "\n", omittingEmptySubsequences: false).count == 5 })
  }

  @Test func `plain: a body, a conversation and a tab of nothing but hostile text`() throws {
    let host = try HostileInbox.installation()
    for link in [HostileInbox.bodyLink, Fixture.linkCA] {
      let outcome = try host.run(["-f", "plain", link])
      #expect(outcome.code == 0, "\(outcome.errorText)")
      #expect(outcome.output.count > 1000)
      #expect(EscapeCorpus.violation(in: outcome.output, allowing: Self.body) == nil)
      #expect(EscapeCorpus.violation(in: outcome.errors, allowing: Self.newline) == nil)
    }
  }

  @Test func `jsonl: raw bytes, and every text that a reader decodes`() throws {
    let installation = try HostileInbox.installation()
    let host = try JSONLinesHost(installation)
    _ = host.event("show-hub")
    #expect(host.does("\"command\":\"list\",\"limit\":500"))
    for link in [HostileInbox.bodyLink, Fixture.linkCA] {
      #expect(host.does("\"command\":\"open\",\"url\":\"\(link)\""))
    }
    for item in EscapeCorpus.items {
      let url = Installation.quoted("demo://\(item.text)".prefixText(4000))
      _ = host.ask("\"command\":\"open\",\"url\":\(url)")
      _ = host.ask("\"command\":\(Installation.quoted(item.text.prefixText(4000)))")
    }
    #expect(host.finish() == .exited(status: 0))
    #expect(host.faults.isEmpty)
    #expect(host.names().contains("present-conversation"))
    #expect(EscapeCorpus.violation(in: host.process.output, allowing: Self.newline) == nil)
    for event in host.events {
      for (key, text) in Self.texts(in: event) {
        let allowed = ["body", "text"].contains(key) ? Self.body : []
        let found = EscapeCorpus.violation(in: Array(text.utf8), allowing: allowed)
        #expect(found == nil, "\(key): \(text.prefix(60).debugDescription)")
      }
    }
  }

  @Test func `badge: the app's name in every format`() throws {
    for chunk in HostileInbox.chunks {
      let host = try Installation(name: chunk)
      for format in ["plain", "json", "waybar"] {
        let outcome = try host.run(["badge", "--format", format])
        #expect(outcome.code == 0, "\(outcome)")
        #expect(EscapeCorpus.violation(in: outcome.output, allowing: Self.newline) == nil)
        guard format == "waybar" else { continue }
        let tooltip = try JSONValue(json: outcome.text)["tooltip"]?.text ?? ""
        #expect(EscapeCorpus.violation(in: Array(tooltip.utf8)) == nil)
        // Of Pango's markup nothing but entities may be left.
        #expect(!tooltip.contains("<"))
        #expect(tooltip.firstMatch(of: /&(?!(amp|lt|gt|quot|apos|#39|#x27);)/) == nil)
      }
    }
  }

  @Test func `standard error: names of files, keys of the app file, refused links`() throws {
    let host = try Installation()
    var errors: [UInt8] = []
    for item in EscapeCorpus.items where item.bytes.count < 4000 && !item.bytes.contains(0) {
      let name = item.text
      errors += try host.run(["push", "./\(name)"]).errors
    }
    for chunk in HostileInbox.chunks {
      try host.write(app: "{ id: \"a.b\", name: \"x\", \(Installation.quoted(chunk)): 1 }")
      let outcome = try host.run(["badge"])
      #expect(!outcome.errors.isEmpty)
      errors += outcome.errors
      errors += try host.run(["badge", "--app", "{ \(chunk)".replacing("\0", with: "")]).errors
      errors += try host.push("{\"rover\":{\"post\":{\"id\":\(Installation.quoted(chunk))}}}")
        .errors
    }
    #expect(errors.count > 1000)
    #expect(EscapeCorpus.violation(in: errors, allowing: Self.newline) == nil)
  }

  @Test func `open: what it prints of a hostile link`() throws {
    let installation = try Installation()
    let host = try JSONLinesHost(installation)
    _ = host.event("show-hub")
    #expect(host.does("\"command\":\"badge\""))
    for item in EscapeCorpus.items where item.bytes.count < 4000 && !item.bytes.contains(0) {
      let outcome = try installation.run(["open", "rv-demo://\(item.text)"])
      #expect([1, 64].contains(outcome.code), "\(item): \(outcome)")
      let bytes = outcome.output + outcome.errors
      #expect(EscapeCorpus.violation(in: bytes, allowing: Self.newline) == nil, "\(item)")
    }
    _ = host.finish()
    #expect(EscapeCorpus.violation(in: host.process.output, allowing: Self.newline) == nil)
  }

  @Test func `curses: the terminal is asked for nothing that a harmless inbox does not ask for`()
    throws
  {
    let harmless = try walk(try HostileInbox.installation(isHostile: false))
    let hostile = try walk(try HostileInbox.installation())
    #expect(harmless.screen.effects.isEmpty)
    #expect(hostile.screen.effects.isEmpty, "\(hostile.screen.effects)")
    let new = hostile.screen.kinds.subtracting(harmless.screen.kinds)
      .subtracting(HostileInbox.drawing)
    #expect(new.isEmpty, "\(new)")
    #expect(!hostile.pty.text.contains("pwned\u{07}"))
  }

  /// Goes through the whole inbox, its body and its conversation.
  private func walk(_ installation: Installation) throws -> Terminal {
    let terminal = try installation.terminal(["-f", "curses"])
    #expect(terminal.shows("First row"), "\(terminal.text)")
    for _ in 0..<20 {
      let shown = terminal.text
      terminal.send(.pageDown)
      guard terminal.waits(within: .seconds(2), for: { $0.text != shown }) else { break }
    }
    for link in [HostileInbox.bodyLink, Fixture.linkCA] {
      let shown = terminal.text
      #expect(try installation.run(["open", link]).code == 0)
      #expect(terminal.waits { $0.text != shown }, "\(terminal.text)")
      for _ in 0..<60 {
        let shown = terminal.text
        terminal.send(.pageDown)
        guard terminal.waits(within: .milliseconds(500), for: { $0.text != shown }) else { break }
      }
    }
    terminal.send(.quit)
    #expect(terminal.end() == .exited(status: 0))
    return terminal
  }

  /// Every text in a value, with its key.
  private static func texts(in value: JSONValue, key: String = "") -> [(String, String)] {
    switch value {
    case .string(let text): [(key, text)]
    case .array(let values): values.flatMap { texts(in: $0, key: key) }
    case .object(let members): members.flatMap { texts(in: $1, key: $0) + [($0, $0)] }
    case .null, .bool, .number: []
    }
  }
}

extension String {
  /// At most so many characters of it.
  fileprivate func prefixText(_ count: Int) -> String { String(prefix(count)) }
}
