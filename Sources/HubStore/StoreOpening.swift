import CSQLite
import Glibc

/// How a store's file is found, made, checked, and opened with as much access as there is.
struct StoreOpening {
  /// An open database and what is to be said about it.
  struct Opened {
    var database: Database
    var writeRefusal: StoreError?
    var report = OpenReport()
  }

  /// Names the store that is made in place of a damaged one, until it is whole.
  private static let freshSuffix = ".new"
  /// Names the file that is locked while a store is made or replaced.
  static let lockSuffix = ".lock"

  let folder: String
  let path: String

  init(folder: String) {
    self.folder = folder
    path = folder.hasSuffix("/") ? folder + HubStore.fileName : folder + "/" + HubStore.fileName
  }

  // MARK: - Writing

  func openForWriting(checking: Bool) throws(StoreError) -> Opened {
    guard StoreFolder.exists(path) else {
      try StoreFolder.make(folder)
      try StoreFolder.makeFile(path)
      return try openOrRescue(checking: false)
    }
    guard StoreFolder.isWritable(folder), StoreFolder.isWritable(path) else {
      return try fallBack(
        StoreError(
          code: .readOnly,
          message: "The store \(path) can only be read; allow writing to it and its folder."))
    }
    return try openOrRescue(checking: checking)
  }

  private func openOrRescue(checking: Bool) throws(StoreError) -> Opened {
    do throws(StoreError) {
      return try openSound(checking: checking)
    } catch {
      if error.code == .damaged { return try rescue(checking: checking) }
      guard error.code != .busy, StoreFolder.size(of: path) > 0, let opened = try? fallBack(error)
      else { throw error }
      return opened
    }
  }

  /// Sets the damaged file aside and goes on with a new one.
  ///
  /// Processes that find the damage at the same time do so one after another.
  private func rescue(checking: Bool) throws(StoreError) -> Opened {
    let lock = try StoreFolder.Lock(path + Self.lockSuffix)
    defer { lock.unlock() }
    do throws(StoreError) {
      return try openSound(checking: checking, locked: true)
    } catch {
      guard error.code == .damaged else { throw error }
    }
    let fresh = path + Self.freshSuffix
    let rows = try salvage(into: fresh)
    let aside = try StoreFolder.replace(path, by: fresh)
    var opened = try openSound(checking: false, locked: true)
    opened.report.setAside = aside
    opened.report.carriedOver = rows
    opened.report.notices.append(
      "The store was damaged and was set aside as \(aside); \(rows) inbox rows were carried over"
        + " and the next sync brings back the rest.")
    return opened
  }

  /// Makes a whole new store beside the damaged one, so that a crash or a full disk in between
  /// leaves everything as it was.
  private func salvage(into fresh: String) throws(StoreError) -> Int {
    StoreFolder.removeDatabase(fresh)
    try StoreFolder.makeFile(fresh)
    do throws(StoreError) {
      let database = try Database(path: fresh, mode: .readWrite)
      try bringUpToDate(database, from: 0)
      let rows = try Salvage.run(from: path, into: database)
      try database.checkpoint()
      database.close()
      return rows
    } catch {
      StoreFolder.removeDatabase(fresh)
      throw error
    }
  }

  private func openSound(
    checking: Bool, locked: Bool = false
  ) throws(StoreError) -> Opened {
    let database = try Database(path: path, mode: .readWrite)
    let version = try database.integer("PRAGMA user_version")
    if version > Schema.version { return try fallBack(newer(version)) }
    if checking, let fault = try Self.faults(of: database, quickly: true).first {
      throw damage(fault)
    }
    if version < Schema.version {
      let lock = locked ? nil : try StoreFolder.Lock(path + Self.lockSuffix)
      defer { lock?.unlock() }
      try bringUpToDate(database, from: version)
    }
    return Opened(database: database)
  }

  private func bringUpToDate(_ database: Database, from version: Int64) throws(StoreError) {
    if version == 0, try database.integer("SELECT count(*) FROM sqlite_master") > 0,
      try database.integer("PRAGMA application_id") != Schema.applicationID
    {
      throw damage("it is a database of something else")
    }
    try database.execute("PRAGMA journal_mode = WAL")
    try Schema.migrate(database)
  }

  private func damage(_ detail: String) -> StoreError {
    StoreError(sqlite: SQLITE_CORRUPT, systemError: 0, path: path, detail: detail)
  }

  private func newer(_ version: Int64) -> StoreError {
    StoreError(
      code: .newerSchema,
      message: "The store \(path) was written by a newer hubhost (schema \(version), this one knows"
        + " \(Schema.version)); it is only read, update hubhost to write it.")
  }

  // MARK: - Reading

  func openForReading() throws(StoreError) -> Opened {
    var opened = try fallBack(
      StoreError(code: .readOnly, message: "The store \(path) was opened for reading only."))
    opened.report.notices = []
    return opened
  }

  /// Opens for reading what cannot be written, for the reason given.
  private func fallBack(_ reason: StoreError) throws(StoreError) -> Opened {
    var opened = Opened(database: try openReading(), writeRefusal: reason)
    opened.report.notices.append(reason.message)
    return opened
  }

  private func openReading() throws(StoreError) -> Database {
    do throws(StoreError) {
      return try checked(Database(path: path, mode: .readOnly))
    } catch {
      // A log cannot be joined in a folder without write access and without shared memory; the
      // file itself can still be read as it is.
      let hopeless: Set<StoreError.Code> = [.damaged, .busy]
      // Where the folder can be written the failure has another reason, such as a writer that is just
      // making the store; a connection that takes the file as it is would never see what comes.
      guard StoreFolder.exists(path), !StoreFolder.isWritable(folder),
        !hopeless.contains(error.code),
        let plain = try? checked(Database(path: path, mode: .immutable))
      else { throw error }
      return plain
    }
  }

  private func checked(_ database: Database) throws(StoreError) -> Database {
    guard try database.integer("SELECT count(*) FROM sqlite_master WHERE name = 'items'") == 1
    else {
      throw StoreError(
        code: .cannotCreate, message: "There is no store in \(folder) yet; run hubhost once.")
    }
    return database
  }

  static func faults(of database: Database, quickly: Bool) throws(StoreError) -> [String] {
    let check = try database.prepare(
      quickly ? "PRAGMA quick_check" : "PRAGMA integrity_check")
    var faults: [String] = []
    while try check.step() {
      let line = check.text(0)
      if line != "ok" { faults.append(line) }
    }
    return faults
  }
}
