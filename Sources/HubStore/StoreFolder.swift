import Glibc

/// The files of the store, apart from what is in them.
enum StoreFolder {
  /// Names tried for a damaged file before giving up.
  static let mostDamagedFiles = 1000

  static func exists(_ path: String) -> Bool { unsafe access(path, F_OK) == 0 }

  /// Whether this process may write the file or folder, on a file system that can be written.
  static func isWritable(_ path: String) -> Bool { unsafe access(path, W_OK) == 0 }

  /// The size of a file in bytes, 0 if there is none.
  static func size(of path: String) -> Int {
    var status = stat()
    return unsafe stat(path, &status) == 0 ? Int(status.st_size) : 0
  }

  /// Makes a folder and those above it, for this user only (0700).
  static func make(_ folder: String) throws(StoreError) {
    guard !exists(folder), !folder.isEmpty else { return }
    if let slash = folder.lastIndex(of: "/"), slash > folder.startIndex {
      try make(String(folder[..<slash]))
    }
    guard unsafe mkdir(folder, 0o700) != 0, errno != EEXIST else { return }
    throw failure(errno, "The data folder \(folder) cannot be made")
  }

  /// Makes an empty file for this user only (0600), which SQLite's own files take after.
  static func makeFile(_ path: String) throws(StoreError) {
    let descriptor = unsafe open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
    guard descriptor >= 0 else { throw failure(errno, "The store \(path) cannot be made") }
    Glibc.close(descriptor)
  }

  /// Puts a new file in the place of a damaged one, which gets a name of its own with its log.
  ///
  /// - Returns: that name, `<path>.damaged-<n>` with the first free n.
  static func replace(_ path: String, by fresh: String) throws(StoreError) -> String {
    let what = "The damaged store \(path) cannot be set aside"
    for number in 1...mostDamagedFiles {
      let aside = "\(path).damaged-\(number)"
      guard unsafe link(path, aside) == 0 else {
        if errno == EEXIST { continue }
        throw failure(errno, what)
      }
      // The old log must be gone before the new file is there, or it would be taken for its log.
      unsafe rename(path + "-wal", aside + "-wal")
      unsafe unlink(path + "-shm")
      guard unsafe rename(fresh, path) == 0 else { throw failure(errno, what) }
      return aside
    }
    throw failure(EEXIST, what)
  }

  /// Removes a database with its log and shared memory, if there is one.
  static func removeDatabase(_ path: String) {
    for end in ["", "-wal", "-shm"] { unsafe unlink(path + end) }
  }

  private static func failure(_ number: Int32, _ what: String) -> StoreError {
    let code: StoreError.Code =
      switch number {
      case ENOSPC, EDQUOT: .diskFull
      case EIO: .inputOutput
      default: .cannotCreate
      }
    return StoreError(
      code: code,
      message: "\(what) (\(StoreError.errorText(number))); choose another folder with --data.")
  }

  /// A lock among processes, held while a damaged file is replaced.
  struct Lock {
    private let descriptor: Int32

    init(_ path: String) throws(StoreError) {
      descriptor = unsafe open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
      guard descriptor >= 0, flock(descriptor, LOCK_EX) == 0 else {
        throw StoreFolder.failure(errno, "The lock \(path) cannot be had")
      }
    }

    func unlock() {
      Glibc.close(descriptor)
    }
  }
}
