import Glibc

/// Writes whole pieces of text to the host's output descriptor, and ends the program when nobody
/// reads any more.
///
/// A write waits for a slow reader, so memory stays flat however much is written. A reader that has
/// gone (`head`) ends the program quietly; any other failure is told in the log. Main thread.
public final class DescriptorOutput {
  /// How much is worth one write, in bytes.
  public static let pieceBytes = 64 << 10

  private let host: any Host
  private let descriptor: Int32

  /// Whether writing has failed; then everything is dropped.
  public private(set) var isClosed = false

  /// Writes where the host says that output goes.
  public init(host: any Host) {
    self.host = host
    descriptor = host.terminal.output
  }

  /// Writes all of the text, as UTF-8, before it returns.
  public func write(_ text: String) {
    write(Array(text.utf8))
  }

  /// Writes all bytes before it returns.
  public func write(_ bytes: [UInt8]) {
    if isClosed { return }
    let failure = unsafe bytes.withUnsafeBytes { unsafe Self.write($0, to: descriptor) }
    guard let failure else { return }
    isClosed = true
    guard failure != EPIPE else { return host.quit(reason: "output closed") }
    host.log(
      .error,
      "Standard output cannot be written (\(Self.text(of: failure))); what was not written is lost."
    )
    host.quit(reason: "output failed")
  }

  /// The error number of a write that failed; nil: all is written.
  private static func write(_ bytes: UnsafeRawBufferPointer, to descriptor: Int32) -> Int32? {
    var start = 0
    while start < bytes.count {
      let piece = unsafe UnsafeRawBufferPointer(rebasing: bytes[start...])
      let count = unsafe Glibc.write(descriptor, piece.baseAddress, piece.count)
      if count >= 0 {
        start += count
      } else if errno == EAGAIN {
        // The descriptor is shared with a program that made it non-blocking: wait as if it were not.
        var request = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
        unsafe poll(&request, 1, -1)
      } else if errno != EINTR {
        return errno
      }
    }
    return nil
  }

  private static func text(of error: Int32) -> String {
    switch error {
    case ENOSPC: "the disk is full"
    case EIO: "input/output error"
    case EBADF: "it is closed"
    default: "error \(error)"
    }
  }
}

@available(*, unavailable)
extension DescriptorOutput: Sendable {}
