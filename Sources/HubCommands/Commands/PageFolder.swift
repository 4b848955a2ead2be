import CLinux
import Glibc
import HubCore
import HubModel
import HubOptions
import HubStore
import HubSystem

/// A folder with the pages of posts, each named after the last part of its post's URL.
struct PageFolder {
  /// Bytes of one page; a larger one is told and left out.
  static let maximumPageSize = 8 << 20
  /// Bytes of a file's name without its ending; a longer last part names no file.
  static let maximumNameLength = 250

  private static let endings = [
    (".html", "text/html"), (".htm", "text/html"), (".txt", "text/plain"),
  ]

  private let path: String

  /// - Throws: code 66 when there is no such folder.
  init(_ path: String) throws(CommandError) {
    var status = stat()
    guard unsafe stat(path, &status) == 0, status.st_mode & S_IFMT == S_IFDIR else {
      throw CommandError(.noInput, "no such folder: \(path); check what follows --pages")
    }
    self.path = path
  }

  /// The page of a post; nil when the folder has none.
  ///
  /// - Throws: code 65 when the page is too large, 66 and 74 when it is there and cannot be read.
  func body(of post: Post) throws(CommandError) -> StoredBody? {
    guard let name = Self.name(for: post) else { return nil }
    for (ending, type) in Self.endings {
      let file = path + "/" + name + ending
      let bytes: [UInt8]
      do throws(InputFile.Failure) {
        bytes = try InputFile.read(file, limit: Self.maximumPageSize)
      } catch .notThere {
        continue
      } catch {
        throw error.commandError(file)
      }
      return StoredBody(bytes: bytes, contentType: type, fetchedAt: Self.now())
    }
    return nil
  }

  /// The last part of the post's URL, decoded, when it can be the name of a file in the folder.
  static func name(for post: Post) -> String? {
    guard let url = post.url, let last = AppURL(url)?.pathParts.last else { return nil }
    let isName =
      last != "." && last != ".." && last.utf8.count <= maximumNameLength
      && !last.utf8.contains(0) && !last.utf8.contains(UInt8(ascii: "/"))
    return isName ? last : nil
  }

  private static func now() -> Timestamp {
    var time = timespec()
    unsafe clock_gettime(CLOCK_REALTIME, &time)
    return Timestamp(milliseconds: Int64(time.tv_sec) * 1000 + Int64(time.tv_nsec) / 1_000_000)
  }
}
