import CLinux
import Glibc

/// Buffered writing to a descriptor that others may close, fill or interrupt.
///
/// The process ignores SIGPIPE, so that a reader who left is an error here and not the end.
/// Use from one thread.
package final class OutputChannel {
  /// Why nothing more can be written.
  package enum Failure: Error, Hashable, Sendable {
    /// The reader left.
    case readerLeft
    /// The C error number of writing.
    case cannotWrite(Int32)
  }

  /// Bytes kept before they are written.
  static let bufferSize = 64 << 10

  package let descriptor: Int32
  private var buffer: [UInt8] = []
  private var failure: Failure?

  /// The descriptor stays the caller's.
  package init(descriptor: Int32) {
    self.descriptor = descriptor
  }

  /// Adds text; writes when enough has come together.
  package func write(_ text: String) throws(Failure) {
    buffer += text.utf8
    if buffer.count >= Self.bufferSize { try flush() }
  }

  /// Writes what was added.
  ///
  /// - Throws: the failure that came, and again at each further call.
  package func flush() throws(Failure) {
    if let failure { throw failure }
    var written = 0
    while written < buffer.count {
      let count = unsafe buffer.withUnsafeBytes {
        unsafe Glibc.write(descriptor, $0.baseAddress?.advanced(by: written), $0.count - written)
      }
      if count >= 0 {
        written += count
      } else if errno != EINTR, !waitsForRoom(errno) {
        let found: Failure = errno == EPIPE ? .readerLeft : .cannotWrite(errno)
        failure = found
        buffer = []
        throw found
      }
    }
    buffer.removeAll(keepingCapacity: true)
  }

  /// Whether the descriptor is one that does not block and is full; then it has room again.
  private func waitsForRoom(_ number: Int32) -> Bool {
    guard number == EAGAIN else { return false }
    var entry = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
    return unsafe poll(&entry, 1, -1) >= 0
  }
}
