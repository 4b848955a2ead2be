import Glibc
import HubTestSupport
import Testing

/// The examples of embedding, driven as a user would.
@Suite(.timeLimit(.minutes(2)))
struct ExampleTests {
  private static let link = "rv-tabs://posts/\(Fixture.pa)"
  private static let push = "push \(Fixture.push())"

  private func run(
    _ program: String, _ arguments: [String], _ commands: [String],
    _ environment: [String: String] = [:]
  ) throws -> [String] {
    let process = try PipedProcess(
      program, arguments,
      environment: ["PATH": "/usr/bin:/bin", "PYTHONDONTWRITEBYTECODE": "1"].merging(environment) {
        $1
      })
    _ = process.send(Array((commands.joined(separator: "\n") + "\n").utf8))
    process.closeInput()
    let end = process.finish()
    #expect(end == .exited(status: 0), "\(process.errorText)")
    return process.text.split(separator: "\n").map(String.init)
  }

  /// The lines that a test is about, in their order.
  private func lines(_ output: [String], _ prefixes: String...) -> [String] {
    output.filter { line in prefixes.contains { line.hasPrefix($0) } }
  }

  @Test func `case 23: tab-app gets two URL calls, selects its second tab, and shows the post`()
    throws
  {
    let folder = try PluginFolder()
    let output = try run(
      "\(PluginFixtures.products)/tab-app", [folder.path + "/data"],
      [Self.push, "open \(Self.link)", "home", "quit"])
    #expect(
      lines(output, "handler", "opened", "[", " Home", "Post,") == [
        "[ Home ]| For you ",
        "[ Home ]| For you (1) ",
        "handler \(Self.link): router says true",
        "opened \(Self.link) by router",
        "handler tabs://hub: router says false",
        " Home |[ For you (1) ]",
        "opened tabs://hub by app",
        "Post, in the Hub",
        " Home |[ For you ]",
        "[ Home ]| For you ",
      ])
  }

  @Test func `case 1: without a Hub deep link tab-app shows the post on top of another tab`() throws
  {
    let folder = try PluginFolder()
    let output = try run(
      "\(PluginFixtures.products)/tab-app", ["--standalone", folder.path + "/data"],
      [Self.push, "open \(Self.link)", "back", "back", "quit"])
    #expect(
      lines(output, "handler", "opened", "---", "Post,", "nothing") == [
        "handler \(Self.link): router says true",
        "opened \(Self.link) by router",
        "--- on top of home ---",
        "Post, on top",
        "nothing to go back from",
      ])
  }

  @Test func `a link that launched tab-app takes the same road`() throws {
    let folder = try PluginFolder()
    let output = try run(
      "\(PluginFixtures.products)/tab-app", [folder.path + "/data", Self.link], ["quit"])
    #expect(
      lines(output, "handler", "Post Not Found") == [
        "handler \(Self.link): router says true", "handler tabs://hub: router says false",
        "Post Not Found: The requested post could not be found.",
      ])
  }

  @Test func `tab-app says of a URL that is never opened that it was refused, and why`() throws {
    let folder = try PluginFolder()
    let output = try run(
      "\(PluginFixtures.products)/tab-app", [folder.path + "/data"],
      ["open ftp://example.com/x", "quit"])
    let told = lines(output, "opened", "refused")
    #expect(told.count == 1)
    #expect(told.first?.hasPrefix("refused ftp://example.com/x: ") == true, "\(told)")
  }

  @Test(
    .enabled(if: access("/usr/bin/python3", X_OK) == 0, "there is no python3"),
    .disabled(if: Sanitizer.isOn, "a program without the sanitizer cannot load its library"))
  func `the prompt in Python has the badge, and its handler is called twice`() throws {
    let folder = try PluginFolder()
    let link = "rv-sample://posts/\(Fixture.pa)"
    let root = PluginFixtures.root
    let output = try run(
      "/usr/bin/python3",
      [
        "\(root)/Examples/embed-python/prompt.py", "\(root)/Examples/sample/app.json5",
        folder.path + "/data",
      ],
      [Self.push, "open \(link)", "push nonsense", "open ftp://example.com/x", "quit"],
      ["LIBHUB": "\(PluginFixtures.products)/libhub.so"])
    #expect(
      lines(output, ">", "[", "handler", "opened", "Post,", "the payload") == [
        "> ", "[1] > ", "handler \(link): router", "handler sample://hub: app",
        "Post, in the Hub", "opened \(link) by router", "opened sample://hub by app", "> ",
        "the payload is no push of the Hub's; hand it to whoever else gets pushes", "> ", "> ",
      ])
    #expect(lines(output, "refused ftp://example.com/x: ").count == 1)
  }
}
