/// One step through bytes that may not be UTF-8.
enum UTF8Decoding {
  /// Reads the scalar at an index; nil in its place means an invalid part of that length.
  ///
  /// An invalid part is maximal as in the Unicode standard, 3.9 (table 3-7): the longest beginning of a
  /// well-formed sequence, or one byte.
  @inline(__always)
  static func scalar(in bytes: Span<UInt8>, at index: Int) -> (scalar: UInt32?, length: Int) {
    let lead = bytes[index]
    if lead < 0x80 { return (UInt32(lead), 1) }
    if lead < 0xC2 || lead > 0xF4 { return (nil, 1) }
    let second = byte(in: bytes, at: index + 1)
    if lead < 0xE0 {
      guard isContinuation(second) else { return (nil, 1) }
      return (UInt32(lead & 0x1F) << 6 | UInt32(second & 0x3F), 2)
    }
    guard isContinuation(second), allows(lead: lead, second: second) else { return (nil, 1) }
    let third = byte(in: bytes, at: index + 2)
    guard isContinuation(third) else { return (nil, 2) }
    if lead < 0xF0 {
      return (UInt32(lead & 0x0F) << 12 | UInt32(second & 0x3F) << 6 | UInt32(third & 0x3F), 3)
    }
    let fourth = byte(in: bytes, at: index + 3)
    guard isContinuation(fourth) else { return (nil, 3) }
    let high = UInt32(lead & 0x07) << 18 | UInt32(second & 0x3F) << 12
    return (high | UInt32(third & 0x3F) << 6 | UInt32(fourth & 0x3F), 4)
  }

  /// The byte there, or 0, which continues nothing, past the end.
  @inline(__always)
  private static func byte(in bytes: Span<UInt8>, at index: Int) -> UInt8 {
    index < bytes.count ? bytes[index] : 0
  }

  @inline(__always)
  private static func isContinuation(_ byte: UInt8) -> Bool { byte & 0xC0 == 0x80 }

  /// Refuses overlong forms, surrogates and what lies above U+10FFFF.
  @inline(__always)
  private static func allows(lead: UInt8, second: UInt8) -> Bool {
    switch lead {
    case 0xE0: second >= 0xA0
    case 0xED: second < 0xA0
    case 0xF0: second >= 0x90
    case 0xF4: second < 0x90
    default: true
    }
  }
}
