import Glibc

/// Writes a line at once: the Hub's front end writes to the same place.
func say(_ line: String) { write(line + "\n") }

func write(_ text: String) {
  let bytes = Array(text.utf8)
  _ = unsafe bytes.withUnsafeBytes { unsafe Glibc.write(1, $0.baseAddress, $0.count) }
}

/// Standard input, line by line.
final class Input {
  private var bytes: [UInt8] = []

  /// The lines that have come; nil at the end.
  func read() -> [String]? {
    var chunk = [UInt8](repeating: 0, count: 4096)
    let count = unsafe chunk.withUnsafeMutableBytes {
      unsafe Glibc.read(0, $0.baseAddress, $0.count)
    }
    guard count > 0 else { return nil }
    bytes += chunk.prefix(count)
    var lines: [String] = []
    while let end = bytes.firstIndex(of: UInt8(ascii: "\n")) {
      lines.append(String(decoding: bytes[..<end], as: UTF8.self))
      bytes.removeFirst(end + 1)
    }
    return lines
  }
}
