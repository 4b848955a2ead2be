import HubCalendar
import HubFrontEndKit

/// A thread as text: dates, groups under one name, states, and its links in a list at the end.
struct ThreadPrinter {
  let host: any Host
  let calendar: LocalCalendar
  /// The links of what was printed, by their numbers from 1.
  private var urls: [String] = []

  init(host: any Host, calendar: LocalCalendar) {
    self.host = host
    self.calendar = calendar
  }

  /// Adds a conversation with its messages, oldest first; `missing` says that some are not here.
  mutating func add(
    _ conversation: ConversationRecord, _ presentation: Presentation, replies: [ReplyRecord],
    isCut: Bool, missing: String?, to page: inout Page
  ) {
    page.paragraph(presentation == .hub ? "Conversation, in the Hub" : "Conversation, on top")
    page.fact("Subject", conversation.item.subject ?? ThreadText.title)
    page.fact("With", conversation.participants.map(Page.oneLine).joined(separator: ", "))
    page.stamp("Time", conversation.item.activityAt, calendar)
    page.blank()
    if replies.isEmpty, missing == nil {
      page.paragraph("No messages.")
      page.blank()
    }
    if isCut {
      page.paragraph("Older messages are left out.")
      page.blank()
    }
    for row in ThreadRow.rows(of: replies, day: { calendar.civil($0).dayNumber }) {
      switch row {
      case .separator(let time): separator(time, &page)
      case .group(let group): add(group, to: &page)
      }
    }
    if let missing {
      page.paragraph(missing)
      page.blank()
    }
    addLinks(to: &page)
  }

  /// Adds messages that came, or are another way now, under a head of their own.
  mutating func add(
    _ head: StaticString, _ conversation: ConversationRecord, _ replies: [ReplyRecord],
    to page: inout Page
  ) {
    guard !replies.isEmpty else { return }
    page.fact(head, conversation.item.subject ?? ThreadText.title)
    page.blank()
    for group in ReplyGroup.groups(of: replies) { add(group, to: &page) }
    addLinks(to: &page)
  }

  /// A date: in words on a terminal, as a number where programs may read it.
  private func separator(_ time: Int64, _ page: inout Page) {
    if page.columns == nil {
      page.line(calendar.civil(time).dateText)
    } else {
      page.paragraph(SeparatorTime.text(for: time, now: host.now, calendar: calendar))
    }
    page.blank()
  }

  private mutating func add(_ group: ReplyGroup, to page: inout Page) {
    let name = group.first.isMine ? "You" : Page.oneLine(group.first.sender ?? "Unknown")
    page.paragraph("\(name), \(calendar.stamp(group.first.createdAt))", hanging: 2)
    for reply in group.replies {
      if !reply.text.isEmpty { page.paragraph(text(of: reply), indent: 2) }
      for image in reply.images { page.address("Picture", image, indent: 2) }
      if let words = Self.words(for: reply) { page.paragraph(words, indent: 2) }
    }
    page.blank()
  }

  /// The text with the numbers of its links.
  private mutating func text(of reply: ReplyRecord) -> String {
    let links = host.links(ofReply: reply.id)
    guard !links.isEmpty else { return reply.text }
    let numbered = links.map { link in
      urls.append(link.url)
      return (link: link, number: urls.count)
    }
    return String(decoding: TextLink.numbered(reply.text, numbered).text, as: UTF8.self)
  }

  private mutating func addLinks(to page: inout Page) {
    guard !urls.isEmpty else { return }
    for (index, url) in urls.enumerated() {
      page.paragraph("[\(index + 1)] \(Page.oneLine(url))")
    }
    page.blank()
    urls = []
  }

  /// What is said of a message of the user's own (reference 7.5); nil once all is well.
  static func words(for reply: ReplyRecord) -> String? {
    guard reply.isMine else { return nil }
    switch reply.state {
    case .queued: return ThreadText.sending
    case .sent: return "Sent"
    case .confirmed: return nil
    case .failed: return ThreadText.notDelivered
    }
  }
}
