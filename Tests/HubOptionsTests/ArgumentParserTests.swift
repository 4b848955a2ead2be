import Testing

@testable import HubOptions

struct ArgumentParserTests {
  /// What a command line means: command, options as `name=value`, operands.
  struct Case: Sendable, CustomTestStringConvertible {
    let arguments: [String]
    let command: CommandID
    var options: [OptionID: String] = [:]
    var operands: [String] = []

    var testDescription: String { arguments.joined(separator: " ") }
  }

  static let understood: [Case] = [
    Case(arguments: [], command: .run),
    Case(arguments: ["run"], command: .run),
    Case(arguments: ["rv-demo://posts/x"], command: .run, operands: ["rv-demo://posts/x"]),
    Case(arguments: ["run", "rv-demo://x"], command: .run, operands: ["rv-demo://x"]),
    Case(arguments: ["--", "run"], command: .run, operands: ["run"]),
    Case(arguments: ["-fplain"], command: .run, options: [.frontEnd: "plain"]),
    Case(arguments: ["-f", "plain"], command: .run, options: [.frontEnd: "plain"]),
    Case(arguments: ["--frontend=./a=b.so"], command: .run, options: [.frontEnd: "./a=b.so"]),
    Case(arguments: ["--frontend", "x"], command: .run, options: [.frontEnd: "x"]),
    Case(arguments: ["-f", "a", "-fb"], command: .run, options: [.frontEnd: "b"]),
    Case(arguments: ["-f-x"], command: .run, options: [.frontEnd: "-x"]),
    Case(
      arguments: ["--app", "a.json5", "badge", "--follow", "--format", "json"], command: .badge,
      options: [.app: "a.json5", .follow: "", .format: "json"]),
    Case(
      arguments: ["open", "--no-agent", "demo://hub", "--in-process"], command: .open,
      options: [.noAgent: "", .inProcess: ""], operands: ["demo://hub"]),
    Case(arguments: ["push"], command: .push),
    Case(arguments: ["push", "-"], command: .push, operands: ["-"]),
    Case(arguments: ["push", "--", "-x.json"], command: .push, operands: ["-x.json"]),
    Case(
      arguments: ["import", "a", "--pages", "p", "b"], command: .import, options: [.pages: "p"],
      operands: ["a", "b"]),
    Case(arguments: ["import", "run", "open"], command: .import, operands: ["run", "open"]),
    Case(arguments: ["frontends", "--json"], command: .frontends, options: [.json: ""]),
    Case(arguments: ["--log-level=trace"], command: .run, options: [.logLevel: "trace"]),
    Case(arguments: ["--trace-abi", "-"], command: .run, options: [.traceABI: "-"]),
    Case(arguments: ["help", "badge"], command: .help, operands: ["badge"]),
    Case(arguments: ["man", "hubhost-jsonl"], command: .man, operands: ["hubhost-jsonl"]),
    Case(arguments: ["completions", "fish"], command: .completions, operands: ["fish"]),
    Case(arguments: ["open", "--version"], command: .open, options: [.version: ""]),
    Case(arguments: ["-h"], command: .run, options: [.help: ""]),
    Case(arguments: ["badge", "--bogus", "-h"], command: .badge, options: [.help: ""]),
  ]

  @Test(arguments: understood)
  func `a command line is understood as GNU programs do`(_ row: Case) throws {
    let parsed = try ArgumentParser.parse(row.arguments)
    #expect(parsed.command == row.command)
    #expect(parsed.options == row.options)
    #expect(parsed.operands == row.operands)
  }

  @Test func `no command named is told from run named`() throws {
    #expect(try !ArgumentParser.parse(["--help"]).isCommandNamed)
    #expect(try ArgumentParser.parse(["run", "--help"]).isCommandNamed)
  }

  @Test func `the environment stands in for an option, and an empty variable does not`() throws {
    let bare = try ArgumentParser.parse([])
    let given = try ArgumentParser.parse(["--app", "here"])
    let full = ["HUBHOST_APP": "there", "HUBHOST_FRONTEND": "plain"]
    #expect(bare.value(.app) { full[$0] } == "there")
    #expect(bare.value(.frontEnd) { full[$0] } == "plain")
    #expect(given.value(.app) { full[$0] } == "here")
    #expect(bare.value(.app) { _ in "" } == nil)
    #expect(bare.value(.data) { full[$0] } == nil)
  }
}
