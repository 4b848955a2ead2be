/// One grapheme cluster of a text: where it stands and how wide it is.
struct Cluster {
  /// UTF-8 offsets.
  var start: Int
  var end: Int
  /// Terminal columns.
  var columns: Int
  /// The first scalar.
  var scalar: UInt32
}

/// Walks over the grapheme clusters of a text without asking the standard library about plain ones.
struct ClusterScanner {
  private let text: String
  private let bytes: [UInt8]
  private var offset = 0

  init(_ text: String) {
    self.text = text
    bytes = Array(text.utf8)
  }

  /// The next cluster, or nil at the end.
  mutating func next() -> Cluster? {
    guard offset < bytes.count else { return nil }
    let start = offset
    let (scalar, length) = decode(at: start)
    let after = start + length
    if Self.standsAlone(scalar), after == bytes.count || Self.standsAlone(decode(at: after).0) {
      offset = after
      return Cluster(
        start: start, end: after, columns: TextWidth.columns(ofScalar: scalar), scalar: scalar)
    }
    let index = text.utf8.index(text.startIndex, offsetBy: start)
    let character = text[index]
    offset = start + character.utf8.count
    return Cluster(
      start: start, end: offset, columns: TextWidth.columns(of: character), scalar: scalar)
  }

  private func decode(at index: Int) -> (UInt32, Int) {
    let (scalar, length) = UTF8Decoding.scalar(in: bytes.span, at: index)
    return (scalar ?? 0xFFFD, length)
  }

  /// Whether a scalar never shares a cluster with another one of this kind.
  private static func standsAlone(_ scalar: UInt32) -> Bool {
    if scalar < 0x80 { return scalar != 0x0D }
    return ScalarTable.shared[scalar].isDisjoint(with: .joining)
  }
}
