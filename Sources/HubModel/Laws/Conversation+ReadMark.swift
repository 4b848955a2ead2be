import FoundationEssentials

/// The law of read marks (reference 2.10): they only move forward.
extension Conversation {
  /// Moves the read time alone, if `time` is strictly later than the present mark; the marked
  /// reply stays.
  ///
  /// - Returns: whether the mark moved.
  @discardableResult
  package mutating func markRead(at time: Timestamp) -> Bool {
    guard lastReadAt.map({ time > $0 }) ?? true else { return false }
    lastReadAt = time
    return true
  }

  /// Moves the mark to a reply that is stored locally.
  ///
  /// Nothing happens when the reply belongs to another conversation, when `time` is earlier than
  /// the present mark, or when it is equal and the reply's id does not follow the marked one's.
  ///
  /// - Returns: whether the mark moved.
  @discardableResult
  package mutating func markRead(at time: Timestamp, upTo reply: Reply) -> Bool {
    guard reply.conversationID == id else { return false }
    if let present = lastReadAt {
      guard time >= present else { return false }
      if time == present, let marked = lastReadReplyID, reply.id <= marked { return false }
    }
    lastReadAt = time
    lastReadReplyID = reply.id
    return true
  }

  /// Applies the server's answer to a read call; `reply` is the local reply that it names.
  ///
  /// An answer about another conversation, or one that names a reply which is not stored here,
  /// changes nothing.
  ///
  /// - Returns: whether the mark moved.
  @discardableResult
  package mutating func apply(_ answer: ReadAnswer, reply: Reply?) -> Bool {
    guard answer.conversationID == id else { return false }
    guard let replyID = answer.lastReadReplyID else { return markRead(at: answer.lastReadAt) }
    guard let reply, reply.id == replyID else { return false }
    return markRead(at: answer.lastReadAt, upTo: reply)
  }
}

extension Reply {
  /// Thread order: oldest first, then by id so that the order is total.
  package static func precedes(_ left: Reply, _ right: Reply) -> Bool {
    if left.createdAt != right.createdAt { return left.createdAt < right.createdAt }
    return left.id < right.id
  }

  /// The reply that reaching the bottom marks locally: the newest of any state (reference 2.10).
  package static func localReadMark(in replies: [Reply]) -> Reply? {
    replies.max(by: precedes)
  }

  /// The reply that the server is told about: the newest confirmed one, or none, which means no
  /// call (reference 2.10).
  package static func serverReadMark(in replies: [Reply]) -> Reply? {
    replies.filter { $0.state == .confirmed }.max(by: precedes)
  }
}
