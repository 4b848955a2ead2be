/// Reads one JSON5 text (json5.org, 1.0.0) into nodes that know their lines.
///
/// An own reader, because the messages about an app file name the line of each key, and because the
/// file is read on the way to every first frame. Recursion ends at `maximumDepth`.
struct JSON5Reader {
  /// Nesting beyond this is refused; an app file needs four levels.
  static let maximumDepth = 32

  let bytes: [UInt8]
  var position = 0
  var line = 1
  var lineStart = 0
  private var depth = 0

  private init(bytes: [UInt8]) {
    self.bytes = bytes
  }

  /// The one value of a text in UTF-8, a byte order mark before it allowed.
  ///
  /// - Throws: `JSON5Error` at the first byte that is wrong.
  static func read(_ bytes: [UInt8]) throws(JSON5Error) -> JSON5Node {
    var reader = JSON5Reader(bytes: bytes)
    try reader.checkEncoding()
    try reader.skipBlank()
    let node = try reader.value()
    try reader.skipBlank()
    guard reader.position == bytes.count else {
      throw reader.error("unexpected \(reader.shown()) after the end of the value")
    }
    return node
  }

  // MARK: Values

  private mutating func value() throws(JSON5Error) -> JSON5Node {
    let start = line
    guard let byte = peek() else { throw error("the text ends where a value was expected") }
    let value: JSON5Node.Value
    switch byte {
    case UInt8(ascii: "{"):
      value = .object(try nested { (me) throws(JSON5Error) in try me.object() })
    case UInt8(ascii: "["): value = .array(try nested { (me) throws(JSON5Error) in try me.array() })
    case UInt8(ascii: "\""), UInt8(ascii: "'"): value = .string(try string())
    case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "+"), UInt8(ascii: "-"),
      UInt8(ascii: "."):
      value = .number(try number())
    default: value = try word()
    }
    return JSON5Node(line: start, value: value)
  }

  private mutating func nested<T>(
    _ body: (inout JSON5Reader) throws(JSON5Error) -> T
  ) throws(JSON5Error) -> T {
    guard depth < Self.maximumDepth else {
      throw error("nested deeper than \(Self.maximumDepth) levels")
    }
    depth += 1
    defer { depth -= 1 }
    return try body(&self)
  }

  private mutating func object() throws(JSON5Error) -> [JSON5Member] {
    position += 1
    var members: [JSON5Member] = []
    var names: Set<String> = []
    while true {
      try skipBlank()
      if take("}") { return members }
      let start = line
      let name = try key()
      guard names.insert(name).inserted else { throw error("the key \"\(name)\" stands twice") }
      try skipBlank()
      guard take(":") else { throw error("expected ':' after the key \"\(name)\"") }
      try skipBlank()
      members.append(JSON5Member(name: name, line: start, node: try value()))
      try skipBlank()
      if take(",") { continue }
      guard take("}") else { throw error("expected ',' or '}' instead of \(shown())") }
      return members
    }
  }

  private mutating func array() throws(JSON5Error) -> [JSON5Node] {
    position += 1
    var nodes: [JSON5Node] = []
    while true {
      try skipBlank()
      if take("]") { return nodes }
      nodes.append(try value())
      try skipBlank()
      if take(",") { continue }
      guard take("]") else { throw error("expected ',' or ']' instead of \(shown())") }
      return nodes
    }
  }

  private mutating func key() throws(JSON5Error) -> String {
    guard let byte = peek() else { throw error("the text ends inside an object") }
    if byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "'") { return try string() }
    let name = identifier()
    guard !name.isEmpty else { throw error("expected a key instead of \(shown())") }
    return name
  }

  private mutating func word() throws(JSON5Error) -> JSON5Node.Value {
    let start = position
    switch identifier() {
    case "null": return .null
    case "true": return .bool(true)
    case "false": return .bool(false)
    case "Infinity": return .number(.infinity)
    case "NaN": return .number(.nan)
    default:
      position = start
      throw error("expected a value instead of \(shown()); text stands in quotes")
    }
  }

  /// An ES5 identifier name without escapes; empty when none stands here.
  private mutating func identifier() -> String {
    let start = position
    while let scalar = scalar(at: position) {
      let isFirst = position == start
      let fits =
        scalar == "$" || scalar == "_"
        || (isFirst ? scalar.properties.isIDStart : scalar.properties.isIDContinue)
        || (!isFirst && (scalar.value == 0x200C || scalar.value == 0x200D))
      guard fits else { break }
      position += UTF8.width(scalar)
    }
    return String(decoding: bytes[start..<position], as: UTF8.self)
  }

  // MARK: Blank space

  private mutating func skipBlank() throws(JSON5Error) {
    while let scalar = scalar(at: position) {
      switch scalar.value {
      case 0x0A, 0x0D, 0x2028, 0x2029: newline(scalar)
      case 0x09, 0x0B, 0x0C, 0x20, 0xA0, 0xFEFF: position += UTF8.width(scalar)
      case 0x2F: try skipComment()
      case 0x80...:
        guard scalar.properties.generalCategory == .spaceSeparator else { return }
        position += UTF8.width(scalar)
      default: return
      }
    }
  }

  private mutating func skipComment() throws(JSON5Error) {
    switch peek(1) {
    case UInt8(ascii: "/"):
      while let scalar = scalar(at: position), !Self.endsLine(scalar) {
        position += UTF8.width(scalar)
      }
    case UInt8(ascii: "*"):
      let opening = error("the comment that begins here does not end")
      position += 2
      while !(peek() == UInt8(ascii: "*") && peek(1) == UInt8(ascii: "/")) {
        guard let scalar = scalar(at: position) else { throw opening }
        if Self.endsLine(scalar) { newline(scalar) } else { position += UTF8.width(scalar) }
      }
      position += 2
    default: throw error("unexpected '/'")
    }
  }
}
