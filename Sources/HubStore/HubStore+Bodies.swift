package import FoundationEssentials
package import HubModel

/// The page of a post as it was fetched.
package struct StoredBody: Hashable, Sendable {
  /// The original bytes, in whatever encoding the page has.
  package var bytes: [UInt8]
  /// The content type that came with them, such as `text/html; charset=utf-8`.
  package var contentType: String?
  package var fetchedAt: Timestamp

  package init(bytes: [UInt8], contentType: String?, fetchedAt: Timestamp) {
    self.bytes = bytes
    self.contentType = contentType
    self.fetchedAt = fetchedAt
  }
}

extension HubStore {
  /// Bytes of a body that count as one row of a bulk.
  private static let bytesOfARow = 1024

  /// Stores the page of a post in place of an earlier one; the post need not be here yet.
  ///
  /// `source` says where it came from; a page without one, such as an imported one, is fetched when the server is
  /// next asked for it.
  ///
  /// - Returns: false if the same bytes of the same type were there: nothing is written then.
  @discardableResult
  package func saveBody(
    _ body: StoredBody, of post: UUID, from source: BodySource? = nil
  ) throws(StoreError) -> Bool {
    try write(.normal, rows: 1 + body.bytes.count / Self.bytesOfARow) { () throws(StoreError) in
      let insert = try database.statement(
        """
        INSERT INTO bodies(id, fetched_at, type, bytes) VALUES (?1, ?2, ?3, ?4)
        ON CONFLICT(id) DO UPDATE SET fetched_at = excluded.fetched_at, type = excluded.type,
          bytes = excluded.bytes WHERE bytes IS NOT excluded.bytes OR type IS NOT excluded.type
        """)
      insert.bind(1, post)
      insert.bind(2, body.fetchedAt.milliseconds)
      insert.bind(3, body.contentType)
      insert.bind(4, body.bytes)
      try insert.run()
      let isNew = database.changes > 0
      if isNew { pending.note(.post, post) }
      if let source { try save(source, of: post) }
      return isNew
    }
  }

  /// Whether the page of a post is here, whose bytes are not read for it.
  package func hasBody(of post: UUID) throws(StoreError) -> Bool {
    let query = try database.statement("SELECT 1 FROM bodies WHERE id = ?1")
    defer { query.reset() }
    query.bind(1, post)
    return try query.step()
  }

  /// The page of a post; nil if it was not fetched.
  package func body(of post: UUID) throws(StoreError) -> StoredBody? {
    let query = try database.statement(
      "SELECT bytes, type, fetched_at FROM bodies WHERE id = ?1")
    defer { query.reset() }
    query.bind(1, post)
    guard try query.step() else { return nil }
    return StoredBody(
      bytes: query.bytes(0), contentType: query.optionalText(1),
      fetchedAt: Timestamp(milliseconds: query.integer(2)))
  }
}
