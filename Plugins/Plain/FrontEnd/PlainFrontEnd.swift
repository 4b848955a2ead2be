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

  /// Most messages of a conversation that are printed: the newest.
  static let mostReplies = 1000

  private let host: any Host
  private let calendar: LocalCalendar
  private let output: DescriptorOutput
  /// The newest row that was printed, so that "anything may have moved" prints only newer ones.
  private var newest: ItemPlace?

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
    page.conversation(
      conversation, presentation, replies: replies, isCut: replies.count >= Self.mostReplies,
      calendar)
    output.write(page.bytes)
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
        + moved.conversations.compactMap { host.item(.conversation, $0) }
      // Oldest first, as they would have come one by one.
      for row in rows.sorted(by: { $1.place.isNewer(than: $0.place) }) { add(row, to: &page) }
    }
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

  private func add(_ row: Item, to page: inout Page) {
    if page.columns == nil {
      row.withView { page.facts(of: $0, calendar) }
    } else {
      page.row(row, calendar, now: host.now)
    }
    if let known = newest, !row.place.isNewer(than: known) { return }
    newest = row.place
  }
}
