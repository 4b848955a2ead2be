import Glibc
import Hub
import HubTestSupport
import Testing

/// Links that `hubhost open` hands to an embedded Hub, and links that leave it.
@Suite(.timeLimit(.minutes(2)))
struct LinkTests {
  private let place: Installation

  init() throws {
    place = try Installation()
  }

  /// A Hub of the app file, as an app around it would have it.
  private func demo(takesLinks: Bool = true, hasHandler: Bool = true) throws -> Demo {
    var options = Hub.Options()
    options.takesLinks = takesLinks
    options.environment = place.environment
    return try Demo(
      hasHandler: hasHandler, app: { $0.dataFolder = place.data }, options: options)
  }

  private struct Outcome: CustomStringConvertible {
    let code: Int32?
    let text: String
    let errorText: String

    var description: String { "\(code ?? -1): \(text) \(errorText)" }
  }

  /// Runs a command while the Hubs turn.
  private func run(_ arguments: [String], _ demos: Demo...) throws -> Outcome {
    let process = try place.start(arguments, hasInput: false)
    let isOver = demos[0].turn { _ in
      for demo in demos { demo.settle() }
      return !process.pump(within: .milliseconds(10))
    }
    let state = process.finish()
    #expect(isOver)
    var code: Int32?
    if case .exited(let status) = state { code = status }
    return Outcome(code: code, text: process.text, errorText: process.errorText)
  }

  @Test func `case 23: hubhost open reaches the app's handler twice, and says what it took`() throws {
    let demo = try demo()
    try demo.hub.push(Fixture.push())
    let outcome = try run(["open", Fixture.linkPA], demo)
    #expect(outcome.code == 0, "\(outcome)")
    #expect(
      outcome.text == "opened  \(Fixture.linkPA)  by router\nopened  demo://hub  by app\n")
    #expect(demo.calls == ["\(Fixture.linkPA) true", "demo://hub false"])
  }

  @Test func `an app that refuses a link makes hubhost open exit with 1`() throws {
    let demo = try demo()
    let outcome = try run(["open", "demo://nowhere"], demo)
    #expect(outcome.code == 1, "\(outcome)")
    #expect(outcome.text.hasPrefix("refused  demo://nowhere"))
    #expect(demo.calls == ["demo://nowhere false"])
  }

  @Test func `of two Hubs the one that was made last gets the link`() throws {
    let (first, second) = (try demo(), try demo())
    try first.hub.push(Fixture.push())
    let outcome = try run(["open", Fixture.linkPA], first, second)
    #expect(outcome.code == 0, "\(outcome)")
    #expect(first.calls.isEmpty)
    #expect(second.calls.count == 2)
  }

  @Test func `a Hub that takes no links has no door, and neither has one that is closed`() throws {
    let demo = try demo(takesLinks: false)
    #expect(try sockets() == 0)
    demo.hub.close()
    let other = try self.demo()
    #expect(try sockets() == 1)
    other.hub.close()
    #expect(try sockets() == 0)
  }

  private func sockets() throws -> Int {
    let found = try ChildProcess.run("/usr/bin/find", [place.folder["runtime"], "-name", "*.sock"])
    return found.output.split(separator: "\n").count
  }

  @Test func `an action finds no front end while no view is open`() throws {
    let demo = try demo()
    let outcome = try run(["action", "list"], demo)
    #expect(outcome.code != 0)
    #expect(outcome.errorText.split(separator: "\n").count == 1, "\(outcome)")
  }

  @Test func `an app opens web pages by itself, and the system what it leaves`() throws {
    let demo = try demo()
    var asked: [String] = []
    demo.hub.systemOpener = { url in
      asked.append(url)
      return url.hasPrefix("https:")
    }
    demo.hub.open("https://posts.example.test/p/1")
    demo.hub.open("mailto:ana@example.test")
    demo.settle()
    #expect(asked == ["https://posts.example.test/p/1", "mailto:ana@example.test"])
    #expect(
      demo.opened == ["https://posts.example.test/p/1 system", "mailto:ana@example.test system"])
    let list = place.folder["opened"]
    #expect(demo.turn { _ in access(list, F_OK) == 0 })
    let opened = try ChildProcess.run("/bin/cat", [list])
    #expect(opened.output == "mailto:ana@example.test\n")
  }

  @Test func `what the app's opener asks for meanwhile happens after`() throws {
    let demo = try demo()
    demo.hub.systemOpener = { _ in
      demo.hub.open("demo://hub")
      demo.hub.close()
      return true
    }
    demo.hub.open("https://posts.example.test/p/1")
    demo.settle()
    #expect(demo.opened == ["https://posts.example.test/p/1 system", "demo://hub app"])
    #expect(demo.hub.step() == 0)
    demo.hub.systemOpener = nil
  }
}
