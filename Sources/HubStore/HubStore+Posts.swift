package import FoundationEssentials
package import HubModel

/// What writing rows came to.
package struct Applied: Hashable, Sendable {
  /// Rows that were new.
  package var inserted = 0
  /// Rows that were there and are different now.
  package var updated = 0

  package var changedAnything: Bool { inserted > 0 || updated > 0 }
}

extension HubStore {
  /// Stores posts, their included subscriptions, and where the stream stands, in one transaction.
  ///
  /// The merge is `Post.merged(with:)`, said in SQL. Where nothing is new, nothing is written. Of
  /// the subscriptions the first of an id counts (reference 2.4). `end` is what the last page said
  /// about the next one; nil leaves the cursor alone.
  @discardableResult
  package func apply(
    posts: [Post], subscriptions: [Subscription] = [], end: PageEnd? = nil
  ) throws(StoreError) -> Applied {
    try write(.normal, rows: posts.count) { () throws(StoreError) in
      try store(subscriptions)
      let applied = try store(posts)
      if let end { try save(end, of: .posts) }
      return applied
    }
  }

  func store(_ posts: [Post]) throws(StoreError) -> Applied {
    var applied = Applied()
    let writer = try PostWriter(database)
    var expectsKnown = false
    for post in posts {
      let sender = try subscriptionNumber(post.subscriptionID)
      var outcome = PostWriter.Outcome.absent
      if expectsKnown { outcome = try writer.update(post, sender: sender) }
      if outcome == .absent {
        var isUnread = post.isUnread
        if isUnread, try takeReadMark(post.id) { isUnread = false }
        let inserted = try writer.insert(post, sender: sender, isUnread: isUnread)
        outcome = try inserted ? .inserted(isUnread) : writer.update(post, sender: sender)
      }
      expectsKnown = true
      switch outcome {
      case .inserted(let isUnread):
        expectsKnown = false
        applied.inserted += 1
        pending.total += 1
        pending.unread += isUnread ? 1 : 0
      case .updated(let unread):
        applied.updated += 1
        pending.unread += unread
      case .absent, .same: continue
      }
      pending.note(.post, post.id)
    }
    return applied
  }

  /// Whether the post was read before damage took its row; the mark is used up.
  private func takeReadMark(_ id: UUID) throws(StoreError) -> Bool {
    guard pending.mayHaveReadMarks else { return false }
    let delete = try database.statement("DELETE FROM read_marks WHERE id = ?1")
    delete.bind(1, id)
    try delete.run()
    return database.changes > 0
  }

  /// The post with an id; nil if there is none.
  package func post(_ id: UUID) throws(StoreError) -> Post? {
    let query = try database.statement(
      """
      SELECT i.subject, i.preview, i.activity, i.url, i.cover, s.id, i.unread
      FROM items i LEFT JOIN subscriptions s ON s.n = i.sender WHERE i.id = ?1 AND i.kind = 1
      """)
    defer { query.reset() }
    query.bind(1, id)
    guard try query.step() else { return nil }
    return Post(
      id: id, subject: query.text(0), previewText: query.text(1),
      receivedAt: Timestamp(milliseconds: query.integer(2)), url: query.optionalText(3),
      coverImageURL: query.optionalText(4), subscriptionID: query.optionalText(5),
      isRead: query.integer(6) == 0)
  }

  /// Marks a post read; it is on disk when this returns.
  ///
  /// - Returns: false if it was read before or is not there.
  @discardableResult
  package func markPostRead(_ id: UUID) throws(StoreError) -> Bool {
    try write(.full) { () throws(StoreError) in
      let update = try database.statement(
        "UPDATE items SET unread = 0 WHERE id = ?1 AND kind = 1 AND unread = 1")
      update.bind(1, id)
      try update.run()
      guard database.changes > 0 else { return false }
      pending.unread -= 1
      pending.note(.post, id)
      return true
    }
  }
}

/// The statements that store one post, held for a page.
private struct PostWriter {
  enum Outcome: Hashable {
    /// There is no such row.
    case absent
    case inserted(Bool)
    /// There is one and it differs now; the unread count moves by that much.
    case updated(Int64)
    case same
  }

  private let insertion: Statement
  private let comparison: Statement
  private let change: Statement
  private let database: Database

  init(_ database: Database) throws(StoreError) {
    self.database = database
    insertion = try database.statement(
      """
      INSERT INTO items(id, activity, unread, sender, subject, preview, url, cover, kind)
      VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, 1) ON CONFLICT DO NOTHING
      """)
    comparison = try database.statement(
      """
      SELECT n, unread, activity IS NOT ?2 OR (unread = 1 AND ?3 = 0)
        OR (?4 IS NOT NULL AND sender IS NOT ?4) OR subject IS NOT ?5 OR preview IS NOT ?6
        OR url IS NOT ?7 OR cover IS NOT ?8 FROM items WHERE id = ?1 AND kind = 1
      """)
    change = try database.statement(
      """
      UPDATE items SET activity = ?2, unread = unread AND ?3, sender = coalesce(?4, sender),
        subject = ?5, preview = ?6, url = ?7, cover = ?8 WHERE n = ?1
      """)
  }

  /// Makes the row unless there is one.
  func insert(_ post: Post, sender: Int64?, isUnread: Bool) throws(StoreError) -> Bool {
    insertion.bind(1, post.id)
    bind(post, sender, isUnread, to: insertion)
    try insertion.run()
    return database.changes > 0
  }

  func update(_ post: Post, sender: Int64?) throws(StoreError) -> Outcome {
    comparison.bind(1, post.id)
    bind(post, sender, post.isUnread, to: comparison)
    defer { comparison.reset() }
    guard try comparison.step() else { return .absent }
    guard comparison.integer(2) != 0 else { return .same }
    let becomesRead = comparison.integer(1) == 1 && post.isRead
    change.bind(1, comparison.integer(0))
    bind(post, sender, post.isUnread, to: change)
    try change.run()
    return .updated(becomesRead ? -1 : 0)
  }

  private func bind(_ post: Post, _ sender: Int64?, _ isUnread: Bool, to statement: Statement) {
    statement.bind(2, post.receivedAt.milliseconds)
    statement.bind(3, isUnread)
    statement.bind(4, sender)
    statement.bind(5, post.subject)
    statement.bind(6, post.previewText)
    statement.bind(7, post.url)
    statement.bind(8, post.coverImageURL)
  }
}
