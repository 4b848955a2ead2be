/// Replies of one writer that follow each other closely (reference 7.5).
public struct ReplyGroup: Hashable, Sendable {
  /// Never empty, oldest first.
  public let replies: [ReplyRecord]
  /// The oldest one.
  public let first: ReplyRecord
  /// The newest one.
  public let last: ReplyRecord

  /// A group of `first` and what follows it.
  public init(_ first: ReplyRecord, _ rest: [ReplyRecord] = []) {
    self.first = first
    replies = [first] + rest
    last = rest.last ?? first
  }

  /// The first reply's id, so that a group keeps its identity while it grows.
  public var id: HubID { first.id }

  /// The last reply's time, in milliseconds since 1970-01-01 UTC.
  public var time: Int64 { last.createdAt }

  /// The longest gap to the previous reply, in milliseconds, that keeps a group together.
  public static let longestGap: Int64 = 120_000

  /// Groups replies in thread order (oldest first): a new group begins when the writer changes or
  /// more than 120 s passed since the previous reply, not since the first of the group.
  public static func groups(of replies: [ReplyRecord]) -> [ReplyGroup] {
    var result: [ReplyGroup] = []
    var open: [ReplyRecord] = []
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

  private static func follows(_ reply: ReplyRecord, _ previous: ReplyRecord) -> Bool {
    // The far end is what overflow would hide: such replies are never close.
    let (gap, overflow) = reply.createdAt.subtractingReportingOverflow(previous.createdAt)
    return reply.isMine == previous.isMine && reply.senderID == previous.senderID
      && reply.sender == previous.sender && !overflow && gap <= longestGap
  }
}

/// A line of a thread: a group of replies, or the date above one (reference 7.5).
public enum ThreadRow: Hashable, Sendable {
  /// The date of the first reply of the group that follows, in milliseconds since 1970-01-01 UTC.
  case separator(Int64)
  /// Replies of one writer.
  case group(ReplyGroup)

  /// The rows of replies in thread order (oldest first).
  ///
  /// A separator stands before the first group, and before a group whose last reply is on another
  /// calendar day than the previous group's last reply; a group across midnight is not split.
  ///
  /// - Parameters:
  ///   - replies: oldest first.
  ///   - day: a number that is the same for all times of one calendar day.
  /// - Returns: separators and groups, in order.
  public static func rows(
    of replies: [ReplyRecord], day: (_ milliseconds: Int64) -> Int
  ) -> [ThreadRow] {
    var result: [ThreadRow] = []
    var previousDay: Int?
    for group in ReplyGroup.groups(of: replies) {
      let groupDay = day(group.time)
      if groupDay != previousDay { result.append(.separator(group.first.createdAt)) }
      previousDay = groupDay
      result.append(.group(group))
    }
    return result
  }
}

/// What stands under a reply (reference 7.5).
public enum ReplyNote: Hashable, Sendable {
  /// It could not be sent.
  case notDelivered
  /// Something of its group waits to be sent.
  case sending
  /// The short time, in milliseconds since 1970-01-01 UTC.
  case time(Int64)

  /// The note of a reply; nil: none.
  ///
  /// A failed own reply says so wherever it is; the last reply of the newest group says "Sending…"
  /// while any reply of the group is queued, else its time.
  public init?(under reply: ReplyRecord, in group: ReplyGroup, isNewestGroup: Bool) {
    if reply.isMine, reply.state == .failed {
      self = .notDelivered
    } else if isNewestGroup, reply.id == group.last.id {
      self = group.replies.contains { $0.state == .queued } ? .sending : .time(group.time)
    } else {
      return nil
    }
  }
}

/// What a conversation's row tells of that is not among its replies.
public enum ThreadGap: Hashable, Sendable {
  /// The newest messages are not here.
  case newest
  /// There are messages, and none of them is here.
  case whole
}

extension Item {
  /// What of a conversation is not here yet; nil: all that its row tells of is.
  ///
  /// `replies` are its newest ones, oldest first.
  public func gap(in replies: [ReplyRecord]) -> ThreadGap? {
    guard let newest = replies.last else {
      let hasMessages = preview?.isEmpty == false || sender != nil || isUnread
      return hasMessages ? .whole : nil
    }
    return newest.createdAt < activityAt ? .newest : nil
  }
}

/// The small texts of a thread (reference 7.5).
public enum ThreadText: Sendable {
  /// The title of a conversation without a subject.
  public static let title = "Conversation"
  /// Instead of a thread without replies.
  public static let empty = "Start the conversation"
  /// Instead of a thread that is being fetched.
  public static let loading = "Loading…"
  /// Instead of a thread that is not here and cannot be fetched now.
  public static let offline = "Offline: the messages are not here yet."
  /// Instead of a thread that is not here, where nothing more is known of it.
  public static let missing = "The messages are not here."
  /// Where a reply is written, as long as nothing is.
  public static let placeholder = "Reply…"
  /// Under a reply that could not be sent.
  public static let notDelivered = "Not Delivered"
  /// Under a reply that waits to be sent.
  public static let sending = "Sending…"

  /// What is said while the thread is scrolled up: replies count, not groups; nil without new ones.
  public static func newMessages(count: Int) -> String? {
    guard count > 0 else { return nil }
    return count == 1 ? "1 new message" : "\(count) new messages"
  }
}

/// What became of a thread between two looks at it.
public struct ThreadDifference: Hashable, Sendable {
  /// A reply that is another way now.
  public struct Change: Hashable, Sendable {
    /// As it was.
    public var before: ReplyRecord
    /// As it is, perhaps under the id that the server gave it.
    public var now: ReplyRecord

    /// A change of these values.
    public init(before: ReplyRecord, now: ReplyRecord) {
      self.before = before
      self.now = now
    }
  }

  /// Replies that came, oldest first; not those of before the oldest one that was known.
  public var arrived: [ReplyRecord] = []
  /// Known replies that are another way now, such as sent.
  public var changed: [Change] = []

  /// Compares two looks at a thread, each oldest first.
  ///
  /// An own reply comes back from the server under another id (reference 1.5): what is gone is paired
  /// with what came, by its text.
  public init(from old: [ReplyRecord], to new: [ReplyRecord]) {
    var known = Dictionary(old.map { ($0.id, $0) }) { first, _ in first }
    var appeared: [ReplyRecord] = []
    for reply in new {
      if let before = known.removeValue(forKey: reply.id) {
        if before != reply { changed.append(Change(before: before, now: reply)) }
      } else {
        appeared.append(reply)
      }
    }
    var gone = old.filter { known[$0.id] != nil && $0.isMine && $0.state != .confirmed }
    let oldest = old.first?.createdAt ?? .min
    for reply in appeared {
      if reply.isMine,
        let index = gone.firstIndex(where: { $0.text == reply.text && $0.images == reply.images })
      {
        changed.append(Change(before: gone.remove(at: index), now: reply))
      } else if reply.createdAt >= oldest {
        arrived.append(reply)
      }
    }
  }
}
