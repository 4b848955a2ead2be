/// What safe text and width need to know about one Unicode scalar.
struct ScalarFlags: OptionSet, Sendable {
  let rawValue: UInt16

  static let mark = ScalarFlags(rawValue: 1 << 0)
  static let ignorable = ScalarFlags(rawValue: 1 << 1)
  static let joiner = ScalarFlags(rawValue: 1 << 2)
  static let selector = ScalarFlags(rawValue: 1 << 3)
  static let lineBreak = ScalarFlags(rawValue: 1 << 4)
  static let control = ScalarFlags(rawValue: 1 << 5)
  static let linker = ScalarFlags(rawValue: 1 << 6)
  static let wide = ScalarFlags(rawValue: 1 << 7)
  static let emoji = ScalarFlags(rawValue: 1 << 8)
  /// May share a grapheme cluster with the scalar before or after it.
  static let joining = ScalarFlags(rawValue: 1 << 9)
  static let zeroWidth = ScalarFlags(rawValue: 1 << 10)
  /// Shares a cluster with what follows, and takes its column besides it.
  static let prepended = ScalarFlags(rawValue: 1 << 11)

  /// What safe text has to look at; everything else passes.
  static let suspicious: ScalarFlags = [
    .mark, .ignorable, .joiner, .selector, .lineBreak, .control, .linker,
  ]
}

/// The flags of every scalar, in blocks of 64.
struct ScalarTable: Sendable {
  /// Made from the ranges when the first text that is not ASCII appears.
  static let shared = ScalarTable()

  private static let blockSize = 64
  private static let end: UInt32 = 0x20000

  private let blocks: [UInt16]
  private let flags: [UInt16]

  private init() {
    var builder = Builder()
    builder.mark(ScalarRanges.marks, .mark)
    builder.mark(ScalarRanges.ignorables, .ignorable)
    builder.mark(ScalarRanges.selectors, .selector)
    builder.mark(ScalarRanges.linkers, .linker)
    builder.mark(ScalarRanges.wides, .wide)
    builder.mark(ScalarRanges.emoji, .emoji)
    builder.mark(ScalarRanges.joining, .joining)
    builder.mark(ScalarRanges.zeros, .zeroWidth)
    builder.mark(ScalarRanges.prepends, .prepended)
    builder.mark([0x80, 0x9F], .control)
    builder.mark([0x85, 0x85, 0x2028, 0x2029], .lineBreak)
    builder.mark([0x200C, 0x200D], .joiner)
    blocks = builder.blocks
    flags = builder.flags
  }

  /// Fills blocks; those in which all scalars are alike are shared until one becomes different.
  private struct Builder {
    var blocks = [UInt16](repeating: 0, count: Int(end) / blockSize)
    var flags = [UInt16](repeating: 0, count: blockSize)
    private var isShared = [true]

    mutating func mark(_ ranges: [UInt32], _ flag: ScalarFlags) {
      var uniform: UInt16?
      for pair in stride(from: 0, to: ranges.count, by: 2) {
        var scalar = Int(ranges[pair])
        let last = Int(ranges[pair + 1])
        while scalar <= last {
          let block = scalar / blockSize
          let start = block * blockSize
          let blockLast = min(last, start + blockSize - 1)
          if blocks[block] == 0, scalar == start, blockLast == start + blockSize - 1 {
            let number = uniform ?? add(Array(repeating: flag.rawValue, count: blockSize), true)
            uniform = number
            blocks[block] = number
          } else {
            let offset = own(block) * blockSize - start
            var values = flags.mutableSpan
            for index in scalar...blockLast { values[offset + index] |= flag.rawValue }
          }
          scalar = blockLast + 1
        }
      }
    }

    private mutating func add(_ values: [UInt16], _ shared: Bool) -> UInt16 {
      flags += values
      isShared.append(shared)
      return UInt16(isShared.count - 1)
    }

    /// The number of a block's own flags, copied from shared ones if need be.
    private mutating func own(_ block: Int) -> Int {
      let number = Int(blocks[block])
      guard isShared[number] else { return number }
      let start = number * blockSize
      let copy = add(Array(flags[start..<start + blockSize]), false)
      blocks[block] = copy
      return Int(copy)
    }
  }

  /// The flags of a scalar value.
  @inline(__always)
  subscript(scalar: UInt32) -> ScalarFlags {
    if scalar < Self.end {
      let block = Int(blocks[Int(scalar) / Self.blockSize])
      return ScalarFlags(rawValue: flags[block * Self.blockSize + Int(scalar) % Self.blockSize])
    }
    return Self.upper(scalar)
  }

  /// Above the table: ideographs, plane 14, private use, and the two noncharacters of each plane.
  private static func upper(_ scalar: UInt32) -> ScalarFlags {
    if scalar & 0xFFFE == 0xFFFE { return [.ignorable, .zeroWidth] }
    if scalar < 0x40000 { return .wide }
    if (0xE0100...0xE01EF).contains(scalar) { return [.selector, .joining, .zeroWidth] }
    if (0xE0000...0xE0FFF).contains(scalar) { return [.ignorable, .joining, .zeroWidth] }
    return []
  }
}
