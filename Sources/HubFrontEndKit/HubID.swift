public import CHubFrontEnd

/// The id of a post, a conversation or a reply: a UUID.
public struct HubID: Hashable, Sendable {
  let high: UInt64
  let low: UInt64

  /// The id out of its 16 bytes in network order.
  public init(_ id: hub_id) {
    func word(_ bytes: (UInt8, UInt8, UInt8, UInt8, UInt8, UInt8, UInt8, UInt8)) -> UInt64 {
      let upper =
        UInt64(bytes.0) << 56 | UInt64(bytes.1) << 48 | UInt64(bytes.2) << 40
        | UInt64(bytes.3) << 32
      let lower =
        UInt64(bytes.4) << 24 | UInt64(bytes.5) << 16 | UInt64(bytes.6) << 8 | UInt64(bytes.7)
      return upper | lower
    }
    let b = id.bytes
    high = word((b.0, b.1, b.2, b.3, b.4, b.5, b.6, b.7))
    low = word((b.8, b.9, b.10, b.11, b.12, b.13, b.14, b.15))
  }

  /// The id of a UUID text (8-4-4-4-12 hexadecimal digits, any case); nil for any other text.
  public init?(_ text: String) {
    let bytes = Array(text.utf8)
    guard bytes.count == 36 else { return nil }
    var words: (UInt64, UInt64) = (0, 0)
    var digits = 0
    for (index, byte) in bytes.enumerated() {
      if index == 8 || index == 13 || index == 18 || index == 23 {
        guard byte == UInt8(ascii: "-") else { return nil }
        continue
      }
      guard let digit = Self.value(ofHexDigit: byte) else { return nil }
      if digits < 16 { words.0 = words.0 << 4 | digit } else { words.1 = words.1 << 4 | digit }
      digits += 1
    }
    high = words.0
    low = words.1
  }

  /// Upper-case UUID text.
  public var text: String {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(36)
    appendText(to: &bytes)
    return String(decoding: bytes, as: UTF8.self)
  }

  /// Appends the upper-case UUID text, 36 bytes.
  package func appendText(to bytes: inout [UInt8]) {
    for index in 0..<32 {
      if index == 8 || index == 12 || index == 16 || index == 20 { bytes.append(0x2D) }
      let word = index < 16 ? high : low
      let digit = UInt8(truncatingIfNeeded: word >> UInt64(60 - 4 * (index % 16)) & 0xF)
      bytes.append(digit < 10 ? 0x30 + digit : 0x37 + digit)
    }
  }

  /// The 16 bytes in network order.
  public var cValue: hub_id {
    func byte(_ word: UInt64, _ index: Int) -> UInt8 {
      UInt8(truncatingIfNeeded: word >> UInt64(56 - 8 * index))
    }
    return hub_id(
      bytes: (
        byte(high, 0), byte(high, 1), byte(high, 2), byte(high, 3), byte(high, 4), byte(high, 5),
        byte(high, 6), byte(high, 7), byte(low, 0), byte(low, 1), byte(low, 2), byte(low, 3),
        byte(low, 4), byte(low, 5), byte(low, 6), byte(low, 7)
      ))
  }

  private static func value(ofHexDigit byte: UInt8) -> UInt64? {
    switch byte {
    case UInt8(ascii: "0")...UInt8(ascii: "9"): UInt64(byte) - 0x30
    case UInt8(ascii: "a")...UInt8(ascii: "f"): UInt64(byte) - 0x61 + 10
    case UInt8(ascii: "A")...UInt8(ascii: "F"): UInt64(byte) - 0x41 + 10
    default: nil
    }
  }
}
