/// A framed rectangle over what is visible.
struct Box: Hashable {
  var column: Int
  var row: Int
  /// Columns and rows with the frame.
  var width: Int
  var height: Int

  /// Columns inside: frame and one blank on each side taken off.
  var innerWidth: Int { max(1, width - 4) }
  /// Rows inside.
  var innerHeight: Int { max(0, height - 2) }

  /// The box of a standalone presentation: nearly the whole screen, each deeper one a step to the right and down.
  static func standalone(depth: Int, width: Int, height: Int) -> Box {
    let step = min(depth, 4)
    let boxWidth = max(4, min(width - 4 - 2 * step, PostScreen.mostColumns + 6))
    let boxHeight = max(3, height - 4 - step)
    return Box(
      column: max(0, (width - boxWidth) / 2 + step), row: min(2 + step, max(0, height - boxHeight)),
      width: min(boxWidth, width), height: min(boxHeight, height)
    ).inside(width, height)
  }

  /// A box in the middle for that much text.
  static func centered(columns: Int, lines: Int, width: Int, height: Int) -> Box {
    let boxWidth = min(columns + 4, width)
    let boxHeight = min(lines + 2, height)
    return Box(
      column: (width - boxWidth) / 2, row: (height - boxHeight) / 2, width: boxWidth,
      height: boxHeight)
  }

  /// The lines of the box: the frame with a title above and a hint below, and the text inside.
  func lines(title: String, hint: String, text: [Line], glyphs: Glyphs) -> [Line] {
    guard width >= 5, height >= 2 else {
      return text.prefix(height).map { $0.fit(width) }
    }
    var lines = [edge(title, glyphs.corners[0], glyphs.corners[1], .bold, glyphs)]
    for index in 0..<innerHeight {
      var line = Line("\(glyphs.vertical) ", .accent)
      line.add((index < text.count ? text[index] : Line()).fit(innerWidth))
      line.add(" \(glyphs.vertical)", .accent)
      lines.append(line)
    }
    lines.append(edge(hint, glyphs.corners[2], glyphs.corners[3], .faint, glyphs))
    return lines
  }

  private func edge(
    _ text: String, _ left: String, _ right: String, _ ink: Ink, _ glyphs: Glyphs
  ) -> Line {
    var line = Line(left + glyphs.horizontal, .accent)
    let room = width - 6
    if !text.isEmpty, room > 0 { line.add(" \(CellText.cut(text, columns: room)) ", ink) }
    let rest = max(0, width - 1 - line.columns)
    line.add(String(repeating: glyphs.horizontal, count: rest) + right, .accent)
    return line
  }

  private func inside(_ width: Int, _ height: Int) -> Box {
    var box = self
    box.column = min(column, max(0, width - box.width))
    box.row = min(row, max(0, height - box.height))
    return box
  }
}
