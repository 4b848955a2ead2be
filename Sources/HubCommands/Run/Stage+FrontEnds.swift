import HubFrontEnds
import HubHosting
import HubLoop
import HubModel
import HubOptions
import HubSystem

/// Which front ends come onto the stage, and what follows when one is gone.
extension Stage {
  /// Puts the first front end on the stage that can be had.
  ///
  /// - Throws: code 66, 69 or 77.
  func enter() throws(CommandError) {
    turn = try choice.first(from: turn) { (candidate, wish) throws(FrontEndError) in
      do throws(FrontEndError) {
        if choice.runsInHost(candidate) {
          try stage.start(inHost: candidate.path)
        } else {
          try stage.start(inRunner: candidate.path)
        }
      } catch {
        if error.code == .crashed { miss(wish) }
        if error.code == .notGranted { miss(wish, .refused) }
        throw error
      }
    }
    followIdleness()
    tellOfIdleKeys()
  }

  /// Says which keys of the app file do nothing, of a front end that takes keys.
  private func tellOfIdleKeys() {
    guard let about = stage.frontEnd?.description, about.needsTerminal, about.needsInput else {
      return
    }
    for fault in session.faults(of: session.settings.app.keys) { session.settings.tell(fault) }
  }

  /// Lets the host end when nothing is left to do, if the front end is one for whom that can be.
  func followIdleness() {
    let about = stage.frontEnd?.description
    let mayEnd =
      leavesWhenIdle && about?.needsTerminal == false && !session.settings.follows
    let loop = loop
    session.onIdle = mayEnd ? { loop.quit("done") } : nil
  }

  /// Says what happens when a front end ended by itself.
  func followStage(_ early: EarlyRunner) {
    stage.takeEarly = { early.take($0) }
    stage.onRestart = { [unowned self] in followIdleness() }
    stage.instead = { [unowned self] in
      let next = choice.wishes.dropFirst(turn + 1).first?.nameOrPath
      return next.map { "\($0) is shown instead" } ?? "no other front end is left"
    }
    stage.onLoss = { [unowned self] in goOnWithNext() }
  }

  /// A front end cannot be had for good: if it was asked for, something else will be shown.
  private func miss(_ wish: FrontEndChoice.Wish, _ code: ExitCode = .unavailable) {
    if wish.isExplicit { exitCode = code }
  }

  private func goOnWithNext() {
    miss(choice.wishes[turn])
    turn += 1
    do throws(CommandError) {
      try enter()
      session.showAgain(lost: nil)
    } catch {
      failure = error
      loop.quit("no front end is left")
    }
  }
}
