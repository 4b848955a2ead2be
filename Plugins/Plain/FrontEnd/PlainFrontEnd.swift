package import HubCalendar
package import HubFrontEndKit

/// The plain front end: prints what it is shown as text and never asks for anything.
///
/// The format, which scripts and screen readers may rely on: every thing shown is a block that ends
/// with an empty line. The Hub's head is the title of its tab and `Badge: text` (or `none`). In a
/// pipe nothing is wrapped, and a row of the inbox is `Unread post` (or `Read post`,
/// `Unread conversation`, `Read conversation`) followed by `From: `, `Time: `, `Subject: ` and
/// `Preview: `, in this order and always all of them; times are local, as `2026-03-05 13:19`. On a
/// terminal the same stands wrapped to its width, with the times of a list of messages. No escape
/// sequence is ever written. The host ends the program once everything asked is shown, unless it
/// follows. What is on its way from the server is waited for, as long as the host does, and printed
/// whole; a sentence stands for what does not come.
package final class PlainFrontEnd: FrontEnd {
  package static let description = FrontEndDescription(
    id: "io.hubhost.plain", name: "plain", version: "1.0.0",
    summary: "Prints the Hub as text, for pipes, screen readers and simple terminals")

  package static let actions = [
    FrontEndAction(
      "list", "Print the newest items of the inbox",
      [
        .unsigned("limit", "How many items", in: 1...1000),
        .flag("unread", "Unread items only", isOptional: true),
      ]
    ) { (front: PlainFrontEnd, values) in
      front.list(limit: Int(values.unsigned("limit")), unreadOnly: values.flag("unread"))
    },
    FrontEndAction("mark-all-read", "Mark everything as read", isClosedToLinks: true) {
      (front: PlainFrontEnd, _) in
      front.host.markAllRead()
    },
  ]

  /// Most messages of a conversation that are printed: the newest.
  static let mostReplies = 1000

  let host: any Host
  private let calendar: LocalCalendar
  private let output: DescriptorOutput
  /// The newest row that was printed, so that "anything may have moved" prints only newer ones.
  private var newest: ItemPlace?
  /// The conversations that were printed, with what was printed of them.
  private var followed: [HubID: (record: ConversationRecord, replies: [ReplyRecord])] = [:]
  /// Posts that were printed without their page, which may still come.
  private var pageless: [HubID: (post: Item, presentation: Presentation)] = [:]
  /// What is to be printed and is not here yet, with what comes after it.
  private var held: [Showing] = []
  private var syncTold = SyncTold()
  /// Whether the inbox was switched on when it was looked at last; nil: it was not shown.
  private var isInboxOn: Bool?

  package convenience init(host: any Host) throws(FrontEndError) {
    self.init(host: host, calendar: .system)
  }

  /// A front end that shows times by that calendar.
  package init(host: any Host, calendar: LocalCalendar) {
    self.host = host
    self.calendar = calendar
    output = DescriptorOutput(host: host)
  }

  package func stop() {
    printHeld()
  }

  package func showHub(tab: String, badge: String?) -> HubAppearance {
    printHeld()
    let title = host.app.tabs.first { $0.tag == tab }?.title ?? tab
    if isDestinationComing {
      var page = newPage()
      page.hub(title: title, badge: badge)
      output.write(page.bytes)
    } else {
      isInboxOn = host.app.isInboxEnabled
      show(.hub(title: title, badge: badge))
    }
    return .shown
  }

  package func presentPost(_ post: Item, presentation: Presentation) {
    show(.post(post, presentation))
  }

  package func presentConversation(
    _ conversation: ConversationRecord, presentation: Presentation
  ) {
    show(.conversation(conversation, presentation))
  }

  package func showTab(tag: String, title: String, text: String?) {
    printHeld()
    var page = newPage()
    page.tab(title: title, text: text)
    output.write(page.bytes)
  }

  package func alert(code: String, title: String, message: String) {
    // Why what is held does not come stands in its place.
    if Self.isReason(code), !held.isEmpty { return printHeld(because: message) }
    printHeld()
    var page = newPage()
    page.paragraph(title.isEmpty ? message : "\(title): \(message)")
    page.blank()
    output.write(page.bytes)
  }

  package func urlOpened(_ url: String, by: String, reason: String?) {
    guard by == "refused" else { return }
    printHeld()
    var page = newPage()
    page.address("Not opened", url)
    if let reason { page.paragraph(reason) }
    page.blank()
    output.write(page.bytes)
  }

  package func inboxChanged(_ moved: Moved) {
    guard host.app.follows else { return printReady() }
    var page = newPage()
    if host.app.isInboxEnabled { printRows(of: moved, to: &page) }
    let posts = moved.everything ? Array(pageless.keys) : moved.posts
    for id in posts where pageless[id] != nil && hasPage(id) {
      guard let known = pageless.removeValue(forKey: id) else { continue }
      print(known.post, known.presentation, to: &page)
    }
    let conversations = moved.everything ? Array(followed.keys) : moved.conversations
    for id in conversations { printNews(of: id, to: &page) }
    output.write(page.bytes)
  }

  /// Prints the rows that came or are others now.
  private func printRows(of moved: Moved, to page: inout Page) {
    guard !moved.everything else { return printInbox(&page, newerThan: newest) }
    let rows =
      moved.posts.filter { pageless[$0] == nil || !hasPage($0) }
      .compactMap { host.item(.post, $0) }
      + moved.conversations.filter { followed[$0] == nil }
      .compactMap { host.item(.conversation, $0) }
    // Oldest first, as they would have come one by one.
    for row in rows.sorted(by: { $1.place.isNewer(than: $0.place) }) { add(row, to: &page) }
  }

  /// Prints what came in a conversation that was printed, and which own messages went another way.
  private func printNews(of id: HubID, to page: inout Page) {
    guard let known = followed[id] else { return }
    let replies = host.replies(of: id, before: nil, limit: Self.mostReplies)
    let news = ThreadDifference(from: known.replies, to: replies)
    followed[id]?.replies = replies
    var printer = ThreadPrinter(host: host, calendar: calendar)
    printer.add("New in", known.record, news.arrived, to: &page)
    let changed = news.changed.filter {
      let words = ThreadPrinter.words(for: $0.now)
      return words != nil && words != ThreadPrinter.words(for: $0.before)
    }
    printer.add("Changed in", known.record, changed.map(\.now), to: &page)
  }

  package func configChanged() {
    guard host.app.follows else { return printReady() }
    let isOn = host.app.isInboxEnabled
    guard let wasOn = isInboxOn, wasOn != isOn else { return }
    isInboxOn = isOn
    var page = newPage()
    printInbox(&page, newerThan: newest)
    output.write(page.bytes)
  }

  package func syncChanged() {
    guard host.app.follows else { return printReady() }
    guard let sync = host.sync, let news = syncTold.news(of: sync, calendar) else { return }
    var page = newPage()
    page.fact(news.label, news.text)
    page.blank()
    output.write(page.bytes)
  }

  package func badgeChanged(_ badge: String?, count: Int) {
    guard host.app.follows else { return }
    var page = newPage()
    page.fact("Badge", badge ?? "none")
    page.blank()
    output.write(page.bytes)
  }
}

// MARK: Waiting

extension PlainFrontEnd {
  /// Prints something, or keeps it until what is on its way has come; order is kept.
  private func show(_ showing: Showing) {
    if !host.app.follows, !held.isEmpty || showing.isOnItsWay(host, isNew: true) {
      held.append(showing.awaited)
    } else {
      print(showing)
    }
  }

  /// Prints what is here by now.
  private func printReady() {
    while let first = held.first, !first.isOnItsWay(host) {
      held.removeFirst()
      print(first)
    }
  }

  /// Prints all that is held, as it is.
  private func printHeld(because reason: String? = nil) {
    let showings = held
    held = []
    for showing in showings { print(showing, because: reason) }
  }

  /// Whether an alert says why something did not come.
  private static func isReason(_ code: String) -> Bool {
    code == "page-not-fetched" || code == "messages-not-fetched"
  }

  private func print(_ showing: Showing, because reason: String? = nil) {
    var page = newPage()
    switch showing {
    case .hub(let title, let badge):
      page.hub(title: title, badge: badge)
      printInbox(&page, newerThan: nil)
    case .awaitedHub(let title):
      let unread = host.counts().unread
      page.hub(title: title, badge: unread == 0 ? nil : String(unread))
      printInbox(&page, newerThan: nil)
    case .post(let post, let presentation):
      print(post, presentation, because: reason, to: &page)
    case .conversation(let conversation, let presentation):
      print(conversation, presentation, because: reason, to: &page)
    }
    output.write(page.bytes)
  }

  private func print(
    _ post: Item, _ presentation: Presentation, because reason: String? = nil, to page: inout Page
  ) {
    let body = host.body(of: post.id, columns: page.columns)
    let isMissing = body == .none && Showing.isWeb(post)
    if isMissing, host.app.follows { pageless[post.id] = (post, presentation) }
    page.post(
      post, presentation, body: body,
      missing: isMissing ? reason ?? host.sync.missing("the page of this post is") : nil, calendar)
  }

  private func print(
    _ conversation: ConversationRecord, _ presentation: Presentation, because reason: String?,
    to page: inout Page
  ) {
    let replies = host.replies(of: conversation.item.id, before: nil, limit: Self.mostReplies)
    var missing: String?
    switch conversation.item.gap(in: replies) {
    case .whole: missing = reason ?? host.sync.missing("the messages are") ?? ThreadText.missing
    case .newest where host.sync?.state == .offline:
      missing = reason ?? host.sync.missing("the newest messages are")
    case .newest: missing = reason
    case nil: break
    }
    var printer = ThreadPrinter(host: host, calendar: calendar)
    printer.add(
      conversation, presentation, replies: replies, isCut: replies.count >= Self.mostReplies,
      missing: missing, to: &page)
    if host.app.follows { followed[conversation.item.id] = (conversation, replies) }
  }

  private func hasPage(_ post: HubID) -> Bool {
    host.body(of: post, columns: nil) != .none
  }
}

// MARK: Rows

extension PlainFrontEnd {
  private func newPage() -> Page {
    let terminal = host.terminal
    return Page(columns: terminal.outputIsTerminal ? terminal.columns : nil)
  }

  /// Whether a post or conversation is about to be presented; the inbox would drown it.
  private var isDestinationComing: Bool {
    host.path().contains { $0 != .messages }
  }

  /// Prints the rows, newest first, in pieces: memory stays flat.
  ///
  /// Of an inbox that is switched off only that is said.
  private func printInbox(_ page: inout Page, newerThan known: ItemPlace?) {
    guard host.app.isInboxEnabled else { return page.addOff(host.app) }
    let now = host.now
    var first: ItemPlace?
    let output = output
    let calendar = calendar
    let status = host.eachItem(ItemQuery(limit: nil)) { row in
      let place = ItemPlace(activityAt: row.activityAt, kind: row.kind, id: row.id)
      if let known, !place.isNewer(than: known) { return false }
      if first == nil { first = place }
      if page.columns == nil {
        page.facts(of: row, calendar)
      } else {
        page.row(row.copy(), calendar, now: now)
      }
      if page.bytes.count >= DescriptorOutput.pieceBytes {
        output.write(page.bytes)
        page.removeAll()
      }
      return !output.isClosed
    }
    if let first {
      newest = first
    } else if known == nil {
      page.paragraph(
        status.isGood ? emptyText : "The inbox cannot be read; the log says why.")
      page.blank()
    }
  }

  /// What stands for an inbox without rows.
  private var emptyText: String {
    guard let sync = host.sync, sync.hasServer, sync.lastSyncAt == nil else {
      return "No messages."
    }
    return ["Not synced yet.", sync.reason].compactMap(\.self).joined(separator: " ")
  }

  private func list(limit: Int, unreadOnly: Bool) -> HubStatus {
    var page = newPage()
    if host.app.isInboxEnabled {
      let rows = host.items(ItemQuery(limit: limit, unreadOnly: unreadOnly))
      for row in rows { page.add(row, calendar, now: host.now) }
      if rows.isEmpty {
        page.paragraph(emptyText)
        page.blank()
      }
    } else {
      page.addOff(host.app)
    }
    output.write(page.bytes)
    return .ok
  }

  private func add(_ row: Item, to page: inout Page) {
    page.add(row, calendar, now: host.now)
    if let known = newest, !row.place.isNewer(than: known) { return }
    newest = row.place
  }
}

extension Page {
  /// Adds a row of the inbox, in the form that the output wants.
  fileprivate mutating func add(_ row: Item, _ calendar: LocalCalendar, now: Int64) {
    if columns == nil {
      row.withView { facts(of: $0, calendar) }
    } else {
      self.row(row, calendar, now: now)
    }
  }

  /// Says that the inbox is switched off.
  fileprivate mutating func addOff(_ app: AppInfo) {
    paragraph(
      app.isHomeEnabled
        ? "The inbox is switched off. The home of this app is shown on phones only."
        : "The inbox is switched off.")
    blank()
  }
}
