/// Percent-encoding of bytes (RFC 3986, section 2.1).
enum PercentCoding {
  /// Bytes with their percent sequences decoded; nil when one is broken or the result is no UTF-8.
  static func decode(_ text: some Sequence<UInt8>) -> String? {
    var bytes: [UInt8] = []
    var rest = text.makeIterator()
    while let byte = rest.next() {
      guard byte == UInt8(ascii: "%") else {
        bytes.append(byte)
        continue
      }
      guard let high = rest.next().flatMap(digit), let low = rest.next().flatMap(digit) else {
        return nil
      }
      bytes.append(high << 4 | low)
    }
    return String(validating: bytes, as: UTF8.self)
  }

  /// Text in visible ASCII alone: everything else, the blank and the percent sign are encoded.
  static func encode(_ text: String) -> String {
    var result = ""
    for byte in text.utf8 {
      if 0x21...0x7E ~= byte, byte != UInt8(ascii: "%") {
        result.unicodeScalars.append(UnicodeScalar(byte))
      } else {
        result += "%" + hex(byte >> 4) + hex(byte & 15)
      }
    }
    return result
  }

  private static func hex(_ digit: UInt8) -> String {
    String(digit, radix: 16, uppercase: true)
  }

  private static func digit(_ byte: UInt8) -> UInt8? {
    Character(UnicodeScalar(byte)).hexDigitValue.map { UInt8($0) }
  }
}
