/// How far a writing bulk has come.
struct BulkProgress {
  /// Rows handed in since the last commit.
  var rows = 0
}

extension HubStore {
  /// Rows after which a bulk commits.
  ///
  /// Large enough that the pages of the index by id are written once instead of with every page
  /// of the wire, small enough that another writer waits for tens of milliseconds only.
  package static let bulkRows = 5000
  private static let bulkSettings = "PRAGMA cache_size = -65536; PRAGMA wal_autocheckpoint = 20000"
  private static let usualSettings = "PRAGMA cache_size = -2000; PRAGMA wal_autocheckpoint = 1000"

  /// Writes many pages faster: each `apply` inside joins a transaction that is committed after
  /// `bulkRows` rows and at the end.
  ///
  /// Meanwhile the store takes up to 64 MiB more memory, and other writers wait: hand in pages
  /// that are there already. An acknowledged write inside commits what came before it. An error
  /// undoes what was not committed, rows together with their cursors.
  package func bulk(_ body: () throws(StoreError) -> Void) throws(StoreError) {
    try requireWriting()
    guard bulk == nil else { return try body() }
    try database.execute(Self.bulkSettings)
    bulk = BulkProgress()
    defer {
      bulk = nil
      try? database.execute(Self.usualSettings)
    }
    do throws(StoreError) {
      try body()
      try endTransaction()
    } catch {
      undo()
      throw error
    }
  }

  /// Runs a writing transaction: rows, counters and the list of changes together.
  func write<Result>(
    _ durability: Database.Durability, rows: Int = 0,
    _ body: () throws(StoreError) -> Result
  ) throws(StoreError) -> Result {
    try requireWriting()
    if bulk != nil, durability == .full { try endTransaction() }
    let result: Result
    do throws(StoreError) {
      if !database.isInTransaction { try startTransaction(durability) }
      result = try body()
      try endUnlessBulk(durability, rows: rows)
    } catch {
      undo()
      throw error
    }
    return result
  }

  private func startTransaction(_ durability: Database.Durability) throws(StoreError) {
    try database.setDurability(durability)
    try database.begin()
    pending = PendingChanges()
    subscriptionNumbers.removeAll(keepingCapacity: true)
    pending.mayHaveReadMarks = try database.integer("SELECT EXISTS (SELECT 1 FROM read_marks)") == 1
  }

  private func endUnlessBulk(
    _ durability: Database.Durability, rows: Int
  ) throws(StoreError) {
    if durability == .normal, var progress = bulk {
      progress.rows += rows
      bulk = progress
      if progress.rows < Self.bulkRows { return }
      bulk = BulkProgress()
    }
    try endTransaction()
  }

  private func endTransaction() throws(StoreError) {
    guard database.isInTransaction else { return }
    try saveCounters()
    try saveChanges()
    try database.commit()
    pending = PendingChanges()
  }

  private func undo() {
    database.rollback()
    pending = PendingChanges()
  }

  private func saveCounters() throws(StoreError) {
    guard pending.total != 0 || pending.unread != 0 else { return }
    let update = try database.statement(
      "UPDATE counters SET total = total + ?1, unread = unread + ?2")
    update.bind(1, pending.total)
    update.bind(2, pending.unread)
    try update.run()
  }
}
