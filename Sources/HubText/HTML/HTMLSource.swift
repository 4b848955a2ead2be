/// Turns the bytes of a page into what the parser may see: UTF-8 of a bounded size, without NUL.
struct HTMLSource {
  /// The most bytes of a page that are read.
  static let maximumBytes = 4 << 20
  /// The most pieces of one tag; the parser's time grows with the square of the attributes.
  static let maximumTagPieces = 256
  /// How far into a page its encoding may be named.
  private static let declarationBytes = 1024

  private(set) var utf8: [UInt8]
  private(set) var isCut: Bool

  init(_ bytes: [UInt8]) {
    isCut = bytes.count > Self.maximumBytes
    let kept = isCut ? Array(bytes[..<Self.maximumBytes]) : bytes
    utf8 = Self.limitTags(Self.decode(kept))
  }

  /// Valid UTF-8 is taken for that, whatever the page says of itself.
  private static func decode(_ bytes: [UInt8]) -> [UInt8] {
    if bytes.starts(with: [0xFF, 0xFE]) { return utf16(bytes, isBigEndian: false) }
    if bytes.starts(with: [0xFE, 0xFF]) { return utf16(bytes, isBigEndian: true) }
    let body = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? Array(bytes[3...]) : bytes
    if String(validating: body, as: UTF8.self) != nil { return withoutNUL(body) }
    if namesLatin(body) { return latin(body) }
    return withoutNUL(Array(String(decoding: body, as: UTF8.self).utf8))
  }

  private static func utf16(_ bytes: [UInt8], isBigEndian: Bool) -> [UInt8] {
    let units = stride(from: 2, to: bytes.count - 1, by: 2).map { index in
      let high = UInt16(bytes[isBigEndian ? index : index + 1])
      return high << 8 | UInt16(bytes[isBigEndian ? index + 1 : index])
    }
    return withoutNUL(Array(String(decoding: units, as: UTF16.self).utf8))
  }

  private static func withoutNUL(_ bytes: [UInt8]) -> [UInt8] {
    guard bytes.contains(0) else { return bytes }
    return bytes.flatMap { $0 == 0 ? [0xEF, 0xBF, 0xBD] : [$0] }
  }

  private static func namesLatin(_ bytes: [UInt8]) -> Bool {
    let head = String(decoding: bytes.prefix(declarationBytes), as: UTF8.self).lowercased()
    guard let place = head.firstRange(of: "charset=") else { return false }
    let name = head[place.upperBound...].drop { $0 == "\"" || $0 == "'" }
    return ["iso-8859-1", "windows-1252", "latin1", "us-ascii"].contains { name.hasPrefix($0) }
  }

  /// Windows-1252, which is what the Web means by Latin-1.
  private static func latin(_ bytes: [UInt8]) -> [UInt8] {
    var text = String.UnicodeScalarView()
    for byte in bytes {
      let code = (0x80...0x9F).contains(byte) ? windows1252[Int(byte) - 0x80] : UInt16(byte)
      text.append(code == 0 ? "\u{FFFD}" : Unicode.Scalar(code) ?? "\u{FFFD}")
    }
    return Array(String(text).utf8)
  }

  /// 0x80 to 0x9F; 0 where nothing is assigned.
  private static let windows1252: [UInt16] = [
    0x20AC, 0, 0x201A, 0x0192, 0x201E, 0x2026, 0x2020, 0x2021, 0x02C6, 0x2030, 0x0160, 0x2039,
    0x0152, 0, 0x017D, 0, 0, 0x2018, 0x2019, 0x201C, 0x201D, 0x2022, 0x2013, 0x2014, 0x02DC,
    0x2122, 0x0161, 0x203A, 0x0153, 0, 0x017E, 0x0178,
  ]

  /// Leaves out tags that have too many pieces, which are split by blank space and quotes.
  private static func limitTags(_ bytes: [UInt8]) -> [UInt8] {
    var limiter = TagLimiter()
    return limiter.limit(bytes)
  }
}
