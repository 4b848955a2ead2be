import Glibc
import HubTestSupport
import Testing

/// Bad input: the code of the contract and one sentence on standard error.
@Suite struct BadInputTests {
  /// Checks a code, and that standard error is one sentence that names something.
  private func expect(
    _ outcome: Installation.Outcome, _ code: Int32, naming name: String = "",
    at place: SourceLocation = #_sourceLocation
  ) {
    #expect(outcome.code == code, "\(outcome)", sourceLocation: place)
    #expect(outcome.errorLines.count == 1, "\(outcome)", sourceLocation: place)
    let line = outcome.errorLines.first ?? ""
    #expect(line.hasPrefix("hubhost: "), "\(outcome)", sourceLocation: place)
    #expect(line.count > 25 && line.hasSuffix("\n") == false, sourceLocation: place)
    if !name.isEmpty { #expect(line.contains(name), "\(outcome)", sourceLocation: place) }
  }

  @Test(arguments: [
    ["badge", "--nonsense"], ["nonsense"], ["badge", "extra"], ["push", "a", "b"], ["open"],
    ["import"], ["badge", "--format", "yaml"], ["--log-level", "loud"], ["badge", "--data"],
    ["open", "no url"], ["-f"],
  ])
  func `a wrong command line is code 64`(arguments: [String]) throws {
    let outcome = try Installation().run(arguments)
    #expect(outcome.output.isEmpty)
    expect(outcome, 64)
  }

  @Test(arguments: [
    "{", "", "[]", "{ name: \"x\" }", "{ id: 5 }", "{ id: \"a\", tabs: 1 }", "{ id: \"a\" } rest",
    "{ id: \"../../x\" }", "\u{0}",
  ])
  func `a broken app file is code 78 and its place is told`(text: String) throws {
    let host = try Installation()
    try host.write(app: text)
    expect(try host.run(["badge"]), 78, naming: "app.json5")
  }

  @Test func `a missing app file is code 66`() throws {
    let host = try Installation()
    expect(try host.run(["badge", "--app", "nowhere.json5"]), 66, naming: "nowhere.json5")
    host.environment["XDG_CONFIG_HOME"] = host.folder["empty"]
    expect(try host.run(["badge"]), 66, naming: host.folder["empty"])
  }

  @Test func `an unknown key is a warning with the nearest known one`() throws {
    let host = try Installation(rest: "acountToken: \"x\",")
    let outcome = try host.run(["badge"])
    #expect(outcome.code == 0)
    #expect(outcome.errorLines.count == 1)
    #expect(outcome.errorText.contains("acountToken"))
    #expect(outcome.errorText.contains("accountToken"))
  }

  @Test(arguments: [["sync"], ["badge"]])
  func `a token that no header field can hold is code 78, and no message shows it`(
    command: [String]
  ) throws {
    let host = try Installation(
      rest: "endpoint: \"http://127.0.0.1:9\", accountToken: \"tok-1\\r\\nX: y\",")
    let outcome = try host.run(command)
    expect(outcome, 78, naming: "\"accountToken\" cannot be sent")
    #expect(!outcome.errorText.contains("tok-1"))
  }

  @Test(arguments: [
    "nope", "", "[]", "null", "{}", "{\"rover\":{}}", "{\"rover\":{\"other\":{}}}",
    "{\"rover\":{\"post\":\"text\"}}",
  ])
  func `a payload with nothing to store is code 65`(payload: String) throws {
    let host = try Installation()
    expect(try host.push(payload), 65, naming: "standard input")
    #expect(try host.run(["badge"]).text == "\n")
  }

  @Test func `a payload beyond the limit is code 65`() throws {
    let host = try Installation()
    let padding = String(repeating: " ", count: 8 << 20)
    expect(try host.push(Fixture.pushA + padding), 65, naming: "MiB")
  }

  @Test func `a missing or unreadable payload is code 66`() throws {
    let host = try Installation()
    expect(try host.run(["push", "nowhere.json"]), 66, naming: "nowhere.json")
    expect(try host.run(["push", host.folder.path]), 66, naming: host.folder.path)
  }

  @Test(arguments: ["", "[]", "null", "<html></html>", "{\"posts\":5}", "{}"])
  func `an answer that cannot be read is code 65, and the others are stored`(text: String) throws {
    let host = try Installation()
    let bad = try host.folder.write("bad.json", Array(text.utf8))
    let good = try host.folder.write("good.json", Array(Fixture.page([Fixture.postA]).utf8))
    let outcome = try host.run(["import", bad, good])
    expect(outcome, 65, naming: "bad.json")
    #expect(outcome.text == "1 post, 0 skipped\n")
  }

  @Test func `an unreadable page is told and its post is stored`() throws {
    let host = try Installation()
    _ = try host.folder.makeFolder("pages/1.html")
    let post = Fixture.post(Fixture.pa, "Gate change", url: "https://posts.example.test/p/1")
    let file = try host.folder.write("posts.json", Array(Fixture.page([post]).utf8))
    let outcome = try host.run(["import", "--pages", host.folder["pages"], file])
    expect(outcome, 66, naming: "1.html")
    #expect(outcome.text == "1 post, 0 skipped\n")
    #expect(try host.run(["badge"]).text == "1\n")
  }

  @Test func `a bad element is skipped, told and counted`() throws {
    let host = try Installation()
    let bad = Fixture.postB.replacing("\"isRead\":false", with: "\"isRead\":\"no\"")
    let file = try host.folder.write(
      "posts.json", Array(Fixture.page([Fixture.postA, bad]).utf8))
    let outcome = try host.run(["import", file])
    #expect(outcome.code == 0, "\(outcome)")
    #expect(outcome.text == "1 post, 1 skipped\n")
    #expect(outcome.errorLines.count == 1)
    #expect(outcome.errorText.contains("posts.json"))
  }

  @Test func `a plug-in that is none is code 69, one that is not there 66`() throws {
    let host = try Installation()
    let text = try host.folder.write("libhub-text.so", Array("text".utf8))
    expect(try host.run(["-f", text]), 69, naming: text)
    expect(try host.run(["-f", "no-such-front-end"]), 66, naming: "no-such-front-end")
    expect(try host.run(["-f", host.folder["none.so"]]), 66, naming: host.folder["none.so"])
  }

  @Test func `a shared object without the entry is code 69`() throws {
    let host = try Installation()
    let library: String = try #require(
      ["/lib/x86_64-linux-gnu/libz.so.1", "/lib/aarch64-linux-gnu/libz.so.1"]
        .first { (path: String) in access(path, R_OK) == 0 })
    let bytes = try ChildProcess.run("/bin/cp", ["-L", library, host.folder["libhub-z.so"]])
    #expect(bytes.state == .exited(status: 0))
    expect(try host.run(["-f", host.folder["libhub-z.so"]]), 69, naming: "libhub-z.so")
  }

  @Test func `a plug-in that others can write is code 77`() throws {
    let host = try Installation()
    let copy = host.folder["libhub-plain2.so"]
    _ = try ChildProcess.run(
      "/bin/cp", [PluginFixtures.products + "/libhub-plain.so", copy])
    chmod(copy, 0o666)
    expect(try host.run(["-f", copy]), 77, naming: copy)
    // The folder counts as well.
    chmod(copy, 0o644)
    chmod(host.folder.path, 0o777)
    expect(try host.run(["-f", copy]), 77, naming: host.folder.path)
    chmod(host.folder.path, 0o700)
  }
}
