import HubFrontEndKit

/// Replies in groups, as a thread shows them (reference 7.5).
struct ThreadGroup: Hashable {
  /// Milliseconds between two replies above which a new group begins.
  static let gap: Int64 = 120_000

  var replies: [ReplyRecord]

  /// The groups of replies that are given oldest first.
  ///
  /// A new group begins with another writer, or when the gap to the previous reply is more than two minutes.
  static func groups(of replies: [ReplyRecord]) -> [ThreadGroup] {
    var groups: [ThreadGroup] = []
    for reply in replies {
      if let last = groups.last?.replies.last, last.sender == reply.sender,
        last.isMine == reply.isMine, reply.createdAt - last.createdAt <= gap
      {
        groups[groups.count - 1].replies.append(reply)
      } else {
        groups.append(ThreadGroup(replies: [reply]))
      }
    }
    return groups
  }
}
