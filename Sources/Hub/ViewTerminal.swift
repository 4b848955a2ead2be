import Glibc
import HubFrontEnds
import HubHosting
import HubLoop
import Synchronization

/// The terminal of this process with its signals, while one view has it.
final class ViewTerminal {
  /// The signals that a view takes: those of job control, of size, and of the end.
  ///
  /// SIGCHLD stays the app's.
  private static let signals = [
    SIGINT, SIGTERM, SIGHUP, SIGQUIT, SIGTSTP, SIGCONT, SIGWINCH,
  ]

  // There is one terminal in a process, whatever the number of Hubs: this is the one thing they share.
  private static let isTaken = Mutex(false)

  let screen: StageScreen
  private let input: Int32
  private var locale: String?

  /// Takes the terminal.
  ///
  /// - Throws: `terminalTaken` when another view has it.
  init(input: Int32, output: Int32) throws(HubError) {
    let wasTaken = Self.isTaken.withLock { isTaken in
      defer { isTaken = true }
      return isTaken
    }
    guard !wasTaken else {
      throw HubError(
        .terminalTaken,
        "another view of this process has the terminal; close it, or open this one without")
    }
    self.input = input
    screen = StageScreen(input: input, output: output)
    takeCharacterSet()
  }

  /// Uses the user's character set, unless the app has chosen one.
  private func takeCharacterSet() {
    guard let now = unsafe setlocale(LC_CTYPE, nil) else { return }
    let name = unsafe String(cString: now)
    guard name == "C" || name == "POSIX" else { return }
    locale = name
    unsafe setlocale(LC_CTYPE, "")
  }

  /// Lets a loop take the signals.
  func attach(
    to loop: EventLoop, _ stage: FrontEndStage, end: @escaping (_ reason: String) -> Void
  ) throws(FrontEndError) {
    let session = stage.session
    let guardian = screen.terminalGuard
    try guardian.attach(
      to: loop, taking: Self.signals,
      TerminalGuard.Hooks(
        end: { [unowned stage] signal in
          stage.session.later {
            end("signal \(signal)")
            // What the app has in mind for this signal happens once the terminal is as it was.
            raise(signal)
          }
        },
        leave: { [unowned stage] in stage.leaveScreen() },
        take: { [unowned stage] in stage.takeScreen() },
        resized: { [unowned stage] in stage.resize() },
        childChanged: {}))
    guard isatty(input) == 1 else { return }
    session.suspend = { [unowned stage] in
      guardian.suspend(wholeJob: true, leave: stage.leaveScreen, take: stage.takeScreen)
    }
  }

  /// Gives everything back.
  func release(from loop: EventLoop) {
    loop.endSignals()
    screen.clear()
    screen.terminalGuard.retire()
    if let locale { unsafe setlocale(LC_CTYPE, locale) }
    Self.isTaken.withLock { $0 = false }
  }
}
