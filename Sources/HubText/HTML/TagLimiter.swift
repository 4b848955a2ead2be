/// Takes tags out of a page that have so many attributes that parsing them would take too long.
struct TagLimiter {
  private enum State {
    case text
    case tag
    /// In a tag that is being left out.
    case dropped
  }

  private var state = State.text
  private var pieces = 0
  /// Where the open tag begins in the output.
  private var tagStart = 0
  /// What is kept; nil as long as that is everything.
  private var output: [UInt8]?

  /// The page without such tags.
  mutating func limit(_ bytes: [UInt8]) -> [UInt8] {
    for (index, byte) in bytes.enumerated() {
      switch byte {
      case UInt8(ascii: "<"): if beginsTag(bytes, at: index) { begin(at: index) }
      case UInt8(ascii: ">"): if end(bytes, at: index) { continue }
      case 0x09, 0x0A, 0x0C, 0x0D, 0x20, UInt8(ascii: "\""), UInt8(ascii: "'"):
        if state == .tag { add(bytes, at: index) }
      default: break
      }
      if state != .dropped { output?.append(byte) }
    }
    return output ?? bytes
  }

  /// Inside a tag an angle bracket is nothing special to the parser; while one is left out it begins the next.
  private func beginsTag(_ bytes: [UInt8], at index: Int) -> Bool {
    guard index + 1 < bytes.count, state != .tag else { return false }
    let next = bytes[index + 1]
    return (0x61...0x7A).contains(next | 0x20) || (state == .dropped && next == UInt8(ascii: "/"))
  }

  private mutating func begin(at index: Int) {
    state = .tag
    pieces = 0
    tagStart = output?.count ?? index
  }

  private mutating func add(_ bytes: [UInt8], at index: Int) {
    pieces += 1
    guard pieces > HTMLSource.maximumTagPieces else { return }
    if output == nil { output = Array(bytes[..<index]) }
    output?.removeSubrange(tagStart...)
    state = .dropped
  }

  /// Ends the tag; true when its bracket goes with it.
  private mutating func end(_ bytes: [UInt8], at index: Int) -> Bool {
    let wasDropped = state == .dropped
    state = .text
    guard wasDropped else { return false }
    // What looked like a tag stood in a comment, which must still end.
    if index >= 2, bytes[index - 1] == UInt8(ascii: "-"), bytes[index - 2] == UInt8(ascii: "-") {
      output? += "--".utf8
      return false
    }
    return true
  }
}
