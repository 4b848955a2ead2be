import CSQLite
import HubModel

/// One connection to an SQLite file, with its prepared statements.
///
/// One thread only: it is opened without SQLite's own locks.
@safe
final class Database {
  /// How a connection opens its file.
  enum Mode {
    /// Reads and writes, making the file if it is missing.
    case create
    case readWrite
    case readOnly
    /// Reads the file as if nobody could change it, without lock, log or shared memory.
    case immutable
    /// A store of this process only.
    case memory
  }

  /// How far a commit is on disk when it returns.
  enum Durability: Int32 {
    /// Survives a crash of the process; after a power cut the last ones may be missing.
    case normal = 1
    /// On disk.
    case full = 2
  }

  /// How long a connection waits for another one's lock, in milliseconds.
  static let busyMilliseconds: Int32 = 5000

  let path: String
  private var handle: OpaquePointer?
  private var statements: [String: Statement] = [:]
  /// What the connection has now; SQLite starts with full.
  private var durability = Durability.full

  init(path: String, mode: Mode) throws(StoreError) {
    self.path = path
    var flags = SQLITE_OPEN_NOMUTEX | SQLITE_OPEN_EXRESCODE
    switch mode {
    case .create, .memory: flags |= SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE
    case .readWrite: flags |= SQLITE_OPEN_READWRITE
    case .readOnly: flags |= SQLITE_OPEN_READONLY
    case .immutable: flags |= SQLITE_OPEN_READONLY | SQLITE_OPEN_URI
    }
    let name =
      switch mode {
      case .memory: ":memory:"
      case .immutable: Self.uri(path) + "?immutable=1"
      default: path
      }
    let result = unsafe sqlite3_open_v2(name, &handle, flags, nil)
    if result != SQLITE_OK {
      let error = failure(result)
      close()
      throw error
    }
    unsafe sqlite3_busy_timeout(handle, Self.busyMilliseconds)
  }

  deinit {
    close()
  }

  /// Finalizes the statements and closes; a second call does nothing.
  func close() {
    statements = [:]
    unsafe sqlite3_close_v2(handle)
    unsafe handle = nil
  }

  var isOpen: Bool { unsafe handle != nil }

  /// A path as an SQLite URI: all that is not plain is percent-encoded.
  static func uri(_ path: String) -> String {
    var text = "file:"
    for byte in path.utf8 {
      switch byte {
      case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
        UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "/"), UInt8(ascii: "-"),
        UInt8(ascii: "_"), UInt8(ascii: "."):
        text.unicodeScalars.append(UnicodeScalar(byte))
      default:
        let hex = String(byte, radix: 16, uppercase: true)
        text += byte < 16 ? "%0\(hex)" : "%\(hex)"
      }
    }
    return text
  }

  // MARK: - Errors

  /// The error of the last call that failed on this connection.
  func failure() -> StoreError {
    failure(unsafe sqlite3_extended_errcode(handle))
  }

  /// The error for a result code of this connection.
  func failure(_ result: Int32) -> StoreError {
    let detail = unsafe sqlite3_errmsg(handle).map { unsafe String(cString: $0) }
    return StoreError(
      sqlite: result, systemError: unsafe handle == nil ? 0 : sqlite3_system_errno(handle),
      path: path, detail: detail ?? "out of memory")
  }

  // MARK: - Statements

  /// The prepared statement for an SQL text, kept for the next time.
  ///
  /// If the kept one is being read, a fresh one is made, so that reading may nest.
  func statement(_ sql: String) throws(StoreError) -> Statement {
    if let known = statements[sql], !known.isBusy { return known }
    let made = try prepare(sql)
    if statements[sql] == nil { statements[sql] = made }
    return made
  }

  /// Prepares a statement that is not kept.
  func prepare(_ sql: String) throws(StoreError) -> Statement {
    var prepared: OpaquePointer?
    let result = unsafe sqlite3_prepare_v2(handle, sql, -1, &prepared, nil)
    guard result == SQLITE_OK, let prepared = unsafe prepared else { throw failure(result) }
    return unsafe Statement(prepared, of: self)
  }

  /// Runs one or several statements that give no rows.
  func execute(_ sql: String) throws(StoreError) {
    let result = unsafe sqlite3_exec(handle, sql, nil, nil, nil)
    guard result == SQLITE_OK else { throw failure(result) }
  }

  /// The first column of the first row, 0 if there is none.
  func integer(_ sql: String) throws(StoreError) -> Int64 {
    let query = try statement(sql)
    defer { query.reset() }
    return try query.step() ? query.integer(0) : 0
  }

  /// Rows that the last INSERT, UPDATE or DELETE touched itself.
  var changes: Int { Int(unsafe sqlite3_changes(handle)) }

  var lastInsertedRow: Int64 { unsafe sqlite3_last_insert_rowid(handle) }

  // MARK: - Transactions

  var isInTransaction: Bool { unsafe sqlite3_get_autocommit(handle) == 0 }

  /// Sets how far the next commits go; not inside a transaction.
  func setDurability(_ wanted: Durability) throws(StoreError) {
    guard wanted != durability else { return }
    try execute("PRAGMA synchronous = \(wanted.rawValue)")
    durability = wanted
  }

  /// Takes the write lock and starts a transaction.
  func begin() throws(StoreError) {
    try statement("BEGIN IMMEDIATE").run()
  }

  func commit() throws(StoreError) {
    try statement("COMMIT").run()
  }

  /// Undoes the open transaction, if SQLite has not done so itself.
  func rollback() {
    guard isInTransaction else { return }
    unsafe sqlite3_exec(handle, "ROLLBACK", nil, nil, nil)
  }

  /// Moves what the log holds into the file and empties the log, as far as readers allow; waits
  /// for them or not.
  func checkpoint(waiting: Bool = true) throws(StoreError) {
    unsafe sqlite3_busy_timeout(handle, waiting ? Self.busyMilliseconds : 0)
    defer { unsafe sqlite3_busy_timeout(handle, Self.busyMilliseconds) }
    let result = unsafe sqlite3_wal_checkpoint_v2(
      handle, nil, SQLITE_CHECKPOINT_TRUNCATE, nil, nil)
    guard result == SQLITE_OK || result & 0xff == SQLITE_BUSY else { throw failure(result) }
  }

  // MARK: - Functions

  /// Makes `hub_contains(query, text)` known to this connection: `SearchText` on a column.
  func registerSearch() throws(StoreError) {
    let flags = SQLITE_UTF8 | SQLITE_DETERMINISTIC | SQLITE_DIRECTONLY
    let result = unsafe sqlite3_create_function_v2(
      handle, "hub_contains", 2, flags, nil,
      { context, _, arguments in
        guard let query = unsafe arguments?[0], let text = unsafe arguments?[1],
          let start = unsafe sqlite3_value_text(text)
        else { return unsafe sqlite3_result_int(context, 0) }
        let bytes = unsafe UnsafeBufferPointer(
          start: start, count: Int(sqlite3_value_bytes(text)))
        let found = unsafe PreparedSearch.of(context, query).search.isFound(in: bytes.span)
        unsafe sqlite3_result_int(context, found ? 1 : 0)
      }, nil, nil, nil)
    guard result == SQLITE_OK else { throw failure(result) }
  }
}

/// The folded query of a running search, which SQLite keeps beside the parameter it came from.
private final class PreparedSearch {
  let search: SearchText

  init(_ query: String) {
    search = SearchText(query)
  }

  /// The query of this run of a statement: made at its first row, released by SQLite.
  static func of(_ context: OpaquePointer?, _ value: OpaquePointer) -> PreparedSearch {
    if let kept = unsafe sqlite3_get_auxdata(context, 0) {
      return unsafe Unmanaged<PreparedSearch>.fromOpaque(kept).takeUnretainedValue()
    }
    var text = ""
    if let start = unsafe sqlite3_value_text(value) {
      text = unsafe String(
        decoding: UnsafeBufferPointer(start: start, count: Int(sqlite3_value_bytes(value))),
        as: UTF8.self)
    }
    let made = PreparedSearch(text)
    unsafe sqlite3_set_auxdata(context, 0, Unmanaged.passRetained(made).toOpaque()) { kept in
      guard let kept = unsafe kept else { return }
      unsafe Unmanaged<PreparedSearch>.fromOpaque(kept).release()
    }
    return made
  }
}
