/// What is left of the terminal when a signal ends the host.
extension CheckTable {
  static let ends: [Check] = CheckEnd.allCases.map { end in
    let id = "terminal-\(end.rawValue)"
    return Check(
      id, .must, "The terminal is as before when \(end.name) ends the host", plugin,
      patience: EndingHost.checkPatience,
      body: { subject throws(CheckStop) in try ended(id, subject, by: end) }
    ).judging { drawn in
      guard end.isCrash, TerminalModesSeen.leftOn(drawn) != nil else {
        return TerminalModesSeen.leftOn(drawn)
      }
      return .broken(
        "a host that crashes cannot undo what it does not know; tell modes of hub.terminal/1 "
          + "which ones are on")
    }
  }

  private static func ended(
    _ id: String, _ subject: CheckSubject, by end: CheckEnd
  ) throws(CheckStop) -> CheckFinding? {
    guard try subject.load().get().description.needsTerminal else {
      throw CheckStop(.skipped("it needs no terminal"))
    }
    guard subject.hasTerminal else {
      throw CheckStop(.skipped("it needs a terminal, and there is none in this process"))
    }
    let before = settings()
    switch EndingHost.run(id, subject, until: end) {
    case .ended: break
    case .notStarted: return .skipped("it does not start; see the checks before")
    case .exited(let status):
      return .broken("it ended the process itself (status \(status)); leave signals to the host")
    case .killed(let signal):
      return .broken("the host ended by signal \(signal) instead; leave signals to the host")
    case .stayed:
      return .broken("the host did not end; return from stop and destroy, and leave signals alone")
    }
    return before == settings()
      ? nil : .broken("the terminal's settings stay changed; put them back in stop")
  }
}
