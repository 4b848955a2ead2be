/// Reads JSON (RFC 8259) from front to back without building a tree.
///
/// Strict about the grammar, so that a page is either JSON or not; invalid UTF-8 and lone
/// surrogates inside texts become U+FFFD with nothing after them lost. Of a key that occurs twice
/// the last one counts. Decoding pages is the larger half of a sync, which is why this is no
/// general decoder.
struct JSONReader {
  let bytes: [UInt8]
  private(set) var position = 0
  private var depth = 0
  /// Whether `activityTime` may take the nearest time for one that does not exist.
  var mayRepairTimes = false
  /// What `activityTime` took instead of the last time that it read, if anything.
  var repairedTime: Timestamp?
  /// The innermost container was just entered, so no comma is due.
  private var isFresh = false

  /// A reader at the start of `bytes`, which may begin with a byte order mark.
  init(_ bytes: [UInt8], limit: Int) throws(WireError) {
    guard bytes.count <= limit else {
      throw WireError(.tooLarge, "has \(bytes.count) bytes, the most allowed are \(limit)")
    }
    self.bytes = bytes
    if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { position = 3 }
  }

  /// The first byte of the next value, or nil at the end.
  mutating func peek() -> UInt8? {
    while position < bytes.count {
      let byte = bytes[position]
      guard byte == 0x20 || byte == 0x0A || byte == 0x0D || byte == 0x09 else { return byte }
      position += 1
    }
    return nil
  }

  /// Nothing but blank space may follow.
  mutating func finish() throws(WireError) {
    guard peek() == nil else { throw fault("something follows its end") }
  }

  func fault(_ what: String) -> WireError {
    WireError(.notJSON, "is no JSON: \(what) at byte \(position)")
  }

  // MARK: - Containers

  mutating func enterObject() throws(WireError) {
    guard peek() == UInt8(ascii: "{") else { throw try wrong("must be an object") }
    try enter()
  }

  mutating func enterArray() throws(WireError) {
    guard peek() == UInt8(ascii: "[") else { throw try wrong("must be a list") }
    try enter()
  }

  /// The next key of the object, its colon consumed, or nil after the closing brace.
  mutating func nextKey() throws(WireError) -> String? {
    guard try advance(closing: UInt8(ascii: "}")) else { return nil }
    guard peek() == UInt8(ascii: "\"") else { throw fault("a key is missing") }
    let key = try readString()
    guard peek() == UInt8(ascii: ":") else { throw fault("a colon is missing") }
    position += 1
    return key
  }

  /// Whether a further element follows; false after the closing bracket.
  mutating func nextElement() throws(WireError) -> Bool {
    try advance(closing: UInt8(ascii: "]"))
  }

  private mutating func enter() throws(WireError) {
    guard depth < WireLimits.maxDepth else {
      throw WireError(.tooLarge, "is nested deeper than \(WireLimits.maxDepth) levels")
    }
    depth += 1
    position += 1
    isFresh = true
  }

  private mutating func advance(closing: UInt8) throws(WireError) -> Bool {
    let byte = peek()
    if byte == closing {
      position += 1
      depth -= 1
      isFresh = false
      return false
    }
    if isFresh {
      isFresh = false
    } else {
      guard byte == UInt8(ascii: ",") else {
        throw fault("a comma or a closing bracket is missing")
      }
      position += 1
    }
    return true
  }

  // MARK: - Scalars

  mutating func isNull() throws(WireError) -> Bool {
    guard peek() == UInt8(ascii: "n") else { return false }
    try literal("null")
    return true
  }

  mutating func bool() throws(WireError) -> Bool {
    switch peek() {
    case UInt8(ascii: "t"):
      try literal("true")
      return true
    case UInt8(ascii: "f"):
      try literal("false")
      return false
    default: throw try wrong("must be true or false")
    }
  }

  mutating func string() throws(WireError) -> String {
    guard peek() == UInt8(ascii: "\"") else { throw try wrong("must be a text") }
    return try readString()
  }

  /// Where the bytes of the next text stand when it holds no escape; the text is consumed then.
  ///
  /// Nil leaves the position alone: the value is no text, or one to be read by `string()`.
  mutating func plainString() -> Range<Int>? {
    guard peek() == UInt8(ascii: "\"") else { return nil }
    let start = position + 1
    var end = start
    while end < bytes.count {
      let byte = bytes[end]
      if byte == UInt8(ascii: "\"") {
        position = end + 1
        return start..<end
      }
      guard byte >= 0x20, byte != UInt8(ascii: "\\") else { return nil }
      end += 1
    }
    return nil
  }

  private mutating func literal(_ word: StaticString) throws(WireError) {
    let start = position
    for byte in word.description.utf8 {
      guard position < bytes.count, bytes[position] == byte else {
        position = start
        throw fault("an unknown word stands")
      }
      position += 1
    }
  }

  private mutating func readString() throws(WireError) -> String {
    if let range = plainString() { return String(decoding: bytes[range], as: UTF8.self) }
    return try readEscapedString()
  }

  // MARK: - Going back and over

  /// A place to come back to.
  struct Mark {
    fileprivate let position: Int
    fileprivate let depth: Int
  }

  /// The place before the next value.
  var mark: Mark { Mark(position: position, depth: depth) }

  mutating func rewind(to mark: Mark) {
    position = mark.position
    depth = mark.depth
    isFresh = false
  }

  /// The error for a value of the wrong form; broken JSON is told as such instead.
  private mutating func wrong(_ detail: String) throws(WireError) -> WireError {
    try skip()
    return WireError(.wrongShape, detail)
  }

  /// Goes over one value of any form, checking its grammar.
  mutating func skip() throws(WireError) {
    switch peek() {
    case UInt8(ascii: "{"):
      try enter()
      while try nextKey() != nil { try skip() }
    case UInt8(ascii: "["):
      try enter()
      while try nextElement() { try skip() }
    case UInt8(ascii: "\""): try skipString()
    case UInt8(ascii: "t"): try literal("true")
    case UInt8(ascii: "f"): try literal("false")
    case UInt8(ascii: "n"): try literal("null")
    default: try skipNumber()
    }
  }

  /// The JSON text between a mark and the position, exactly as it stands.
  func text(from mark: Mark) -> String {
    String(decoding: bytes[mark.position..<position], as: UTF8.self)
  }

  mutating func move(to newPosition: Int) {
    position = newPosition
  }
}
