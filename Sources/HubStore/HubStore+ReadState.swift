package import FoundationEssentials
package import HubModel

/// What marking a conversation read here came to.
package struct LocalReadMark: Hashable, Sendable {
  /// Whether the mark moved.
  package var moved: Bool
  /// The newest confirmed reply, which the server is told; nil means that it is not called.
  package var confirmedReply: UUID?
}

extension HubStore {
  /// Marks a conversation read up to its newest reply of any state (reference 2.10, step 1).
  ///
  /// On disk when it returns. Without any reply here the mark goes to the time that makes the
  /// conversation unread, so that a conversation without stored replies can be read too.
  ///
  /// - Returns: nil if the conversation is not here.
  @discardableResult
  package func markConversationRead(_ id: UUID) throws(StoreError) -> LocalReadMark? {
    try write(.full) { () throws(StoreError) in
      guard let old = try storedConversation(id) else { return nil }
      var new = old.value
      if let newest = try replies(conversation: id, limit: 1).first {
        new.markRead(at: newest.createdAt, upTo: newest)
      } else if let time = new.lastIncomingReplyAt ?? new.lastReplyAt {
        new.markRead(at: time)
      }
      let moved = try replace(old, by: new)
      return LocalReadMark(moved: moved, confirmedReply: try newestConfirmedReply(old.number))
    }
  }

  /// Moves a conversation's read mark to a time and, if given, a reply; never back.
  ///
  /// A reply that is not stored here as one of this conversation changes nothing.
  ///
  /// - Returns: whether the mark moved.
  @discardableResult
  package func markConversationRead(
    _ id: UUID, at time: Timestamp, reply: UUID? = nil
  ) throws(StoreError) -> Bool {
    try apply(read: ReadAnswer(conversationID: id, lastReadAt: time, lastReadReplyID: reply))
  }

  /// Applies the server's answer to a read call (reference 2.10, step 3).
  ///
  /// - Returns: whether the mark moved.
  @discardableResult
  package func apply(read answer: ReadAnswer) throws(StoreError) -> Bool {
    try write(.full) { () throws(StoreError) in
      guard let old = try storedConversation(answer.conversationID) else { return false }
      var new = old.value
      var marked: Reply?
      if let id = answer.lastReadReplyID { marked = try reply(id) }
      new.apply(answer, reply: marked)
      return try replace(old, by: new)
    }
  }

  /// The newest confirmed reply of a conversation, which the server is told when it is read.
  package func newestConfirmedReply(of conversation: UUID) throws(StoreError) -> UUID? {
    guard let number = try conversationNumber(conversation) else { return nil }
    return try newestConfirmedReply(number)
  }

  private func newestConfirmedReply(_ conversation: Int64) throws(StoreError) -> UUID? {
    let query = try database.statement(
      """
      SELECT id FROM replies WHERE conversation = ?1 AND state = ?2
      ORDER BY created_at DESC, id DESC LIMIT 1
      """)
    defer { query.reset() }
    query.bind(1, conversation)
    query.bind(2, Reply.State.confirmed.stored)
    return try query.step() ? query.uuid(0) : nil
  }
}
