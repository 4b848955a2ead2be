package import HubFrontEnds
import HubLog
package import HubLoop
import HubModel
import HubSystem

/// Where one front end stands: started in this process or in a runner, started again after a crash,
/// and taken off.
package final class FrontEndStage {
  /// What front ends are started with.
  package struct Setting {
    package var environment: [String: String]
    /// A program with `__runner`, for front ends in a runner.
    package var executable = "/proc/self/exe"
    /// What crashes is called in the note after a crash of this process.
    package var program = "hubhost"
    /// The file that gets every call of a method.
    package var trace: String?
    /// What the app file lets front ends do.
    package var grants = FrontEndGrants.none
    /// Says something to people.
    package var tell: (String) -> Void

    package init(environment: [String: String], tell: @escaping (String) -> Void) {
      self.environment = environment
      self.tell = tell
    }
  }

  package let session: HubSession
  package let loop: EventLoop
  /// Nil when this process's terminal is not to be touched.
  package var screen: StageScreen?
  package private(set) var frontEnd: (any StandingFrontEnd)?
  /// A runner of that front end that was started early, once.
  package var takeEarly: (_ path: String) -> RunnerStart? = { _ in nil }
  /// Called when a front end stands that was started again.
  package var onRestart: () -> Void = {}
  /// What is shown instead of a front end that was set aside, as a clause.
  package var instead: () -> String = { "no other front end is left" }
  /// Called when a front end is gone for good, after it was said.
  package var onLoss: () -> Void = {}

  private let setting: Setting
  private let table: ServiceTable
  private let quarantine: Quarantine
  private var crashes = CrashRecord()

  package init(
    _ setting: Setting, session: HubSession, loop: EventLoop, quarantine: Quarantine,
    screen: StageScreen? = nil
  ) {
    self.setting = setting
    self.session = session
    self.loop = loop
    self.quarantine = quarantine
    self.screen = screen
    table = ServiceTable(session: session)
  }

  // MARK: On and off

  /// Puts a front end on the stage, in this process.
  package func start(inHost path: String) throws(FrontEndError) {
    crashes = CrashRecord()
    let candidate = try FrontEndLoader.load(path: path)
    let about = candidate.description
    // Nothing keeps it from more in here, but the user has to agree all the same.
    try setting.grants.check(about, path: path)
    try about.checkTerminal(
      input: session.terminal.inputIsTerminal, output: session.terminal.outputIsTerminal)
    watchForCrashes("the front end \(about.name) crashed; the inbox is safe")
    do throws(FrontEndError) {
      try keepingFault(of: about.name) { () throws(FrontEndError) in
        unsafe try candidate.create(host: table.host)
        session.frontEnd = try traced(candidate)
        try candidate.start()
      }
      frontEnd = candidate
    } catch {
      session.frontEnd = nil
      candidate.destroy()
      loop.revoke(.frontEnd)
      screen?.clear()
      throw error
    }
  }

  /// Puts a front end on the stage, in a runner.
  package func start(inRunner path: String) throws(FrontEndError) {
    crashes = CrashRecord()
    try start(inRunner: path, after: nil, replaying: nil)
  }

  private func start(
    inRunner path: String, after last: RunnerFrontEnd?, replaying call: RunnerCall?
  ) throws(FrontEndError) {
    try quarantine.check(path)
    watchForCrashes("\(setting.program) crashed; the inbox is safe")
    let terminal = session.terminal
    var start = RunnerFrontEnd.Setting(
      path: path, environment: setting.environment, input: terminal.input, output: terminal.output)
    start.executable = setting.executable
    start.grants = setting.grants
    start.restoreScreen = { [unowned self] in screen?.clear() }
    start.lastRequest = last?.lastRequest ?? 0
    start.replayed = call
    var made: RunnerFrontEnd?
    try keepingFault(of: path) { () throws(FrontEndError) in
      let runner = try RunnerFrontEnd(
        start, started: takeEarly(path), session: session, table: table, loop: loop)
      session.frontEnd = try traced(runner)
      made = runner
    }
    guard let runner = made else { throw FrontEndError(.system, "\(path) was not started") }
    runner.onEnd = { [unowned self, unowned runner] end in ended(runner, end) }
    frontEnd = runner
  }

  /// Takes the front end off and gives the terminal back; the second time it does nothing.
  package func leave() {
    if let frontEnd {
      self.frontEnd = nil
      frontEnd.stop()
      session.frontEnd = nil
      frontEnd.destroy()
      loop.revoke(.frontEnd)
    }
    screen?.clear()
  }

  private func watchForCrashes(_ note: String) {
    screen?.terminalGuard.watchForCrashes(note: note)
  }

  private func traced(
    _ methods: any FrontEndMethods
  ) throws(FrontEndError) -> any FrontEndMethods {
    guard let trace = setting.trace else { return methods }
    return try TracedMethods(methods, path: trace)
  }

  /// Does something whose failure the front end's own last words explain best.
  private func keepingFault(
    of name: String, _ work: () throws(FrontEndError) -> Void
  ) throws(FrontEndError) {
    session.keepsFault = true
    session.lastFault = nil
    defer { session.keepsFault = false }
    do throws(FrontEndError) {
      try work()
      // It stands nevertheless: what it could not do is told now.
      if let fault = session.lastFault { Log.error("\(fault)") }
    } catch {
      guard error.code == .failed, let fault = session.lastFault else { throw error }
      throw FrontEndError(.failed, "\(name): \(fault)")
    }
  }

  // MARK: The screen

  /// Makes the front end leave the screen.
  package func leaveScreen() {
    _ = session.frontEnd?.terminalSuspend()
    frontEnd?.pause()
  }

  /// Makes the front end take the screen again.
  package func takeScreen() {
    session.terminal.measure()
    frontEnd?.resume()
    _ = session.frontEnd?.terminalResume()
  }

  /// Tells the front end how large the terminal is now.
  package func resize() {
    session.terminal.measure()
    _ = session.frontEnd?.terminalResized(
      columns: session.terminal.columns, rows: session.terminal.rows)
  }

  // MARK: A front end ended by itself

  /// Starts it again, or sets it aside; says so in one sentence.
  private func ended(_ runner: RunnerFrontEnd, _ end: RunnerEnd) {
    guard frontEnd === runner else { return }
    frontEnd = nil
    session.forgetFrontEnd()
    runner.leaveNoise()
    let happened = "the front end \(runner.path) \(end.words)"
    if crashes.note(end, at: WallClock.now()) == .restart {
      setting.tell("\(happened); it is started again")
      if restart(runner, end) { return }
    } else {
      setting.tell("\(happened), not for the first time; \(setAside(runner, end))")
    }
    onLoss()
  }

  /// Whether it stands again.
  private func restart(_ runner: RunnerFrontEnd, _ end: RunnerEnd) -> Bool {
    do throws(FrontEndError) {
      try start(inRunner: runner.path, after: runner, replaying: end.call)
    } catch {
      setting.tell(error.message)
      return false
    }
    onRestart()
    session.showAgain(lost: end.call)
    return true
  }

  /// What becomes of it, as a clause.
  private func setAside(_ runner: RunnerFrontEnd, _ end: RunnerEnd) -> String {
    do throws(FrontEndError) {
      let file = try quarantine.setAside(runner.path, reason: end.words)
      return
        "it is set aside until it is another build or \(file) is deleted, and \(instead())"
    } catch {
      Log.warning("\(error)")
      return instead()
    }
  }
}
