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
    var writer = try PostWriter(database, generation: pending.generation)
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
      SELECT i.subject, i.preview, i.activity, i.url, i.cover, s.id,
        i.unread = \(InboxSQL.generation)
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
        """
        UPDATE items SET unread = 0
        WHERE id = ?1 AND kind = 1 AND unread = \(InboxSQL.generation)
        """)
      update.bind(1, id)
      try update.run()
      guard database.changes > 0 else { return false }
      pending.unread -= 1
      pending.note(.post, id)
      return true
    }
  }
}
