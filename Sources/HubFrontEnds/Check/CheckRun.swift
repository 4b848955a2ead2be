import FoundationEssentials
import Glibc

/// Checks one plug-in.
package struct CheckRun {
  let path: String
  let seed: UInt64
  let inProcess: Bool
  let executable: String

  /// Prepares the checks of a plug-in.
  ///
  /// - Parameters:
  ///   - path: of the shared object.
  ///   - seed: where random calls begin.
  ///   - inProcess: do them in this process, for a debugger; a crash ends it.
  ///   - executable: a program whose `__check` is `CheckChild.run`.
  package init(
    path: String, seed: UInt64, inProcess: Bool = false,
    executable: String = FrontEndFinder.executable
  ) {
    self.path = path
    self.seed = seed
    self.inProcess = inProcess
    self.executable = executable
  }

  /// The ids of all checks, in their order.
  package static var ids: [String] { CheckTable.all.map(\.id) }

  /// All checks with their levels and rules, in their order.
  package static var rules: [(id: String, level: CheckLevel, rule: String)] {
    CheckTable.all.map { ($0.id, $0.level, $0.rule) }
  }

  /// Does the checks of those ids (nil: all) and hands over each result when it is there.
  ///
  /// Once the file cannot be loaded, the checks that would load it are skipped.
  ///
  /// - Throws: when there is no check of an id.
  package func run(
    only ids: [String]? = nil, _ tell: (CheckResult) -> Void
  ) throws(UnknownCheck) {
    var unloadable = false
    for check in try CheckTable.named(ids) {
      if unloadable, check.setting != .file, check.id != "entry", check.id != "descriptor",
        check.id != "methods"
      {
        tell(
          CheckResult(
            id: check.id, level: check.level, rule: check.rule, outcome: .skip,
            message: "it cannot be loaded; see the checks before", milliseconds: 0))
        continue
      }
      let result =
        inProcess
        ? here(check)
        : CheckProcess(check, executable: executable)
          .run(path: path, seed: seed)
      if check.id == "loads", result.outcome == .fail || result.outcome == .crash {
        unloadable = true
      }
      tell(result)
    }
  }

  private func here(_ check: Check) -> CheckResult {
    CheckChild.prepare()
    let subject = CheckSubject(
      path: path, seed: seed,
      hasTerminal: isatty(STDIN_FILENO) == 1 && isatty(STDOUT_FILENO) == 1)
    let clock = ContinuousClock()
    let start = clock.now
    let (outcome, message) = check.outcome(check.body(subject))
    return CheckResult(
      id: check.id, level: check.level, rule: check.rule, outcome: outcome, message: message,
      milliseconds: Int(start.duration(to: clock.now) / .milliseconds(1)))
  }
}
