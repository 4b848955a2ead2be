/// Walks through bytes and stops at each part that safe text may not hold.
///
/// What it carries from scalar to scalar is the cluster it is in: how many marks it has, and what the last
/// kept scalar was.
struct SafeScanner {
  /// A part of the input that does not pass.
  struct Fault {
    /// Where the part begins.
    var start: Int
    /// Where reading goes on.
    var next: Int
    var replacement: Replacement
  }

  enum Replacement {
    case nothing
    case lineBreak
    case tab
    case unknown
  }

  private static let carriageReturn = UInt8(ascii: "\r")
  private static let newline = UInt8(ascii: "\n")
  private static let tab = UInt8(ascii: "\t")
  private static let verticalTab: UInt8 = 0x0B
  private static let formFeed: UInt8 = 0x0C
  private static let delete: UInt8 = 0x7F
  private static let zeroWidthJoiner: UInt32 = 0x200D
  private static let keycap: UInt32 = 0x20E3
  private static let replacementCharacter: UInt32 = 0xFFFD

  private let keepsLines: Bool
  private var marks = 0
  /// The next scalar stays in this cluster, so that it does not begin a new count of marks.
  private var joins = false
  /// The last scalar that was kept; 0 where a combining mark would have nothing of ours to stand on.
  private var previous: UInt32 = 0

  init(keepsLines: Bool) {
    self.keepsLines = keepsLines
  }

  /// The next part at or after an index that does not pass; nil when the rest is safe.
  @inline(__always)
  mutating func nextFault(in bytes: Span<UInt8>, from start: Int) -> Fault? {
    var index = start
    while true {
      let printable = Self.printableEnd(in: bytes, from: index)
      if printable > index {
        previous = UInt32(bytes[printable - 1])
        marks = 0
        joins = false
        index = printable
      }
      guard index < bytes.count else { return nil }
      if let fault = check(bytes, at: &index) { return fault }
    }
  }

  /// The end of the run of printable ASCII that begins at an index.
  @inline(__always)
  private static func printableEnd(in bytes: Span<UInt8>, from start: Int) -> Int {
    let ones: UInt64 = 0x0101_0101_0101_0101
    let high: UInt64 = 0x8080_8080_8080_8080
    var index = start
    let raw = unsafe bytes.bytes
    while index + 8 <= bytes.count {
      // In bounds by the line above. A word passes when no byte is ≥ 0x80, < 0x20 or 0x7F.
      let word = unsafe raw.unsafeLoadUnaligned(
        fromUncheckedByteOffset: index, as: UInt64.self)
      if (word | (word &- (ones &* 0x20)) | (word &+ ones)) & high != 0 { break }
      index += 8
    }
    while index < bytes.count, bytes[index] >= 0x20, bytes[index] < delete { index += 1 }
    return index
  }

  /// Looks at what is not printable ASCII: moves on over what passes, or says what does not.
  private mutating func check(_ bytes: Span<UInt8>, at index: inout Int) -> Fault? {
    if bytes[index] < 0x80 { return checkControl(bytes, at: &index) }
    let table = ScalarTable.shared
    while index < bytes.count, bytes[index] >= 0x80 {
      let (decoded, length) = UTF8Decoding.scalar(in: bytes, at: index)
      guard let scalar = decoded else { return fault(.unknown, from: index, length: length) }
      let flags = table[scalar]
      if flags.isDisjoint(with: .suspicious) {
        if !joins { marks = 0 }
        joins = false
        previous = scalar
      } else if flags.contains(.lineBreak) {
        return fault(.lineBreak, from: index, length: length)
      } else if flags.contains(.control) {
        return fault(.unknown, from: index, length: length)
      } else if keeps(scalar, flags, next: Self.peek(bytes, at: index + length)) {
        marks += 1
        joins = scalar == Self.zeroWidthJoiner || flags.contains(.linker)
        previous = scalar
      } else {
        return Fault(start: index, next: index + length, replacement: .nothing)
      }
      index += length
    }
    return nil
  }

  private mutating func checkControl(_ bytes: Span<UInt8>, at index: inout Int) -> Fault? {
    let byte = bytes[index]
    switch byte {
    case Self.newline, Self.tab:
      guard keepsLines else {
        return fault(byte == Self.tab ? .tab : .lineBreak, from: index, length: 1)
      }
      reset(to: 0)
      index += 1
      return nil
    case Self.carriageReturn:
      let isPair = index + 1 < bytes.count && bytes[index + 1] == Self.newline
      return fault(.lineBreak, from: index, length: isPair ? 2 : 1)
    case Self.verticalTab, Self.formFeed:
      return fault(.lineBreak, from: index, length: 1)
    default:
      return fault(.unknown, from: index, length: 1)
    }
  }

  /// Notes what the replacement leaves behind as the last scalar, and describes the fault.
  private mutating func fault(
    _ replacement: Replacement, from index: Int, length: Int
  ) -> Fault {
    reset(to: replacement == .unknown ? Self.replacementCharacter : keepsLines ? 0 : 0x20)
    return Fault(start: index, next: index + length, replacement: replacement)
  }

  private mutating func reset(to scalar: UInt32) {
    marks = 0
    joins = false
    previous = scalar
  }

  /// Whether a mark, joiner or selector makes sense where it stands.
  private func keeps(_ scalar: UInt32, _ flags: ScalarFlags, next: UInt32) -> Bool {
    guard marks < SafeText.maximumMarks, previous != 0 else { return false }
    if flags.contains(.mark) { return true }
    let table = ScalarTable.shared
    if flags.contains(.joiner) {
      return Self.isJoinable(previous) && table[previous].isDisjoint(with: .joiner)
        && Self.isJoinable(next) && table[next].isDisjoint(with: .suspicious)
    }
    guard flags.contains(.selector) else { return false }
    if previous < 0x80 { return scalar == 0xFE0F && next == Self.keycap && Self.isKey(previous) }
    return previous != Self.replacementCharacter
      && table[previous].isDisjoint(with: .suspicious)
  }

  /// The scripts and pictures in which joiners shape something: Arabic onwards, without punctuation.
  private static func isJoinable(_ scalar: UInt32) -> Bool {
    scalar >= 0x0600 && !(0x2000...0x218F).contains(scalar) && scalar != replacementCharacter
  }

  private static func isKey(_ scalar: UInt32) -> Bool {
    (0x30...0x39).contains(scalar) || scalar == 0x23 || scalar == 0x2A
  }

  /// The scalar at an index, or 0 past the end and for invalid bytes.
  private static func peek(_ bytes: Span<UInt8>, at index: Int) -> UInt32 {
    guard index < bytes.count else { return 0 }
    return UTF8Decoding.scalar(in: bytes, at: index).scalar ?? 0
  }
}
