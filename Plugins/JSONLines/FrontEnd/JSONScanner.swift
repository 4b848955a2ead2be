/// Why a line is no JSON object.
struct JSONFault: Error, Hashable {
  /// What is wrong, as the end of a sentence.
  let text: String
}

/// Checks one JSON text (RFC 8259) strictly and says where the members of its object stand.
///
/// It is written by hand because a command's id and payload are passed on as they came, which a
/// decoder does not keep. Any bytes may come in; the work is linear.
struct JSONScanner {
  /// Most arrays and objects in each other; the line's own object counts.
  static let maximumDepth = 128

  private let bytes: [UInt8]
  private var index = 0

  /// The members of the object that the line holds, in order; duplicate names stay.
  ///
  /// Ranges are UTF-8 offsets into the line, of the value without blank space around it.
  static func members(
    of line: [UInt8]
  ) throws(JSONFault) -> [(name: String, value: Range<Int>)] {
    guard (try? UTF8Span(validating: line.span)) != nil else {
      throw JSONFault(text: "it is not UTF-8")
    }
    var scanner = JSONScanner(bytes: line)
    scanner.skipSpace()
    guard scanner.peek == UInt8(ascii: "{") else {
      throw JSONFault(text: line.isEmpty ? "it is empty" : "it does not begin with {")
    }
    var members: [(name: String, value: Range<Int>)] = []
    try scanner.object(depth: 1) { name, value in
      members.append((JSONScanner.text(of: line[name]), value))
    }
    scanner.skipSpace()
    guard scanner.peek == nil else { throw scanner.fault("something follows the object") }
    return members
  }

  /// The text of a string that was scanned, quotes included.
  static func text(of string: ArraySlice<UInt8>) -> String {
    var text: [UInt8] = []
    text.reserveCapacity(string.count)
    var index = string.startIndex + 1
    while index < string.endIndex - 1 {
      let byte = string[index]
      guard byte == UInt8(ascii: "\\") else {
        text.append(byte)
        index += 1
        continue
      }
      let kind = string[index + 1]
      guard kind == UInt8(ascii: "u") else {
        text.append(Self.escapes[kind] ?? kind)
        index += 2
        continue
      }
      var code = Self.code(string[(index + 2)..<(index + 6)])
      index += 6
      if Self.leading.contains(code) {
        // The scanner has seen that the other half follows.
        let trail = Self.code(string[(index + 2)..<(index + 6)])
        code = 0x10000 + (code - 0xD800) << 10 + (trail - 0xDC00)
        index += 6
      }
      if let scalar = Unicode.Scalar(code) { text += String(Character(scalar)).utf8 }
    }
    return String(decoding: text, as: UTF8.self)
  }

  private init(bytes: [UInt8]) {
    self.bytes = bytes
  }

  private var peek: UInt8? { index < bytes.count ? bytes[index] : nil }

  private func fault(_ text: String) -> JSONFault {
    JSONFault(text: "\(text) at byte \(index + 1)")
  }

  private mutating func skipSpace() {
    while let byte = peek, byte == 0x20 || byte == 0x09 || byte == 0x0A || byte == 0x0D {
      index += 1
    }
  }

  private mutating func value(depth: Int) throws(JSONFault) {
    guard let byte = peek else { throw fault("it ends early,") }
    switch byte {
    case UInt8(ascii: "{"): try object(depth: depth + 1) { _, _ in }
    case UInt8(ascii: "["): try array(depth: depth + 1)
    case UInt8(ascii: "\""): try string()
    case UInt8(ascii: "t"): try word("true")
    case UInt8(ascii: "f"): try word("false")
    case UInt8(ascii: "n"): try word("null")
    case UInt8(ascii: "-"), UInt8(ascii: "0")...UInt8(ascii: "9"): try number()
    default: throw fault("a value is missing")
    }
  }

  private mutating func object(
    depth: Int, _ member: (_ name: Range<Int>, _ value: Range<Int>) -> Void
  ) throws(JSONFault) {
    guard depth <= Self.maximumDepth else { throw fault("it is nested too deeply") }
    index += 1
    skipSpace()
    if take(UInt8(ascii: "}")) { return }
    while true {
      skipSpace()
      let name = index
      guard peek == UInt8(ascii: "\"") else { throw fault("a name in quotes is missing") }
      try string()
      let end = index
      skipSpace()
      guard take(UInt8(ascii: ":")) else { throw fault("a colon is missing") }
      skipSpace()
      let start = index
      try value(depth: depth)
      member(name..<end, start..<index)
      skipSpace()
      if take(UInt8(ascii: "}")) { return }
      guard take(UInt8(ascii: ",")) else { throw fault("a comma or } is missing") }
    }
  }

  private mutating func array(depth: Int) throws(JSONFault) {
    guard depth <= Self.maximumDepth else { throw fault("it is nested too deeply") }
    index += 1
    skipSpace()
    if take(UInt8(ascii: "]")) { return }
    while true {
      skipSpace()
      try value(depth: depth)
      skipSpace()
      if take(UInt8(ascii: "]")) { return }
      guard take(UInt8(ascii: ",")) else { throw fault("a comma or ] is missing") }
    }
  }

  private mutating func take(_ byte: UInt8) -> Bool {
    guard peek == byte else { return false }
    index += 1
    return true
  }
}

// MARK: - Scalars

extension JSONScanner {
  private static let leading: ClosedRange<UInt32> = 0xD800...0xDBFF
  private static let trailing: ClosedRange<UInt32> = 0xDC00...0xDFFF

  /// What a letter after a backslash stands for, where that is not the letter itself.
  private static let escapes: [UInt8: UInt8] = [
    UInt8(ascii: "b"): 0x08, UInt8(ascii: "f"): 0x0C, UInt8(ascii: "n"): 0x0A,
    UInt8(ascii: "r"): 0x0D, UInt8(ascii: "t"): 0x09,
  ]

  private mutating func word(_ word: StaticString) throws(JSONFault) {
    for byte in "\(word)".utf8 {
      guard take(byte) else { throw fault("a value is missing") }
    }
  }

  private mutating func string() throws(JSONFault) {
    index += 1
    while let byte = peek {
      index += 1
      switch byte {
      case UInt8(ascii: "\""): return
      case 0..<0x20: throw fault("a control character must be escaped, before the one")
      case UInt8(ascii: "\\"): try escape()
      default: break
      }
    }
    throw fault("a string does not end,")
  }

  private mutating func escape() throws(JSONFault) {
    guard let kind = peek else { throw fault("a string does not end,") }
    index += 1
    if kind == UInt8(ascii: "u") {
      let code = try unit()
      if Self.trailing.contains(code) { throw fault("half of a character stands alone") }
      guard Self.leading.contains(code) else { return }
      guard take(UInt8(ascii: "\\")), take(UInt8(ascii: "u")), Self.trailing.contains(try unit())
      else { throw fault("half of a character stands alone") }
      return
    }
    guard Self.escapes[kind] != nil || "\"\\/".utf8.contains(kind) else {
      throw fault("an escape is not known before")
    }
  }

  /// The four hexadecimal digits of an escape.
  private mutating func unit() throws(JSONFault) -> UInt32 {
    let end = index + 4
    guard end <= bytes.count, bytes[index..<end].allSatisfy({ Self.digit($0) != nil }) else {
      throw fault("four hexadecimal digits are missing")
    }
    let code = Self.code(bytes[index..<end])
    index = end
    return code
  }

  private mutating func number() throws(JSONFault) {
    _ = take(UInt8(ascii: "-"))
    if !take(UInt8(ascii: "0")) { try digits() }
    if take(UInt8(ascii: ".")) { try digits() }
    guard peek == UInt8(ascii: "e") || peek == UInt8(ascii: "E") else { return }
    index += 1
    if !take(UInt8(ascii: "+")) { _ = take(UInt8(ascii: "-")) }
    try digits()
  }

  private mutating func digits() throws(JSONFault) {
    let start = index
    while let byte = peek, (0x30...0x39).contains(byte) { index += 1 }
    guard index > start else { throw fault("a digit is missing") }
  }

  private static func code(_ digits: ArraySlice<UInt8>) -> UInt32 {
    digits.reduce(0) { $0 << 4 | (Self.digit($1) ?? 0) }
  }

  private static func digit(_ byte: UInt8) -> UInt32? {
    switch byte {
    case 0x30...0x39: UInt32(byte) - 0x30
    case 0x41...0x46: UInt32(byte) - 0x41 + 10
    case 0x61...0x66: UInt32(byte) - 0x61 + 10
    default: nil
    }
  }
}
