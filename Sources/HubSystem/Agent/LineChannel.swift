import CLinux
import Glibc

/// One end of a local stream socket that carries lines, for a loop: nothing here blocks.
///
/// What cannot be written yet is kept, up to `maximumBacklog`; a peer that does not read more than
/// that is cut off. Use from one thread.
package final class LineChannel {
  /// Bytes kept for a peer that does not read.
  package static let maximumBacklog = 16 << 20
  /// Bytes that are read in one turn of the loop, so that a peer that sends without end does not
  /// keep the others waiting.
  package static let maximumTurn = 4 << 20
  private static let chunk = 64 << 10

  private let socket: Descriptor
  private var incoming: [UInt8] = []
  private var outgoing: [UInt8] = []
  /// Bytes of `incoming` that hold no line end.
  private var searched = 0
  /// Whether the other side left, or was cut off.
  package private(set) var isOver = false

  /// Takes over a connected socket that does not block.
  package init(_ socket: consuming Descriptor) {
    self.socket = socket
  }

  package var descriptor: Int32 { socket.number }

  /// Whether `flush()` is to be called when the socket can be written.
  package var hasBacklog: Bool { !outgoing.isEmpty }

  /// Sends a line, its end included, now or as soon as the peer reads.
  package func send(_ line: [UInt8]) {
    guard !isOver else { return }
    outgoing += line
    flush()
    if outgoing.count > Self.maximumBacklog { isOver = true }
  }

  /// Writes what can be written now.
  package func flush() {
    var written = 0
    while written < outgoing.count {
      let count = unsafe outgoing.withUnsafeBytes {
        unsafe Glibc.send(
          socket.number, $0.baseAddress?.advanced(by: written), $0.count - written,
          Int32(MSG_NOSIGNAL))
      }
      if count > 0 {
        written += count
      } else if errno == EAGAIN {
        break
      } else if errno != EINTR {
        isOver = true
        break
      }
    }
    outgoing.removeFirst(written)
  }

  /// The lines that have come, without their ends.
  ///
  /// What comes before a line that is too long is still given.
  package func receive() -> [[UInt8]] {
    var lines: [[UInt8]] = []
    var chunk = [UInt8](repeating: 0, count: Self.chunk)
    var taken = 0
    while !isOver, taken < Self.maximumTurn {
      let count = unsafe chunk.withUnsafeMutableBytes {
        unsafe recv(socket.number, $0.baseAddress, $0.count, 0)
      }
      if count < 0, errno == EINTR { continue }
      if count < 0, errno == EAGAIN { break }
      guard count > 0 else {
        isOver = true
        break
      }
      incoming += chunk[..<count]
      taken += count
      takeLines(&lines)
    }
    return lines
  }

  private func takeLines(_ lines: inout [[UInt8]]) {
    var start = 0
    while let end = incoming[max(start, searched)...].firstIndex(of: UInt8(ascii: "\n")) {
      guard end - start <= AgentLine.maximumLength else { break }
      lines.append(Array(incoming[start..<end]))
      start = end + 1
      searched = start
    }
    incoming.removeFirst(start)
    searched = incoming.count
    if incoming.count > AgentLine.maximumLength { isOver = true }
  }
}
