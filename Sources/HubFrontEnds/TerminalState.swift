import CLinux
import Glibc

/// What must be put back on the terminal, and how: usable in a signal handler.
///
/// Plain memory that is never freed, and only calls that POSIX allows in handlers.
@safe
struct TerminalState {
  /// Descriptor of the terminal's settings; -1: there is no terminal.
  var settings: Int32 = -1
  /// Descriptor to write to; -1: output is no terminal.
  var output: Int32 = -1
  var saved = termios()
  /// Descriptors whose status flags (O_NONBLOCK) are put back, with the flags; -1: not open.
  var flags: (input: Int32, output: Int32, error: Int32) = (-1, -1, -1)
  var input: Int32 = STDIN_FILENO
  /// `HUB_MODE_…` that are on.
  var modes: UInt32 = 0
  /// The process that it is for: a forked child leaves the terminal alone.
  var owner: pid_t = 0
  /// Where `note` goes: the real standard error, also while it is held.
  var error: Int32 = STDERR_FILENO
  /// Written to standard error after a crash.
  var note: UnsafeMutablePointer<UInt8>?
  var noteLength = 0

  /// Records the terminal as it is.
  mutating func record() {
    if settings >= 0 { unsafe _ = tcgetattr(settings, &saved) }
  }

  /// Puts everything back; each step is tried even if an earlier one failed.
  mutating func restore() {
    guard owner == getpid() else { return }
    var blocked = sigset_t()
    var previous = sigset_t()
    unsafe sigemptyset(&blocked)
    // From the background, writing and setting would stop the process for ever.
    unsafe sigaddset(&blocked, SIGTTOU)
    unsafe pthread_sigmask(SIG_BLOCK, &blocked, &previous)
    var current = termios()
    let isKnown = unsafe settings >= 0 && tcgetattr(settings, &current) == 0
    let isChanged = unsafe isKnown && memcmp(&current, &saved, MemoryLayout<termios>.size) != 0
    restoreFlags()
    if output >= 0 && (modes != 0 || isChanged) { undo() }
    if isKnown && (modes != 0 || isChanged) {
      // Reports of the mouse and answers of the terminal must not reach the shell.
      tcflush(settings, TCIFLUSH)
      // TCSANOW and not TCSADRAIN, which waits for ever on a terminal that was stopped with Ctrl-S.
      for _ in 0..<3 where unsafe tcsetattr(settings, TCSANOW, &saved) != 0 && errno == EINTR {}
    }
    modes = 0
    unsafe pthread_sigmask(SIG_SETMASK, &previous, nil)
  }

  private func restoreFlags() {
    restoreFlags(of: input, flags.input)
    restoreFlags(of: output, flags.output)
    restoreFlags(of: STDERR_FILENO, flags.error)
  }

  private func restoreFlags(of descriptor: Int32, _ saved: Int32) {
    guard descriptor >= 0, saved >= 0 else { return }
    let current = hub_fcntl(descriptor, F_GETFL, 0)
    if current >= 0 && current != saved { _ = hub_fcntl(descriptor, F_SETFL, saved) }
  }

  private func undo() {
    tcflow(output, TCOON)
    if modes & Mode.mouse != 0 { send("\u{1B}[?1006l\u{1B}[?1003l\u{1B}[?1002l\u{1B}[?1000l") }
    if modes & Mode.paste != 0 { send("\u{1B}[?2004l") }
    if modes & Mode.keypad != 0 { send("\u{1B}[?1l\u{1B}>") }
    send("\u{1B}[0m\u{1B}[?25h")
    if modes & Mode.screen != 0 { send("\u{1B}[?1049l\r\n") }
  }

  private func send(_ sequence: StaticString) {
    unsafe Self.send(output, sequence.utf8Start, sequence.utf8CodeUnitCount)
  }

  /// How long a terminal may keep output waiting before the rest is given up.
  private static let maxWaitMilliseconds: Int32 = 200

  private static func send(_ descriptor: Int32, _ bytes: UnsafePointer<UInt8>, _ length: Int) {
    var sent = 0
    while sent < length {
      var ready = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
      guard unsafe poll(&ready, 1, maxWaitMilliseconds) > 0 else { return }
      let count = unsafe write(descriptor, bytes + sent, length - sent)
      if count < 0 && errno != EINTR && errno != EAGAIN { return }
      sent += max(0, count)
    }
  }

  /// Says what happened, after a crash.
  func tell() {
    guard owner == getpid(), let note = unsafe note else { return }
    unsafe Self.send(error, note, noteLength)
  }

  /// `HUB_MODE_…` of the ABI header, as plain constants.
  enum Mode {
    static let screen: UInt32 = 1
    static let mouse: UInt32 = 2
    static let paste: UInt32 = 4
    static let keypad: UInt32 = 8
  }
}
