/// Carries what can be read of a damaged store into a new one.
///
/// What the user did comes first (replies, read state), then what a server would bring again.
/// Cursors stay behind on purpose: the next sync fetches everything and so fills the gaps.
struct Salvage {
  /// The tables in the order in which they are carried over; each has an integer key in its first
  /// column.
  private static let tables: [(name: String, key: String)] = [
    ("replies", "n"), ("blocks", "reply"), ("waiting", "n"), ("drafts", "n"),
    ("foreign_texts", "n"), ("journal", "n"),
    ("config", "n"), ("home", "n"), ("subscriptions", "n"), ("participants", "n"),
    ("conversations", "n"), ("items", "n"), ("conversation_participants", "conversation"),
    ("read_marks", "n"), ("bodies", "n"), ("events", "n"),
  ]
  /// How far beyond a damaged row the next readable one is looked for.
  private static let widestGap: Int64 = 1 << 40

  private let old: Database
  private let new: Database

  /// Carries what can be read of a damaged file into a new store; the file is never written.
  ///
  /// - Returns: the rows of the inbox that came over.
  static func run(from aside: String, into new: Database) throws(StoreError) -> Int {
    let old = try Database(path: aside, mode: .readOnly)
    if (try? old.integer("SELECT count(*) FROM items WHERE n = 0")) == nil,
      let copy = LostHeader(of: aside, fresh: new)
    {
      defer { copy.remove() }
      let readable = try Database(path: copy.path, mode: .readOnly)
      return try Salvage(old: readable, new: new).run()
    }
    return try Salvage(old: old, new: new).run()
  }

  /// Carries everything over, in one transaction.
  private func run() throws(StoreError) -> Int {
    try new.setDurability(.full)
    try new.begin()
    do throws(StoreError) {
      for table in Self.tables { try carry(table.name, key: table.key) }
      try keepReadMarks()
      try keepGeneration()
      try keepIdentity()
      try new.execute(Self.repairs)
      try new.commit()
    } catch {
      new.rollback()
      throw error
    }
    return Int(try new.integer("SELECT total FROM counters"))
  }

  // Rows whose other half was lost are of no use; the counters follow the rows.
  private static let repairs = """
    DELETE FROM items WHERE kind NOT IN (0, 1) OR typeof(id) <> 'blob' OR length(id) <> 16
      OR typeof(activity) <> 'integer' OR typeof(unread) <> 'integer' OR unread < 0;
    DELETE FROM items WHERE kind = 0 AND n NOT IN (SELECT n FROM conversations);
    DELETE FROM conversations WHERE n NOT IN (SELECT n FROM items WHERE kind = 0);
    DELETE FROM waiting WHERE typeof(conversation) <> 'blob' OR length(conversation) <> 16;
    DELETE FROM replies WHERE conversation NOT IN
      (SELECT n FROM conversations UNION ALL SELECT n FROM waiting);
    DELETE FROM blocks WHERE reply NOT IN (SELECT n FROM replies);
    DELETE FROM conversation_participants WHERE conversation NOT IN (SELECT n FROM conversations);
    DELETE FROM drafts WHERE typeof(conversation) <> 'blob' OR length(conversation) <> 16
      OR typeof(text) <> 'text' OR typeof(saved_at) <> 'integer';
    DELETE FROM foreign_texts WHERE typeof(id) <> 'blob' OR length(id) <> 16;
    DELETE FROM events WHERE typeof(id) <> 'blob' OR length(id) <> 16 OR typeof(name) <> 'text'
      OR typeof(attributes) <> 'text' OR typeof(created_at) <> 'integer';
    DELETE FROM read_marks WHERE id IN (SELECT id FROM items WHERE kind = 1);
    UPDATE items SET sender = NULL WHERE kind = 1 AND sender NOT IN (SELECT n FROM subscriptions);
    UPDATE items SET sender = NULL WHERE kind = 0 AND sender NOT IN (SELECT n FROM participants);
    UPDATE counters SET total = (SELECT count(*) FROM items),
      unread = (SELECT count(*) FROM items WHERE unread = generation);
    INSERT INTO changes(kind) VALUES (3);
    """

  // MARK: - Tables

  private func carry(_ table: String, key: String) throws(StoreError) {
    guard
      let read = try? old.prepare(
        "SELECT * FROM \(table) NOT INDEXED WHERE \(key) > ?1 ORDER BY \(key)")
    else { return }
    let places = (1...max(read.columnCount, 1)).map { "?\($0)" }.joined(separator: ", ")
    let write = try new.prepare("INSERT OR IGNORE INTO \(table) VALUES (\(places))")
    var last = Int64.min
    while let stop = try copy(read, to: write, after: last) {
      guard let next = firstReadable(read, after: max(stop, -1)) else { return }
      last = next
    }
  }

  /// Copies the rows after a key until the end or the first damage.
  ///
  /// - Returns: nil at the end; else the last key that could be read, or the one it began with.
  private func copy(
    _ read: Statement, to write: Statement, after key: Int64
  ) throws(StoreError) -> Int64? {
    var last = key
    read.bind(1, key)
    while true {
      do throws(StoreError) {
        guard try read.step() else { break }
      } catch {
        return last
      }
      last = read.integer(0)
      for column in 0..<read.columnCount {
        write.bind(column + 1, column: column, of: read)
      }
      do throws(StoreError) {
        try write.run()
      } catch {
        // A row that breaks the schema's rules is damage too.
        guard error.code == .internalFault else { throw error }
      }
    }
    read.reset()
    return nil
  }

  /// The smallest key, found by doubling and then halving, after which reading works again.
  private func firstReadable(_ read: Statement, after key: Int64) -> Int64? {
    var low: Int64 = 0
    var high: Int64 = 1
    while !isReadable(read, after: key + high) {
      low = high
      high *= 2
      if high > Self.widestGap { return nil }
    }
    while high - low > 1 {
      let middle = low + (high - low) / 2
      if isReadable(read, after: key + middle) { high = middle } else { low = middle }
    }
    return key + high
  }

  private func isReadable(_ read: Statement, after key: Int64) -> Bool {
    read.bind(1, key)
    defer { read.reset() }
    return (try? read.step()) != nil
  }

  // MARK: - Read state

  /// Goes on counting generations where the old store was; where that is lost, at the latest one.
  private func keepGeneration() throws(StoreError) {
    let known = try? old.integer("SELECT generation FROM counters")
    let generation =
      if let known, known > 0 { known } else { try new.integer("SELECT max(unread) FROM items") }
    try new.execute("UPDATE counters SET generation = \(max(generation, 1))")
  }

  /// Remembers for whom the data was fetched.
  ///
  /// Where the stream of pushes stood stays behind: what came since may be lost, and a push that comes twice does no
  /// harm.
  private func keepIdentity() throws(StoreError) {
    guard let read = try? old.prepare("SELECT identity FROM agent"), (try? read.step()) == true,
      let identity = read.optionalText(0)
    else { return }
    let write = try new.prepare("UPDATE agent SET identity = ?1")
    write.bind(1, identity)
    try write.run()
  }

  /// Remembers which posts were read although their rows are lost, as far as the indexes tell.
  private func keepReadMarks() throws(StoreError) {
    try new.execute("CREATE TEMP TABLE unread(id BLOB PRIMARY KEY) WITHOUT ROWID")
    defer { try? new.execute("DROP TABLE unread") }
    let unread =
      "SELECT id FROM items INDEXED BY items_unread WHERE \(InboxSQL.isUnread) AND kind = 1"
    // Without all unread ones, nothing can be said of the others.
    guard try carryIDs(unread, by: "INSERT OR IGNORE INTO unread VALUES (?1)") else { return }
    _ = try carryIDs(
      "SELECT id FROM items INDEXED BY items_id WHERE kind = 1",
      by: """
        INSERT OR IGNORE INTO read_marks(id)
        SELECT ?1 WHERE NOT EXISTS (SELECT 1 FROM unread WHERE id = ?1)
        """)
  }

  /// - Returns: whether all could be read.
  private func carryIDs(_ query: String, by insertion: String) throws(StoreError) -> Bool {
    guard let read = try? old.prepare(query) else { return false }
    let write = try new.prepare(insertion)
    while true {
      do throws(StoreError) {
        guard try read.step() else { return true }
      } catch {
        return false
      }
      guard let id = read.optionalUUID(0) else { continue }
      write.bind(1, id)
      try write.run()
    }
  }
}
