/// The rarer lexemes: texts with escapes, and numbers.
extension JSONReader {
  /// Reads the text at the position, resolving escapes.
  mutating func readEscapedString() throws(WireError) -> String {
    move(to: position + 1)
    var result: [UInt8] = []
    while position < bytes.count {
      let byte = bytes[position]
      switch byte {
      case UInt8(ascii: "\""):
        move(to: position + 1)
        return String(decoding: result, as: UTF8.self)
      case UInt8(ascii: "\\"): try readEscape(into: &result)
      case 0..<0x20: throw fault("a control character stands in a text")
      default:
        result.append(byte)
        move(to: position + 1)
      }
    }
    throw fault("a text has no end")
  }

  mutating func skipString() throws(WireError) {
    if plainString() == nil { _ = try readEscapedString() }
  }

  /// Goes over a number, which no wire object uses but unknown keys may hold.
  mutating func skipNumber() throws(WireError) {
    var index = position
    func isDigit() -> Bool { index < bytes.count && bytes[index] &- 0x30 < 10 }
    func digits() -> Bool {
      guard isDigit() else { return false }
      while isDigit() { index += 1 }
      return true
    }
    func take(_ byte: UInt8) -> Bool {
      guard index < bytes.count, bytes[index] == byte else { return false }
      index += 1
      return true
    }
    _ = take(UInt8(ascii: "-"))
    // A zero is never followed by further digits.
    var isValid = take(UInt8(ascii: "0")) ? !isDigit() : digits()
    if isValid, take(UInt8(ascii: ".")) { isValid = digits() }
    if isValid, take(UInt8(ascii: "e")) || take(UInt8(ascii: "E")) {
      if !take(UInt8(ascii: "+")) { _ = take(UInt8(ascii: "-")) }
      isValid = digits()
    }
    guard isValid else { throw fault("a value is missing or broken") }
    move(to: index)
  }

  private mutating func readEscape(into result: inout [UInt8]) throws(WireError) {
    guard position + 1 < bytes.count else { throw fault("a text has no end") }
    let byte = bytes[position + 1]
    switch byte {
    case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): result.append(byte)
    case UInt8(ascii: "b"): result.append(0x08)
    case UInt8(ascii: "f"): result.append(0x0C)
    case UInt8(ascii: "n"): result.append(0x0A)
    case UInt8(ascii: "r"): result.append(0x0D)
    case UInt8(ascii: "t"): result.append(0x09)
    case UInt8(ascii: "u"):
      try readUnicodeEscape(into: &result)
      return
    default: throw fault("an unknown escape stands in a text")
    }
    move(to: position + 2)
  }

  private mutating func readUnicodeEscape(into result: inout [UInt8]) throws(WireError) {
    guard let unit = codeUnit(at: position) else { throw fault("an escape has no four digits") }
    move(to: position + 6)
    var value = UInt32(unit)
    if UTF16.isLeadSurrogate(unit), let next = codeUnit(at: position),
      UTF16.isTrailSurrogate(next)
    {
      value = 0x10000 + (UInt32(unit) - 0xD800) << 10 + (UInt32(next) - 0xDC00)
      move(to: position + 6)
    }
    let scalar = Unicode.Scalar(value) ?? "\u{FFFD}"
    result.append(contentsOf: String(Character(scalar)).utf8)
  }

  /// The unit of a `\u` and four digits that begin at `index`, or nil when none do.
  private func codeUnit(at index: Int) -> UInt16? {
    guard index + 6 <= bytes.count, bytes[index] == UInt8(ascii: "\\"),
      bytes[index + 1] == UInt8(ascii: "u")
    else { return nil }
    var value: UInt16 = 0
    for byte in bytes[(index + 2)..<(index + 6)] {
      guard let digit = Hexadecimal.value(of: byte) else { return nil }
      value = value << 4 | UInt16(digit)
    }
    return value
  }
}

/// Hexadecimal digits as bytes.
enum Hexadecimal {
  /// 0 to 15, or nil when the byte is no digit; both cases count.
  static func value(of byte: UInt8) -> UInt8? {
    switch byte {
    case UInt8(ascii: "0")...UInt8(ascii: "9"): byte - UInt8(ascii: "0")
    case UInt8(ascii: "a")...UInt8(ascii: "f"): byte - UInt8(ascii: "a") + 10
    case UInt8(ascii: "A")...UInt8(ascii: "F"): byte - UInt8(ascii: "A") + 10
    default: nil
    }
  }
}
