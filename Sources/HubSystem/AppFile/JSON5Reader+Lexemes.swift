extension JSON5Reader {
  // MARK: Bytes

  func peek(_ distance: Int = 0) -> UInt8? {
    position + distance < bytes.count ? bytes[position + distance] : nil
  }

  mutating func take(_ character: Unicode.Scalar) -> Bool {
    guard peek() == UInt8(ascii: character) else { return false }
    position += 1
    return true
  }

  /// The scalar at an offset; the text was found to be valid UTF-8 before.
  func scalar(at offset: Int) -> Unicode.Scalar? {
    guard offset < bytes.count else { return nil }
    let byte = bytes[offset]
    if byte < 0x80 { return Unicode.Scalar(byte) }
    let length = byte < 0xE0 ? 2 : byte < 0xF0 ? 3 : 4
    let end = min(offset + length, bytes.count)
    return String(decoding: bytes[offset..<end], as: UTF8.self).unicodeScalars.first
  }

  static func endsLine(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0x0A, 0x0D, 0x2028, 0x2029: true
    default: false
    }
  }

  /// Steps over a line end; CR LF is one.
  mutating func newline(_ scalar: Unicode.Scalar) {
    position += UTF8.width(scalar)
    if scalar == "\r", peek() == UInt8(ascii: "\n") { position += 1 }
    line += 1
    lineStart = position
  }

  func error(_ message: String) -> JSON5Error {
    JSON5Error(line: line, column: position - lineStart + 1, message: message)
  }

  /// What stands here, for a message.
  func shown() -> String {
    guard let scalar = scalar(at: position) else { return "the end of the text" }
    return Self.endsLine(scalar) ? "the end of the line" : "'\(Character(scalar))'"
  }

  /// Refuses text that is no UTF-8, and names the line.
  func checkEncoding() throws(JSON5Error) {
    if String(validating: bytes, as: UTF8.self) != nil { return }
    var number = 1
    for line in bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false) {
      if String(validating: line, as: UTF8.self) == nil { break }
      number += 1
    }
    throw JSON5Error(line: number, column: 1, message: "this line is no UTF-8")
  }

  // MARK: Strings

  mutating func string() throws(JSON5Error) -> String {
    let opening = error("the text that begins here does not end")
    let quote = bytes[position]
    position += 1
    var scalars = String.UnicodeScalarView()
    while let scalar = scalar(at: position) {
      if bytes[position] == quote {
        position += 1
        return String(scalars)
      }
      switch scalar.value {
      case 0x0A, 0x0D: throw opening
      case 0x5C:
        position += 1
        if let escaped = try escape() { scalars.append(escaped) }
      default:
        scalars.append(scalar)
        position += UTF8.width(scalar)
      }
    }
    throw opening
  }

  /// What follows a backslash; nil for a continued line.
  private mutating func escape() throws(JSON5Error) -> Unicode.Scalar? {
    guard let scalar = scalar(at: position) else { throw error("the text ends in an escape") }
    if Self.endsLine(scalar) {
      newline(scalar)
      return nil
    }
    position += UTF8.width(scalar)
    switch scalar {
    case "b": return "\u{8}"
    case "f": return "\u{C}"
    case "n": return "\n"
    case "r": return "\r"
    case "t": return "\t"
    case "v": return "\u{B}"
    case "x": return Unicode.Scalar(try hexadecimal(2))
    case "u": return try unicodeEscape()
    case "0":
      if let next = peek(), Self.isDigit(next) { throw error("octal escapes are not allowed") }
      return "\0"
    case "1"..."9": throw error("octal escapes are not allowed")
    default: return scalar
    }
  }

  /// A UTF-16 unit or a pair of surrogates; a lone surrogate is the replacement character.
  private mutating func unicodeEscape() throws(JSON5Error) -> Unicode.Scalar {
    let first = try hexadecimal(4)
    if let scalar = Unicode.Scalar(first) { return scalar }
    let rest = position
    if first < 0xDC00, take("\\"), take("u") {
      let second = try hexadecimal(4)
      if (0xDC00..<0xE000).contains(second) {
        return Unicode.Scalar(0x10000 + (first - 0xD800) << 10 + (second - 0xDC00)) ?? "\u{FFFD}"
      }
    }
    position = rest
    return "\u{FFFD}"
  }

  private mutating func hexadecimal(_ digits: Int) throws(JSON5Error) -> UInt32 {
    var value: UInt32 = 0
    for _ in 0..<digits {
      guard let byte = peek(), let digit = Character(Unicode.Scalar(byte)).hexDigitValue else {
        throw error("expected \(digits) hexadecimal digits")
      }
      value = value << 4 | UInt32(digit)
      position += 1
    }
    return value
  }

  // MARK: Numbers

  static func isDigit(_ byte: UInt8) -> Bool {
    (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
  }

  private static func isLetter(_ byte: UInt8) -> Bool {
    (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte | 0x20)
  }

  mutating func number() throws(JSON5Error) -> Double {
    let start = error("this is no number")
    let sign: Double = take("-") ? -1 : 1
    if sign == 1 { _ = take("+") }
    let first = position
    while let byte = peek(),
      Self.isDigit(byte) || byte == UInt8(ascii: ".") || Self.isLetter(byte)
        || ((byte == UInt8(ascii: "-") || byte == UInt8(ascii: "+")) && position > first
          && (bytes[position - 1] | 0x20) == UInt8(ascii: "e"))
    {
      position += 1
    }
    let text = String(decoding: bytes[first..<position], as: UTF8.self)
    guard let value = Self.number(text) else { throw start }
    return sign * value
  }

  /// The value of an unsigned number; nil when the text is none.
  private static func number(_ text: String) -> Double? {
    switch text {
    case "Infinity": return .infinity
    case "NaN": return .nan
    default: break
    }
    if text.hasPrefix("0x") || text.hasPrefix("0X") {
      let digits = text.dropFirst(2)
      guard !digits.isEmpty, digits.allSatisfy(\.isHexDigit) else { return nil }
      return digits.reduce(0) { $0 * 16 + Double($1.hexDigitValue ?? 0) }
    }
    let digits = text.utf8.prefix(while: isDigit)
    guard digits.count == 1 || digits.first != UInt8(ascii: "0") else { return nil }
    let rest = text.utf8.dropFirst(digits.count)
    let isPlain = rest.allSatisfy {
      isDigit($0) || ".+-".utf8.contains($0) || $0 | 0x20 == UInt8(ascii: "e")
    }
    guard isPlain, !digits.isEmpty || rest.dropFirst().first.map(isDigit) == true else {
      return nil
    }
    // A point without digits on one side is JSON5, but not for the standard library.
    let padded = digits.isEmpty ? "0" + text : text
    return Double(padded.replacingLonePoint())
  }
}

extension String {
  /// `5.` and `5.e3` as `5.0` and `5.0e3`.
  fileprivate func replacingLonePoint() -> String {
    guard let point = firstIndex(of: ".") else { return self }
    let after = index(after: point)
    let hasDigit = after < endIndex && self[after].isASCII && self[after].isNumber
    return hasDigit ? self : String(self[..<after]) + "0" + self[after...]
  }
}
