import HubText

/// Text broken into lines of a width.
enum Paragraph {
  /// The wrapped lines of a text in one ink, behind an indent of that many columns.
  static func lines(
    _ text: String, columns: Int, ink: Ink = .plain, indent: Int = 0
  ) -> [Line] {
    let safe = String(
      String.UnicodeScalarView(text.unicodeScalars.map { $0 == "\t" ? " " : $0 }))
    let blank = String(repeating: " ", count: max(0, min(indent, columns - 1)))
    return Wrapper.lines(of: safe, columns: max(1, columns - blank.utf8.count)).map { line in
      let start = safe.utf8.index(safe.startIndex, offsetBy: line.range.lowerBound)
      let end = safe.utf8.index(start, offsetBy: line.range.count)
      var result = Line(blank)
      result.add(CellText.oneLine(String(safe[start..<end])), ink)
      return result
    }
  }
}
