import CHubFrontEnd
import CLinux
import Glibc
import HubCore
import HubModel

/// What a front end with the terminal for itself does to it.
extension CheckTable {
  static let terminal: [Check] =
    kinds + sizes + [
      Check(
        "terminal-resizes", .must, "It follows a terminal that changes its size", plugin,
        body: {
          subject throws(CheckStop) in
          try onTerminal(subject) { stage in
            for (columns, rows) in [
              (1, 1), (500, 200), (20, 5), (1, 200), (80, 24), (0, 0), (80, 24),
            ] {
              var size = winsize(
                ws_row: UInt16(rows), ws_col: UInt16(columns), ws_xpixel: 0, ws_ypixel: 0)
              unsafe _ = ioctl(STDOUT_FILENO, UInt(TIOCSWINSZ), &size)
              _ = stage.frontEnd.terminalResized(columns: max(1, columns), rows: max(1, rows))
              stage.turn(milliseconds: 1)
            }
            return nil
          }
        }),
      Check(
        "terminal-given-back", .must, "The terminal is as it was when it ends", plugin,
        body: {
          subject throws(CheckStop) in
          let before = settings()
          let finding = try onTerminal(subject) { _ in nil }
          guard finding == nil else { return finding }
          return before == settings()
            ? nil : .broken("its settings are others than before; call endwin in stop")
        }
      ).judging(TerminalModesSeen.leftOn),
      Check(
        "terminal-suspend", .must, "It leaves the screen for Ctrl-Z and takes it again", plugin,
        body: {
          subject throws(CheckStop) in
          let before = settings()
          return try onTerminal(subject) { stage in
            guard stage.frontEnd.terminalSuspend() != nil else {
              return .broken("it has no terminal_suspend; write one that calls endwin")
            }
            guard before == settings() else {
              return .broken("the settings stay changed after terminal_suspend; call endwin there")
            }
            _ = stage.frontEnd.terminalResume()
            stage.turn(milliseconds: 5)
            return nil
          }
        }
      ).judging(TerminalModesSeen.leftOn),
      Check(
        "terminal-keys", .must, "It bears keys, escape sequences and bytes that are none", plugin,
        body: {
          subject throws(CheckStop) in
          _ = try terminalStage(subject)
          guard let own = OwnTerminal() else {
            throw CheckStop(.skipped("the system gives no terminal to type on"))
          }
          defer { own.giveBack() }
          return try onTerminal(subject) { stage in
            for text in keys {
              guard own.type(text) else {
                return .skipped("the keys cannot be typed; try it where terminals can be opened")
              }
              stage.turn(milliseconds: 2)
              own.drain()
            }
            return nil
          }
        }),
      Check(
        "terminal-not-given", .must, "It leaves alone a terminal that the host does not give it",
        plugin,
        body: {
          subject throws(CheckStop) in
          let before = settings()
          // From here on only /dev/tty leads there.
          _ = try Silence.during([STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO]) {
            () throws(CheckStop) in
            let stage = try CheckStage(subject, givesTerminal: false)
            do throws(CheckStop) {
              try play(stage)
            } catch {
              // Saying no is as good as working.
              return
            }
            stage.leave()
          }
          return before == settings()
            ? nil : .broken("it changes the terminal's settings; leave /dev/tty to the host")
        }
      ).judging { drawn in
        drawn.isEmpty
          ? nil
          : .broken(
            "it writes \(drawn.count) bytes to /dev/tty; write where hub.terminal/1 says, or say no"
          )
      },
    ]

  private static let kinds: [Check] = [
    kind("terminal-unset", "TERM is not set", nil),
    kind("terminal-dumb", "TERM is dumb", "dumb"),
    kind("terminal-unknown", "TERM names no terminal", "no-such-terminal"),
  ]

  private static let sizes: [Check] = [
    size("terminal-tiny", 1, 1), size("terminal-small", 20, 5), size("terminal-large", 500, 200),
  ]

  private static let keys: [[UInt8]] = [
    Array("jjkkG".utf8), Array("g\r".utf8), [0x1B], Array("\u{1B}[A\u{1B}[B\u{1B}[999;999~".utf8),
    Array("\u{1B}[<0;5;5M\u{1B}[<0;5;5m".utf8), [0xFF, 0xC0, 0x80], [0x00, 0x0C, 0x12],
    Array("/abc\u{1B}".utf8), Array("?q".utf8),
  ]

  private static func kind(_ id: String, _ when: String, _ kind: String?) -> Check {
    Check(
      id, .must, "Where \(when), it says no or works", .terminal(kind: kind, columns: 80, rows: 24),
      body: { subject throws(CheckStop) in
        let stage = try terminalStage(subject)
        do throws(CheckStop) {
          try stage.enter()
        } catch {
          return nil
        }
        stage.session.send(.tabSelected("hub"))
        stage.leave()
        return nil
      })
  }

  private static func size(_ id: String, _ columns: Int, _ rows: Int) -> Check {
    Check(
      id, .must, "It works on \(columns) × \(rows) cells",
      .terminal(kind: "xterm-256color", columns: columns, rows: rows),
      body: { subject throws(CheckStop) in
        try onTerminal(subject) { stage in
          for number in 1...3 {
            stage.session.send(.itemSelected(.post, CheckItems.id(UInt64(number))))
          }
          _ = stage.frontEnd.alert(code: "check", title: "Check", message: "A message")
          stage.turn(milliseconds: 5)
          return nil
        }
      })
  }

  static func terminalStage(_ subject: CheckSubject) throws(CheckStop) -> CheckStage {
    guard try subject.load().get().description.needsTerminal else {
      throw CheckStop(.skipped("it needs no terminal"))
    }
    return try CheckStage(subject)
  }

  private static func onTerminal(
    _ subject: CheckSubject, _ body: (CheckStage) -> CheckFinding?
  ) throws(CheckStop) -> CheckFinding? {
    let stage = try terminalStage(subject)
    try stage.enter()
    stage.session.launch(url: nil)
    stage.session.send(.tabSelected("hub"))
    stage.turn(milliseconds: 10)
    let finding = body(stage)
    stage.leave()
    return finding
  }

  /// The terminal's settings, all bytes of them.
  static func settings() -> [UInt8] {
    var settings = termios()
    unsafe tcgetattr(STDIN_FILENO, &settings)
    return unsafe withUnsafeBytes(of: &settings) { unsafe Array($0) }
  }
}

/// Which modes of a terminal a program left on, by what it wrote.
enum TerminalModesSeen {
  /// DEC private modes that must be off at the end, with their names.
  private static let on: [(number: String, name: String)] = [
    ("1049", "the alternate screen"), ("1047", "the alternate screen"),
    ("1000", "mouse reports"), ("1002", "mouse reports"), ("1003", "mouse reports"),
    ("1006", "mouse reports"), ("2004", "bracketed paste"),
  ]

  /// The first mode that was switched on later than off.
  static let leftOn: @Sendable ([UInt8]) -> CheckFinding? = { bytes in
    var state: [String: Bool] = [:]
    for (number, isOn) in changes(bytes) { state[number] = isOn }
    for mode in on where state[mode.number] == true {
      return .broken("it leaves \(mode.name) on; switch it off in stop and in terminal_suspend")
    }
    return state["25"] == false ? .broken("it leaves the cursor hidden; show it in stop") : nil
  }

  /// Every `CSI ? n ; … h` and `l`, in order.
  private static func changes(_ bytes: [UInt8]) -> [(String, Bool)] {
    var found: [(String, Bool)] = []
    var index = 0
    while index + 2 < bytes.count {
      guard bytes[index] == 0x1B, bytes[index + 1] == UInt8(ascii: "["),
        bytes[index + 2] == UInt8(ascii: "?")
      else {
        index += 1
        continue
      }
      let digits = bytes[(index + 3)...].prefix {
        (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) || $0 == UInt8(ascii: ";")
      }
      index += 3 + digits.count
      guard index < bytes.count else { break }
      let final = bytes[index]
      guard final == UInt8(ascii: "h") || final == UInt8(ascii: "l") else { continue }
      for number in digits.split(separator: UInt8(ascii: ";")) {
        found.append((String(decoding: number, as: UTF8.self), final == UInt8(ascii: "h")))
      }
    }
    return found
  }
}
