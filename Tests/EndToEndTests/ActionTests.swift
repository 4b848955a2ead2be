import FoundationEssentials
import HubTestSupport
import Testing

/// The actions of the curses front end from every side: commands, keys of the app file, links.
@Suite(.serialized) struct ActionTests {
  private static let first = "https://a.example/1"
  private static let second = "https://a.example/2"

  /// An inbox with a post, a conversation with two links, and an older post.
  private func installation(keys: String) throws -> Installation {
    let installation = try Installation.withInbox(rest: "keys: \(keys),")
    let reply = Fixture.reply(
      2, text: "See \(Self.first) and \(Self.second)", at: "2026-03-05T13:01:00.000Z")
    #expect(try installation.push(Fixture.push(reply: reply)).code == 0)
    return installation
  }

  private func start(_ installation: Installation, _ options: String...) throws -> Terminal {
    let terminal = try installation.terminal(["-f", "curses", "--no-agent"] + options)
    #expect(terminal.shows("Gate change", "Recap", "Seat upgrade"), "\(terminal.text)")
    return terminal
  }

  private func act(_ words: String..., in installation: Installation) throws {
    let outcome = try installation.run(["action"] + words)
    #expect(outcome.code == 0 && outcome.text == "done  \(words[0])\n", "\(words): \(outcome)")
  }

  private func opened(_ installation: Installation, is urls: [String]) -> Bool {
    let clock = ContinuousClock()
    let end = clock.now + PTY.patience
    while clock.now < end {
      let text = try? String(contentsOfFile: installation.folder["opened"], encoding: .utf8)
      if text?.split(separator: "\n").map(String.init) ?? [] == urls { return true }
      // What the opener writes comes when it comes.
      _ = try? ChildProcess.run("/bin/sleep", ["0.02"])
    }
    return false
  }

  /// What stands on the screen, as if it stood on one line without frames.
  private static func words(_ screen: ScreenModel) -> String {
    screen.text.split { $0.isWhitespace || $0 == "│" }.joined(separator: " ")
  }

  @Test func `hubhost action does what the keys do`() throws {
    let installation = try installation(keys: "{}")
    let terminal = try start(installation)
    try act("jump-to-date", "date=2026-03-04", in: installation)
    try act("open", in: installation)
    #expect(
      terminal.waits { $0.text.contains("2-1 win") && !$0.text.contains("Gate change") },
      "\(terminal.text)")
    try act("back", in: installation)
    #expect(terminal.shows("Gate change", "unread 2 of 3"), "\(terminal.text)")
    try act("home", in: installation)
    try act("mark-read", in: installation)
    #expect(terminal.shows("unread 1 of 3"), "\(terminal.text)")
    try act("next-unread", in: installation)
    try act("open", in: installation)
    #expect(terminal.shows(Self.second), "\(terminal.text)")
    try act("open-link", "number=2", in: installation)
    #expect(opened(installation, is: [Self.second]))
    // What cannot be done is no success, and what does not go is usage.
    let missing = try installation.run(["action", "open-link", "number=3"])
    #expect(missing.code == 69 && missing.errorText.contains("not found"), "\(missing)")
    #expect(terminal.shows("There is no link 3 here."), "\(terminal.text)")
    let misfit = try installation.run(["action", "open-link", "number=0"])
    #expect(misfit.code == 64 && misfit.errorText.contains("from 1 to 9999"), "\(misfit)")
    try act("reply", "text=Row 3, please", in: installation)
    #expect(terminal.shows("> Row 3, please", "Enter sends"), "\(terminal.text)")
    try act("quit", in: installation)
    #expect(terminal.end() == .exited(status: 0))
  }

  @Test(arguments: ["--in-process", "--isolate"])
  func `a key of the app file calls an action with its argument`(option: String) throws {
    let installation = try installation(keys: "{ F5: 'open-link number=2', z: 'move by=1' }")
    let terminal = try start(installation, option)
    #expect(!terminal.text.contains("does nothing"), "\(terminal.text)")
    terminal.type("z")
    // From a runner the host is asked, and calls the action after the key.
    #expect(terminal.waits { $0.cursorRow == 2 }, "\(terminal.text)")
    terminal.send(.enter)
    #expect(terminal.shows(Self.second), "\(terminal.text)")
    terminal.type("\u{1B}[15~")
    #expect(opened(installation, is: [Self.second]))
    terminal.type("1")
    #expect(opened(installation, is: [Self.second, Self.first]))
    terminal.send(.quit)
    #expect(terminal.end() == .exited(status: 0))
  }

  @Test func `a key of the app file that can do nothing is told at the start and when pressed`()
    throws
  {
    let installation = try installation(
      keys: "{ F5: 'nosuch', x: 'move by=nowhere', zz: 'help', f6: 'help', 'Ctrl-M': 'help' }")
    let terminal = try start(installation)
    #expect(terminal.shows("Key F5 does nothing: no action nosuch."), "\(terminal.text)")
    terminal.type("x")
    #expect(terminal.shows("the action move wants a whole number"), "\(terminal.text)")
    terminal.type("\u{1B}[15~")
    #expect(terminal.shows("Key F5 does nothing: no action nosuch."), "\(terminal.text)")
    terminal.send(.quit)
    #expect(terminal.end() == .exited(status: 0))
    for key in ["F5", "x", "zz", "f6", "Ctrl-M"] {
      #expect(
        terminal.pty.text.contains("warning: the key \(key) of the app file does nothing: "),
        "\(terminal.pty.text.suffix(600))")
    }
  }

  @Test func `a link moves and shows, but does nothing that wants the user`() throws {
    let installation = try installation(keys: "{}")
    let terminal = try start(installation)
    let link = "rv-demo://action/curses/"
    #expect(try installation.run(["open", link + "move?by=1"]).code == 0)
    #expect(try installation.run(["open", link + "open"]).code == 0)
    #expect(terminal.shows(Self.second), "\(terminal.text)")
    for action in ["open-link?number=2", "reply?text=Yes", "quit"] {
      let outcome = try installation.run(["open", link + action])
      #expect(outcome.code == 1)
      #expect(outcome.text.hasPrefix("refused  "), "\(outcome)")
      #expect(outcome.text.contains("is closed to links"), "\(outcome)")
      #expect(terminal.waits { Self.words($0).contains("is closed to links") }, "\(terminal.text)")
      terminal.send(.enter)
      #expect(
        terminal.waits { !Self.words($0).contains("is closed to links") }, "\(terminal.text)")
    }
    #expect(!terminal.text.contains("Yes"))
    #expect(opened(installation, is: []))
    #expect(try installation.run(["open", link + "back"]).code == 0)
    #expect(terminal.shows("Gate change", "Recap"), "\(terminal.text)")
    terminal.send(.quit)
    #expect(terminal.end() == .exited(status: 0))
  }
}
