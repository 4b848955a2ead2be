import FoundationEssentials
package import HubModel

extension HubStore {
  /// Empties the store except for configuration, home, journal and events (reference 2.9).
  ///
  /// Cursors are forgotten, so that the next sync fetches everything. With `keepingUnsent` own replies that are queued
  /// or failed wait outside any conversation, and come back with theirs; drafts stay too. Without it they go, and those
  /// of another user go in any case.
  ///
  /// - Returns: the unsent replies that went, oldest first.
  @discardableResult
  package func reset(keepingUnsent: Bool = false) throws(StoreError) -> [Reply] {
    try write(.full) { () throws(StoreError) in
      var unsent = try unsentReplies()
      if keepingUnsent {
        unsent = try setOwnAside(unsent)
        try database.execute(
          """
          DELETE FROM replies WHERE conversation > 0 OR id IN (SELECT id FROM foreign_texts);
          DELETE FROM blocks WHERE reply NOT IN (SELECT n FROM replies);
          DELETE FROM drafts WHERE conversation IN (SELECT id FROM foreign_texts);
          """)
      } else {
        for table in ["replies", "blocks", "waiting", "drafts"] {
          try database.execute("DELETE FROM \(table)")
        }
      }
      for table in [
        "items", "subscriptions", "participants", "conversations", "conversation_participants",
        "bodies", "body_sources", "read_marks", "cursors", "foreign_texts",
      ] {
        try database.execute("DELETE FROM \(table)")
      }
      try database.execute("UPDATE counters SET total = 0, unread = 0")
      pending = PendingChanges()
      subscriptionNumbers = [:]
      pending.noteEverything()
      return unsent
    }
  }

  /// Own replies that no server has, oldest first: queued or failed, also those that wait for
  /// their conversation to come again.
  package func unsentReplies() throws(StoreError) -> [Reply] {
    guard try hasAgentTables() else { return [] }
    let query = try database.statement(
      """
      SELECT r.n, r.id, r.created_at, r.state, r.sender, r.external_id,
        coalesce(i.id, w.conversation)
      FROM replies r LEFT JOIN items i ON i.n = r.conversation
      LEFT JOIN waiting w ON w.n = r.conversation
      WHERE r.state IN (0, 3) AND coalesce(i.id, w.conversation) IS NOT NULL
      ORDER BY r.created_at, r.n
      """)
    defer { query.reset() }
    var replies: [Reply] = []
    while try query.step() { replies.append(try reply(query, of: query.uuid(6))) }
    return replies
  }

  /// Sets the replies of this user aside.
  ///
  /// - Returns: those of another one.
  private func setOwnAside(_ replies: [Reply]) throws(StoreError) -> [Reply] {
    var others: [Reply] = []
    for reply in replies {
      if try isForeign(reply.id) { others.append(reply) } else { try setAside(reply) }
    }
    return others
  }

  private func setAside(_ reply: Reply) throws(StoreError) {
    let name = try database.statement(
      """
      INSERT OR IGNORE INTO waiting(n, conversation)
      VALUES ((SELECT min(coalesce(min(n), 0), 0) - 1 FROM waiting), ?1)
      """)
    name.bind(1, reply.conversationID)
    try name.run()
    let move = try database.statement(
      """
      UPDATE replies SET conversation = (SELECT n FROM waiting WHERE conversation = ?1)
      WHERE id = ?2
      """)
    move.bind(1, reply.conversationID)
    move.bind(2, reply.id)
    try move.run()
  }

  /// Puts replies that waited for a conversation into it, now that it is here.
  func takeWaitingReplies(of conversation: UUID) throws(StoreError) {
    let query = try database.statement("SELECT n FROM waiting WHERE conversation = ?1")
    query.bind(1, conversation)
    let found = try query.step()
    let number = query.integer(0)
    query.reset()
    guard found, let here = try storedConversation(conversation) else { return }
    let move = try database.statement(
      "UPDATE replies SET conversation = ?1 WHERE conversation = ?2")
    move.bind(1, here.number)
    move.bind(2, number)
    try move.run()
    let forget = try database.statement("DELETE FROM waiting WHERE n = ?1")
    forget.bind(1, number)
    try forget.run()
    guard let newest = try replies(conversation: conversation, limit: 1).last else { return }
    try replace(here, by: here.value.afterOwn(newest, preview: newest.text))
  }
}
