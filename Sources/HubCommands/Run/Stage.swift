import Glibc
import HubCore
import HubFrontEnds
import HubHosting
import HubLog
import HubLoop
import HubModel
import HubOptions
import HubStore
import HubSystem

/// What `hubhost run` shows on: the terminal, the session, and the front ends that are tried.
final class Stage {
  let session: HubSession
  let terminal: SessionTerminal
  /// What the process exits with when it ends by itself.
  var exitCode = ExitCode.done
  let screen: StageScreen
  let loop: EventLoop
  let stage: FrontEndStage
  private let frontEndLoop: FrontEndLoop
  private let openers: SystemOpeners
  private var diesOf: Int32?
  let choice: FrontEndChoice
  /// Where in the choice the front end stands that is on the stage.
  var turn = 0
  /// Why nothing can be shown any more, when that came up while the loop ran.
  var failure: CommandError?
  /// Whether the host ends when a front end that asks for nothing has shown what there is.
  var leavesWhenIdle = false {
    didSet { followIdleness() }
  }

  init(
    context: CommandContext, app: AppDescription, store: HubStore, loop: EventLoop,
    early: EarlyRunner
  ) throws {
    // The C library's classification of characters, for front ends that use it; they must not
    // set it themselves.
    unsafe setlocale(LC_CTYPE, "")
    let output = try StandardOutput.keepPrivate()
    self.loop = loop
    choice = early.choice
    frontEndLoop = FrontEndLoop(loop: loop)
    terminal = SessionTerminal(
      input: context.input, output: output, environment: context.environment)
    let screen = StageScreen(input: context.input, output: output)
    self.screen = screen
    let openers = SystemOpeners(opener: SystemOpener(environment: context.environment))
    self.openers = openers
    let tell: (String) -> Void = { context.console.warning($0) }
    var settings = SessionSettings(
      app: app, follows: context.arguments.has(.follow), terminal: terminal,
      version: OptionTable.version, now: { WallClock.now() },
      openInSystem: { openers.open($0) }, tell: tell)
    settings.modesChanged = { screen.modesChanged($0) }
    session = try HubSession(store: store, settings: settings, loop: frontEndLoop)
    openers.tell = { [unowned session] in session.warn(.linkNotOpened, $0) }
    var setting = FrontEndStage.Setting(environment: context.environment.variables, tell: tell)
    setting.trace = context.arguments.value(.traceABI)
    setting.grants = early.grants
    stage = FrontEndStage(
      setting, session: session, loop: loop, quarantine: early.quarantine, screen: screen)
    followStage(early)
    if isatty(context.input) == 1 {
      session.suspend = { [unowned self] in
        screen.terminalGuard.suspend(
          wholeJob: true, leave: stage.leaveScreen, take: stage.takeScreen)
      }
    }
    try attachSignals()
  }

  /// Takes the front end off and gives the terminal back; the second time it does nothing.
  func leave() {
    stage.leave()
    if let diesOf { screen.terminalGuard.die(of: diesOf) }
  }

  private func attachSignals() throws(FrontEndError) {
    try screen.terminalGuard.attach(
      to: loop,
      TerminalGuard.Hooks(
        end: { [unowned self] signal in
          // Whoever is gone cannot be told; the others see which signal it was.
          if signal != SIGTERM { diesOf = signal }
          loop.quit("signal \(signal)")
        },
        leave: { [unowned self] in stage.leaveScreen() },
        take: { [unowned self] in stage.takeScreen() },
        resized: { [unowned self] in stage.resize() },
        childChanged: { [unowned self] in openers.reap() }))
  }
}
