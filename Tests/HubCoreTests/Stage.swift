import FoundationEssentials
import HubCore
import HubModel
import Testing

/// A host around the core, with a store and a front end that answer at once.
struct Stage {
  /// 2026-03-05T13:20:00.000Z.
  static let start = Timestamp(milliseconds: 1_772_716_800_000)
  /// Most later turns of one test step.
  private static let maximumTurns = 1000

  var core: HubCore
  var now = Stage.start
  /// Every effect so far, in order.
  private(set) var log: [HubEffect] = []
  /// URLs that reach the app's handler on a later turn.
  private(set) var later: [String] = []
  private(set) var journal: JournalEntry?
  private(set) var deadline: Timestamp?
  var posts: [UUID: String?] = [:]
  var conversations: Set<UUID> = []
  /// Whether the front end says that the Hub is on screen after each `show_hub`.
  var showsHub = true

  init(
    _ config: HubConfig, homeURL: String? = nil, app: AppDescription = .demo,
    handlers: [any RouteHandler] = [HubRouteHandler()]
  ) {
    core = HubCore(app: app, config: config, homeURL: homeURL, handlers: handlers)
  }

  /// Sends an event and carries out what follows, except what is due on a later turn.
  @discardableResult
  mutating func send(_ event: HubEvent) -> [HubEffect] {
    let first = log.count
    carryOut(core.handle(event, now: now))
    return Array(log[first...])
  }

  /// Lets all later turns pass.
  @discardableResult
  mutating func settle() -> [HubEffect] {
    let first = log.count
    // A handoff that opened itself again would go on for ever.
    for _ in 0..<Self.maximumTurns where !later.isEmpty {
      send(.urlDelivered(later.removeFirst()))
    }
    #expect(later.isEmpty)
    return Array(log[first...])
  }

  /// A link from outside, with all its later turns.
  @discardableResult
  mutating func follow(_ link: String) -> [HubEffect] {
    send(.link(link)) + settle()
  }

  mutating func wait(seconds: Int64) {
    now = now.advanced(bySeconds: seconds)
    if let deadline, deadline <= now { send(.tick) }
  }

  /// The process dies and starts again; the store is still there.
  mutating func restart(config: HubConfig? = nil) {
    let old = self
    self = Stage(
      config ?? old.core.config, homeURL: old.core.coordinator.homeURL, app: old.core.app)
    now = old.now
    journal = old.journal
    posts = old.posts
    conversations = old.conversations
    showsHub = old.showsHub
    if let journal { send(.recovered(journal)) }
  }

  /// Carries out all effects of one event before the answers to them are sent.
  private mutating func carryOut(_ effects: [HubEffect]) {
    var answers: [HubEvent] = []
    for effect in effects {
      log.append(effect)
      switch effect {
      case .openURL(let url): later.append(url)
      case .journal(let entry): journal = JournalEntry(text: entry.text)
      case .takeJournal, .dropJournal: journal = nil
      case .setDeadline(let time): deadline = time
      case .showHub where showsHub: answers.append(.hubShown)
      case .lookUpPost(let id, let presentation):
        answers.append(.postLookedUp(id, presentation, lookUp(id)))
      case .lookUpConversation(let id, let presentation):
        let result: ConversationLookup = conversations.contains(id) ? .found : .missing
        answers.append(.conversationLookedUp(id, presentation, result))
      default: break
      }
    }
    for answer in answers { carryOut(core.handle(answer, now: now)) }
  }

  private func lookUp(_ id: String) -> PostLookup {
    guard let uuid = UUID(uuidString: id), let url = posts[uuid] else { return .missing }
    return .found(uuid, url: url, hasBody: false)
  }
}

extension AppDescription {
  static let demo = AppDescription(
    id: "com.example.demo", name: "Demo", urlSchemes: ["rv-demo"],
    associatedDomains: ["demo.rover.example"], appSchemes: ["demo"],
    routes: ["demo://hub": "hub", "demo://home": "home", "demo://new": "hub"],
    tabs: [Tab(tag: "home", title: "Home"), Tab(tag: "hub", title: "For you")])

  /// The same app with other routes, schemes or tabs.
  static func demo(_ change: (inout AppDescription) -> Void) -> AppDescription {
    var app = demo
    change(&app)
    return app
  }
}

extension HubConfig {
  static let hubPlus = HubConfig(deepLink: "demo://hub")
  static let hubMinus = HubConfig()
  static let hubX = HubConfig(isInboxEnabled: false, deepLink: "demo://hub")
}

extension UUID {
  static let pa = fixture("5B0D7C1E-2F43-4E0A-9D55-0A1B2C3D4E01")
  static let pb = fixture("5B0D7C1E-2F43-4E0A-9D55-0A1B2C3D4E02")
  static let ca = fixture("8E2F6A90-71BB-4C3D-8F10-6D5E4C3B2A01")
  static let cb = fixture("8E2F6A90-71BB-4C3D-8F10-6D5E4C3B2A02")

  var lower: String { uuidString.lowercased() }

  private static func fixture(_ text: String) -> UUID {
    guard let id = UUID(uuidString: text) else { fatalError("\(text) is no UUID") }
    return id
  }
}

extension String {
  static let linkPA = "rv-demo://posts/\(UUID.pa.lower)"
  static let linkPB = "rv-demo://posts/\(UUID.pb.lower)"
  static let linkCA = "rv-demo://conversations/\(UUID.ca.lower)"
}

extension [HubEffect] {
  /// The `opened` effects, as "url by".
  var openings: [String] {
    compactMap { effect in
      if case .opened(let url, let by, _) = effect { "\(url) \(by.rawValue)" } else { nil }
    }
  }

  /// What was put on screen.
  var presentations: [HubEffect] {
    filter { effect in
      switch effect {
      case .presentPost, .presentConversation: true
      default: false
      }
    }
  }

  var paths: [[PathEntry]] {
    compactMap { if case .pathChanged(let path) = $0 { path } else { nil } }
  }

  /// Codes of alerts and warnings.
  var codes: [HubCode] {
    compactMap { effect in
      switch effect {
      case .alert(let code, _, _), .warn(let code, _): code
      default: nil
      }
    }
  }

  var warnings: [String] {
    compactMap { if case .warn(_, let message) = $0 { message } else { nil } }
  }
}
