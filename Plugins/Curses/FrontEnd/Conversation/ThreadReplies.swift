import HubFrontEndKit

/// The replies of a conversation as far as they were fetched, oldest first.
struct ThreadReplies {
  /// Replies fetched at a time.
  static let page = 100
  /// Most replies of one question to the host.
  private static let mostOfAQuestion = 1000

  let conversation: HubID
  private(set) var replies: [ReplyRecord] = []
  /// Whether the host may have older ones.
  private(set) var hasOlder = true

  init(of conversation: HubID) {
    self.conversation = conversation
  }

  /// Fetches the newest page.
  mutating func load(_ host: any Host) {
    replies = host.replies(of: conversation, before: nil, limit: Self.page)
    hasOlder = replies.count == Self.page
  }

  /// Fetches again what is known and what came since.
  ///
  /// - Returns: what became of the thread.
  mutating func refresh(_ host: any Host) -> ThreadDifference {
    let known = replies
    var found = host.replies(of: conversation, before: nil, limit: Self.page)
    var isWhole = found.count < Self.page
    while let oldest = known.first, let first = found.first, first.createdAt > oldest.createdAt,
      !isWhole
    {
      isWhole = !prependOlder(to: &found, host)
    }
    hasOlder = hasOlder || !isWhole
    if isWhole { hasOlder = false }
    replies = found
    return ThreadDifference(from: known, to: found)
  }

  /// Fetches a page of older replies; false: there are none.
  mutating func loadOlder(_ host: any Host) -> Bool {
    guard hasOlder, !replies.isEmpty else { return false }
    let known = replies.count
    hasOlder = prependOlder(to: &replies, host)
    return replies.count > known
  }

  /// Puts a page of older replies before those that are known; false: there are no more.
  ///
  /// The host is asked by time: those of the oldest known time are asked for again, so that none of the
  /// same instant is left out.
  private func prependOlder(to replies: inout [ReplyRecord], _ host: any Host) -> Bool {
    guard let first = replies.first else { return false }
    let same = replies.prefix { $0.createdAt == first.createdAt }
    let (before, isOver) = first.createdAt.addingReportingOverflow(1)
    let limit = min(Self.page + same.count, Self.mostOfAQuestion)
    let found = host.replies(
      of: conversation, before: isOver ? nil : before, limit: limit)
    let ids = Set(same.map(\.id))
    let older = found.filter { !ids.contains($0.id) }
    replies = older + replies
    return !older.isEmpty && found.count == limit
  }
}
