package import FoundationEssentials
package import HubModel

/// A reply on its way to the server (reference 2.11).
package struct OutboxEntry: Hashable, Sendable {
  package var reply: Reply
  package var retryCount: Int
  package var nextRetryAt: Timestamp?
  package var lastError: String?
}

extension HubStore {
  /// Most entries of one look at the outbox.
  package static let outboxRows = 50

  /// Puts an own reply into the outbox and shows it in its conversation, in one transaction that
  /// is on disk when this returns.
  ///
  /// The conversation's preview and times follow (reference 1.5), and a conversation that was
  /// read stays read: an own message never counts.
  ///
  /// The reply is the fan's, queued, with an external id.
  ///
  /// - Returns: false if the conversation is not here.
  @discardableResult
  package func enqueueReply(_ reply: Reply, preview: String) throws(StoreError) -> Bool {
    try write(.full) { () throws(StoreError) in
      guard let old = try storedConversation(reply.conversationID) else { return false }
      try insert(reply, old.number)
      var new = old.value
      new.lastReplyPreview = preview
      new.lastReplyAt = max(new.lastReplyAt ?? reply.createdAt, reply.createdAt)
      new.updatedAt = max(new.updatedAt, reply.createdAt)
      if !old.value.isUnread, new.isUnread, let time = new.lastReplyAt { new.markRead(at: time) }
      try replace(old, by: new)
      pending.note(.conversation, reply.conversationID)
      return true
    }
  }

  /// The oldest queued reply of each conversation, in the order of their times.
  package func outboxHeads() throws(StoreError) -> [OutboxEntry] {
    let query = try database.statement(
      """
      SELECT r.n, r.id, r.created_at, r.state, r.sender, r.external_id, i.id,
        r.retry_count, r.next_retry_at, r.last_error
      FROM replies r JOIN items i ON i.n = r.conversation
      WHERE r.state = 0 AND NOT EXISTS (SELECT 1 FROM replies o WHERE o.state = 0
        AND o.conversation = r.conversation AND (o.created_at, o.n) < (r.created_at, r.n))
      ORDER BY r.created_at, r.n LIMIT ?1
      """)
    defer { query.reset() }
    query.bind(1, Int64(Self.outboxRows))
    var entries: [OutboxEntry] = []
    while try query.step() {
      entries.append(
        OutboxEntry(
          reply: try reply(query, of: query.uuid(6)), retryCount: Int(query.integer(7)),
          nextRetryAt: query.time(8), lastError: query.optionalText(9)))
    }
    return entries
  }

  /// Says where a reply stands; on disk when this returns.
  ///
  /// - Returns: false if the reply is not here or was confirmed meanwhile.
  @discardableResult
  package func setReplyState(
    _ id: UUID, _ state: Reply.State, retryCount: Int = 0, nextRetryAt: Timestamp? = nil,
    lastError: String? = nil
  ) throws(StoreError) -> Bool {
    try write(.full) { () throws(StoreError) in
      guard let old = try reply(id), old.state != .confirmed else { return false }
      try writeState(
        id, state, retryCount: retryCount, nextRetryAt: nextRetryAt, lastError: lastError)
      pending.note(.conversation, old.conversationID)
      return true
    }
  }

  /// Writes where a reply stands, inside a transaction.
  func writeState(
    _ id: UUID, _ state: Reply.State, retryCount: Int = 0, nextRetryAt: Timestamp? = nil,
    lastError: String? = nil
  ) throws(StoreError) {
    let update = try database.statement(
      """
      UPDATE replies SET state = ?2, retry_count = ?3, next_retry_at = ?4, last_error = ?5
      WHERE id = ?1
      """)
    update.bind(1, id)
    update.bind(2, state.stored)
    update.bind(3, Int64(retryCount))
    update.bind(4, nextRetryAt?.milliseconds)
    update.bind(5, lastError)
    try update.run()
  }
}
