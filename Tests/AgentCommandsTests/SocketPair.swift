import CLinux
import Glibc
import HubSystem
import HubTestSupport

/// Two connected sockets that do not block: one for a channel, one for the test.
final class SocketPair {
  let channel: LineChannel
  private let peer: Int32

  init() throws {
    var ends: [Int32] = [-1, -1]
    let kind = Int32(SOCK_STREAM.rawValue | SOCK_NONBLOCK.rawValue | SOCK_CLOEXEC.rawValue)
    guard socketpair(AF_UNIX, kind, 0, &ends) == 0, let own = Descriptor(ends[0]) else {
      throw SystemCallError("socketpair")
    }
    channel = LineChannel(own)
    peer = ends[1]
  }

  deinit { close(peer) }

  /// Writes as much as the socket takes; gives how much that was.
  func write(_ bytes: ArraySlice<UInt8>) -> Int {
    var sent = 0
    while sent < bytes.count {
      let count = bytes.withUnsafeBytes {
        send(peer, $0.baseAddress?.advanced(by: sent), $0.count - sent, Int32(MSG_NOSIGNAL))
      }
      guard count > 0 else { break }
      sent += count
    }
    return sent
  }

  /// Writes all, letting the channel receive meanwhile; gives the lines that came.
  func pass(_ bytes: [UInt8]) -> [[UInt8]] {
    var rest = bytes[...]
    var lines: [[UInt8]] = []
    while !rest.isEmpty, !channel.isOver {
      rest = rest.dropFirst(write(rest))
      lines += channel.receive()
    }
    return lines
  }

  /// All that can be read now.
  func read() -> [UInt8] {
    var bytes: [UInt8] = []
    var block = [UInt8](repeating: 0, count: 1 << 16)
    while true {
      let count = recv(peer, &block, block.count, 0)
      guard count > 0 else { return bytes }
      bytes += block.prefix(count)
    }
  }

  func shut() { shutdown(peer, Int32(SHUT_RDWR)) }
}
