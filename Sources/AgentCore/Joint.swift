/// What a sync came to.
package enum SyncOutcome: Hashable, Sendable {
  case newData
  case nothingNew
  case failed(EngageProblem)
  /// A reset overtook it: ordinary control flow, no error to show (reference 2.9).
  case stale

  /// The outcome of several parts together (reference 2.6).
  package static func combined(_ outcomes: [SyncOutcome]) -> SyncOutcome {
    if outcomes.contains(.newData) { return .newData }
    for outcome in outcomes {
      if case .failed = outcome { return outcome }
    }
    return outcomes.contains(.stale) ? .stale : .nothingNew
  }

  var problem: EngageProblem? {
    if case .failed(let problem) = self { problem } else { nil }
  }
}

/// Those who wait for one run of something: the second joins the first (reference 2.6).
struct Joint {
  typealias Completion = (SyncOutcome) -> Void

  private var waiting: [Completion] = []
  private(set) var isRunning = false

  /// Joins the run.
  ///
  /// - Returns: whether there was none, so that the caller has to begin it.
  mutating func join(_ then: @escaping Completion) -> Bool {
    waiting.append(then)
    defer { isRunning = true }
    return !isRunning
  }

  /// Ends the run.
  ///
  /// - Returns: those to be told.
  mutating func finish() -> [Completion] {
    isRunning = false
    defer { waiting = [] }
    return waiting
  }
}
