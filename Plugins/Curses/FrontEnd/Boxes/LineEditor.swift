/// One line of text that is being typed; the cursor stands at its end.
struct LineEditor: Hashable {
  /// Bytes of the longest text.
  static let mostBytes = 1024

  private(set) var text = ""

  /// A line that begins with a text.
  init(_ text: String = "") {
    self.text = text
  }

  /// Adds what was typed or pasted; newlines and tabs become spaces, other controls are dropped, as is what is too long.
  mutating func insert(_ typed: String) {
    for scalar in typed.unicodeScalars {
      let isBlank = scalar == "\n" || scalar == "\r" || scalar == "\t"
      if !isBlank, scalar.value < 0x20 || (0x7F..<0xA0).contains(scalar.value) { continue }
      let piece = isBlank ? " " : String(scalar)
      guard text.utf8.count + piece.utf8.count <= Self.mostBytes else { return }
      text += piece
    }
  }

  /// Deletes the last character, whole.
  mutating func erase() {
    _ = text.popLast()
  }

  /// Deletes everything.
  mutating func clear() {
    text = ""
  }

  /// The end of the text that fits into so many columns, and the column behind it.
  func visible(columns: Int) -> (text: String, cursor: Int) {
    guard columns > 0 else { return ("", 0) }
    var shown: [Character] = []
    var width = 0
    for character in text.reversed() {
      let wide = CellText.columns(of: String(character))
      if width + wide > columns - 1 { break }
      width += wide
      shown.append(character)
    }
    return (String(shown.reversed()), width)
  }
}
