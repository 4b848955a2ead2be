package import FoundationEssentials
package import HubModel

/// Where the page of a post was fetched and what a later request says about it.
package struct BodySource: Hashable, Sendable {
  /// The URL that was asked for; another one in the post makes the page stale.
  package var url: String
  /// The field `ETag` of the answer, for `If-None-Match`.
  package var etag: String?
  /// The field `Last-Modified` of the answer, for `If-Modified-Since`.
  package var lastModified: String?
  /// When the server last said that the page is current.
  package var checkedAt: Timestamp

  package init(
    url: String, etag: String? = nil, lastModified: String? = nil, checkedAt: Timestamp
  ) {
    self.url = url
    self.etag = etag
    self.lastModified = lastModified
    self.checkedAt = checkedAt
  }
}

/// A post whose page is to be fetched.
package struct BodyCandidate: Hashable, Sendable {
  package var post: UUID
  package var url: String

  package init(post: UUID, url: String) {
    self.post = post
    self.url = url
  }
}

extension HubStore {
  /// Where the stored page of a post came from; nil if there is none or it was imported.
  package func bodySource(of post: UUID) throws(StoreError) -> BodySource? {
    guard try hasAgentTables() else { return nil }
    let query = try database.statement(
      """
      SELECT s.url, s.etag, s.last_modified, s.checked_at
      FROM body_sources s JOIN bodies b ON b.id = s.id WHERE s.id = ?1
      """)
    defer { query.reset() }
    query.bind(1, post)
    guard try query.step() else { return nil }
    return BodySource(
      url: query.text(0), etag: query.optionalText(1), lastModified: query.optionalText(2),
      checkedAt: Timestamp(milliseconds: query.integer(3)))
  }

  /// Notes that the stored page of a post is current.
  package func saveBodySource(_ source: BodySource, of post: UUID) throws(StoreError) {
    try write(.normal, rows: 1) { () throws(StoreError) in try save(source, of: post) }
  }

  /// The newest unread posts that have a URL whose page is not here, newest first.
  ///
  /// Only the newest `looking` unread rows are looked at, so that it costs the same in any store.
  package func bodyCandidates(looking rows: Int) throws(StoreError) -> [BodyCandidate] {
    let query = try database.statement(
      """
      SELECT i.id, i.url FROM
        (SELECT id, url, kind, activity FROM items INDEXED BY items_unread
         WHERE \(InboxSQL.isUnread) ORDER BY activity DESC, kind DESC, id DESC LIMIT ?1) i
      LEFT JOIN body_sources s ON s.id = i.id
      WHERE i.kind = 1 AND i.url IS NOT NULL AND i.url IS NOT s.url
        AND NOT (s.url IS NULL AND EXISTS (SELECT 1 FROM bodies b WHERE b.id = i.id))
      """)
    defer { query.reset() }
    query.bind(1, Int64(max(rows, 0)))
    var result: [BodyCandidate] = []
    while try query.step() {
      result.append(BodyCandidate(post: query.uuid(0), url: query.text(1)))
    }
    return result
  }

  func save(_ source: BodySource, of post: UUID) throws(StoreError) {
    let insert = try database.statement(
      """
      INSERT INTO body_sources(id, url, etag, last_modified, checked_at)
      VALUES (?1, ?2, ?3, ?4, ?5)
      ON CONFLICT(id) DO UPDATE SET url = excluded.url, etag = excluded.etag,
        last_modified = excluded.last_modified, checked_at = excluded.checked_at
      """)
    insert.bind(1, post)
    insert.bind(2, source.url)
    insert.bind(3, source.etag)
    insert.bind(4, source.lastModified)
    insert.bind(5, source.checkedAt.milliseconds)
    try insert.run()
  }
}
