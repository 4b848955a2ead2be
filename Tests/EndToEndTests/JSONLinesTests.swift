import HubTestSupport
import Testing

/// The front end jsonl as a program sees it: one result a line, whatever the line is.
@Suite struct JSONLinesProgramTests {
  @Test(arguments: [
    ("nope", "bad-json"), ("[]", "bad-json"), ("{\"command\":\"dance\"}", "unknown-command"),
    ("{}", "bad-argument"), ("{\"command\":5}", "bad-argument"),
    ("{\"command\":\"show\"}", "bad-argument"),
    ("{\"command\":\"show\",\"id\":\"x\"}", "bad-argument"),
    ("{\"command\":\"show\",\"id\":\"\(Fixture.cb)\"}", "not-found"),
    ("{\"command\":\"list\",\"limit\":-1}", "bad-argument"),
    ("{\"command\":\"list\",\"after\":\"x\"}", "bad-argument"),
  ])
  func `a line that cannot be done gets one result and the program goes on`(
    line: String, code: String
  ) throws {
    let host = try JSONLinesHost(try Installation())
    _ = host.event("show-hub")
    let result = host.line(Array(line.utf8))
    #expect(result?["ok"] == .bool(false))
    #expect(result?["error"]?["code"]?.text == code)
    #expect(host.does("\"command\":\"badge\""))
    #expect(host.names().count { $0 == "result" } == 2)
    #expect(host.faults.isEmpty)
  }

  @Test func `a line of more than 1 MiB is too long, the next one is done`() throws {
    let host = try JSONLinesHost(try Installation())
    let result = host.line(Array(repeating: UInt8(ascii: "x"), count: 1 << 20 + 1))
    #expect(result?["error"]?["code"]?.text == "too-long")
    #expect(host.does("\"command\":\"badge\""))
  }

  @Test func `any id comes back as it was`() throws {
    let host = try JSONLinesHost(try Installation())
    for id in ["null", "7", "\"x\"", "[1,{\"a\":2}]", "true", "1.5"] {
      let result = host.line(Array("{\"command\":\"badge\",\"id\":\(id)}".utf8))
      #expect(try result?["for"] == JSONValue(json: id))
    }
  }

  @Test func `everything asked before the end of input is answered`() throws {
    let installation = try Installation.withInbox()
    let lines = (1...50).map { "{\"id\":\($0),\"command\":\"list\"}\n" }.joined()
    let outcome = try installation.run(["-f", "jsonl"], input: Array(lines.utf8))
    #expect(outcome.code == 0)
    let events = try outcome.text.split(separator: "\n").map { try JSONValue(json: String($0)) }
    #expect(
      events.filter { $0["event"]?.text == "result" }.map { $0["for"]?.integer }
        == (1...50).map { $0 })
    #expect(events.last?["event"]?.text == "bye")
  }

  @Test func `what follows quit is not looked at`() throws {
    let outcome = try Installation().run(
      ["-f", "jsonl"],
      input: Array("{\"command\":\"quit\",\"id\":1}\n{\"command\":\"badge\"}\n".utf8))
    #expect(outcome.code == 0)
    #expect(outcome.text.split(separator: "\n").count { $0.contains("\"result\"") } == 1)
  }
}
