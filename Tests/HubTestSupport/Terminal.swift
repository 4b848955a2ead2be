/// A program on a terminal, together with what the terminal shows.
package final class Terminal {
  package let pty: PTY
  package private(set) var screen: ScreenModel
  /// Its folders stay as long as the program does.
  private let installation: Installation
  private var drawn = 0

  /// Starts a program on a new terminal.
  package init(
    _ program: String, _ arguments: [String], in installation: Installation,
    with variables: [String: String] = [:], columns: Int = 80, rows: Int = 24
  ) throws {
    self.installation = installation
    screen = ScreenModel(columns: columns, rows: rows)
    pty = try PTY(
      program, arguments, environment: installation.environment.merging(variables) { $1 },
      columns: columns, rows: rows)
  }

  /// All rows as one text.
  package var text: String {
    draw()
    return screen.text
  }

  /// Types keys.
  package func send(_ keys: Key...) {
    for key in keys { pty.send(key.rawValue) }
  }

  /// Types text.
  package func type(_ text: String) { pty.send(text) }

  /// Gives the terminal another size.
  package func resize(columns: Int, rows: Int) {
    draw()
    screen.resize(columns: columns, rows: rows)
    pty.resize(columns: columns, rows: rows)
  }

  /// Reads until the screen is so; false if it is not in time.
  package func waits(
    within patience: Duration = PTY.patience, for isDone: (ScreenModel) -> Bool
  ) -> Bool {
    pty.read(within: patience) { _ in
      draw()
      return isDone(screen)
    }
  }

  /// Reads until all of the texts stand on the screen.
  package func shows(_ texts: String..., within patience: Duration = PTY.patience) -> Bool {
    waits(within: patience) { screen in texts.allSatisfy { screen.text.contains($0) } }
  }

  /// Reads to the program's end; nil if it does not end in time.
  package func end() -> ChildState? {
    let ended = pty.readToEnd()
    draw()
    return ended ? pty.state : nil
  }

  private func draw() {
    screen.write(pty.output[drawn...])
    drawn = pty.output.count
  }

  /// Keys as a terminal in application mode sends them.
  package enum Key: String, Sendable {
    case enter = "\r"
    case escape = "\u{1B}"
    case down = "\u{1B}OB"
    case up = "\u{1B}OA"
    case home = "\u{1B}OH"
    case end = "\u{1B}OF"
    case pageDown = "\u{1B}[6~"
    case pageUp = "\u{1B}[5~"
    case quit = "Q"
    case back = "q"
    case suspend = "\u{1A}"
    case tab = "\t"
  }
}
