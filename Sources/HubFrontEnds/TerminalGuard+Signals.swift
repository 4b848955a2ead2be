import Glibc
package import HubLoop

extension TerminalGuard {
  /// What a host does when a signal concerns its terminal or its life; all are called on the loop.
  package struct Hooks {
    /// INT, TERM, HUP or QUIT came: end politely, and then `die(of:)` it.
    package var end: (Int32) -> Void
    /// The front end is to leave the screen.
    package var leave: () -> Void
    /// The front end is to take the screen and draw everything.
    package var take: () -> Void
    /// The terminal has another size.
    package var resized: () -> Void
    /// A child process changed its state.
    package var childChanged: () -> Void

    package init(
      end: @escaping (Int32) -> Void, leave: @escaping () -> Void, take: @escaping () -> Void,
      resized: @escaping () -> Void, childChanged: @escaping () -> Void
    ) {
      self.end = end
      self.leave = leave
      self.take = take
      self.resized = resized
      self.childChanged = childChanged
    }
  }

  /// The signals that a host's loop takes.
  package static let loopSignals = [
    SIGINT, SIGTERM, SIGHUP, SIGQUIT, SIGTSTP, SIGCONT, SIGWINCH, SIGCHLD,
  ]

  /// Lets the loop take the signals; before any other thread is made.
  package func attach(to loop: EventLoop, _ hooks: Hooks) throws(FrontEndError) {
    do throws(LoopError) {
      try loop.onSignals(Self.loopSignals) { [unowned self] in took($0, hooks) }
    } catch {
      throw FrontEndError(.system, error.message)
    }
  }

  private func took(_ signal: Int32, _ hooks: Hooks) {
    switch signal {
    case SIGTSTP: suspend(wholeJob: false, leave: hooks.leave, take: hooks.take)
    case SIGCONT:
      // Stopped by SIGSTOP, the front end could not leave and the shell has used its screen.
      guard isForeground else { return }
      hooks.leave()
      hooks.take()
    case SIGWINCH: hooks.resized()
    case SIGCHLD: hooks.childChanged()
    default: hooks.end(signal)
    }
  }
}
