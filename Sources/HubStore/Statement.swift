import CSQLite
import FoundationEssentials

/// One prepared statement of a database: parameters in, columns out.
///
/// Belongs to its `Database`'s thread. Parameters count from 1, columns from 0.
@safe
final class Statement {
  private let handle: OpaquePointer
  private unowned let database: Database
  private var bindResult: Int32 = SQLITE_OK

  init(_ handle: OpaquePointer, of database: Database) {
    unsafe self.handle = handle
    self.database = database
  }

  deinit {
    unsafe sqlite3_finalize(handle)
  }

  /// Whether rows are still being read from it.
  var isBusy: Bool { unsafe sqlite3_stmt_busy(handle) != 0 }

  // MARK: - Running

  /// Goes to the next row.
  ///
  /// - Returns: false when there is none; the caller resets.
  func step() throws(StoreError) -> Bool {
    if bindResult != SQLITE_OK {
      let result = bindResult
      reset()
      throw database.failure(result)
    }
    switch unsafe sqlite3_step(handle) {
    case SQLITE_ROW: return true
    case SQLITE_DONE: return false
    default:
      let error = database.failure()
      reset()
      throw error
    }
  }

  /// Runs to the end and resets.
  func run() throws(StoreError) {
    while try step() {}
    reset()
  }

  /// Makes the statement ready to run again; parameters stay as they are.
  func reset() {
    unsafe sqlite3_reset(handle)
    bindResult = SQLITE_OK
  }

  // MARK: - Parameters

  private func note(_ result: Int32) {
    if result != SQLITE_OK { bindResult = result }
  }

  func bind(_ index: Int32, _ value: Int64) {
    note(unsafe sqlite3_bind_int64(handle, index, value))
  }

  func bind(_ index: Int32, _ value: Bool) {
    note(unsafe sqlite3_bind_int(handle, index, value ? 1 : 0))
  }

  func bind(_ index: Int32, _ value: Int64?) {
    guard let value else { return bindNull(index) }
    bind(index, value)
  }

  func bindNull(_ index: Int32) {
    note(unsafe sqlite3_bind_null(handle, index))
  }

  func bind(_ index: Int32, _ value: String) {
    var text = value
    note(
      text.withUTF8 { bytes in
        guard let start = bytes.baseAddress, let count = Int32(exactly: bytes.count) else {
          return bytes.isEmpty
            ? unsafe hub_sqlite3_bind_text_copy(handle, index, "", 0) : SQLITE_TOOBIG
        }
        return unsafe hub_sqlite3_bind_text_copy(handle, index, start, count)
      })
  }

  func bind(_ index: Int32, _ value: String?) {
    guard let value else { return bindNull(index) }
    bind(index, value)
  }

  func bind(_ index: Int32, _ value: UUID) {
    note(
      unsafe withUnsafeBytes(of: value.uuid) { bytes in
        unsafe hub_sqlite3_bind_blob_copy(handle, index, bytes.baseAddress, 16)
      })
  }

  func bind(_ index: Int32, _ value: UUID?) {
    guard let value else { return bindNull(index) }
    bind(index, value)
  }

  func bind(_ index: Int32, _ value: [UInt8]) {
    note(
      unsafe value.withUnsafeBytes { bytes in
        guard let count = Int32(exactly: bytes.count) else { return SQLITE_TOOBIG }
        guard let start = bytes.baseAddress else {
          return unsafe sqlite3_bind_zeroblob(handle, index, 0)
        }
        return unsafe hub_sqlite3_bind_blob_copy(handle, index, start, count)
      })
  }

  /// Binds a column of another statement's current row, whatever its type.
  func bind(_ index: Int32, column: Int32, of source: Statement) {
    note(unsafe sqlite3_bind_value(handle, index, sqlite3_column_value(source.handle, column)))
  }

  // MARK: - Columns

  var columnCount: Int32 { unsafe sqlite3_column_count(handle) }

  func isNull(_ column: Int32) -> Bool {
    unsafe sqlite3_column_type(handle, column) == SQLITE_NULL
  }

  func integer(_ column: Int32) -> Int64 {
    unsafe sqlite3_column_int64(handle, column)
  }

  func optionalInteger(_ column: Int32) -> Int64? {
    isNull(column) ? nil : integer(column)
  }

  /// The UTF-8 of a text column; nil for NULL.
  ///
  /// SQLite owns the bytes; they are good until the next step or reset.
  func utf8(_ column: Int32) -> UnsafeBufferPointer<UInt8>? {
    guard let start = unsafe sqlite3_column_text(handle, column) else { return nil }
    return unsafe UnsafeBufferPointer(
      start: start, count: Int(sqlite3_column_bytes(handle, column)))
  }

  func optionalText(_ column: Int32) -> String? {
    guard let bytes = unsafe utf8(column) else { return nil }
    return unsafe String(decoding: bytes, as: UTF8.self)
  }

  func text(_ column: Int32) -> String { optionalText(column) ?? "" }

  /// A 16-byte column as an id; nil for anything else.
  func optionalUUID(_ column: Int32) -> UUID? {
    guard let start = unsafe sqlite3_column_blob(handle, column),
      unsafe sqlite3_column_bytes(handle, column) == 16
    else { return nil }
    return unsafe UUID(uuid: start.loadUnaligned(as: uuid_t.self))
  }

  /// The id in a column that the schema fills; all zero if damage made it something else.
  func uuid(_ column: Int32) -> UUID {
    optionalUUID(column) ?? UUID(uuid: (0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0))
  }

  func bytes(_ column: Int32) -> [UInt8] {
    guard let start = unsafe sqlite3_column_blob(handle, column) else { return [] }
    let count = Int(unsafe sqlite3_column_bytes(handle, column))
    return unsafe [UInt8](UnsafeRawBufferPointer(start: start, count: count))
  }
}
