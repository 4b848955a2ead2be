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

  /// What safe text has to look at; everything else passes.
  static let suspicious: ScalarFlags = [
    .mark, .ignorable, .joiner, .selector, .lineBreak, .control, .linker,
  ]
}

/// The flags of every scalar, in blocks of 64 of which equal ones are kept once.
struct ScalarTable: Sendable {
  /// Made from the ranges when the first text that is not ASCII appears.
  static let shared = ScalarTable()

  private static let blockSize = 64
  private static let end: UInt32 = 0x20000

  private let blocks: [UInt16]
  private let flags: [UInt16]

  private init() {
    var all = [UInt16](repeating: 0, count: Int(Self.end))
    func mark(_ ranges: [UInt32], _ flag: ScalarFlags) {
      for pair in stride(from: 0, to: ranges.count, by: 2) {
        for scalar in ranges[pair]...ranges[pair + 1] { all[Int(scalar)] |= flag.rawValue }
      }
    }
    mark(ScalarRanges.marks, .mark)
    mark(ScalarRanges.ignorables, .ignorable)
    mark(ScalarRanges.selectors, .selector)
    mark(ScalarRanges.linkers, .linker)
    mark(ScalarRanges.wides, .wide)
    mark(ScalarRanges.emoji, .emoji)
    mark(ScalarRanges.joining, .joining)
    mark(ScalarRanges.zeros, .zeroWidth)
    mark([0x80, 0x9F], .control)
    mark([0x85, 0x85, 0x2028, 0x2029], .lineBreak)
    mark([0x200C, 0x200D], .joiner)

    var seen: [ArraySlice<UInt16>: UInt16] = [:]
    var blocks: [UInt16] = []
    var flags: [UInt16] = []
    for start in stride(from: 0, to: all.count, by: Self.blockSize) {
      let block = all[start..<start + Self.blockSize]
      if let known = seen[block] {
        blocks.append(known)
      } else {
        let number = UInt16(flags.count / Self.blockSize)
        seen[block] = number
        blocks.append(number)
        flags += block
      }
    }
    self.blocks = blocks
    self.flags = flags
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
