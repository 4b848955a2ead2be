import HubCalendar
import HubFrontEndKit

/// The words that stand for what is not there (reference 7.1).
private let unknown: StaticString = "Unknown"
private let noSubject: StaticString = "No subject"

extension Page {
  /// The Hub's head: the title of its tab and its badge.
  mutating func hub(title: String, badge: String?) {
    paragraph(Self.oneLine(title))
    fact("Badge", badge ?? "none")
    blank()
  }

  /// One row of the inbox in a pipe: always these five lines and an empty one.
  mutating func facts(of row: borrowing ItemView, _ calendar: LocalCalendar) {
    line(Self.head(kind: row.kind, isUnread: row.isUnread))
    unsafe row.withBytes(of: .sender) { unsafe fact("From", utf8: $0, else: unknown) }
    stamp("Time", row.activityAt, calendar)
    unsafe row.withBytes(of: .subject) { unsafe fact("Subject", utf8: $0, else: noSubject) }
    unsafe row.withBytes(of: .preview) { unsafe fact("Preview", utf8: $0, else: unknown) }
    blank()
  }

  /// One row of the inbox on a terminal.
  mutating func row(_ row: Item, _ calendar: LocalCalendar, now: Int64) {
    let sender = Self.oneLine(row.sender ?? "\(unknown)")
    let head = Self.head(kind: row.kind, isUnread: row.isUnread)
    paragraph(
      "\(head) from \(sender), \(RowTime.text(for: row.activityAt, now: now, calendar: calendar))",
      hanging: 2)
    paragraph(Self.oneLine(row.subject ?? "\(noSubject)"), hanging: 2)
    paragraph(Self.oneLine(row.preview ?? "\(unknown)"), indent: 2)
    blank()
  }

  /// A post with its body; `missing` says why there is none, if that is known.
  mutating func post(
    _ post: Item, _ presentation: Presentation, body: PostBody, missing: String?,
    _ calendar: LocalCalendar
  ) {
    paragraph(presentation == .hub ? "Post, in the Hub" : "Post, on top")
    fact("From", post.sender ?? "\(unknown)")
    stamp("Time", post.activityAt, calendar)
    fact("Subject", post.subject ?? "\(noSubject)")
    if let url = post.url { address("Link", url) }
    blank()
    switch body {
    case .lines(let lines) where !lines.isEmpty:
      for part in lines { line(part.text) }
    case .lines, .none:
      paragraph(post.preview ?? "\(unknown)")
      if let missing {
        blank()
        paragraph(missing)
      }
    case .unavailable:
      paragraph("Unable to display content")
      paragraph("The page of this post is not on the web: only http and https pages are shown.")
    }
    blank()
  }

  /// A tab that is not the Hub's.
  mutating func tab(title: String, text: String?) {
    paragraph(Self.oneLine(title))
    blank()
    guard let text, !text.isEmpty else { return }
    paragraph(text.last == "\n" ? String(text.dropLast()) : text)
    blank()
  }

  private static func head(kind: ItemKind, isUnread: Bool) -> String {
    switch (kind, isUnread) {
    case (.post, true): "Unread post"
    case (.post, false): "Read post"
    case (.conversation, true): "Unread conversation"
    case (.conversation, false): "Read conversation"
    }
  }
}
