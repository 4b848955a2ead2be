import Glibc
import HubFrontEnds
import HubModel
import HubOptions
import Testing

@testable import HubCommands
@testable import HubHosting
@testable import HubSystem

struct ActionCommandTests {
  let run = CommandRun()

  private func server() throws -> ControlServer {
    try ControlServer(
      folder: try ControlFolder(
        places: run.places, appID: "com.example.demo", dataFolder: run.dataFolder))
  }

  @Test(arguments: [
    (ControlAnswer(opened: [], handled: true), 0, "done  jump\n", ""),
    (
      ControlAnswer(opened: [], handled: false, problem: "no such action", isUsage: true), 64, "",
      "no such action"
    ),
    (ControlAnswer(opened: [], handled: false, problem: "it failed"), 69, "", "it failed"),
  ])
  func `what the running host says is printed`(
    answer: ControlAnswer, code: Int32, output: String, error: String
  ) throws {
    let server = try server()
    var asked: [ControlRequest] = []
    server.handler = { request, ticket in
      asked.append(request)
      server.answer(ticket, answer)
    }
    let thread = ServerThread(server)
    let result = run.run("action", "jump", "days=7", "who=a b")
    thread.join()
    server.handler = { _, _ in }
    #expect(result.code == code)
    #expect(result.output == output)
    #expect(result.errors.contains(error))
    #expect(
      asked == [
        .action(
          ActionRequest(
            name: "jump", bindings: [ActionBinding("days", "7"), ActionBinding("who", "a b")]))
      ])
  }

  @Test func `with no host running it exits with 69 and a sentence`() {
    let result = run.run("action", "jump")
    #expect(result.code == 69)
    #expect(result.errors.contains("start hubhost first"))
  }

  @Test func `a word that is no value exits with 64`() {
    let result = run.run("action", "jump", "days")
    #expect(result.code == 64)
    #expect(result.errors.contains("\"days\" is no argument"))
  }

  @Test func `values beyond one line of the socket exit with 64`() {
    let long = String(repeating: "x", count: ControlLine.maximumLength)
    #expect(run.run("action", "jump", "a=\(long)").code == 64)
  }

  // MARK: Keys of the app file

  private func keys(_ text: String) throws -> [AppDescription.Key] {
    try AppFile.read(Array("{id:'a.b', keys: \(text)}".utf8), path: "/x/app.json5")
      .description.keys
  }

  @Test func `keys of the app file call actions`() throws {
    let keys = try keys("{ x: 'search text=news', 'F5': 'refresh', 'ü': \"a b='c d'\" }")
    #expect(keys.map(\.key) == ["x", "F5", "ü"])
    #expect(
      keys[0].request == ActionRequest(name: "search", bindings: [ActionBinding("text", "news")]))
    #expect(keys[2].request.bindings == [ActionBinding("b", "c d")])
  }

  @Test(arguments: [
    ("{ x: 'a b' }", "is no call of an action"), ("{ x: '' }", "is no call of an action"),
    ("{ ' ': 'a' }", "is no key"), ("{ '': 'a' }", "is no key"),
    ("{ 'Page Down': 'a' }", "is no key"), ("{ aaaaaaaaaaaaaaaaa: 'a' }", "is no key"),
    ("{ x: 7 }", "must be text"),
  ])
  func `a key that is none, or a call that is none, is refused`(text: String, part: String) {
    let error = #expect(throws: CommandError.self) { try keys(text) }
    #expect(error?.message.contains(part) == true, "\(error?.message ?? "")")
  }

  // MARK: frontends and check

  @Test func `frontends shows actions with their arguments`() throws {
    var row = FrontEndRow(path: "/a/libhub-x.so", name: "x", origin: "here")
    row.actions = [
      ActionDescription(
        name: "jump", help: "Jumps", signature: "u|d",
        parameters: [
          ActionParameter(
            name: "days", help: "How far", kind: .unsigned, isOptional: false, integers: 0...365,
            reals: nil),
          ActionParameter(
            name: "by", help: "How much", kind: .real, isOptional: true, integers: nil,
            reals: 0.5...2),
        ]),
      ActionDescription(
        name: "leave", help: "Leaves", signature: "", parameters: [], isClosedToLinks: true),
    ]
    run.frontEnds = [row]
    #expect(
      run.run("frontends").output.contains("  action jump days=0..365 [by=0.5..2.0]: Jumps\n"))
    #expect(run.run("frontends").output.contains("  action leave: Leaves (not for links)\n"))
    let json = run.run("frontends", "--json").output
    #expect(
      json.contains(
        """
        "actions":[{"name":"jump","help":"Jumps","usage":"days=0..365 [by=0.5..2.0]","links":true,"arguments":[\
        {"name":"days","type":"unsigned","required":true,"least":0,"most":365,"help":"How far"},\
        {"name":"by","type":"real","required":false,"least":0.5,"most":2,"help":"How much"}]},\
        {"name":"leave","help":"Leaves","usage":"","links":false,"arguments":[]}]
        """), "\(json)")
  }

  private static let results = [
    result("one", .must, .pass, nil), result("two", .must, .fail, "It is broken; mend it"),
    result("three", .polish, .warn, "Hm"), result("four", .must, .skip, "Not here"),
  ]

  private static func result(
    _ id: String, _ level: CheckLevel, _ outcome: CheckOutcome, _ message: String?
  ) -> CheckResult {
    CheckResult(
      id: id, level: level, rule: "It works", outcome: outcome, message: message, milliseconds: 3)
  }

  @Test func `check shows a line for each result and counts them`() {
    #expect(
      Self.results.map(CheckCommand.lines).joined() == """
        pass  one
        fail  two (must): It works
              It is broken; mend it
        warn  three (polish): It works
              Hm
        skip  four
              Not here

        """)
    #expect(
      CheckCommand.summary(Self.results, seed: 7)
        == "1 passed, 1 failed, 0 crashed, 1 warned, 1 skipped (seed 7)\n")
  }

  @Test(arguments: [
    (CheckOutcome.pass, Int32(0)), (.warn, 0), (.skip, 0), (.fail, 65), (.crash, 65),
  ])
  func `check exits by what is broken`(outcome: CheckOutcome, code: Int32) {
    let results = [Self.result("a", .must, .pass, nil), Self.result("b", .should, outcome, "x")]
    #expect(CheckCommand.exitCode(results).rawValue == code)
    let json = CheckCommand.json(results, file: "/x", seed: 1)
    #expect(json.contains("\"passed\":\(code == 0)"))
  }

  @Test func `check refuses what it cannot do before it begins`() {
    #expect(run.run("check", "/nowhere/libhub-x.so").code == 66)
    let here = run.folder.path + "/app.json5"
    let unknown = run.run("check", "--only", "no-such", here)
    #expect(unknown.code == 64 && unknown.errors.contains("file-trusted"))
    #expect(run.run("check", "--seed", "x", here).code == 64)
  }
}
