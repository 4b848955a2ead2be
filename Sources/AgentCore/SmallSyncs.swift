import HubLog
import HubModel
import HubStore

/// Brings what has no pages: subscriptions, participants, the configuration and the home.
final class SmallSyncs {
  private let context: AgentContext
  private var joints: [SyncStream: Joint] = [:]

  init(_ context: AgentContext) {
    self.context = context
  }

  /// Brings all subscriptions.
  func subscriptions(_ then: @escaping (SyncOutcome) -> Void) {
    run(.subscriptions, "GET /subscriptions", then) { [context] in
      context.service.subscriptions(then: $0)
    } store: { [context] store, answer throws(StoreError) in
      context.report(answer.skipped, of: "GET /subscriptions")
      try store.apply(subscriptions: answer.subscriptions)
    }
  }

  /// Brings all participants.
  func participants(_ then: @escaping (SyncOutcome) -> Void) {
    run(.participants, "GET /participants", then) { [context] in
      context.service.participants(then: $0)
    } store: { [context] store, answer throws(StoreError) in
      context.report(answer.skipped, of: "GET /participants")
      try store.apply(participants: answer.participants)
    }
  }

  /// Brings the configuration; one that turns home on brings the home too (fault O9 of reference
  /// 9.1).
  func config(_ then: @escaping (SyncOutcome) -> Void) {
    let hadHome = isHomeEnabled
    let withHome: (SyncOutcome) -> Void = { [weak self] outcome in
      if let self, !hadHome, self.isHomeEnabled { self.home { _ in } }
      then(outcome)
    }
    run(.config, "GET /config", withHome) { [context] in
      context.service.config(then: $0)
    } store: { [context] store, answer throws(StoreError) in
      context.report(answer.skipped, of: "GET /config")
      try store.saveConfig(answer.config)
    }
  }

  /// Brings the home; a failure keeps the one that is known.
  func home(_ then: @escaping (SyncOutcome) -> Void) {
    run(.home, "GET /home", then) { [context] in
      context.service.home(then: $0)
    } store: { store, answer throws(StoreError) in
      try store.saveHome(StoredHome(experienceURL: answer.experienceURL))
    }
  }

  /// Whether the configuration that is known has a home.
  var isHomeEnabled: Bool {
    context.read(false) { store throws(StoreError) in
      try store.config()?.isHomeEnabled ?? false
    }
  }

  private func run<Value>(
    _ stream: SyncStream, _ name: String, _ then: @escaping (SyncOutcome) -> Void,
    _ start: @escaping (@escaping (ServiceAnswer<Value>) -> Void) -> EngageTicket,
    store: @escaping (HubStore, Value) throws(StoreError) -> Void
  ) {
    guard joints[stream, default: Joint()].join(then) else { return }
    let mayReset = stream != .config && stream != .home
    context.call(stream, mayReset: mayReset, start) { [weak self] answer in
      guard let self else { return }
      guard case .value(let value) = answer else {
        if case .notModified = answer {
          let problem = EngageProblem(.status(304), "\(name) was answered by 304.")
          self.context.note(stream, problem)
          return self.finish(stream, .failed(problem))
        }
        return self.finish(stream, answer.failure)
      }
      do throws(EngageProblem) {
        try self.context.withStore { hub throws(StoreError) in try store(hub, value) }
        self.context.note(stream, nil)
        self.context.announce()
        self.finish(stream, .newData)
      } catch {
        self.finish(stream, self.context.ended(stream, by: error))
      }
    }
  }

  private func finish(_ stream: SyncStream, _ outcome: SyncOutcome) {
    guard var joint = joints.removeValue(forKey: stream) else { return }
    for then in joint.finish() { then(outcome) }
  }
}
