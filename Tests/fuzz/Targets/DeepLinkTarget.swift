import FoundationEssentials
import HubCore
import HubFrontEnds
import HubModel

/// A URL from outside, through the router and the core to the screen.
enum DeepLinkTarget {
  private static let usableLink = "demo://hub"
  private static let app = AppDescription(
    id: "com.example.demo", name: "Demo", urlSchemes: ["rv-demo"],
    associatedDomains: ["example.com"], appSchemes: ["demo"],
    routes: [usableLink: "hub", "demo://settings": "settings"],
    tabs: ["home", "hub", "settings"].map { AppDescription.Tab(tag: $0, title: $0) })
  private static let configs = [
    HubConfig(deepLink: usableLink), HubConfig(), HubConfig(deepLink: "RV-demo://hub"),
    HubConfig(isInboxEnabled: false, deepLink: usableLink),
  ]
  private static let now = Timestamp(milliseconds: 1_772_722_800_000)

  static func run(_ bytes: [UInt8]) throws {
    let text = String(decoding: bytes, as: UTF8.self)
    if let url = AppURL(text) {
      try checkParts(of: url, text)
      try checkRoute(of: url)
    }
    for config in configs {
      for origin in [LinkOrigin.outside, .inside] { try open(text, config, origin) }
    }
    if let entry = JournalEntry(text: text) { try checkReadsBack(entry) }
  }

  private static func isClean(_ text: String) -> Bool {
    text.unicodeScalars.allSatisfy { $0.properties.generalCategory != .control }
  }

  private static func checkParts(of url: AppURL, _ text: String) throws {
    try check(url.text.utf8.elementsEqual(text.utf8), "the text of the URL is another one")
    try check(text.utf8.count <= AppURL.maximumLength, "the URL is too long")
    try check(text.utf8.starts(with: (url.scheme + ":").utf8), "the scheme is made up")
    try check(
      isClean(url.text + url.path + (url.host ?? "")), "a control character passed")
    try check(url.host?.isEmpty != true, "the host is empty")
    try check(
      url.pathParts.allSatisfy { !$0.isEmpty && !$0.utf8.contains(UInt8(ascii: "/")) },
      "a part of the path is none")
  }

  /// An action whose arguments take every kind of value.
  private static let jump = ActionDescription(
    name: "jump", help: "Jumps", signature: "|siudb",
    parameters: [
      ActionParameter(name: "s", help: "Text", kind: .text, isOptional: true, integers: 0...8),
      ActionParameter(name: "i", help: "Whole", kind: .integer, isOptional: true, integers: -9...9),
      ActionParameter(name: "u", help: "Whole", kind: .unsigned, isOptional: true),
      ActionParameter(name: "d", help: "Number", kind: .real, isOptional: true, reals: -1...1),
      ActionParameter(name: "b", help: "Flag", kind: .flag, isOptional: true),
    ])

  private static func checkAction(_ link: ActionLink, _ url: AppURL) throws {
    try check(url.host?.lowercased() == "action", "a host is taken for action")
    try check([link.frontEnd, link.name] == url.pathParts, "an action is not in the path")
    do throws(ActionFault) {
      let values = try ActionCall.convert(link.bindings ?? [], for: jump)
      guard values.count == 5, case .text(let text) = values[0],
        case .integer(let whole) = values[1],
        case .double(let number) = values[3]
      else { throw ActionFault(.argument, "\n") }
      guard (-9...9).contains(whole), (-1...1).contains(number), (text ?? "").utf8.count <= 8 else {
        throw ActionFault(.argument, "\n")
      }
    } catch {
      try check(
        isClean(error.message), "a value out of its range passes, or a fault is no sentence")
    }
  }

  private static func checkRoute(of url: AppURL) throws {
    let router = Router(app: app)
    guard let action = router.action(for: url) else { return }
    try check(url.scheme == "rv-demo", "a link of another scheme is taken")
    if case .action(let link) = action { try checkAction(link, url) }
    guard case .navigate(let destination) = action else { return }
    switch destination {
    case .post(let id):
      try check(url.host?.lowercased() == "posts", "a host is taken for posts")
      try check(id == url.pathParts.first, "the id is not in the path")
    case .conversation(let id):
      try check(url.host?.lowercased() == "conversations", "a host is taken for conversations")
      try check(
        id.uuidString == url.pathParts.first?.uppercased(), "the UUID is not in the path")
    }
    let short = String(decoding: url.text.utf8.prefix { !"?#".utf8.contains($0) }, as: UTF8.self)
    try check(
      AppURL(short).flatMap { router.action(for: $0) } == action, "query or fragment count")
  }

  private static func checkReadsBack(_ entry: JournalEntry) throws {
    guard entry.text.utf8.count <= JournalEntry.maximumTextLength else { return }
    try check(JournalEntry(text: entry.text) == entry, "the journal's entry does not read back")
  }

  private static func open(_ text: String, _ config: HubConfig, _ origin: LinkOrigin) throws {
    var core = HubCore(app: app, config: config, homeURL: nil)
    let (handled, effects) = core.open(text, from: origin, now: now)
    var openers: [URLOpener] = []
    for effect in effects {
      switch effect {
      case .opened(let url, let opener, let reason):
        try check(url.utf8.elementsEqual(text.utf8), "another URL is told as opened")
        try check((reason != nil) == (opener == .refused), "a refusal and its reason part")
        openers.append(opener)
      case .openInSystem(let url):
        try check(origin == .inside, "a link from outside goes to the system")
        let scheme = AppURL(url)?.scheme.lowercased() ?? ""
        try check(
          ["http", "https", "mailto"].contains(scheme), "the system is to open another scheme")
      case .journal(let entry):
        let length = entry.text.utf8.count
        try check(length <= JournalEntry.maximumTextLength, "the journal's entry is too long")
        try checkReadsBack(entry)
      default: break
      }
    }
    try check(openers.count == 1, "\(openers.count) outcomes are told")
    try check(handled == (openers.first != .refused), "the answer and what is told contradict")
    let isAction = effects.contains { if case .callAction = $0 { true } else { false } }
    if openers.first == .router, !isAction {
      try deliver(effects, core, isUsable: config == configs[0])
    }
  }

  /// Plays the host until nothing is left to do: the destination is shown or missed, exactly once.
  private static func deliver(_ effects: [HubEffect], _ core: HubCore, isUsable: Bool) throws {
    var core = core
    var queue = effects[...]
    var shown: [Presentation] = []
    var isJournalled = false
    for _ in 0..<100 {
      guard let effect = queue.popFirst() else { break }
      switch effect {
      case .journal: isJournalled = true
      case .takeJournal: isJournalled = false
      case .openURL(let url):
        try check(isJournalled, "the Hub deep link is opened before the journal is written")
        queue += core.handle(.urlDelivered(url), now: now)
      case .showHub: queue += core.handle(.hubShown, now: now)
      case .lookUpPost(let id, let presentation):
        let answer =
          UUID(wire: id).map { PostLookup.found($0, url: nil, hasBody: true) } ?? .missing
        if answer == .missing { shown.append(presentation) }
        queue += core.handle(.postLookedUp(id, presentation, answer), now: now)
      case .lookUpConversation(let id, let presentation):
        queue += core.handle(.conversationLookedUp(id, presentation, .found), now: now)
      case .presentPost(_, let presentation), .presentConversation(_, let presentation):
        shown.append(presentation)
      default: break
      }
    }
    try check(queue.isEmpty, "the host is kept busy for ever")
    try check(core.handoff == nil && !isJournalled, "the handoff does not end")
    try check(shown == [isUsable ? .hub : .standalone], "the destination is shown as \(shown)")
  }
}
