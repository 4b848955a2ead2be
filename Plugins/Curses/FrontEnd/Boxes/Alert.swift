/// Something to say to the user, with one answer.
struct Alert: Hashable {
  /// Columns of the text at most.
  static let mostColumns = 56

  let code: String
  let title: String
  let message: String

  /// The lines inside the box.
  func text(columns: Int) -> [Line] {
    var lines = title.isEmpty ? [] : Paragraph.lines(title, columns: columns, ink: .bold)
    lines += Paragraph.lines(message, columns: columns)
    lines.append(Line())
    var button = Line()
    button.add("", fit: max(0, (columns - 6) / 2))
    button.add("[ OK ]", .selected)
    return lines + [button]
  }

  /// The box and its lines on a screen of that size.
  func placed(width: Int, height: Int, glyphs: Glyphs) -> (box: Box, lines: [Line]) {
    let columns = max(1, min(Self.mostColumns, width - 6))
    // As wide as its text needs, so that the button stands in the middle of the box.
    let needed = Paragraph.lines("\(title)\n\(message)", columns: columns).map(\.columns).max() ?? 1
    var lines = text(columns: min(columns, max(needed, 24)))
    let most = max(1, height - 2)
    // When the message is too long for the screen, the button stays.
    if lines.count > most { lines = Array(lines.prefix(most - 1)) + lines.suffix(1) }
    let widest = min(columns, max(needed, 24))
    let box = Box.centered(
      columns: widest, lines: lines.count, width: width, height: height)
    return (box, box.lines(title: "", hint: "", text: lines, glyphs: glyphs))
  }
}
