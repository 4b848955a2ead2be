package import FoundationEssentials
package import HubModel

/// How many rows the inbox has.
package struct InboxCounts: Hashable, Sendable {
  package var total: Int
  package var unread: Int

  package init(total: Int, unread: Int) {
    self.total = total
    self.unread = unread
  }
}

extension HubStore {
  /// The rows of a query in the order of its direction: the one nearest to the anchor is first.
  ///
  /// Costs the same at any depth; a filter costs what it passes over, except that of unread rows.
  package func window(_ query: InboxQuery) throws(StoreError) -> [InboxItem] {
    var items: [InboxItem] = []
    try visit(query) { row in
      items.append(row.item())
      return true
    }
    return items
  }

  /// Hands each row of a query to a body, one at a time, until it returns false.
  ///
  /// All rows come from one moment of the store. Memory stays the same however many there are.
  package func forEach(
    _ query: InboxQuery, _ body: (InboxItem) -> Bool
  ) throws(StoreError) {
    try visit(query) { row in body(row.item()) }
  }

  /// Lends each row of a query to a body until it returns false: `forEach` without copies.
  ///
  /// The body must not write to this store.
  package func visit(
    _ query: InboxQuery, _ body: (borrowing InboxRow) -> Bool
  ) throws(StoreError) {
    guard query.limit > 0 else { return }
    let sql = InboxSQL(query: query)
    if sql.needle != nil { try learnSearch() }
    let statement = try database.statement(sql.text)
    defer { statement.reset() }
    sql.bind(to: statement)
    let row = InboxRow(statement: statement)
    while try statement.step() {
      if !body(row) { return }
    }
  }

  private func learnSearch() throws(StoreError) {
    guard !knowsSearch else { return }
    try database.registerSearch()
    knowsSearch = true
  }

  /// The inbox row of a post or conversation; nil if there is none.
  package func item(kind: ItemKind, id: UUID) throws(StoreError) -> InboxItem? {
    let query = try database.statement(
      "SELECT \(InboxSQL.columns) FROM items i WHERE i.id = ?1 AND i.kind = ?2")
    defer { query.reset() }
    query.bind(1, id)
    query.bind(2, Int64(kind.rawValue))
    return try query.step() ? InboxRow(statement: query).item() : nil
  }

  /// The number of rows and of unread rows, as kept together with the rows: no table is counted.
  package func counts() throws(StoreError) -> InboxCounts {
    try counts("SELECT total, unread FROM counters")
  }

  /// The same, counted row by row: what `counts` must equal.
  package func recount() throws(StoreError) -> InboxCounts {
    try counts(
      "SELECT count(*), coalesce(sum(unread = \(InboxSQL.generation)), 0) FROM items")
  }

  private func counts(_ sql: String) throws(StoreError) -> InboxCounts {
    let query = try database.statement(sql)
    defer { query.reset() }
    guard try query.step() else { return InboxCounts(total: 0, unread: 0) }
    return InboxCounts(total: Int(query.integer(0)), unread: Int(query.integer(1)))
  }

  /// Marks everything read, conversations up to their latest reply.
  ///
  /// One transaction, on disk when it returns. Rows above `key` are left alone: what came after
  /// the user looked.
  ///
  /// - Returns: the rows that were unread.
  @discardableResult
  package func markAllRead(from key: ItemKey? = nil) throws(StoreError) -> Int {
    try requireWriting()
    let bound = key ?? ItemKey(activityAt: Timestamp(milliseconds: .max), kind: .post, id: .highest)
    guard try counts().unread > 0 else { return 0 }
    return try write(.full) { () throws(StoreError) in try markRead(from: bound) }
  }

  private func markRead(from key: ItemKey) throws(StoreError) -> Int {
    let beyond = "\(InboxSQL.isUnread) AND (activity, kind, id)"
    let conversations = """
      UPDATE conversations SET last_read_at = coalesce(last_incoming_reply_at, last_reply_at)
      WHERE n IN (SELECT n FROM items WHERE \(beyond) <= (?1, ?2, ?3) AND kind = 0)
      """
    try change(conversations, to: key)
    let unread = try database.integer("SELECT count(*) FROM items WHERE \(InboxSQL.isUnread)")
    // The few rows that stay unread go along into the next generation, and all others stay behind.
    let kept = try change(
      "UPDATE items SET unread = unread + 1 WHERE \(beyond) > (?1, ?2, ?3)", to: key)
    let marked = Int(unread) - kept
    try database.execute("UPDATE counters SET generation = generation + 1")
    pending.unread -= Int64(marked)
    if marked > 0 { pending.noteEverything() }
    return marked
  }

  @discardableResult
  private func change(_ sql: String, to key: ItemKey) throws(StoreError) -> Int {
    let update = try database.statement(sql)
    update.bind(1, key.activityAt.milliseconds)
    update.bind(2, Int64(key.kind.rawValue))
    update.bind(3, key.id)
    try update.run()
    return database.changes
  }
}

extension UUID {
  /// The first id in the order of ids.
  static let lowest = UUID(uuid: (0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0))
  /// The last id in the order of ids.
  static let highest = UUID(
    uuid: (255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255))
}
