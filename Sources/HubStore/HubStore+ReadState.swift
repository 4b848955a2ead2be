package import FoundationEssentials
package import HubModel

/// What marking a conversation read here came to.
package struct LocalReadMark: Hashable, Sendable {
  /// Whether the mark moved.
  package var moved: Bool
  /// The newest confirmed reply, which the server is told; nil means that it is not called.
  package var confirmedReply: UUID?
  /// Whether it was left alone, since nothing of the thread has come yet.
  package var isTooEarly = false
}

extension HubStore {
  /// Marks a conversation read up to its newest reply of any state (reference 2.10, step 1).
  ///
  /// On disk when it returns. Where the thread has no reply the mark goes to the time that makes the
  /// conversation unread, so that a conversation without replies can be read too.
  ///
  /// One of which nothing was ever here to be seen is left alone until its first page or a reply has
  /// come, unless `unseen` says that the user wants it all the same.
  ///
  /// - Returns: nil if the conversation is not here.
  @discardableResult
  package func markConversationRead(
    _ id: UUID, unseen: Bool = false
  ) throws(StoreError) -> LocalReadMark? {
    try write(.full) { () throws(StoreError) in
      guard let old = try storedConversation(id) else { return nil }
      if !unseen, !(try hasThread(of: old.value)) {
        return LocalReadMark(moved: false, isTooEarly: true)
      }
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

  /// Whether anything of a thread is here that could be seen.
  private func hasThread(of conversation: Conversation) throws(StoreError) -> Bool {
    // One of which no reply is known has none that could be missing.
    if conversation.lastIncomingReplyAt == nil { return true }
    if try !replies(conversation: conversation.id, limit: 1).isEmpty { return true }
    return try hasRecord(of: .replies(conversation.id))
  }

  /// Whether messages of which a conversation's row tells are not here, as far as can be known.
  package func lacksReplies(_ id: UUID) throws(StoreError) -> Bool {
    guard let conversation = try storedConversation(id)?.value,
      let latest = conversation.lastReplyAt ?? conversation.lastIncomingReplyAt
    else { return false }
    guard let newest = try replies(conversation: id, limit: 1).last else {
      return try !hasRecord(of: .replies(id))
    }
    return newest.createdAt < latest
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
