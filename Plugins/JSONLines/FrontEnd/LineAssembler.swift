/// Puts lines together out of pieces of input.
struct LineAssembler {
  /// A longer line is refused, in bytes without its newline.
  static let maximumLineBytes = 1 << 20

  /// What stood between two newlines.
  enum Line: Hashable {
    case bytes([UInt8])
    /// Longer than allowed; its bytes were dropped as they came.
    case tooLong
  }

  private var pending: [UInt8] = []
  private var isTooLong = false

  /// Takes in a piece and returns the lines that it completes.
  mutating func add(_ piece: some Collection<UInt8>) -> [Line] {
    var lines: [Line] = []
    var start = piece.startIndex
    while let newline = piece[start...].firstIndex(of: UInt8(ascii: "\n")) {
      keep(piece[start..<newline])
      lines.append(endLine())
      start = piece.index(after: newline)
    }
    keep(piece[start...])
    return lines
  }

  /// The last line, if the input ended without a newline.
  mutating func end() -> Line? {
    pending.isEmpty && !isTooLong ? nil : endLine()
  }

  private mutating func keep(_ part: some Collection<UInt8>) {
    if isTooLong { return }
    if pending.count + part.count > Self.maximumLineBytes {
      isTooLong = true
      pending = []
    } else {
      pending += part
    }
  }

  private mutating func endLine() -> Line {
    defer {
      pending = []
      isTooLong = false
    }
    return isTooLong ? .tooLong : .bytes(pending)
  }
}
