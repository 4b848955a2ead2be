import HubFrontEndKit
import HubKeys

/// All keys, from the key table, and all actions, to scroll through.
struct HelpScreen {
  private static let keyColumns = 28

  private var scroll = Scroll()
  private var height = 1
  private var total = 0

  private let actions: [ActionInfo]
  private let keys: [ActionKey]

  init(actions: [ActionInfo] = [], keys: [ActionKey] = []) {
    self.actions = actions
    self.keys = keys
  }

  /// The text of the help for a width in columns.
  func text(columns: Int) -> [Line] {
    var lines = Self.text(columns: columns)
    lines += Self.section(
      "Keys of this app", columns: columns,
      keys.map { key in
        (key.key, key.help.map { "\($0): \(key.line)" } ?? "\(key.line), which is not offered here")
      })
    lines += Self.section(
      "Actions, for links, keys and hubhost action", columns: columns,
      actions.map { action in
        (action.name, action.usage.isEmpty ? action.help : "\(action.help): \(action.usage)")
      })
    return lines
  }

  /// A heading and a table under it; nothing when the table is empty.
  private static func section(
    _ title: String, columns: Int, _ rows: [(name: String, help: String)]
  ) -> [Line] {
    guard !rows.isEmpty else { return [] }
    var lines = [Line(), Line(title, .dot)]
    let nameColumns = columns >= 50 ? keyColumns : 0
    for row in rows {
      if nameColumns == 0 { lines.append(Line(row.name, .bold)) }
      let help = Paragraph.lines(row.help, columns: max(1, columns - max(nameColumns, 2)))
      for (index, text) in help.enumerated() {
        var line = Line()
        line.add(
          index == 0 && nameColumns > 0 ? row.name : "", .bold, fit: max(nameColumns, 2))
        line.add(text)
        lines.append(line)
      }
    }
    return lines
  }

  /// The text about the keys of this front end.
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
    let text = text(columns: width)
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
