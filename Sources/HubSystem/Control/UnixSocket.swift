package import CLinux
import Glibc

/// Unix stream sockets by path; none blocks, none is inherited.
package enum UnixSocket {
  /// How an attempt to connect ended.
  package enum Connection: ~Copyable {
    case connected(Descriptor)
    /// Nobody listens, or the socket is gone.
    case refused
    /// The C error number.
    case failed(Int32)
  }

  /// A new socket; nil with `errno` set when there is none to be had.
  package static func make() -> Descriptor? {
    let kind = Int32(SOCK_STREAM.rawValue | SOCK_NONBLOCK.rawValue | SOCK_CLOEXEC.rawValue)
    return Descriptor(socket(AF_UNIX, kind, 0))
  }

  /// Calls with the address of a path; nil when the path is too long for one.
  package static func withAddress<T>(
    _ path: String, _ body: (UnsafePointer<sockaddr>, socklen_t) -> T
  )
    -> T?
  {
    guard path.utf8.count <= ControlFolder.maximumPathLength else { return nil }
    var address = sockaddr_un()
    address.sun_family = sa_family_t(AF_UNIX)
    unsafe withUnsafeMutableBytes(of: &address.sun_path) { room in
      for (index, byte) in path.utf8.enumerated() { unsafe room[index] = byte }
    }
    return unsafe withUnsafePointer(to: &address) { pointer in
      unsafe pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        unsafe body($0, socklen_t(MemoryLayout<sockaddr_un>.size))
      }
    }
  }

  package static func connect(_ path: String) -> Connection {
    guard let descriptor = make() else { return .failed(errno) }
    let number = descriptor.number
    let result = unsafe withAddress(path) { unsafe hub_connect(number, $0, $1) == 0 ? 0 : errno }
    switch result {
    case 0: return .connected(descriptor)
    case ECONNREFUSED, ENOENT: return .refused
    case let error: return .failed(error ?? ENAMETOOLONG)
    }
  }

  /// The user at the other end; nil when the system does not say, which counts as a stranger.
  package static func peerUserID(_ descriptor: Int32) -> UInt32? {
    var user: UInt32 = 0
    return unsafe hub_peer_uid(descriptor, &user) == 0 ? user : nil
  }
}
