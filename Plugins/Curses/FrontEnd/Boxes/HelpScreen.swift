import HubKeys

/// All keys, from the key table, to scroll through.
struct HelpScreen {
  private static let keyColumns = 28

  private var scroll = Scroll()
  private var height = 1
  private var total = 0

  init() {}

  /// The text of the help for a width in columns.
  static func text(columns: Int) -> [Line] {
    var lines: [Line] = []
    let keyColumns = columns >= 50 ? Self.keyColumns : 0
    for section in KeySection.allCases {
      if !lines.isEmpty { lines.append(Line()) }
      lines.append(Line(section.rawValue, .dot))
      for binding in HubKeys.bindings(in: section) {
        let place = binding.place.isEmpty ? "" : " (\(binding.place))"
        let help = Paragraph.lines(
          binding.help + place, columns: max(1, columns - max(keyColumns, 2)))
        if keyColumns == 0 { lines.append(Line(binding.label, .bold)) }
        for (index, line) in help.enumerated() {
          var row = Line()
          row.add(index == 0 && keyColumns > 0 ? binding.label : "", .bold, fit: max(keyColumns, 2))
          row.add(line)
          lines.append(row)
        }
      }
    }
    lines.append(Line())
    lines += Paragraph.lines(
      "The mouse works too: click to select, click again to open, turn the wheel to scroll.",
      columns: columns, ink: .faint)
    return lines
  }

  /// The visible lines.
  mutating func lines(width: Int, height: Int) -> [Line] {
    let text = Self.text(columns: width)
    self.height = max(1, height)
    total = text.count
    scroll.move(by: 0, total: total, height: self.height)
    return scroll.window(text, width: width, height: height)
  }

  /// Scrolls by so many lines; `.max` and `-.max` go to the ends.
  mutating func scroll(by count: Int) {
    scroll.move(by: min(max(count, -total), total), total: total, height: height)
  }
}
