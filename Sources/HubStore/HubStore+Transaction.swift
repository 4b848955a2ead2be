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
  /// The same for a large store: a commit touches as many pages of that index as it has rows, and
  /// so few large commits are cheaper; between the two it is this share of the rows there are.
  package static let mostBulkRows = 20_000
  private static let bulkShare = 32
  private static let bulkSettings = "PRAGMA cache_size = -65536; PRAGMA wal_autocheckpoint = 20000"
  private static let usualSettings = "PRAGMA cache_size = -2000; PRAGMA wal_autocheckpoint = 1000"

  /// Writes many pages faster: each `apply` inside joins a transaction that is committed after
  /// `bulkRows` rows or more and at the end.
  ///
  /// Meanwhile the store takes up to 64 MiB more memory, and other writers wait: hand in pages
  /// that are there already. An acknowledged write inside commits what came before it. An error
  /// undoes what was not committed, rows together with their cursors.
  package func bulk(_ body: () throws(StoreError) -> Void) throws(StoreError) {
    try requireWriting()
    guard bulk == nil else { return try body() }
    bulk = BulkProgress()
    defer { bulk = nil }
    try withMuchMemory { () throws(StoreError) in try runBulk(body) }
  }

  /// Runs a body that touches pages all over the file.
  func withMuchMemory<Result>(
    _ body: () throws(StoreError) -> Result
  ) throws(StoreError) -> Result {
    try database.execute(Self.bulkSettings)
    defer { try? database.execute(Self.usualSettings) }
    return try body()
  }

  private func runBulk(_ body: () throws(StoreError) -> Void) throws(StoreError) {
    do throws(StoreError) {
      try body()
      try endTransaction()
      // Else the next small write, perhaps that of a host with a user, would have to do it.
      try database.checkpoint(waiting: false)
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
    pending.generation = try database.integer("SELECT generation FROM counters")
  }

  private func endUnlessBulk(
    _ durability: Database.Durability, rows: Int
  ) throws(StoreError) {
    if durability == .normal, var progress = bulk {
      progress.rows += rows
      bulk = progress
      if progress.rows < Self.bulkRows { return }
      let share = try (counts().total + Int(pending.total)) / Self.bulkShare
      if progress.rows < min(share, Self.mostBulkRows) { return }
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
