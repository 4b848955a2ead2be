import CHubFrontEnd
import CLinux
import Glibc
import HubCore
import HubModel

/// What the methods and actions do.
extension CheckTable {
  static let methods: [Check] = [
    Check(
      "methods-survive", .must, "Methods bear every value, also those at the edges", plugin,
      body: {
        subject throws(CheckStop) in
        try onStage(subject) { stage, _ in
          for method in HostMethod.allCases {
            for round in 0..<methodRounds {
              var place = round
              _ = stage.frontEnd.call(
                method,
                CheckCalls.arguments(for: method.signature) { count in
                  place += 1
                  return (place * 7 + round) % count
                })
              tidy(stage, after: method)
            }
            stage.turn(milliseconds: 1)
          }
          return nil
        }
      }),
    Check(
      "methods-status", .should, "Methods return what the header names", plugin,
      body: {
        subject throws(CheckStop) in
        try onStage(subject) { stage, _ in
          for method in HostMethod.allCases
          where method != .terminalSuspend && method != .terminalResume {
            var zero = 0
            let status = stage.frontEnd.call(
              method,
              CheckCalls.arguments(for: method.signature) { count in
                zero += 1
                return min(1, count - 1)
              })
            if let status, !(HUB_E_REFUSED...HUB_PENDING).contains(status) {
              return .broken("\(method.name) returns \(status); return HUB_OK or a HUB_E_…")
            }
            if let status, status == HUB_PENDING, method != .showHub {
              return .broken("\(method.name) returns HUB_PENDING, which only show_hub may")
            }
          }
          return nil
        }
      }),
    Check(
      "reports-once", .must, "After HUB_PENDING it reports once that the Hub is shown", plugin,
      body: {
        subject throws(CheckStop) in
        try onStage(subject) { stage, _ in
          for _ in 0..<2 {
            let before = stage.session.watch.shownReports
            let status = stage.frontEnd.showHub(tab: "hub", badge: nil)
            let isPending = status == HUB_PENDING
            stage.turn(milliseconds: settleMilliseconds)
            for _ in 0..<reportTurns where isPending && stage.session.watch.shownReports == before {
              stage.turn(milliseconds: settleMilliseconds)
            }
            let reports = stage.session.watch.shownReports - before
            if isPending, reports == 0 {
              return .broken("show_hub returns HUB_PENDING and hub_shown is never called; call it")
            }
            if reports > (isPending ? 1 : 0) {
              return .broken(
                isPending
                  ? "hub_shown is called \(reports) times after one show_hub; call it once"
                  : "hub_shown is called though show_hub did not return HUB_PENDING; leave one out")
            }
          }
          return nil
        }
      }),
    Check(
      "methods-in-time", .must,
      "Methods return in \(maxMethodMilliseconds) ms, better in "
        + "\(goodMethodMilliseconds)", plugin,
      body: { subject throws(CheckStop) in
        try onStage(subject) { stage, _ in slowest(stage) }
      }),
    Check(
      "again", .must, "The same again, and a post before the Hub, do no harm", plugin,
      body: {
        subject throws(CheckStop) in
        let stage = try CheckStage(subject)
        try stage.enter()
        let post = CheckCalls.arguments(for: HostMethod.presentPost.signature) { _ in 1 }
        for _ in 0..<3 { _ = stage.frontEnd.call(.presentPost, post) }
        // The same request again, as after a crash.
        for _ in 0..<2 { _ = stage.frontEnd.call(.presentPost, post, request: sameRequest) }
        for _ in 0..<3 { _ = stage.frontEnd.showHub(tab: "hub", badge: "3") }
        for what in ["post", "standalone", "alert", "conversation", "post"] {
          _ = stage.frontEnd.dismiss(what)
        }
        stage.turn(milliseconds: 5)
        stage.leave()
        return nil
      }),
    Check(
      "items-none", .must, "An empty inbox is shown", plugin,
      body: { subject throws(CheckStop) in
        try onStage(subject, items: 0) { _, _ in nil }
      }),
    Check(
      "items-many", .must, "An inbox of \(manyItems) posts is shown", plugin,
      body: {
        subject throws(CheckStop) in
        try onStage(subject, items: manyItems) { stage, _ in
          _ = stage.frontEnd.inboxChanged(MovedRows(everything: true))
          stage.turn(milliseconds: 20)
          return nil
        }
      }),
    Check(
      "texts", .must, "Posts with odd texts are shown", plugin,
      body: { subject throws(CheckStop) in
        let posts = CheckCalls.texts.enumerated().map { index, text in
          Post(
            id: CheckItems.id(UInt64(index + 1)), subject: text, previewText: text,
            receivedAt: Timestamp(milliseconds: CheckItems.time + Int64(index)))
        }
        let stage = try CheckStage(subject, posts: posts)
        try stage.enter()
        stage.session.send(.tabSelected("hub"))
        for post in posts { stage.session.send(.itemSelected(.post, post.id)) }
        stage.turn(milliseconds: 20)
        stage.leave()
        return nil
      }),
    Check(
      "actions", .must, "Actions bear the ends of their ranges", plugin,
      body: {
        subject throws(CheckStop) in
        try onStage(subject) { stage, _ in
          guard !stage.session.actions.isEmpty else { return .skipped("it offers no action") }
          for action in stage.session.actions {
            for highest in [false, true, false] {
              let request = ActionRequest(
                name: action.name, bindings: CheckCalls.bindings(for: action, highest: highest))
              if let finding = tried(request, stage) { return finding }
            }
          }
          return nil
        }
      }),
    Check(
      "random-calls", .must, "\(randomCalls) calls at random do no harm", plugin,
      body: {
        subject throws(CheckStop) in
        try onStage(subject) { stage, numbers in
          for _ in 0..<randomCalls {
            let method = HostMethod.allCases[numbers.next(below: HostMethod.allCases.count)]
            let arguments = CheckCalls.arguments(for: method.signature) { numbers.next(below: $0) }
            _ = stage.frontEnd.call(method, arguments)
            tidy(stage, after: method)
            if numbers.next(below: 8) == 0 { stage.turn(milliseconds: 0) }
          }
          return nil
        }
      }),
  ]

  /// The number of a request that comes twice.
  static let sameRequest: UInt64 = 1_000
  /// How often each method is called with other values.
  static let methodRounds = 24
  /// How long what a report leads to is waited for, and how often again while none has come.
  static let settleMilliseconds = 20
  static let reportTurns = 50
  /// How many calls are drawn at random.
  static let randomCalls = 500
  /// Posts of a large inbox.
  static let manyItems = 10_000
  /// The most milliseconds of a method.
  static let maxMethodMilliseconds = 500
  /// What a method should not take longer than: one frame.
  static let goodMethodMilliseconds = 16

  /// Starts it, shows the Hub, does something, and ends it.
  static func onStage(
    _ subject: CheckSubject, items: Int = 5,
    _ body: (CheckStage, inout SeededNumbers) -> CheckFinding?
  ) throws(CheckStop) -> CheckFinding? {
    let stage = try CheckStage(subject, items: items)
    try stage.enter()
    stage.session.launch(url: nil)
    stage.session.send(.tabSelected("hub"))
    stage.turn(milliseconds: 5)
    var numbers = SeededNumbers(seed: subject.seed)
    let finding = body(stage, &numbers)
    stage.leave()
    return finding
  }

  /// Takes away what would only make the calls that follow slow: screens of an odd size, and stacks.
  private static func tidy(_ stage: CheckStage, after method: HostMethod) {
    switch method {
    case .terminalResized: _ = stage.frontEnd.terminalResized(columns: 80, rows: 24)
    case .presentPost, .presentConversation: _ = stage.frontEnd.dismiss("standalone")
    case .alert: _ = stage.frontEnd.dismiss("alert")
    default: break
    }
  }

  /// Calls an action with values that go; only that it comes back in good order counts.
  private static func tried(_ request: ActionRequest, _ stage: CheckStage) -> CheckFinding? {
    do throws(ActionFault) {
      _ = try stage.session.callAction(request)
      return nil
    } catch {
      guard case .failed(let status) = error.code else { return .broken(error.message) }
      return (HUB_E_REFUSED...HUB_PENDING).contains(status)
        ? nil : .broken("the action \(request.name) returns \(status); return HUB_OK or a HUB_E_…")
    }
  }

  /// The slowest method, each taken at its best of three, so that a busy machine is not held against it.
  private static func slowest(_ stage: CheckStage) -> CheckFinding? {
    let clock = ContinuousClock()
    var worst: (name: String, wall: Int, own: Int) = ("", 0, 0)
    for method in HostMethod.allCases where method != .terminalSuspend {
      let arguments = CheckCalls.arguments(for: method.signature) { min(2, $0 - 1) }
      var best: (wall: Int, own: Int) = (.max, .max)
      for _ in 0..<3 {
        let before = processMilliseconds
        let took = clock.measure { _ = stage.frontEnd.call(method, arguments) }
        best.wall = min(best.wall, Int(took / .milliseconds(1)))
        best.own = min(best.own, processMilliseconds - before)
      }
      if best.wall > worst.wall { worst = (method.name, best.wall, best.own) }
    }
    if worst.wall > maxMethodMilliseconds {
      return .broken("\(worst.name) takes \(worst.wall) ms; do the work in pieces, with hub.loop/1")
    }
    // Waiting counts as much as computing, but not the waiting for a busy machine.
    guard worst.wall > goodMethodMilliseconds,
      worst.own > goodMethodMilliseconds || worst.wall > 100
    else { return nil }
    return .nearly(
      "\(worst.name) takes \(worst.wall) ms, longer than a frame; do the work in pieces")
  }
}
