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
/// follows.
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

  private let host: any Host
  private let calendar: LocalCalendar
  private let output: DescriptorOutput
  /// The newest row that was printed, so that "anything may have moved" prints only newer ones.
  private var newest: ItemPlace?
  /// The conversations that were printed, with what was printed of them.
  private var followed: [HubID: (record: ConversationRecord, replies: [ReplyRecord])] = [:]
  /// The sync that was spoken of last.
  private var sync: SyncInfo?

  package convenience init(host: any Host) throws(FrontEndError) {
    self.init(host: host, calendar: .system)
  }

  /// A front end that shows times by that calendar.
  package init(host: any Host, calendar: LocalCalendar) {
    self.host = host
    self.calendar = calendar
    output = DescriptorOutput(host: host)
  }

  package func showHub(tab: String, badge: String?) -> HubAppearance {
    var page = newPage()
    let title = host.app.tabs.first { $0.tag == tab }?.title ?? tab
    page.hub(title: title, badge: badge)
    if !isDestinationComing { printInbox(&page, newerThan: nil) }
    output.write(page.bytes)
    return .shown
  }

  package func presentPost(_ post: Item, presentation: Presentation) {
    var page = newPage()
    let body = host.body(of: post.id, columns: page.columns)
    page.post(post, presentation, body: body, calendar)
    output.write(page.bytes)
  }

  package func presentConversation(
    _ conversation: ConversationRecord, presentation: Presentation
  ) {
    var page = newPage()
    let replies = host.replies(of: conversation.item.id, before: nil, limit: Self.mostReplies)
    var printer = ThreadPrinter(host: host, calendar: calendar)
    printer.add(
      conversation, presentation, replies: replies, isCut: replies.count >= Self.mostReplies,
      to: &page)
    output.write(page.bytes)
    if host.app.follows { followed[conversation.item.id] = (conversation, replies) }
  }

  package func showTab(tag: String, title: String, text: String?) {
    var page = newPage()
    page.tab(title: title, text: text)
    output.write(page.bytes)
  }

  package func alert(code: String, title: String, message: String) {
    var page = newPage()
    page.paragraph(title.isEmpty ? message : "\(title): \(message)")
    page.blank()
    output.write(page.bytes)
  }

  package func urlOpened(_ url: String, by: String, reason: String?) {
    guard by == "refused" else { return }
    var page = newPage()
    page.address("Not opened", url)
    if let reason { page.paragraph(reason) }
    page.blank()
    output.write(page.bytes)
  }

  package func inboxChanged(_ moved: Moved) {
    guard host.app.follows else { return }
    var page = newPage()
    if moved.everything {
      printInbox(&page, newerThan: newest)
    } else {
      let rows =
        moved.posts.compactMap { host.item(.post, $0) }
        + moved.conversations.filter { followed[$0] == nil }
        .compactMap { host.item(.conversation, $0) }
      // Oldest first, as they would have come one by one.
      for row in rows.sorted(by: { $1.place.isNewer(than: $0.place) }) { add(row, to: &page) }
    }
    let conversations = moved.everything ? Array(followed.keys) : moved.conversations
    for id in conversations { printNews(of: id, to: &page) }
    output.write(page.bytes)
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

  package func syncChanged() {
    let before = sync
    sync = host.sync
    guard host.app.follows, let sync, sync.state == .failed,
      before?.state != .failed || before?.reason != sync.reason
    else { return }
    var page = newPage()
    page.fact("Sync failed", sync.reason ?? "the log says why.")
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
  private func printInbox(_ page: inout Page, newerThan known: ItemPlace?) {
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
      page.paragraph(status.isGood ? "No messages." : "The inbox cannot be read; the log says why.")
      page.blank()
    }
  }

  private func list(limit: Int, unreadOnly: Bool) -> HubStatus {
    var page = newPage()
    let rows = host.items(ItemQuery(limit: limit, unreadOnly: unreadOnly))
    for row in rows { page.add(row, calendar, now: host.now) }
    if rows.isEmpty {
      page.paragraph("No messages.")
      page.blank()
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
}
