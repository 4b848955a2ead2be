/// The last line: what happened or what can be done on the left, the numbers on the right.
struct StatusLine {
  /// The line, exactly `width` columns; the left part gives way.
  static func line(left: String, right: String, width: Int, ink: Ink = .faint) -> Line {
    let right = CellText.cut(right, columns: width)
    let rightColumns = CellText.columns(of: right)
    let room = max(0, width - rightColumns - 2)
    var line = Line()
    line.add(CellText.cut(Self.whole(CellText.oneLine(left), columns: room), columns: room), ink)
    line.add("", .faint, fit: width - rightColumns - line.columns)
    line.add(right, .faint)
    return line.fit(width)
  }

  /// As many hints, which stand two blanks apart, as fit whole; at least the first.
  private static func whole(_ hints: String, columns: Int) -> String {
    var hints = hints
    while CellText.columns(of: hints) > columns, let gap = hints.ranges(of: "  ").last {
      hints = String(hints[..<gap.lowerBound])
    }
    return hints
  }
}
