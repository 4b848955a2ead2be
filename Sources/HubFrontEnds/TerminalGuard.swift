import CLinux
import Glibc
import HubLoop

/// Gives the terminal back as it was found, however the process ends.
///
/// There is one terminal, so there is one guard in a process; it is used on the main thread.
@safe
package final class TerminalGuard {
  /// Bytes of the stack on which crashes are handled, since the thread's own may be the reason.
  private static let crashStackSize = 65_536
  /// Signals of a crash.
  package static let crashSignals = [SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGABRT, SIGTRAP, SIGSYS]

  // Written on the main thread, read by handlers on it or on a thread that ends the process.
  private nonisolated(unsafe) static let state = {
    let memory = UnsafeMutablePointer<TerminalState>.allocate(capacity: 1)
    unsafe memory.initialize(to: TerminalState())
    return unsafe memory
  }()

  /// Records the terminal of two descriptors, if they have one.
  ///
  /// - Parameters:
  ///   - input: where keys come from; its settings are recorded, or those of output if it is no terminal.
  ///   - output: where the front end writes; undo sequences go there if it is a terminal.
  package init(input: Int32 = STDIN_FILENO, output: Int32) {
    var made = TerminalState()
    made.input = input
    made.owner = getpid()
    made.output = isatty(output) == 1 ? output : -1
    made.settings = isatty(input) == 1 ? input : made.output
    made.flags.input = hub_fcntl(input, F_GETFL, 0)
    made.flags.output = hub_fcntl(output, F_GETFL, 0)
    made.flags.error = hub_fcntl(STDERR_FILENO, F_GETFL, 0)
    made.record()
    unsafe Self.state.pointee = made
  }

  /// `HUB_MODE_…` that the front end says are on.
  package var modes: UInt32 {
    get { unsafe Self.state.pointee.modes }
    set { unsafe Self.state.pointee.modes = newValue }
  }

  /// The real standard error, for the note after a crash.
  package var errorDescriptor: Int32 {
    get { unsafe Self.state.pointee.error }
    set { unsafe Self.state.pointee.error = newValue }
  }

  /// Puts back what was changed; writes nothing if nothing was.
  package func restore() {
    unsafe Self.state.pointee.restore()
  }

  // MARK: Crashes

  /// Restores also when this process crashes, or when a plug-in ends it with `exit`.
  ///
  /// Replaces the handlers of the Swift runtime, whose prompt would be drawn over the screen. The
  /// process still ends by the same signal.
  ///
  /// - Parameter note: one sentence for standard error, without a newline.
  package func watchForCrashes(note: String) {
    let text = "hubhost: \(note)\n"
    let bytes = UnsafeMutablePointer<UInt8>.allocate(capacity: text.utf8.count)
    for (index, byte) in text.utf8.enumerated() { unsafe (bytes + index).initialize(to: byte) }
    unsafe Self.state.pointee.note = unsafe bytes
    unsafe Self.state.pointee.noteLength = text.utf8.count
    var stack = unsafe stack_t(
      ss_sp: UnsafeMutableRawPointer.allocate(byteCount: Self.crashStackSize, alignment: 16),
      ss_flags: 0, ss_size: Self.crashStackSize)
    unsafe sigaltstack(&stack, nil)
    for signal in Self.crashSignals {
      var action = sigaction()
      unsafe action.__sigaction_handler.sa_handler = { signal in
        unsafe TerminalGuard.state.pointee.restore()
        unsafe TerminalGuard.state.pointee.tell()
        raise(signal)
      }
      action.sa_flags = Int32(SA_ONSTACK) | Int32(bitPattern: UInt32(SA_RESETHAND)) | SA_NODEFER
      unsafe sigaction(signal, &action, nil)
    }
    atexit { unsafe TerminalGuard.state.pointee.restore() }
  }

  // MARK: Stopping

  /// Ends the process by a signal, after restoring, so that the shell sees how it ended.
  package func die(of signal: Int32) -> Never {
    restore()
    Self.takeDefault(signal)
    _exit(128 + signal)
  }

  /// Leaves the terminal, stops as Ctrl-Z does, and takes it again when continued in the foreground.
  ///
  /// - Parameters:
  ///   - wholeJob: stop the whole process group, which a key in raw mode asks for; a signal from the
  ///     terminal has reached the others already.
  ///   - leave: makes the front end leave the screen.
  ///   - take: makes the front end take it again and draw everything.
  package func suspend(wholeJob: Bool, leave: () -> Void, take: () -> Void) {
    var theirs = termios()
    let settings = unsafe Self.state.pointee.settings
    let hasTheirs = unsafe settings >= 0 && tcgetattr(settings, &theirs) == 0
    leave()
    restore()
    Self.takeDefault(SIGTSTP, wholeJob: wholeJob)
    // Continued in the background: stop again, as touching the terminal there would.
    for _ in 0..<Self.maxBackgroundStops where !isForeground { Self.takeDefault(SIGTTOU) }
    SignalSource.discard([SIGTSTP, SIGCONT])
    // In the background these would be the settings of the shell's own line editor.
    if isForeground { unsafe Self.state.pointee.record() }
    if hasTheirs { unsafe _ = tcsetattr(settings, TCSANOW, &theirs) }
    take()
  }

  /// How often a process that is continued in the background stops again before it gives up.
  private static let maxBackgroundStops = 100

  /// Whether this process may use the terminal now; true if there is none.
  package var isForeground: Bool {
    let settings = unsafe Self.state.pointee.settings
    guard settings >= 0 else { return true }
    let group = tcgetpgrp(settings)
    return group < 0 || group == getpgrp()
  }

  /// Lets a blocked signal have its default effect on this process.
  private static func takeDefault(_ signal: Int32, wholeJob: Bool = false) {
    var standard = sigaction()
    var previousAction = sigaction()
    unsafe standard.__sigaction_handler.sa_handler = SIG_DFL
    unsafe sigaction(signal, &standard, &previousAction)
    if wholeJob { kill(0, signal) } else { raise(signal) }
    var set = sigset_t()
    var previousMask = sigset_t()
    unsafe sigemptyset(&set)
    unsafe sigaddset(&set, signal)
    unsafe pthread_sigmask(SIG_UNBLOCK, &set, &previousMask)
    unsafe pthread_sigmask(SIG_SETMASK, &previousMask, nil)
    unsafe sigaction(signal, &previousAction, nil)
  }
}
