import Glibc
import HubTestSupport
import Testing

/// A program that lends its terminal to a view.
@Suite(
  .serialized, .enabled(if: PluginFixtures.hasCompiler, "there is no C compiler"),
  .disabled(if: Sanitizer.isOn, "a program without the sanitizer cannot load its library"),
  .timeLimit(.minutes(2)))
struct TerminalViewTests {
  private func start(_ folder: PluginFolder) throws -> PTY {
    let program = folder.path + "/terminal"
    let includes = ["CHub", "CHubFrontEnd"].map { "-I\(PluginFixtures.root)/Sources/\($0)/include" }
    let built = try ChildProcess.run(
      PluginFixtures.compiler,
      ["-std=gnu11", "-Wall", "-Wextra", "-Werror", "-o", program] + includes + [
        "\(PluginFixtures.root)/Tests/Fixtures/embed/terminal.c",
        "\(PluginFixtures.products)/libhub.so",
      ])
    try #require(built.state == .exited(status: 0), "\(built.output)")
    return try PTY(program, [folder.path + "/data"], environment: ["HOME": folder.path])
  }

  @Test func `the app goes on when the user has left the view`() throws {
    let folder = try PluginFolder()
    let terminal = try start(folder)
    #expect(terminal.read(until: "Gate change"), "\(terminal.text)")
    let drawn = terminal.output.count
    terminal.send("q")
    #expect(terminal.readToEnd(), "\(terminal.text)")
    #expect(terminal.state == .exited(status: 0))
    let after = String(decoding: terminal.output[drawn...], as: UTF8.self)
    #expect(after.contains("app after, terminal as before"), "\(after)")
    // What was said meanwhile comes when the screen is free.
    let isHeld = !String(decoding: terminal.output[..<drawn], as: UTF8.self)
      .contains("said meanwhile")
    #expect(isHeld && after.contains("said meanwhile"))
    #expect(after.contains("\u{1B}[?1049l"))
  }

  @Test(arguments: [SIGTERM, SIGINT, SIGHUP])
  func `a signal has its effect on the app once the terminal is as it was`(_ signal: Int32) throws {
    let folder = try PluginFolder()
    let terminal = try start(folder)
    #expect(terminal.read(until: "Gate change"), "\(terminal.text)")
    let settings = terminal.settings
    let drawn = terminal.output.count
    terminal.signal(signal)
    #expect(terminal.readToEnd(), "\(terminal.text)")
    #expect(terminal.state == .killed(signal: signal))
    let after = String(decoding: terminal.output[drawn...], as: UTF8.self)
    #expect(after.contains("\u{1B}[?1049l"))
    #expect(terminal.settings != settings)
  }

  @Test func `a new size is drawn at once`() throws {
    let folder = try PluginFolder()
    let terminal = try start(folder)
    #expect(terminal.read(until: "Gate change"), "\(terminal.text)")
    let drawn = terminal.output.count
    terminal.resize(columns: 60, rows: 20)
    #expect(terminal.read { $0.output.count > drawn })
    terminal.send("q")
    #expect(terminal.readToEnd())
  }
}
