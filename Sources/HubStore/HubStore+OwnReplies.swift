package import FoundationEssentials
package import HubModel

extension HubStore {
  /// Sends a failed reply once more: it is queued as if it had just been written, with the external
  /// id that it has; on disk when this returns.
  ///
  /// Its time becomes `now`, so that it stands last in its conversation and gets a new window
  /// (reference 2.11).
  ///
  /// - Returns: false if there is no such failed reply, or if another user wrote it.
  @discardableResult
  package func retryReply(_ id: UUID, at now: Timestamp) throws(StoreError) -> Bool {
    try write(.full) { () throws(StoreError) in
      guard let reply = try failedReply(id), try !isForeign(id),
        let old = try storedConversation(reply.conversationID)
      else { return false }
      let update = try database.statement(
        """
        UPDATE replies SET state = 0, created_at = ?2, retry_count = 0, next_retry_at = NULL,
          last_error = NULL WHERE id = ?1
        """)
      update.bind(1, id)
      update.bind(2, now.milliseconds)
      try update.run()
      var sent = reply
      sent.createdAt = now
      try replace(old, by: old.value.afterOwn(sent, preview: reply.text))
      pending.note(.conversation, reply.conversationID)
      return true
    }
  }

  /// Deletes a failed reply; on disk when this returns.
  ///
  /// Where the conversation's row showed it, the row goes back to the newest reply that is left.
  ///
  /// - Returns: false if there is no such failed reply.
  @discardableResult
  package func deleteReply(_ id: UUID) throws(StoreError) -> Bool {
    try write(.full) { () throws(StoreError) in
      guard let reply = try failedReply(id), let number = try replyNumber(id) else { return false }
      try deleteReply(number)
      try own(id)
      pending.note(.conversation, reply.conversationID)
      guard let old = try storedConversation(reply.conversationID),
        old.value.lastReplyAt == reply.createdAt,
        let newest = try replies(conversation: reply.conversationID, limit: 1).last
      else { return true }
      var new = old.value
      new.lastReplyAt = newest.createdAt
      new.lastReplyPreview = newest.text
      try replace(old, by: new)
      return true
    }
  }

  /// Ends the sending of queued replies that are older than a time; on disk when this returns.
  ///
  /// Those whose external id is in `sparing` are on their way just now.
  ///
  /// - Returns: the replies that failed by it, oldest first.
  package func failReplies(
    createdBefore time: Timestamp, sparing: Set<String> = [], error: String
  ) throws(StoreError) -> [Reply] {
    let query = try database.statement(
      """
      SELECT r.n, r.id, r.created_at, r.state, r.sender, r.external_id, i.id
      FROM replies r JOIN items i ON i.n = r.conversation
      WHERE r.state = 0 AND r.created_at < ?1 ORDER BY r.created_at, r.n
      """)
    query.bind(1, time.milliseconds)
    var late: [Reply] = []
    while try query.step() { late.append(try reply(query, of: query.uuid(6))) }
    query.reset()
    late.removeAll { $0.externalID.map(sparing.contains) ?? false }
    guard !late.isEmpty else { return [] }
    return try write(.full) { () throws(StoreError) in
      for index in late.indices {
        try writeState(late[index].id, .failed, lastError: error)
        pending.note(.conversation, late[index].conversationID)
        late[index].state = .failed
      }
      return late
    }
  }

  /// How often a reply was tried and why it failed last.
  package func outboxEntry(_ id: UUID) throws(StoreError) -> OutboxEntry? {
    guard let reply = try reply(id) else { return nil }
    let query = try database.statement(
      "SELECT retry_count, next_retry_at, last_error FROM replies WHERE id = ?1")
    defer { query.reset() }
    query.bind(1, id)
    guard try query.step() else { return nil }
    return OutboxEntry(
      reply: reply, retryCount: Int(query.integer(0)), nextRetryAt: query.time(1),
      lastError: query.optionalText(2))
  }

  private func failedReply(_ id: UUID) throws(StoreError) -> Reply? {
    guard let reply = try reply(id), reply.state == .failed else { return nil }
    return reply
  }

  private func replyNumber(_ id: UUID) throws(StoreError) -> Int64? {
    let query = try database.statement("SELECT n FROM replies WHERE id = ?1")
    defer { query.reset() }
    query.bind(1, id)
    return try query.step() ? query.integer(0) : nil
  }
}

extension Conversation {
  /// This conversation after an own reply in it; one that was read stays read, since an own
  /// message never counts (fault O13 of reference 9.1).
  func afterOwn(_ reply: Reply, preview: String) -> Conversation {
    var result = self
    if reply.createdAt >= lastReplyAt ?? reply.createdAt { result.lastReplyPreview = preview }
    result.lastReplyAt = max(lastReplyAt ?? reply.createdAt, reply.createdAt)
    result.updatedAt = max(updatedAt, reply.createdAt)
    if !isUnread, result.isUnread, let time = result.lastReplyAt { result.markRead(at: time) }
    return result
  }
}
