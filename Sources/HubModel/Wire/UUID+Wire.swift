package import FoundationEssentials

/// UUIDs as the wire writes them.
extension UUID {
  /// The id that `wire` names: 8-4-4-4-12 hexadecimal digits in any case, and nothing else
  /// (reference 1.1).
  package init?(wire: String) {
    self.init(wire: Array(wire.utf8)[...])
  }

  /// The same from UTF-8 bytes.
  package init?(wire: ArraySlice<UInt8>) {
    guard wire.count == 36 else { return nil }
    var high: UInt64 = 0
    var low: UInt64 = 0
    var digits = 0
    for (offset, byte) in wire.enumerated() {
      if offset == 8 || offset == 13 || offset == 18 || offset == 23 {
        guard byte == UInt8(ascii: "-") else { return nil }
        continue
      }
      guard let digit = Hexadecimal.value(of: byte) else { return nil }
      if digits < 16 { high = high << 4 | UInt64(digit) } else { low = low << 4 | UInt64(digit) }
      digits += 1
    }
    self.init(high: high, low: low)
  }

  /// The id with these 16 bytes, most significant first.
  package init(high: UInt64, low: UInt64) {
    func byte(_ word: UInt64, _ index: UInt64) -> UInt8 {
      UInt8(truncatingIfNeeded: word >> (56 - 8 * index))
    }
    self.init(
      uuid: (
        byte(high, 0), byte(high, 1), byte(high, 2), byte(high, 3),
        byte(high, 4), byte(high, 5), byte(high, 6), byte(high, 7),
        byte(low, 0), byte(low, 1), byte(low, 2), byte(low, 3),
        byte(low, 4), byte(low, 5), byte(low, 6), byte(low, 7)
      ))
  }
}
