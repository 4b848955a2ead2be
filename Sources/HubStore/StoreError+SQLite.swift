import CSQLite
import Glibc

extension StoreError {
  /// The error for an extended result code of SQLite, with the `errno` behind it or 0, about a
  /// file, in SQLite's own words.
  init(sqlite result: Int32, systemError: Int32, path: String, detail: String) {
    let primary = result & 0xff
    let (code, message) = Self.sentence(
      primary, systemError: systemError, path: path, detail: detail)
    self.init(code: code, message: message, sqliteCode: result)
  }

  private static func sentence(
    _ primary: Int32, systemError: Int32, path: String, detail: String
  ) -> (Code, String) {
    if let known = refusal(primary, systemError: systemError, path: path) { return known }
    switch primary {
    case SQLITE_FULL:
      return (.diskFull, "The disk is full: \(path) cannot grow; free some space and try again.")
    case SQLITE_IOERR where systemError == ENOSPC || systemError == EDQUOT:
      return (.diskFull, "The disk is full: \(path) cannot grow; free some space and try again.")
    case SQLITE_IOERR:
      return (
        .inputOutput,
        "Reading or writing \(path) failed (\(reason(systemError, detail))); check the disk."
      )
    case SQLITE_CORRUPT, SQLITE_NOTADB, SQLITE_FORMAT:
      return (
        .damaged,
        "The store \(path) is damaged (\(detail)); it is set aside when it is next opened."
      )
    case SQLITE_BUSY, SQLITE_LOCKED:
      return (.busy, "Another process keeps the store \(path) busy; try again in a moment.")
    case SQLITE_TOOBIG:
      return (.tooBig, "A value is too big for the store \(path); make it smaller.")
    default:
      return (.internalFault, "The store \(path) met an internal fault (\(detail)); report it.")
    }
  }

  private static func refusal(
    _ primary: Int32, systemError: Int32, path: String
  ) -> (Code, String)? {
    let denied = systemError == EACCES || systemError == EPERM || systemError == EROFS
    switch primary {
    case SQLITE_READONLY:
      return (.readOnly, "The store \(path) can only be read; allow writing to it and its folder.")
    case SQLITE_PERM, SQLITE_AUTH:
      return (.permission, "Access to the store \(path) was refused; check its permissions.")
    case SQLITE_CANTOPEN where denied:
      return (.permission, "Access to the store \(path) was refused; check its permissions.")
    case SQLITE_CANTOPEN:
      return (
        .cannotCreate,
        "The store \(path) cannot be opened (\(reason(systemError, "no such file or folder")))"
          + "; check that its folder exists and can be written."
      )
    default: return nil
    }
  }

  private static func reason(_ systemError: Int32, _ otherwise: String) -> String {
    systemError == 0 ? otherwise : errorText(systemError)
  }

  /// The system's words for an `errno`.
  static func errorText(_ number: Int32) -> String {
    guard let text = unsafe strerror(number) else { return "error \(number)" }
    return unsafe String(cString: text)
  }
}
