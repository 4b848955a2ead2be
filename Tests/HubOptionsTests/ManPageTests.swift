import HubKeys
import Testing

@testable import HubOptions

struct ManPageTests {
  @Test(
    arguments: zip(OptionTable.manPages, ["hubhost.1", "hubhost-jsonl.5", "hubhost-frontend.7"]))
  func `each page is as stored`(_ name: String, _ file: String) throws {
    try Snapshot.expect(try #require(ManPage.named(name)), is: file)
  }

  @Test(arguments: OptionTable.manPages)
  func `each page uses the agreed requests, in ASCII, and nothing else`(_ name: String) throws {
    let requests: Set<Substring> = ["TH", "SH", "SS", "PP", "TP", "EX", "EE", "RS", "RE"]
    let page = try #require(ManPage.named(name))
    for line in page.split(separator: "\n", omittingEmptySubsequences: false) {
      let isPlain = line.utf8.allSatisfy { (0x20...0x7E).contains($0) }
      #expect(isPlain && !line.hasPrefix("'"), "\(line)")
      guard line.hasPrefix(".") else { continue }
      #expect(requests.contains(line.dropFirst().prefix { $0 != " " }), "\(line)")
    }
  }

  @Test(.enabled(if: Shell.has("groff"), "groff is not installed: the pages are not formatted"))
  func `groff formats each page without a warning`() throws {
    for name in OptionTable.manPages {
      try Shell.withFile(try #require(ManPage.named(name))) { path in
        let result = try Shell.run("groff -man -Tascii -ww -z '\(path)'")
        #expect(result.output.isEmpty)
        #expect(result.status == 0)
      }
    }
  }

  @Test(.enabled(if: Shell.has("mandoc"), "mandoc is not installed: the pages are not linted"))
  func `mandoc has nothing to complain about`() throws {
    for name in OptionTable.manPages {
      try Shell.withFile(try #require(ManPage.named(name))) { path in
        let result = try Shell.run("mandoc -T lint -W warning '\(path)'")
        #expect(result.output.isEmpty)
        #expect(result.status == 0)
      }
    }
  }

  @Test(arguments: [
    (".TH x", "\\&.TH x"), ("'br", "\\(aqbr"), ("a\\fB", "a\\efB"), ("--x", "\\-\\-x"),
    ("~^`\"", "\\(ti\\(ha\\(ga\\(dq"), ("a\nb\tc", "a b c"), ("é…", "\\[u00E9]\\[u2026]"),
    ("\u{1B}[0m", "\\[u001B][0m"), ("😀", "\\[u1F600]"), ("", ""),
  ])
  func `text is escaped so that roff shows it and does nothing else`(
    _ text: String, _ roff: String
  ) {
    #expect(Roff.escape(text) == roff)
  }

  @Test func `a dot that begins a line after wrapping is no request`() {
    let body = Array(repeating: ".so", count: 60).joined(separator: " ")
    let lines = Roff.lines(body).split(separator: "\n")
    #expect(lines.count > 1)
    #expect(lines.allSatisfy { $0.hasPrefix("\\&.") })
  }

  @Test(arguments: HubKeys.all)
  func `every key stands in the man page`(_ binding: KeyBinding) {
    #expect(ManPage.hubhost().contains(".TP\n\\fB\(Roff.escape(binding.label))\\fR\n"))
  }

  @Test(arguments: KeyAction.allCases)
  func `every action of the keys stands in the man page`(_ action: KeyAction) {
    let usage = action.argument.map { " \(Roff.escape($0.usage))" } ?? ""
    #expect(
      ManPage.hubhost().contains(".TP\n\\fB\(Roff.escape(action.rawValue))\\fR\(usage)\n"))
  }

  @Test(arguments: ExitCode.allCases)
  func `every exit code stands in the man page`(_ code: ExitCode) {
    #expect(ManPage.hubhost().contains(".TP\n\\fB\(code.rawValue)\\fR\n"))
  }

  @Test(arguments: AppFileKey.all)
  func `every key of the app file stands in the man page`(_ key: AppFileKey) {
    #expect(ManPage.hubhost().contains("\\fB\(Roff.escape(key.path))\\fR ("))
  }
}

struct JSONLinesGrammarTests {
  static let messages =
    JSONLinesGrammar.events + JSONLinesGrammar.commands + JSONLinesGrammar.objects

  @Test func `names are unique, and fields within a message too`() {
    for list in [
      JSONLinesGrammar.events, JSONLinesGrammar.commands, JSONLinesGrammar.objects,
    ] {
      #expect(Set(list.map(\.name)).count == list.count)
    }
    for message in Self.messages {
      #expect(Set(message.fields.map(\.name)).count == message.fields.count)
    }
  }

  @Test func `all events and commands of schema 1 are there, in order`() {
    #expect(
      JSONLinesGrammar.events.map(\.name) == [
        "hello", "show-hub", "present-post", "present-conversation", "dismiss", "alert", "badge",
        "changed", "opened", "path", "sync", "items", "result", "bye",
      ])
    #expect(
      Set(JSONLinesGrammar.commands.map(\.name)) == [
        "open", "push", "list", "show", "back", "select", "read", "read-all", "reply", "retry",
        "delete", "refresh", "badge", "path", "action", "quit",
      ])
    #expect(JSONLinesGrammar.event("bye")?.fields.map(\.name) == ["reason"])
    #expect(JSONLinesGrammar.command("nothing") == nil)
  }

  @Test(arguments: messages.flatMap(\.fields))
  func `every object that a field names is described`(_ field: JSONLinesGrammar.Field) {
    func objects(_ type: JSONLinesGrammar.FieldType) -> [String] {
      switch type {
      case .object(let name): [name]
      case .list(let inner), .nullable(let inner): objects(inner)
      default: []
      }
    }
    let known = Set(JSONLinesGrammar.objects.map(\.name))
    #expect(known.isSuperset(of: objects(field.type)))
  }

  @Test(arguments: messages)
  func `every message stands in the man page with its fields`(_ message: JSONLinesGrammar.Message) {
    let page = ManPage.jsonLines()
    #expect(page.contains(".SS \(Roff.escape(message.name))\n"))
    for field in message.fields {
      #expect(page.contains("\\fB\(field.name)\\fR (\(Roff.escape(field.type.description))"))
    }
  }
}
