package import FoundationEssentials
package import HubModel

extension HubStore {
  /// The longest draft in bytes of UTF-8; more is cut at a character.
  package static let maxDraftBytes = 64 << 10

  /// Keeps what the user has begun to write in a conversation, in place of an earlier draft.
  ///
  /// The conversation need not be here. A text of white space only clears the draft.
  package func saveDraft(
    _ text: String, of conversation: UUID, at time: Timestamp
  ) throws(StoreError) {
    let kept = Self.cut(text)
    guard try draft(of: conversation) != kept else { return }
    guard !kept.allSatisfy(\.isWhitespace) else { return try clearDraft(of: conversation) }
    try write(.normal) { () throws(StoreError) in
      let insert = try database.statement(
        """
        INSERT INTO drafts(conversation, text, saved_at) VALUES (?1, ?2, ?3)
        ON CONFLICT(conversation) DO UPDATE SET text = excluded.text, saved_at = excluded.saved_at
        """)
      insert.bind(1, conversation)
      insert.bind(2, kept)
      insert.bind(3, time.milliseconds)
      try insert.run()
      // Whoever goes on writing a text makes it his own.
      try own(conversation)
    }
  }

  /// What the user has begun to write in a conversation; nil if nothing, or if another user has.
  package func draft(of conversation: UUID) throws(StoreError) -> String? {
    guard try hasAgentTables() else { return nil }
    // One that is only read may be older than the table of other users' texts, and nobody writes in it.
    if access == .readWrite, try isForeign(conversation) { return nil }
    let query = try database.statement("SELECT text FROM drafts WHERE conversation = ?1")
    defer { query.reset() }
    query.bind(1, conversation)
    return try query.step() ? query.text(0) : nil
  }

  /// Forgets the draft of a conversation.
  package func clearDraft(of conversation: UUID) throws(StoreError) {
    guard try draft(of: conversation) != nil else { return }
    try write(.normal) { () throws(StoreError) in
      let delete = try database.statement("DELETE FROM drafts WHERE conversation = ?1")
      delete.bind(1, conversation)
      try delete.run()
    }
  }

  private static func cut(_ text: String) -> String {
    guard text.utf8.count > maxDraftBytes else { return text }
    var bytes = 0
    let kept = text.prefix { character in
      bytes += character.utf8.count
      return bytes <= maxDraftBytes
    }
    return String(kept)
  }
}
