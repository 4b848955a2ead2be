package import HubFrontEndKit

/// The front end jsonl: events as JSON lines on standard output, commands from standard input.
///
/// hubhost-jsonl(5) is its manual, `hubhost-jsonl.schema.json` its grammar. Writing waits for a slow
/// reader; a reader that has gone ends the program quietly. The end of input ends the program once
/// everything asked has been answered and what it led to has been told.
package final class JSONLinesFrontEnd: FrontEnd {
  package static let description = FrontEndDescription(
    id: "io.hubhost.jsonl", name: "jsonl", version: "1.0.0",
    summary: "Tells what happens as JSON lines and takes commands, for programs",
    needsInput: true)

  package static let actions = [
    FrontEndAction(
      "list", "Tell a window of the inbox, newest first, as the event items",
      [
        .unsigned("limit", "How many items at most", in: 1...Int64(InboxListing.mostRows)),
        .flag("unread", "Unread items only", isOptional: true),
        .text("search", "Only items with this in subject or preview", isOptional: true),
      ]
    ) { (front: JSONLinesFrontEnd, values) in front.list(values) },
    FrontEndAction("badge", "Tell the badge, as the event badge") {
      (front: JSONLinesFrontEnd, _) in front.tellBadge()
    },
    FrontEndAction("path", "Tell the Hub's path, as the event path") {
      (front: JSONLinesFrontEnd, _) in
      front.pathChanged()
      return .ok
    },
  ]

  /// The version of the grammar; it grows only by new keys and new events.
  static let schema = 1
  /// Most replies of a conversation that are told: the newest.
  static let mostReplies = 1000
  /// How often the end of the program is thought over after the end of input, in milliseconds.
  static let endPeriod: UInt64 = 1
  /// So many times in a row without a new event end the program.
  static let quietTurns = 2
  /// So many times end it though events go on coming.
  static let mostTurns = 200

  private let host: any Host
  private let events: EventWriter
  private let runner: CommandRunner
  private var screens = ShownScreens()
  private var reader: InputReader?
  private var reason = "stopped"
  private var hasSaidBye = false

  package init(host: any Host) throws(FrontEndError) {
    self.host = host
    events = EventWriter(host: host)
    runner = CommandRunner(host: host, events: events)
  }

  package func start() throws(FrontEndError) {
    let app = host.app
    tell("hello") {
      $0.member("schema", Self.schema)
      $0.member("host", host.hostVersion)
      $0.member("abi", host.abiVersion)
      $0.app(app)
    }
    let reader = InputReader(
      host: host, lines: { [weak self] in self?.run($0) },
      ended: { [weak self] in self?.inputEnded() })
    try reader.start()
    self.reader = reader
  }

  package func stop() {
    guard !hasSaidBye else { return }
    hasSaidBye = true
    reader?.stop()
    tell("bye") { $0.member("reason", reason) }
  }

  package func showHub(tab: String, badge: String?) -> HubAppearance {
    runner.badge = .some(badge)
    let path = host.path()
    tell("show-hub") {
      $0.member("tab", tab)
      $0.member("badge", badge)
      $0.path(path)
    }
    return .shown
  }

  package func presentPost(_ post: Item, presentation: Presentation) {
    let body = body(of: post)
    screens.show(.post(post, body: body?.hashValue), presentation)
    tell(post, body, presentation)
  }

  private func body(of post: Item) -> String? {
    guard case .lines(let lines) = host.body(of: post.id, columns: nil) else { return nil }
    return lines.map(\.text).joined(separator: "\n")
  }

  private func tell(_ post: Item, _ body: String?, _ presentation: Presentation) {
    tell("present-post") {
      $0.member("presentation", Self.word(for: presentation))
      $0.post(post)
      $0.member("body", body)
    }
  }

  package func presentConversation(
    _ conversation: ConversationRecord, presentation: Presentation
  ) {
    let replies = host.replies(of: conversation.item.id, before: nil, limit: Self.mostReplies)
    screens.show(.conversation(conversation, replies), presentation)
    tell(conversation, replies, presentation)
  }

  private func tell(
    _ conversation: ConversationRecord, _ replies: [ReplyRecord], _ presentation: Presentation
  ) {
    tell("present-conversation") {
      $0.member("presentation", Self.word(for: presentation))
      $0.conversation(conversation)
      $0.replies(replies)
    }
  }

  package func dismiss(_ what: Dismissal) {
    screens.dismiss(what)
    tell("dismiss") { $0.member("what", what.rawValue) }
  }

  package func inboxChanged(_ moved: Moved) {
    tell("changed") {
      $0.member("posts", moved.everything || !moved.posts.isEmpty)
      $0.member("conversations", moved.everything || !moved.conversations.isEmpty)
      $0.member("config", moved.config)
    }
    screens.update { shown, presentation in
      switch shown {
      case .post(let post, let body):
        guard moved.everything || moved.posts.contains(post.id) else { return }
        shown = again(post, body, presentation)
      case .conversation(let record, let replies):
        guard moved.everything || moved.conversations.contains(record.item.id) else { return }
        shown = again(record, replies, presentation)
      }
    }
  }

  /// Tells a post that is shown once more when its page came, or another one.
  private func again(
    _ post: Item, _ told: Int?, _ presentation: Presentation
  ) -> ShownScreens.Shown {
    let body = body(of: post)
    guard let body, body.hashValue != told else { return .post(post, body: told) }
    let item = host.item(.post, post.id) ?? post
    tell(item, body, presentation)
    return .post(item, body: body.hashValue)
  }

  /// Tells a conversation that is shown once more when its replies are others, or another way.
  private func again(
    _ record: ConversationRecord, _ told: [ReplyRecord], _ presentation: Presentation
  ) -> ShownScreens.Shown {
    let replies = host.replies(of: record.item.id, before: nil, limit: Self.mostReplies)
    guard replies != told else { return .conversation(record, told) }
    var record = record
    if let item = host.item(.conversation, record.item.id) { record.item = item }
    tell(record, replies, presentation)
    return .conversation(record, replies)
  }

  package func syncChanged() {
    guard let sync = host.sync else { return }
    tell("sync") { $0.sync(sync) }
  }

  package func badgeChanged(_ badge: String?, count: Int) {
    runner.badge = .some(badge)
    tell("badge") {
      $0.member("badge", badge)
      $0.member("count", count)
    }
  }

  package func configChanged() {
    tell("changed") {
      $0.member("posts", false)
      $0.member("conversations", false)
      $0.member("config", true)
    }
  }

  package func pathChanged() {
    let path = host.path()
    tell("path") { $0.path(path) }
  }

  package func alert(code: String, title: String, message: String) {
    tell("alert") {
      $0.member("code", code)
      $0.member("message", message)
    }
  }

  package func urlOpened(_ url: String, by: String, reason: String?) {
    tell("opened") {
      $0.member("url", url)
      $0.member("by", by)
      $0.member("reason", reason)
    }
  }
}

extension JSONLinesFrontEnd {
  private func tell(_ event: StaticString, _ keys: (EventWriter) -> Void) {
    events.event(event, keys)
    events.flush()
  }

  private func list(_ values: FrontEndAction.Values) -> HubStatus {
    let status = InboxListing.write(
      ItemQuery(
        limit: Int(values.unsigned("limit")), unreadOnly: values.flag("unread"),
        search: values.text("search")), host: host, events: events)
    events.flush()
    return status
  }

  private func tellBadge() -> HubStatus {
    runner.tellBadge()
    events.flush()
    return .ok
  }

  private func run(_ lines: [LineAssembler.Line]) {
    runner.run(lines)
    guard runner.hasQuit else { return }
    events.flush()
    reader?.stop()
    quit("quit")
  }

  /// Everything asked is answered; what it led to may still be on its way through the loop.
  private func inputEnded() {
    if runner.hasQuit { return }
    var told = events.sequence
    var quiet = 0
    var turns = 0
    var timer: UInt64?
    timer = host.addTimer(every: Self.endPeriod) { [weak self] in
      guard let self else { return }
      quiet = events.sequence == told ? quiet + 1 : 0
      told = events.sequence
      turns += 1
      guard quiet >= Self.quietTurns || turns >= Self.mostTurns else { return }
      if let timer { host.cancelTimer(timer) }
      quit("end of input")
    }
    if timer == nil { quit("end of input") }
  }

  private func quit(_ reason: String) {
    self.reason = reason
    host.quit(reason: reason)
  }

  private static func word(for presentation: Presentation) -> String {
    presentation == .hub ? "hub" : "standalone"
  }
}
