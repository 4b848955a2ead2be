import CLinux
import Glibc

/// A program on a terminal of its own, driven by keys and read with deadlines.
///
/// The program leads a session, so the terminal's settings are lost when it ends: to look at them
/// afterwards, run the program from a shell script.
package final class PTY {
  /// How long a wait may take before it is a failure.
  package static let patience = Duration.seconds(20)

  /// The raw bytes that the program wrote so far.
  package private(set) var output: [UInt8] = []
  /// How the program was when it was last looked at.
  package private(set) var state = ChildState.running
  package let child: Int32

  private let master: Int32
  private let slave: Int32

  /// Starts a program on a new terminal of that size.
  package init(
    _ program: String, _ arguments: [String] = [], environment: [String: String] = [:],
    columns: Int = 80, rows: Int = 24
  ) throws {
    master = posix_openpt(O_RDWR | O_NOCTTY | O_CLOEXEC | O_NONBLOCK)
    guard master >= 0, grantpt(master) == 0, unlockpt(master) == 0, let name = ptsname(master)
    else {
      throw SystemCallError("posix_openpt")
    }
    let path = String(cString: name)
    // Held open so that what the program wrote can be read after its end.
    slave = hub_open(path, O_RDWR | O_NOCTTY | O_CLOEXEC, 0)
    guard slave >= 0 else { throw SystemCallError("open \(path)") }
    Self.set(master, columns: columns, rows: rows)
    var variables = ["PATH": "/usr/bin:/bin", "TERM": "xterm-256color", "LANG": "C.UTF-8"]
    variables.merge(environment) { $1 }
    child = try ChildProcess.spawn(program, arguments, environment: variables, terminal: path)
  }

  deinit {
    switch state {
    case .running, .stopped:
      kill(child, SIGKILL)
      _ = ChildProcess.wait(child)
    case .exited, .killed: break
    }
    close(slave)
    close(master)
  }

  private static func set(_ terminal: Int32, columns: Int, rows: Int) {
    var size = winsize(
      ws_row: UInt16(rows), ws_col: UInt16(columns), ws_xpixel: 0, ws_ypixel: 0)
    _ = ioctl(terminal, UInt(TIOCSWINSZ), &size)
  }

  /// The output as text, for messages and searching.
  package var text: String { String(decoding: output, as: UTF8.self) }

  /// Gives the terminal another size; the program gets SIGWINCH.
  package func resize(columns: Int, rows: Int) { Self.set(master, columns: columns, rows: rows) }

  /// Types keys.
  package func send(_ keys: String) {
    var left = ArraySlice(keys.utf8)
    while !left.isEmpty {
      let count = left.withUnsafeBytes { write(master, $0.baseAddress, $0.count) }
      if count > 0 {
        left = left.dropFirst(count)
      } else if errno == EAGAIN {
        readMore(within: .milliseconds(100))
      } else if errno != EINTR {
        return
      }
    }
  }

  /// Sends a signal to the program that was started.
  package func signal(_ number: Int32) { kill(child, number) }

  /// Reads until the output satisfies a condition; false if it does not in time.
  package func read(
    within patience: Duration = PTY.patience, until isDone: (PTY) -> Bool
  ) -> Bool {
    let clock = ContinuousClock()
    let deadline = clock.now + patience
    while !isDone(self) {
      let left = deadline - clock.now
      guard left > .zero else { return false }
      readMore(within: min(left, .milliseconds(200)))
    }
    return true
  }

  /// Reads until a text appears in the output behind `offset` bytes.
  package func read(
    until text: String, after offset: Int = 0, within patience: Duration = PTY.patience
  ) -> Bool {
    let wanted = Array(text.utf8)
    return read(within: patience) { $0.output.dropFirst(offset).firstRange(of: wanted) != nil }
  }

  /// Reads until the program ends; false if it does not in time.
  package func readToEnd(within patience: Duration = PTY.patience) -> Bool {
    let ended = read(within: patience) { $0.look() }
    while readMore(within: .zero) {}
    return ended
  }

  /// Whether the program has ended.
  private func look() -> Bool {
    switch state {
    case .exited, .killed: return true
    case .running, .stopped: break
    }
    let found = ChildProcess.wait(child, options: WNOHANG | WUNTRACED | WCONTINUED)
    if found != .running { state = found }
    switch state {
    case .exited, .killed: return true
    case .running, .stopped: return false
    }
  }

  @discardableResult
  private func readMore(within patience: Duration) -> Bool {
    var ready = pollfd(fd: master, events: Int16(POLLIN), revents: 0)
    guard poll(&ready, 1, Int32((patience / .milliseconds(1)).rounded(.up))) > 0 else {
      return false
    }
    var block = [UInt8](repeating: 0, count: 65_536)
    let count = Glibc.read(master, &block, block.count)
    guard count > 0 else { return false }
    output += block.prefix(count)
    return true
  }

  /// The terminal's settings, all bytes of them.
  package var settings: [UInt8] {
    var settings = termios()
    tcgetattr(master, &settings)
    return withUnsafeBytes(of: &settings) { Array($0) }
  }
}
