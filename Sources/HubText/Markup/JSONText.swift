/// Writes JSON strings (RFC 8259, section 7).
package enum JSONText {
  private static let hexDigits: [UInt8] = Array("0123456789abcdef".utf8)
  private static let quote = UInt8(ascii: "\"")
  private static let backslash = UInt8(ascii: "\\")
  /// Lead byte of U+0080 to U+00BF.
  private static let controlLead: UInt8 = 0xC2

  /// Appends a string with its quotes.
  package static func append(_ text: String, to output: inout [UInt8]) {
    append(text.utf8Span.span, to: &output)
  }

  /// Appends valid UTF-8 as a string with its quotes.
  ///
  /// Besides what JSON demands, DEL and C1 are escaped, so that a line shown on a terminal does nothing there.
  package static func append(_ utf8: Span<UInt8>, to output: inout [UInt8]) {
    output.append(quote)
    var start = 0
    var index = 0
    while true {
      index = plainEnd(in: utf8, from: index)
      guard index < utf8.count else { break }
      let byte = utf8[index]
      if byte == controlLead {
        guard index + 1 < utf8.count, utf8[index + 1] < 0xA0 else {
          index += 1
          continue
        }
        output.append(utf8, from: start, to: index)
        appendCode(utf8[index + 1], to: &output)
        index += 2
      } else {
        output.append(utf8, from: start, to: index)
        appendEscaped(byte, to: &output)
        index += 1
      }
      start = index
    }
    output.append(utf8, from: start, to: utf8.count)
    output.append(quote)
  }

  /// The end of the run that needs no escape.
  @inline(__always)
  private static func plainEnd(in bytes: Span<UInt8>, from start: Int) -> Int {
    let ones: UInt64 = 0x0101_0101_0101_0101
    let high: UInt64 = 0x8080_8080_8080_8080
    let quotes = ones &* UInt64(quote)
    let backslashes = ones &* UInt64(backslash)
    let raw = unsafe bytes.bytes
    var index = start
    while index + 8 <= bytes.count {
      // In bounds by the line above. Passes eight bytes of ASCII at once.
      let word = unsafe raw.unsafeLoadUnaligned(
        fromUncheckedByteOffset: index, as: UInt64.self)
      let low = (word &- (ones &* 0x20)) | (word &+ ones)
      let equal = ((word ^ quotes) &- ones) | ((word ^ backslashes) &- ones)
      if (word | low | equal) & high != 0 { break }
      index += 8
    }
    while index < bytes.count, isPlain(bytes[index]) { index += 1 }
    return index
  }

  @inline(__always)
  private static func isPlain(_ byte: UInt8) -> Bool {
    byte >= 0x20 && byte != quote && byte != backslash && byte != 0x7F && byte != controlLead
  }

  private static func appendEscaped(_ byte: UInt8, to output: inout [UInt8]) {
    output.append(backslash)
    switch byte {
    case quote, backslash: output.append(byte)
    case 0x08: output.append(UInt8(ascii: "b"))
    case 0x09: output.append(UInt8(ascii: "t"))
    case 0x0A: output.append(UInt8(ascii: "n"))
    case 0x0C: output.append(UInt8(ascii: "f"))
    case 0x0D: output.append(UInt8(ascii: "r"))
    default:
      output.removeLast()
      appendCode(byte, to: &output)
    }
  }

  private static func appendCode(_ byte: UInt8, to output: inout [UInt8]) {
    output += "\\u00".utf8
    output.append(hexDigits[Int(byte >> 4)])
    output.append(hexDigits[Int(byte & 0x0F)])
  }
}
