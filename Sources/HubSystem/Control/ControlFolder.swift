import CLinux
import FoundationEssentials
import Glibc
import HubOptions

/// The folder with the control sockets of the hosts of one app on one data folder.
package struct ControlFolder: Hashable, Sendable {
  /// The end of a socket's name; before it stands the process id of its host.
  package static let socketSuffix = ".sock"
  /// Bytes of the app's id that go into the folder's name, so that socket paths stay short.
  package static let maximumIDPrefix = 32
  /// Bytes of a path that a socket can be bound to, without the final NUL (`unix(7)`).
  package static let maximumPathLength = 107

  /// Absolute; a folder of the user's alone.
  package let path: String
  package let userID: UInt32

  /// Makes and checks the folder.
  ///
  /// - Throws: code 77 when it is not the user's alone, 73 when it cannot be made.
  package init(places: Places, appID: String, dataFolder: String) throws(CommandError) {
    let name = Self.name(appID: appID, dataFolder: Paths.canonical(dataFolder))
    path = try places.privateFolder(try places.runtimeFolder() + "/" + name)
    userID = places.userID
  }

  /// The id, shortened, and a hash of the whole id and the data folder.
  package static func name(appID: String, dataFolder: String) -> String {
    // FNV-1a, 64 bits: a name, not a secret. The folder above is closed to others.
    var hash: UInt64 = 0xcbf2_9ce4_8422_2325
    for byte in Array(appID.utf8) + [0] + Array(dataFolder.utf8) {
      hash = (hash ^ UInt64(byte)) &* 0x100_0000_01b3
    }
    let digits = String(hash, radix: 16)
    let padded = String(repeating: "0", count: 16 - digits.utf8.count) + digits
    return "\(appID.prefix(maximumIDPrefix))-\(padded)"
  }

  /// The sockets in the folder, the newest first, whether or not somebody listens.
  package func sockets() -> [String] {
    let names = (try? FileManager.default.contentsOfDirectory(atPath: path)) ?? []
    let dated = names.filter { $0.hasSuffix(Self.socketSuffix) }.compactMap {
      name -> (path: String, seconds: Int, nanoseconds: Int)? in
      let full = path + "/" + name
      var status = stat()
      guard unsafe lstat(full, &status) == 0, status.st_mode & S_IFMT == S_IFSOCK else {
        return nil
      }
      return (full, status.st_mtim.tv_sec, status.st_mtim.tv_nsec)
    }
    return dated.sorted {
      ($0.seconds, $0.nanoseconds, $0.path) > ($1.seconds, $1.nanoseconds, $1.path)
    }.map(\.path)
  }

  /// Removes the sockets that nobody listens on: their hosts are gone.
  ///
  /// A socket gets its name only when its host listens, so one that refuses is dead for good.
  package func removeStaleSockets() {
    for socket in sockets() {
      guard case .refused = UnixSocket.connect(socket) else { continue }
      unsafe unlink(socket)
    }
  }
}
