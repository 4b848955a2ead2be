/// Which line of a longer text stands at the top of the screen.
struct Scroll: Hashable {
  private(set) var top = 0

  /// Moves by so many lines and stays inside a text of `total` lines on a screen of `height`.
  mutating func move(by count: Int, total: Int, height: Int) {
    top = min(max(0, top + count), max(0, total - height))
  }

  /// Goes to the end of the text.
  mutating func toEnd(total: Int, height: Int) {
    top = max(0, total - height)
  }

  /// Whether the end of the text is on the screen.
  func isAtEnd(total: Int, height: Int) -> Bool {
    top >= total - height
  }

  /// The part of the lines on the screen, filled with empty ones, each exactly `width` columns.
  func window(_ lines: [Line], width: Int, height: Int) -> [Line] {
    let start = min(top, lines.count)
    let shown = lines[start..<min(start + max(0, height), lines.count)]
    let empty = max(0, height - shown.count)
    return shown.map { $0.fit(width) } + Array(repeating: Line().fit(width), count: empty)
  }
}
