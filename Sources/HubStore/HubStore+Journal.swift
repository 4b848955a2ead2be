import FoundationEssentials
package import HubModel

/// A destination that waits for the Hub to be shown.
package struct JournalEntry: Hashable, Sendable {
  package var destination: HubDestination
  /// What the recorder wants back, unread by the store.
  package var extra: String?
  package var recordedAt: Timestamp

  package init(destination: HubDestination, extra: String? = nil, recordedAt: Timestamp) {
    self.destination = destination
    self.extra = extra
    self.recordedAt = recordedAt
  }
}

extension HubStore {
  /// Writes down where a link leads, in place of any earlier one; on disk when this returns.
  package func recordDestination(
    _ destination: HubDestination, extra: String? = nil, at time: Timestamp
  ) throws(StoreError) {
    try write(.full) { () throws(StoreError) in
      let insert = try database.statement(
        "INSERT OR REPLACE INTO journal VALUES (1, ?1, ?2, ?3, ?4)")
      switch destination {
      case .post(let text):
        insert.bind(1, Int64(ItemKind.post.rawValue))
        insert.bind(2, text)
      case .conversation(let id):
        insert.bind(1, Int64(ItemKind.conversation.rawValue))
        insert.bind(2, id.uuidString)
      }
      insert.bind(3, extra)
      insert.bind(4, time.milliseconds)
      try insert.run()
    }
  }

  /// The destination that waits; it goes on waiting.
  package func pendingDestination() throws(StoreError) -> JournalEntry? {
    let query = try database.statement("SELECT kind, target, extra, recorded_at FROM journal")
    defer { query.reset() }
    return try query.step() ? Self.entry(query) : nil
  }

  /// Takes the destination that waits: of all processes, one gets it, once.
  ///
  /// On disk when this returns.
  package func takeDestination() throws(StoreError) -> JournalEntry? {
    guard try pendingDestination() != nil else { return nil }
    return try write(.full) { () throws(StoreError) in
      let delete = try database.statement(
        "DELETE FROM journal RETURNING kind, target, extra, recorded_at")
      defer { delete.reset() }
      guard try delete.step() else { return nil }
      let entry = Self.entry(delete)
      while try delete.step() {}
      return entry
    }
  }

  /// Forgets the destination that waits.
  package func dropDestination() throws(StoreError) {
    _ = try takeDestination()
  }

  private static func entry(_ row: Statement) -> JournalEntry? {
    let target = row.text(1)
    let destination: HubDestination
    if row.integer(0) == Int64(ItemKind.post.rawValue) {
      destination = .post(target)
    } else if let id = UUID(wire: target) {
      destination = .conversation(id)
    } else {
      return nil
    }
    return JournalEntry(
      destination: destination, extra: row.optionalText(2),
      recordedAt: Timestamp(milliseconds: row.integer(3)))
  }
}
