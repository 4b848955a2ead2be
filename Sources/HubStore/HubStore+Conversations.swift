package import FoundationEssentials
package import HubModel

extension HubStore {
  /// Stores conversations with their participants and where the stream stands, in one
  /// transaction.
  ///
  /// The merge is `Conversation.merged(with:)`; where nothing is new, nothing is written.
  ///
  /// Participants that no conversation here names are left out (reference 1.3). `end` is what the
  /// page said about the next one; nil leaves the cursors alone.
  @discardableResult
  package func apply(
    conversations: [Conversation], participants: [Participant] = [], end: PageEnd? = nil
  ) throws(StoreError) -> Applied {
    try write(.normal, rows: conversations.count) { () throws(StoreError) in
      var named: Set<String> = []
      for conversation in conversations { named.formUnion(conversation.participantIDs) }
      try store(participants.filter { named.contains($0.id) })
      var applied = Applied()
      for conversation in conversations { try store(conversation, &applied) }
      if let end { try save(end, of: .conversations) }
      return applied
    }
  }

  /// The conversation with an id; nil if there is none.
  package func conversation(_ id: UUID) throws(StoreError) -> Conversation? {
    try storedConversation(id)?.value
  }

  /// The latest activity of any conversation, which `If-Modified-Since` names (reference 2.4).
  package func latestConversationActivity() throws(StoreError) -> Timestamp? {
    let query = try database.statement(
      "SELECT max(coalesce(last_reply_at, created_at)) FROM conversations")
    defer { query.reset() }
    guard try query.step() else { return nil }
    return query.time(0)
  }

  // MARK: - Rows

  /// A conversation with the number of its rows.
  struct StoredConversation {
    var number: Int64
    var value: Conversation
  }

  func storedConversation(_ id: UUID) throws(StoreError) -> StoredConversation? {
    let query = try database.statement(
      """
      SELECT i.n, c.created_at, c.updated_at, c.last_reply_at, c.last_incoming_reply_at,
        i.subject, i.preview, c.last_incoming_participant, c.last_read_at, c.last_read_reply
      FROM items i JOIN conversations c ON c.n = i.n WHERE i.id = ?1 AND i.kind = 0
      """)
    defer { query.reset() }
    query.bind(1, id)
    guard try query.step() else { return nil }
    let value = Conversation(
      id: id, createdAt: Timestamp(milliseconds: query.integer(1)),
      updatedAt: Timestamp(milliseconds: query.integer(2)), lastReplyAt: query.time(3),
      lastIncomingReplyAt: query.time(4), subject: query.optionalText(5),
      lastReplyPreview: query.optionalText(6), lastIncomingParticipantID: query.optionalText(7),
      lastReadAt: query.time(8), lastReadReplyID: query.optionalUUID(9),
      participantIDs: try linkedParticipants(query.integer(0)))
    return StoredConversation(number: query.integer(0), value: value)
  }

  private func linkedParticipants(_ number: Int64) throws(StoreError) -> Set<String> {
    let query = try database.statement(
      """
      SELECT p.id FROM conversation_participants l JOIN participants p ON p.n = l.participant
      WHERE l.conversation = ?1
      """)
    defer { query.reset() }
    query.bind(1, number)
    var ids: Set<String> = []
    while try query.step() { ids.insert(query.text(0)) }
    return ids
  }

  /// Merges a conversation into the store.
  func store(_ incoming: Conversation, _ applied: inout Applied) throws(StoreError) {
    guard let old = try storedConversation(incoming.id) else {
      try insert(incoming)
      applied.inserted += 1
      return
    }
    if try replace(old, by: old.value.merged(with: incoming)) { applied.updated += 1 }
  }

  private func insert(_ conversation: Conversation) throws(StoreError) {
    let row = try database.statement(
      """
      INSERT INTO items(id, activity, unread, sender, subject, preview, kind)
      VALUES (?1, ?2, ?3, ?4, ?5, ?6, 0)
      """)
    row.bind(1, conversation.id)
    try bindRow(conversation, to: row)
    try row.run()
    let number = database.lastInsertedRow
    try writeDetails(conversation, number: number, newLinks: conversation.participantIDs)
    pending.total += 1
    pending.unread += conversation.isUnread ? 1 : 0
    pending.note(.conversation, conversation.id)
    try takeWaitingReplies(of: conversation.id)
  }

  /// Writes a stored conversation's new value, if it differs.
  @discardableResult
  func replace(
    _ old: StoredConversation, by new: Conversation
  ) throws(StoreError) -> Bool {
    guard new != old.value else { return false }
    let row = try database.statement(
      """
      UPDATE items SET activity = ?2, unread = ?3, sender = ?4, subject = ?5, preview = ?6
      WHERE n = ?1
      """)
    row.bind(1, old.number)
    try bindRow(new, to: row)
    try row.run()
    try writeDetails(
      new, number: old.number,
      newLinks: new.participantIDs.subtracting(old.value.participantIDs))
    pending.unread += (new.isUnread ? 1 : 0) - (old.value.isUnread ? 1 : 0)
    pending.note(.conversation, new.id)
    return true
  }

  /// The columns ?2 to ?6 of a conversation's inbox row.
  private func bindRow(_ conversation: Conversation, to row: Statement) throws(StoreError) {
    var sender: Int64?
    // Only a participant of the conversation is shown as its sender (reference 7.1).
    if let id = conversation.lastIncomingParticipantID, conversation.participantIDs.contains(id) {
      sender = try participantNumber(id)
    }
    row.bind(2, conversation.activityAt.milliseconds)
    row.bind(3, conversation.isUnread ? pending.generation : 0)
    row.bind(4, sender)
    row.bind(5, conversation.subject)
    row.bind(6, conversation.lastReplyPreview)
  }

  private func writeDetails(
    _ conversation: Conversation, number: Int64, newLinks: Set<String>
  ) throws(StoreError) {
    let details = try database.statement(
      "INSERT OR REPLACE INTO conversations VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8)")
    details.bind(1, number)
    details.bind(2, conversation.createdAt.milliseconds)
    details.bind(3, conversation.updatedAt.milliseconds)
    details.bind(4, conversation.lastReplyAt?.milliseconds)
    details.bind(5, conversation.lastIncomingReplyAt?.milliseconds)
    details.bind(6, conversation.lastIncomingParticipantID)
    details.bind(7, conversation.lastReadAt?.milliseconds)
    details.bind(8, conversation.lastReadReplyID)
    try details.run()
    let link = try database.statement(
      "INSERT OR IGNORE INTO conversation_participants VALUES (?1, ?2)")
    for id in newLinks.sorted() {
      link.bind(1, number)
      link.bind(2, try participantNumber(id))
      try link.run()
    }
  }
}

extension Statement {
  /// A column as a time; nil for NULL.
  func time(_ column: Int32) -> Timestamp? {
    optionalInteger(column).map { Timestamp(milliseconds: $0) }
  }
}
