import Glibc
import HubTestSupport
import Testing

/// The terminal is given back as it was, whatever ends the host, and its size and kind may be any.
@Suite(.serialized) struct TerminalLifeTests {
  /// Runs the host from a shell with job control, as people do, and tells the settings around it.
  private static let script = """
    ulimit -c 0
    trap : INT
    set -m
    stty intr '^X' -ixany
    echo "before=$(stty -g)"
    sh -c 'echo "pid=$$"; exec "$0" "$@"' "$0" "$@"
    echo "code=$? after=$(stty -g)"
    read -r line
    fg >/dev/null 2>&1
    echo "then=$? last=$(stty -g)"
    read -r line
    """

  private func shell(_ installation: Installation) throws -> Terminal {
    try Terminal(
      "/bin/sh", ["-c", Self.script, Installation.program, "-f", "curses"],
      in: installation)
  }

  private func value(_ key: String, in terminal: Terminal) -> String? {
    guard let start = terminal.pty.text.firstRange(of: key + "=") else { return nil }
    return String(terminal.pty.text[start.upperBound...].prefix { !$0.isWhitespace })
  }

  private func expectGivenBack(_ terminal: Terminal, _ key: String = "after") {
    #expect(terminal.pty.read(until: key + "="), "\(terminal.pty.text.suffix(500))")
    #expect(terminal.waits { !$0.isAlternate }, "\(terminal.pty.text.suffix(500))")
    let isSame = terminal.waits { _ in
      value(key, in: terminal) == value("before", in: terminal)
    }
    #expect(isSame, "\(terminal.pty.text.suffix(500))")
    #expect(terminal.screen.isCursorVisible)
    #expect(terminal.screen.modes.isEmpty, "\(terminal.screen.modes)")
    // When it goes on, ncurses sets the colours back by itself.
    #expect(terminal.screen.effects.isSubset(of: ["OSC 104"]), "\(terminal.screen.effects)")
  }

  @Test func `leaving by a key gives the terminal back`() throws {
    let terminal = try shell(try .withInbox())
    #expect(terminal.shows("Gate change", "Recap"), "\(terminal.text)")
    #expect(terminal.screen.isAlternate)
    terminal.send(.back)
    expectGivenBack(terminal)
    #expect(value("code", in: terminal) == "0")
  }

  @Test(arguments: [SIGTERM, SIGINT, SIGHUP, SIGQUIT])
  func `a signal that ends the host gives the terminal back`(signal: Int32) throws {
    let terminal = try shell(try .withInbox())
    #expect(terminal.shows("Gate change", "Recap"), "\(terminal.text)")
    let process = try #require(value("pid", in: terminal).flatMap { Int32($0) })
    kill(process, signal)
    expectGivenBack(terminal)
    // SIGTERM is a polite end; of the others the shell is told.
    #expect(value("code", in: terminal) == (signal == SIGTERM ? "0" : String(128 + signal)))
  }

  @Test(arguments: [true, false])
  func `stopping gives the terminal back, and going on takes it again`(byKey: Bool) throws {
    let terminal = try shell(try .withInbox())
    #expect(terminal.shows("Gate change", "Recap"), "\(terminal.text)")
    let process = try #require(value("pid", in: terminal).flatMap { Int32($0) })
    if byKey { terminal.send(.suspend) } else { kill(process, SIGTSTP) }
    expectGivenBack(terminal)
    #expect(value("code", in: terminal) == String(128 + SIGTSTP))
    terminal.type("\r")
    #expect(
      terminal.waits { $0.isAlternate && $0.text.contains("Recap") }, "\(terminal.text)")
    terminal.send(.enter)
    #expect(terminal.shows("Use gate 4 tonight"), "\(terminal.text)")
    terminal.send(.quit)
    expectGivenBack(terminal, "last")
    #expect(value("then", in: terminal) == "0")
  }

  @Test func `after SIGSTOP, which nobody can catch, the screen is taken again`() throws {
    let terminal = try shell(try .withInbox())
    #expect(terminal.shows("Gate change", "Recap"), "\(terminal.text)")
    let process = try #require(value("pid", in: terminal).flatMap { Int32($0) })
    kill(process, SIGSTOP)
    // The shell prints over the screen that the host could not leave.
    #expect(terminal.shows("after="), "\(terminal.text)")
    // The settings are still those of the screen: Return would not end the line.
    terminal.type("\n")
    #expect(
      terminal.waits { $0.text.contains("Recap") && !$0.text.contains("after=") },
      "\(terminal.text)")
    terminal.send(.enter)
    #expect(terminal.shows("Use gate 4 tonight"), "\(terminal.text)")
    terminal.send(.quit)
    expectGivenBack(terminal, "last")
    #expect(value("then", in: terminal) == "0")
  }

  @Test func `the screen follows the terminal's size, and says when it is too small`() throws {
    let terminal = try Installation.withInbox().terminal(["-f", "curses"])
    #expect(terminal.shows("Gate change", "Recap"), "\(terminal.text)")
    for (columns, rows) in [(40, 10), (80, 24), (200, 50), (20, 5), (120, 30)] {
      terminal.resize(columns: columns, rows: rows)
      #expect(
        terminal.waits { $0.text.contains("Gate") && $0.cursorRow < rows },
        "\(columns)x\(rows)\n\(terminal.text)")
    }
    terminal.resize(columns: 10, rows: 3)
    #expect(
      terminal.waits { !$0.text.contains("Gate") && $0.text.contains { $0.isLetter } },
      "\(terminal.text)")
    terminal.resize(columns: 80, rows: 24)
    #expect(terminal.shows("Gate change", "Recap"), "\(terminal.text)")
    terminal.send(.quit)
    #expect(terminal.end() == .exited(status: 0))
  }

  @Test(arguments: ["linux", "xterm-256color", "screen", "tmux-256color", "vt100"])
  func `the list is shown on every kind of terminal`(kind: String) throws {
    let terminal = try Installation.withInbox().terminal(["-f", "curses"], with: ["TERM": kind])
    #expect(terminal.shows("Gate change", "Recap", "For you"), "\(terminal.text)")
    terminal.type("j\r")
    #expect(terminal.shows("Row 3 is free") || terminal.shows("2-1 win"), "\(terminal.text)")
    terminal.send(.quit)
    #expect(terminal.end() == .exited(status: 0))
    #expect(terminal.screen.effects.isEmpty, "\(terminal.screen.effects)")
  }

  @Test func `NO_COLOR has no colours, and an accent has them`() throws {
    for (variable, isColoured) in [("NO_COLOR", false), ("X", true)] {
      let terminal = try Installation.withInbox().terminal(
        ["-f", "curses"], with: [variable: "1"])
      #expect(terminal.shows("Gate change", "Recap"), "\(terminal.text)")
      terminal.send(.quit)
      #expect(terminal.end() == .exited(status: 0))
      let numbers = terminal.screen.renditions.flatMap { $0.split(separator: ";") }
        .compactMap { Int($0) }
      let colours = [30...38, 40...48, 90...97, 100...107].contains { range in
        numbers.contains { range.contains($0) }
      }
      #expect(colours == isColoured, "\(terminal.screen.renditions)")
    }
  }

  @Test func `a dumb terminal gets plain text`() throws {
    let terminal = try Installation.withInbox().terminal([], with: ["TERM": "dumb"])
    #expect(terminal.end() == .exited(status: 0))
    #expect(terminal.pty.text.contains("Gate change"))
    #expect(EscapeCorpus.violation(in: terminal.pty.output, allowing: [0x0A, 0x0D]) == nil)
  }

  @Test func `a terminal gets curses when nothing is asked for`() throws {
    let terminal = try Installation.withInbox().terminal([])
    #expect(terminal.waits { $0.isAlternate && $0.text.contains("Gate change") })
    terminal.send(.quit)
    #expect(terminal.end() == .exited(status: 0))
  }

  @Test func `a pipe gets plain text`() throws {
    let outcome = try Installation.withInbox().run([])
    #expect(outcome.code == 0)
    #expect(outcome.errors.isEmpty)
    #expect(outcome.text.hasPrefix("For you\nBadge: 3\n"))
  }

  @Test func `curses without a terminal says why, and plain goes on`() throws {
    let outcome = try Installation.withInbox().run(["-f", "curses"])
    #expect(outcome.code == 0, "\(outcome)")
    #expect(outcome.errorLines.count == 1, "\(outcome)")
    #expect(outcome.errorText.contains("terminal"))
    #expect(outcome.text.hasPrefix("For you\nBadge: 3\n"))
  }

  @Test func `curses on an unknown kind of terminal says why, and plain goes on`() throws {
    let terminal = try Installation.withInbox().terminal(
      ["-f", "curses"], with: ["TERM": "no-such-terminal"])
    #expect(terminal.end() == .exited(status: 0), "\(terminal.text)")
    #expect(terminal.pty.text.contains("no-such-terminal"))
    #expect(terminal.pty.text.contains("Gate change"))
  }
}
