import Glibc
import HubText

/// What a runner writes to its standard error: shown as safe text, at once or when the screen is free.
final class RunnerNoise {
  /// The most bytes that are kept; of more, the last are.
  static let maximumBytes = 64 * 1024
  /// A line longer than this is shown in pieces.
  static let maximumLine = 4 * 1024
  /// Bytes that are read at a time.
  private static let block = 16 * 1024

  /// Keep it until `show`, since the front end has the screen from its start to its end.
  var isHeld = true
  private let descriptor: Int32
  private var kept: [UInt8] = []
  private let write: (ArraySlice<UInt8>) -> Void

  /// - Parameters:
  ///   - descriptor: the reading end of a pipe that does not wait.
  ///   - write: takes safe text.
  init(descriptor: Int32, write: @escaping (ArraySlice<UInt8>) -> Void) {
    self.descriptor = descriptor
    self.write = write
  }

  /// Reads what is there, a bounded part of it; false: the writing end is closed.
  func read() -> Bool {
    var bytes = [UInt8](repeating: 0, count: Self.block)
    for _ in 0..<16 {
      let count = unsafe bytes.withUnsafeMutableBytes {
        unsafe Glibc.read(descriptor, $0.baseAddress, $0.count)
      }
      if count < 0, errno == EINTR { continue }
      if count < 0 { return errno == EAGAIN }
      if count == 0 { return false }
      kept += bytes.prefix(count)
      if isHeld {
        if kept.count > 2 * Self.maximumBytes { kept.removeFirst(kept.count - Self.maximumBytes) }
      } else {
        showLines()
      }
    }
    return true
  }

  /// Shows whole lines, and keeps the beginning of the next.
  func showLines() {
    if let end = kept.lastIndex(of: UInt8(ascii: "\n")) {
      show(kept[...end])
      kept.removeFirst(end + 1)
    }
    if kept.count > Self.maximumLine { show() }
  }

  /// Shows all of it.
  func show() {
    show(kept.suffix(Self.maximumBytes))
    kept = []
  }

  private func show(_ bytes: ArraySlice<UInt8>) {
    guard !bytes.isEmpty else { return }
    var safe: [UInt8] = []
    SafeText.appendBlock(Array(bytes).span, to: &safe)
    if safe.last != UInt8(ascii: "\n") { safe.append(UInt8(ascii: "\n")) }
    write(safe[...])
  }

  /// Writes to standard error, wherever that leads now.
  static func writeToStandardError(_ bytes: ArraySlice<UInt8>) {
    var left = bytes
    while !left.isEmpty {
      let count = unsafe left.withUnsafeBytes {
        unsafe Glibc.write(STDERR_FILENO, $0.baseAddress, $0.count)
      }
      if count < 0, errno == EINTR { continue }
      guard count > 0 else { return }
      left = left.dropFirst(count)
    }
  }
}
