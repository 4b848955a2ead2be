import HubText

/// How grave it is to break a rule.
package enum CheckLevel: String, CaseIterable, Hashable, Sendable, Codable {
  /// Broken, the front end is not to be installed.
  case must
  /// Broken, it is a warning.
  case should
  /// Broken, it is a warning about a detail.
  case polish
}

/// What came of one check; the raw value is what programs read.
package enum CheckOutcome: String, Hashable, Sendable, Codable {
  case pass
  /// A rule of the level must is broken.
  case fail
  /// A rule of another level is broken, or a `must` nearly.
  case warn
  /// It could not be tried, or does not apply.
  case skip
  /// The front end ended its process or did not come back.
  case crash
}

/// The result of one check.
package struct CheckResult: Hashable, Sendable, Codable {
  /// Stable, in kebab case.
  package let id: String
  package let level: CheckLevel
  /// The rule, as a sentence.
  package let rule: String
  package let outcome: CheckOutcome
  /// What was seen, a sentence; nil when there is nothing to say.
  package let message: String?
  package let milliseconds: Int

  package init(
    id: String, level: CheckLevel, rule: String, outcome: CheckOutcome, message: String?,
    milliseconds: Int
  ) {
    self.id = id
    self.level = level
    self.rule = rule
    self.outcome = outcome
    self.message = message
    self.milliseconds = milliseconds
  }
}

/// What the body of a check found; a body that returns nil found nothing wrong.
enum CheckFinding: Hashable {
  /// The rule is broken: what was seen, what to do.
  case broken(String)
  /// The rule holds, but only just.
  case nearly(String)
  /// It could not be tried.
  case skipped(String)
}

/// One rule and how it is tried.
struct Check: Sendable {
  /// What a check needs around it.
  enum Setting: Hashable, Sendable {
    /// The file alone; no code of the plug-in runs.
    case file
    /// The plug-in is loaded, in a process of its own.
    case plugin
    /// As `plugin`, with an empty environment but for two variables that make loaders and allocators strict.
    case bareEnvironment
    /// As `plugin`, on a terminal of that kind (nil: TERM is not set) and size.
    case terminal(kind: String?, columns: Int, rows: Int)
  }

  let id: String
  let level: CheckLevel
  /// The rule, as a sentence without a full stop.
  let rule: String
  let setting: Setting
  /// Milliseconds until it counts as hung.
  let patience: Int
  let body: @Sendable (CheckSubject) -> CheckFinding?
  /// Looks, after the body found nothing, at what was written to the terminal.
  var judge: (@Sendable ([UInt8]) -> CheckFinding?)?

  /// How long a check may take, unless it says otherwise.
  static let standardPatience = 20_000

  init(
    _ id: String, _ level: CheckLevel, _ rule: String, _ setting: Setting = .plugin,
    patience: Int = Check.standardPatience,
    _ body: @escaping @Sendable (CheckSubject) -> CheckFinding?
  ) {
    self.id = id
    self.level = level
    self.rule = rule
    self.setting = setting
    self.patience = patience
    self.body = body
  }

  /// A check whose body may end early.
  init(
    _ id: String, _ level: CheckLevel, _ rule: String, _ setting: Setting = .plugin,
    patience: Int = Check.standardPatience,
    body: @escaping @Sendable (CheckSubject) throws(CheckStop) -> CheckFinding?
  ) {
    self.init(id, level, rule, setting, patience: patience) { subject in
      do throws(CheckStop) {
        return try body(subject)
      } catch {
        return error.finding
      }
    }
  }

  /// The same check, with a look at what was written to the terminal.
  func judging(_ judge: @escaping @Sendable ([UInt8]) -> CheckFinding?) -> Check {
    var copy = self
    copy.judge = judge
    return copy
  }

  /// The outcome of a finding at this level.
  func outcome(_ finding: CheckFinding?) -> (CheckOutcome, String?) {
    switch finding {
    case nil: (.pass, nil)
    case .broken(let text): (level == .must ? .fail : .warn, SafeText.line(text))
    case .nearly(let text): (.warn, SafeText.line(text))
    case .skipped(let text): (.skip, SafeText.line(text))
    }
  }
}

/// What a check looks at.
struct CheckSubject: Sendable {
  /// The path as it was given.
  let path: String
  /// Where random calls begin.
  let seed: UInt64
  /// The terminal that the check has; nil: none.
  var hasTerminal = false

  /// Loads the plug-in; nil, with the finding, when it cannot be loaded.
  func load() -> Result<LoadedFrontEnd, CheckStop> {
    do throws(FrontEndError) {
      return .success(try FrontEndLoader.load(path: path))
    } catch {
      return .failure(CheckStop(.skipped("it cannot be loaded; see the checks before")))
    }
  }
}

/// Ends the body of a check early.
struct CheckStop: Error {
  let finding: CheckFinding?

  init(_ finding: CheckFinding?) { self.finding = finding }
}
