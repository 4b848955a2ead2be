/// The Hub's data of one folder, on disk in SQLite.
///
/// One thread only. Several processes, and several stores of one process, may have the same folder
/// open at once; they learn of each other's writes by `dataVersion` and `changes(since:)`.
package final class HubStore {
  /// What a store may do.
  package enum Access: Hashable, Sendable {
    case readWrite
    case readOnly
  }

  /// The file inside the data folder.
  package static let fileName = "hub.db"

  /// What this store may really do: less than asked if the folder or the file did not allow it.
  package internal(set) var access: Access
  /// What opening had to tell: nothing on most days.
  package let openReport: OpenReport

  let database: Database
  /// Why writing is refused, when it is.
  let writeRefusal: StoreError?
  /// What the open transaction has changed so far.
  var pending = PendingChanges()
  /// Rows by subscription id, known within one transaction.
  var subscriptionNumbers: [String: Int64] = [:]
  var bulk: BulkProgress?
  var knowsSearch = false
  var knowsAgentTables = false

  /// Opens the store of a folder.
  ///
  /// With `readWrite` the folder is made (0700) and the file too (0600); what cannot be written is
  /// opened for reading, and a damaged file is set aside and its rows carried over: `openReport`
  /// tells. With `readOnly` nothing on disk is made, set aside or changed.
  ///
  /// `checking` looks through the whole file for damage first: for use after an error of code
  /// `damaged`.
  ///
  /// - Throws: `StoreError` if not even reading is possible.
  package convenience init(
    folder: String, access: Access = .readWrite, checking: Bool = false
  ) throws(StoreError) {
    let opening = StoreOpening(folder: folder)
    switch access {
    case .readWrite: self.init(try opening.openForWriting(checking: checking))
    case .readOnly: self.init(try opening.openForReading())
    }
  }

  /// Makes an empty store in memory, for this object alone.
  package convenience init(inMemory: Void = ()) throws(StoreError) {
    let database = try Database(path: "in memory", mode: .memory)
    try Schema.migrate(database)
    self.init(StoreOpening.Opened(database: database))
  }

  private init(_ opened: StoreOpening.Opened) {
    database = opened.database
    writeRefusal = opened.writeRefusal
    openReport = opened.report
    access = opened.writeRefusal == nil ? .readWrite : .readOnly
  }

  /// The path of the store's file.
  package var path: String { database.path }

  /// Closes the file; the store is of no use afterwards.
  ///
  /// The last process to close folds the log into the file. A bulk that was not ended is undone.
  package func close() {
    database.rollback()
    database.close()
  }

  /// Moves what the log holds into the file.
  ///
  /// A store that another one is reading is moved as far as possible; that is no error.
  package func checkpoint() throws(StoreError) {
    try requireWriting()
    try database.checkpoint()
  }

  /// Looks through the whole file.
  ///
  /// - Returns: one line for each fault; none for a sound store.
  package func integrityCheck() throws(StoreError) -> [String] {
    var faults = try StoreOpening.faults(of: database, quickly: false)
    let kept = try counts()
    let real = try recount()
    if kept != real { faults.append("counters say \(kept), the rows say \(real)") }
    return faults
  }

  /// Tells early what every write would tell.
  ///
  /// - Throws: why writing is refused, when it is.
  package func requireWriting() throws(StoreError) {
    if let writeRefusal { throw writeRefusal }
  }
}

@available(*, unavailable)
extension HubStore: Sendable {}

/// What opening a store had to tell.
package struct OpenReport: Hashable, Sendable {
  /// Sentences for the user, in order; none on most days.
  package var notices: [String] = []
  /// Where a damaged file was moved to.
  package var setAside: String?
  /// Rows of the inbox that were carried over from the damaged file.
  package var carriedOver = 0
}
