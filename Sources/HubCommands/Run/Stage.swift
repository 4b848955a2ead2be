import CLinux
import Glibc
import HubCore
import HubFrontEnds
import HubLog
import HubModel
import HubOptions
import HubStore

/// What a front end stands on: the terminal with its guard, and the session behind it.
final class Stage {
  let session: HubSession
  let terminal: SessionTerminal
  /// What the process exits with when it ends by itself.
  var exitCode = ExitCode.done
  let terminalGuard: TerminalGuard
  let errors: HeldErrors
  let trace: String?
  let loop: EventLoop
  private let frontEndLoop: FrontEndLoop
  private let openers: SystemOpeners
  let table: ServiceTable
  var frontEnd: (any StandingFrontEnd)?
  private var diesOf: Int32?
  let choice: FrontEndChoice
  let environment: [String: String]
  let quarantine: Quarantine
  let grants: FrontEndGrants
  let early: EarlyRunner
  let tell: (String) -> Void
  var crashes = CrashRecord()
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
    trace = context.arguments.value(.traceABI)
    environment = context.environment.variables
    quarantine = early.quarantine
    grants = early.grants
    choice = early.choice
    self.early = early
    tell = { context.console.warning($0) }
    frontEndLoop = FrontEndLoop(loop: loop)
    terminal = SessionTerminal(
      input: context.input, output: output, environment: context.environment)
    let terminalGuard = TerminalGuard(input: context.input, output: output)
    self.terminalGuard = terminalGuard
    let openers = SystemOpeners(opener: SystemOpener(environment: context.environment))
    self.openers = openers
    var settings = SessionSettings(
      app: app, follows: context.arguments.has(.follow), terminal: terminal,
      version: OptionTable.version, now: { WallClock.now() },
      openInSystem: { openers.open($0) }, tell: { context.console.warning($0) })
    let errors = HeldErrors()
    self.errors = errors
    settings.modesChanged = { modes in
      terminalGuard.modes = modes
      // What is said while the screen belongs to the front end is shown when it gave it back.
      if modes & HubModes.screen != 0 { errors.hold() } else { errors.release() }
      terminalGuard.errorDescriptor = errors.heldTerminal < 0 ? STDERR_FILENO : errors.heldTerminal
    }
    session = try HubSession(store: store, settings: settings, loop: frontEndLoop)
    openers.tell = { [unowned session] in session.warn(.linkNotOpened, $0) }
    table = ServiceTable(session: session)
    if isatty(context.input) == 1 {
      session.suspend = { [unowned self] in
        terminalGuard.suspend(wholeJob: true, leave: leaveScreen, take: takeScreen)
      }
    }
    try attachSignals()
  }

  /// Takes the front end off and gives the terminal back; the second time it does nothing.
  func leave() {
    if let frontEnd {
      self.frontEnd = nil
      frontEnd.stop()
      session.frontEnd = nil
      frontEnd.destroy()
      loop.revoke(.frontEnd)
    }
    terminalGuard.restore()
    errors.release()
    if let diesOf { terminalGuard.die(of: diesOf) }
  }

  private func attachSignals() throws(FrontEndError) {
    try terminalGuard.attach(
      to: loop,
      TerminalGuard.Hooks(
        end: { [unowned self] signal in
          // Whoever is gone cannot be told; the others see which signal it was.
          if signal != SIGTERM { diesOf = signal }
          loop.quit("signal \(signal)")
        },
        leave: { [unowned self] in leaveScreen() },
        take: { [unowned self] in takeScreen() },
        resized: { [unowned self] in
          measure()
          _ = session.frontEnd?.terminalResized(
            columns: session.terminal.columns, rows: session.terminal.rows)
        },
        childChanged: { [unowned self] in openers.reap() }))
  }

  private func measure() {
    session.terminal.measure()
  }

  private func leaveScreen() {
    _ = session.frontEnd?.terminalSuspend()
    frontEnd?.pause()
  }

  private func takeScreen() {
    measure()
    frontEnd?.resume()
    _ = session.frontEnd?.terminalResume()
  }
}

extension SessionTerminal {
  /// What two descriptors are, by the system and the environment.
  init(input: Int32, output: Int32, environment: Environment) {
    let kind = environment["TERM"]
    let outputIsTerminal = isatty(output) != 0
    let codeset = unsafe nl_langinfo(Int32(CODESET)).map { unsafe String(cString: $0) }
    self.init(
      input: input, output: output, inputIsTerminal: isatty(input) != 0,
      outputIsTerminal: outputIsTerminal,
      wantsColor: outputIsTerminal && kind != nil && kind != "dumb"
        && environment["NO_COLOR"] == nil,
      isUnicode: codeset == "UTF-8", columns: 80, rows: 24)
    measure()
  }

  /// Asks the terminal for its size; what it does not tell stays.
  mutating func measure() {
    var columns: UInt16 = 0
    var rows: UInt16 = 0
    guard unsafe hub_window_size(output, &columns, &rows) == 0, columns > 0, rows > 0 else {
      return
    }
    self.columns = Int(columns)
    self.rows = Int(rows)
  }
}

/// `HUB_MODE_…` of the ABI header that matter here.
private enum HubModes {
  static let screen: UInt32 = 1
}
