import HubFrontEnds
import HubLog
import HubOptions

/// How front ends come onto the stage, and what follows when one ends by itself.
extension Stage {
  /// Puts the first front end on the stage that can be had.
  ///
  /// - Throws: code 66, 69 or 77.
  func enter() throws(CommandError) {
    let found = try choice.first(from: turn) { (candidate, wish) throws(FrontEndError) in
      do throws(FrontEndError) {
        return choice.runsInHost(candidate)
          ? try start(inHost: candidate.path) : try start(inRunner: candidate.path)
      } catch {
        if error.code == .crashed { miss(wish) }
        if error.code == .notGranted { miss(wish, .refused) }
        throw error
      }
    }
    (frontEnd, turn) = found
    followIdleness()
  }

  /// Lets the host end when nothing is left to do, if the front end is one for whom that can be.
  func followIdleness() {
    let about = frontEnd?.description
    let mayEnd =
      leavesWhenIdle && about?.needsTerminal == false && !session.settings.follows
    let loop = loop
    session.onIdle = mayEnd ? { loop.quit("done") } : nil
  }

  private func start(inHost path: String) throws(FrontEndError) -> any StandingFrontEnd {
    let candidate = try FrontEndLoader.load(path: path)
    let about = candidate.description
    // Nothing keeps it from more in here, but the user has to agree all the same.
    try grants.check(about, path: path)
    try about.checkTerminal(
      input: terminal.inputIsTerminal, output: terminal.outputIsTerminal)
    terminalGuard.watchForCrashes(note: "the front end \(about.name) crashed; the inbox is safe")
    do throws(FrontEndError) {
      try keepingFault(of: about.name) { () throws(FrontEndError) in
        unsafe try candidate.create(host: table.host)
        session.frontEnd = try traced(candidate)
        try candidate.start()
      }
      return candidate
    } catch {
      session.frontEnd = nil
      candidate.destroy()
      loop.revoke(.frontEnd)
      clearScreen()
      throw error
    }
  }

  private func start(
    inRunner path: String, after last: RunnerFrontEnd? = nil, replaying call: RunnerCall? = nil
  ) throws(FrontEndError) -> any StandingFrontEnd {
    try quarantine.check(path)
    terminalGuard.watchForCrashes(note: "hubhost crashed; the inbox is safe")
    var setting = RunnerFrontEnd.Setting(
      path: path, environment: environment, input: terminal.input, output: terminal.output)
    setting.grants = grants
    setting.restoreScreen = { [unowned self] in clearScreen() }
    setting.lastRequest = last?.lastRequest ?? 0
    setting.replayed = call
    var made: RunnerFrontEnd?
    try keepingFault(of: path) { () throws(FrontEndError) in
      let runner = try RunnerFrontEnd(
        setting, started: early.take(path), session: session, table: table, loop: loop)
      session.frontEnd = try traced(runner)
      made = runner
    }
    guard let runner = made else { throw FrontEndError(.system, "\(path) was not started") }
    runner.onEnd = { [unowned self, unowned runner] end in ended(runner, end) }
    return runner
  }

  private func traced(
    _ methods: any FrontEndMethods
  ) throws(FrontEndError) -> any FrontEndMethods {
    guard let trace else { return methods }
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

  /// Gives the terminal back, and shows what was said meanwhile.
  private func clearScreen() {
    terminalGuard.restore()
    errors.release()
  }

  // MARK: A front end ended by itself

  /// Starts it again, or sets it aside and goes on with the next one; says so in one sentence.
  private func ended(_ runner: RunnerFrontEnd, _ end: RunnerEnd) {
    guard frontEnd === runner else { return }
    frontEnd = nil
    session.forgetFrontEnd()
    runner.leaveNoise()
    let happened = "the front end \(runner.path) \(end.words)"
    if crashes.note(end, at: WallClock.now()) == .restart {
      tell("\(happened); it is started again")
      if restart(runner, end) { return }
    } else {
      tell("\(happened), not for the first time; \(setAside(runner, end))")
    }
    miss(choice.wishes[turn])
    turn += 1
    goOnWithNext()
  }

  /// Whether it stands again.
  private func restart(_ runner: RunnerFrontEnd, _ end: RunnerEnd) -> Bool {
    do throws(FrontEndError) {
      frontEnd = try start(inRunner: runner.path, after: runner, replaying: end.call)
    } catch {
      tell(error.message)
      return false
    }
    followIdleness()
    session.showAgain(lost: end.call)
    return true
  }

  /// A front end cannot be had for good: if it was asked for, something else will be shown.
  private func miss(_ wish: FrontEndChoice.Wish, _ code: ExitCode = .unavailable) {
    if wish.isExplicit { exitCode = code }
  }

  private func goOnWithNext() {
    crashes = CrashRecord()
    do throws(CommandError) {
      try enter()
      session.showAgain(lost: nil)
    } catch {
      failure = error
      loop.quit("no front end is left")
    }
  }

  /// What becomes of it, as a clause.
  private func setAside(_ runner: RunnerFrontEnd, _ end: RunnerEnd) -> String {
    let next = choice.wishes.dropFirst(turn + 1).first?.nameOrPath
    let instead = next.map { "\($0) is shown instead" } ?? "no other front end is left"
    do throws(FrontEndError) {
      let file = try quarantine.setAside(runner.path, reason: end.words)
      return "it is set aside until it is another build or \(file) is deleted, and \(instead)"
    } catch {
      Log.warning("\(error)")
      return instead
    }
  }
}
