import FoundationEssentials
import HubModel

/// What is left of the user before: texts that never were sent.
extension HubStore {
  /// Another user takes the store over: replies that are queued fail, and what is unsent now, drafts
  /// too, is no longer this user's; on disk when this returns.
  ///
  /// Such a reply can only be deleted, and the next reset takes all of it.
  package func disownUnsent(error: String) throws(StoreError) {
    let unsent = try unsentReplies()
    try write(.full) { () throws(StoreError) in
      for reply in unsent {
        if reply.state == .queued { try writeState(reply.id, .failed, lastError: error) }
        pending.note(.conversation, reply.conversationID)
      }
      try database.execute(
        """
        INSERT OR IGNORE INTO foreign_texts(id) SELECT id FROM replies WHERE state IN (0, 3);
        INSERT OR IGNORE INTO foreign_texts(id) SELECT conversation FROM drafts;
        """)
    }
  }

  /// Whether another user wrote a reply that is here unsent, or a conversation's draft; in a store
  /// that can be written.
  func isForeign(_ id: UUID) throws(StoreError) -> Bool {
    let query = try database.statement("SELECT 1 FROM foreign_texts WHERE id = ?1")
    defer { query.reset() }
    query.bind(1, id)
    return try query.step()
  }

  /// Forgets, inside a transaction, that another user wrote something.
  func own(_ id: UUID) throws(StoreError) {
    let delete = try database.statement("DELETE FROM foreign_texts WHERE id = ?1")
    delete.bind(1, id)
    try delete.run()
  }
}
