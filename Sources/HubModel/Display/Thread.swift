package import FoundationEssentials
package import HubCalendar

/// Replies of one sender that follow each other closely (reference 7.5).
package struct ReplyGroup: Hashable, Sendable {
  /// Never empty, oldest first.
  package let replies: [Reply]
  package let first: Reply
  package let last: Reply

  /// A group of `first` and what follows it.
  package init(_ first: Reply, _ rest: [Reply] = []) {
    self.first = first
    replies = [first] + rest
    last = rest.last ?? first
  }

  /// The first reply's id, so that a group keeps its identity while it grows.
  package var id: UUID { first.id }

  /// The last reply's time.
  package var time: Timestamp { last.createdAt }

  /// The longest gap to the previous reply, in milliseconds, that keeps a group together.
  package static let longestGap: Int64 = 120_000

  /// Groups replies in thread order (oldest first): a new group begins when the sender changes or
  /// more than 120 s passed since the previous reply, not since the first of the group.
  package static func groups(of replies: [Reply]) -> [ReplyGroup] {
    var result: [ReplyGroup] = []
    var open: [Reply] = []
    func close() {
      guard let first = open.first else { return }
      result.append(ReplyGroup(first, Array(open.dropFirst())))
      open.removeAll()
    }
    for reply in replies {
      if let previous = open.last, !follows(reply, previous) { close() }
      open.append(reply)
    }
    close()
    return result
  }

  private static func follows(_ reply: Reply, _ previous: Reply) -> Bool {
    // The far end is what overflow would hide: such replies are never close.
    let (gap, overflow) = reply.createdAt.milliseconds.subtractingReportingOverflow(
      previous.createdAt.milliseconds)
    return reply.sender == previous.sender && !overflow && gap <= longestGap
  }
}

/// A line of a thread: a group of replies, or the date above one (reference 7.5).
package enum ThreadRow: Hashable, Sendable {
  /// The date of the first reply of the group that follows.
  case separator(Timestamp)
  case group(ReplyGroup)

  /// A separator stands before the first group, and before a group whose last reply is on another
  /// calendar day than the previous group's last reply; a group across midnight is not split.
  package static func rows(of replies: [Reply], calendar: LocalCalendar) -> [ThreadRow] {
    var result: [ThreadRow] = []
    var previousDay: Int?
    for group in ReplyGroup.groups(of: replies) {
      let day = calendar.civil(group.time.milliseconds).dayNumber
      if day != previousDay { result.append(.separator(group.first.createdAt)) }
      previousDay = day
      result.append(.group(group))
    }
    return result
  }
}

/// The small texts of a thread (reference 7.5).
package enum ThreadText {
  package static let empty = "Start the conversation"
  package static let placeholder = "Reply…"
  package static let notDelivered = "Not Delivered"
  package static let sending = "Sending…"

  /// The pill while scrolled up: replies count, not groups; nil without new ones.
  package static func newMessages(count: Int) -> String? {
    guard count > 0 else { return nil }
    return count == 1 ? "1 new message" : "\(count) new messages"
  }

  /// What stands under a bubble: a failed own reply says so wherever it is; the last bubble of
  /// the newest group says "Sending…" while any reply of the group is queued, else its time.
  package static func note(
    under reply: Reply, in group: ReplyGroup, isNewestGroup: Bool, calendar: LocalCalendar
  ) -> String? {
    if reply.isMine, reply.state == .failed { return notDelivered }
    guard isNewestGroup, reply.id == group.last.id else { return nil }
    if group.replies.contains(where: { $0.state == .queued }) { return sending }
    return calendar.civil(group.time.milliseconds).clockText
  }
}
