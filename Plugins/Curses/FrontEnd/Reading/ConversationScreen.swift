import HubFrontEndKit

/// A conversation: its replies in groups with names, times and states, the newest at the bottom.
struct ConversationScreen: ReadingScreen {
  /// Replies fetched at a time.
  static let pageOfReplies = 100

  let record: ConversationRecord
  private var replies: [ReplyRecord]?
  private var hasOlder = true
  private var scroll = Scroll()
  private var laidOut: (width: Int, lines: [Line])?
  private var height = 1
  /// Whether the newest reply is in sight, and stays so when more come.
  private(set) var staysAtEnd = true
  /// Lines counted from the end at which the top of the screen stays while older replies come.
  private var fromEnd: Int?

  /// A screen for a conversation.
  init(_ record: ConversationRecord) {
    self.record = record
  }

  var item: Item { record.item }
  var links: [DocumentLink] { [] }

  var title: String {
    if let subject = item.subject, !subject.isEmpty {
      return CellText.oneLine(subject, columns: PostScreen.mostTitleColumns)
    }
    return "Conversation"
  }

  mutating func lines(width: Int, height: Int, in surroundings: Surroundings) -> [Line] {
    self.height = max(1, height)
    if replies == nil { load(surroundings.host) }
    if laidOut?.width != width { laidOut = (width, layOut(width, surroundings)) }
    let lines = laidOut?.lines ?? []
    if let fromEnd {
      scroll.move(by: lines.count - fromEnd - scroll.top, total: lines.count, height: self.height)
      self.fromEnd = nil
    }
    if staysAtEnd { scroll.toEnd(total: lines.count, height: self.height) }
    scroll.move(by: 0, total: lines.count, height: self.height)
    return scroll.window(lines, width: width, height: height)
  }

  mutating func scroll(by count: Int, host: any Host) {
    let total = laidOut?.lines.count ?? 0
    scroll.move(by: min(max(count, -total), total), total: total, height: height)
    staysAtEnd = scroll.isAtEnd(total: total, height: height)
    if count < 0, scroll.top == 0 { loadOlder(host) }
  }

  mutating func reload() {
    fromEnd = staysAtEnd ? nil : (laidOut?.lines.count ?? 0) - scroll.top
    laidOut = nil
    replies = nil
  }

  // MARK: Replies

  private mutating func load(_ host: any Host) {
    let found = host.replies(of: item.id, before: nil, limit: Self.pageOfReplies)
    hasOlder = found.count == Self.pageOfReplies
    replies = found
  }

  private mutating func loadOlder(_ host: any Host) {
    guard hasOlder, let known = replies, let first = known.first else { return }
    let older = host.replies(of: item.id, before: first.createdAt, limit: Self.pageOfReplies)
    hasOlder = older.count == Self.pageOfReplies
    guard !older.isEmpty else { return }
    fromEnd = (laidOut?.lines.count ?? 0) - scroll.top
    replies = older + known
    laidOut = nil
  }

  // MARK: Layout

  private func layOut(_ width: Int, _ surroundings: Surroundings) -> [Line] {
    let columns = max(1, min(width - 2, PostScreen.mostColumns))
    var lines = Paragraph.lines(title, columns: columns, ink: .bold, indent: 1)
    if !record.participants.isEmpty {
      let names = record.participants.map(CellText.oneLine).joined(separator: ", ")
      lines += Paragraph.lines(names, columns: columns, ink: .faint, indent: 1)
    }
    let groups = ThreadGroup.groups(of: replies ?? [])
    if groups.isEmpty {
      return lines + [Line()]
        + Paragraph.lines("Nothing has been written yet.", columns: columns, indent: 1)
    }
    var day: Int?
    for (index, group) in groups.enumerated() {
      lines.append(Line())
      let last = group.replies[group.replies.count - 1]
      let groupDay = surroundings.times.day(of: last.createdAt)
      if groupDay != day {
        let text = surroundings.times.separator(group.replies[0].createdAt)
        lines.append(Line(" \(text)", .faint))
      }
      day = groupDay
      lines += self.lines(
        of: group, isNewest: index == groups.count - 1, columns: columns, surroundings.times)
    }
    return lines
  }

  private func lines(
    of group: ThreadGroup, isNewest: Bool, columns: Int, _ times: ScreenTimes
  ) -> [Line] {
    let first = group.replies[0]
    let name = first.isMine ? "You" : CellText.oneLine(first.sender ?? ListLayout.unknown)
    var lines = [Line(" \(name)", first.isMine ? .dot : .bold)]
    for reply in group.replies {
      if !reply.text.isEmpty { lines += Paragraph.lines(reply.text, columns: columns, indent: 3) }
      for image in reply.images {
        lines += Paragraph.lines("[image] \(image)", columns: columns, ink: .faint, indent: 3)
      }
      if reply.state == .failed { lines.append(Line("   Not Delivered", .warning)) }
    }
    if isNewest {
      let isWaiting = group.replies.contains { $0.state == .queued }
      let last = group.replies[group.replies.count - 1]
      let state = isWaiting ? "Sending…" : times.clock(last.createdAt)
      lines.append(Line("   \(state)", .faint))
    }
    return lines
  }
}
