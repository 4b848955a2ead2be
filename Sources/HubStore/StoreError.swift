/// What went wrong with the store, as one sentence for people and a code for programs.
package struct StoreError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The kind of fault; new ones may come.
  package struct Code: Hashable, Sendable, CustomStringConvertible {
    private enum Kind: String, Hashable, Sendable {
      case diskFull, inputOutput, readOnly, cannotCreate, permission, damaged, newerSchema, busy
      case tooBig, internalFault
    }

    private let kind: Kind

    /// No space left (the command line's exit code 74).
    package static let diskFull = Code(kind: .diskFull)
    /// Reading or writing failed (74).
    package static let inputOutput = Code(kind: .inputOutput)
    /// The store is open for reading only (77).
    package static let readOnly = Code(kind: .readOnly)
    /// The file or its folder cannot be made or opened (73).
    package static let cannotCreate = Code(kind: .cannotCreate)
    /// The system refused access (77).
    package static let permission = Code(kind: .permission)
    /// The file is damaged or no store at all (65).
    package static let damaged = Code(kind: .damaged)
    /// The store was written by a newer version and is only read (65).
    package static let newerSchema = Code(kind: .newerSchema)
    /// Another process kept the store longer than `Database.busyMilliseconds` (75).
    package static let busy = Code(kind: .busy)
    /// One value is larger than SQLite takes (65).
    package static let tooBig = Code(kind: .tooBig)
    /// A fault of this program (70).
    package static let internalFault = Code(kind: .internalFault)

    package var description: String { kind.rawValue }
  }

  package var code: Code
  /// One sentence: what, where, what to do.
  package var message: String
  /// SQLite's extended result code; 0 when SQLite was not asked.
  package var sqliteCode: Int32

  package init(code: Code, message: String, sqliteCode: Int32 = 0) {
    self.code = code
    self.message = message
    self.sqliteCode = sqliteCode
  }

  package var description: String { message }
}
