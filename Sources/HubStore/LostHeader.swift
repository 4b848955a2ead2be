import FoundationEssentials
import Glibc

/// A copy of a store whose first page is lost, with the first page of a fresh store in its place.
///
/// The first page says where each table begins. Every store is made by the same statements, and so
/// a fresh one has the same tables in the same places. (Tables that a later migration adds to a
/// filled store lie elsewhere; they cannot be found this way.)
struct LostHeader {
  private static let pageSize = 4096

  /// The copy; whoever asked for it removes it by `remove`.
  let path: String

  /// Makes the copy.
  ///
  /// - Returns: nil if the files do not allow it.
  init?(of aside: String, fresh: Database) {
    path = aside + ".reading"
    remove()
    do {
      try fresh.checkpoint()
      try FileManager.default.copyItem(atPath: aside, toPath: path)
      if StoreFolder.exists(aside + "-wal") {
        try FileManager.default.copyItem(atPath: aside + "-wal", toPath: path + "-wal")
      }
    } catch {
      remove()
      return nil
    }
    guard replaceFirstPage(by: fresh.path) else {
      remove()
      return nil
    }
  }

  func remove() {
    StoreFolder.removeDatabase(path)
  }

  private func replaceFirstPage(by fresh: String) -> Bool {
    var page = [UInt8](repeating: 0, count: Self.pageSize)
    let from = unsafe open(fresh, O_RDONLY | O_CLOEXEC)
    let to = unsafe open(path, O_WRONLY | O_CLOEXEC)
    defer {
      close(from)
      close(to)
    }
    guard unsafe pread(from, &page, Self.pageSize, 0) == Self.pageSize else { return false }
    // The size in pages, then an empty list of free pages; both as the file format has them.
    let size = UInt32(clamping: StoreFolder.size(of: path) / Self.pageSize)
    for index in 0..<4 {
      page[28 + index] = UInt8(truncatingIfNeeded: size >> UInt32(24 - 8 * index))
      page[32 + index] = 0
      page[36 + index] = 0
    }
    return unsafe pwrite(to, page, Self.pageSize, 0) == Self.pageSize
  }
}
