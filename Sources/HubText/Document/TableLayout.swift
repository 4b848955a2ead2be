/// Lays a table out in columns, or, where it does not fit, as `header: value` lines.
struct TableLayout {
  private static let gap = "  "
  /// A column that would have to be narrower than this makes the table go to stacked lines.
  private static let leastColumns = 8

  private let rows: [[StyledText]]
  private let isHeader: Bool
  private let columns: Int
  private let style: Document.Style

  init(_ table: Document.Table, columns: Int, style: Document.Style) {
    let count = table.rows.map(\.count).max() ?? 0
    self.columns = max(1, columns)
    self.style = style
    rows = table.rows.map { row in
      var cells = row.map {
        StyledText($0.inline, adding: $0.isHeader ? style.union(.bold) : style)
      }
      while cells.count < count { cells.append(StyledText(Document.Inline())) }
      return cells
    }
    isHeader = table.rows.first.map { !$0.isEmpty && $0.allSatisfy(\.isHeader) } ?? false
  }

  /// The lines, each with its spans.
  func lines() -> [StyledText] {
    guard let widths = widths() else { return stacked() }
    var lines: [StyledText] = []
    for (number, row) in rows.enumerated() {
      lines += self.lines(of: row, widths: widths)
      if number == 0, isHeader, rows.count > 1 {
        var rule = StyledText(Document.Inline())
        let parts = widths.map { String(repeating: "─", count: $0) }
        rule.append(parts.joined(separator: Self.gap), style: style)
        lines.append(rule)
      }
    }
    return lines
  }

  /// The width of each column; nil when they do not fit.
  private func widths() -> [Int]? {
    guard let count = rows.first?.count, count > 0 else { return nil }
    var widths = [Int](repeating: 1, count: count)
    for row in rows {
      for (column, cell) in row.enumerated() {
        widths[column] = max(widths[column], Self.widest(cell))
      }
    }
    let room = columns - Self.gap.utf8.count * (count - 1)
    let natural = widths
    var total = widths.reduce(0, +)
    guard total > room else { return widths }
    // The widest columns give way first, down to an even share.
    let least = natural.map { min($0, Self.leastColumns) }
    guard least.reduce(0, +) <= room else { return nil }
    var cap = natural.max() ?? 0
    while total > room, cap > Self.leastColumns {
      cap -= 1
      total = natural.reduce(0) { $0 + min($1, cap) }
    }
    widths = natural.map { min($0, cap) }
    var left = room - total
    for column in widths.indices where left > 0 && widths[column] < natural[column] {
      widths[column] += 1
      left -= 1
    }
    return widths
  }

  private static func widest(_ cell: StyledText) -> Int {
    Wrapper.lines(of: cell.text, columns: Int.max).map(\.columns).max() ?? 0
  }

  private func lines(of row: [StyledText], widths: [Int]) -> [StyledText] {
    let cells = zip(row, widths).map { Wrapper.lines(of: $0.text, columns: $1) }
    let height = cells.map(\.count).max() ?? 0
    return (0..<height).map { line in
      var output = StyledText(Document.Inline())
      var pending = 0
      for (column, parts) in cells.enumerated() {
        if column > 0 { pending += Self.gap.utf8.count }
        guard line < parts.count, !parts[line].range.isEmpty else {
          pending += widths[column]
          continue
        }
        output.append(String(repeating: " ", count: pending), style: [])
        output.append(row[column].line(parts[line].range))
        pending = max(0, widths[column] - parts[line].columns)
      }
      return output
    }
  }

  private func stacked() -> [StyledText] {
    let headers = isHeader ? rows.first ?? [] : []
    var lines: [StyledText] = []
    for row in rows.dropFirst(isHeader && rows.count > 1 ? 1 : 0) {
      if !lines.isEmpty { lines.append(StyledText(Document.Inline())) }
      for (column, cell) in row.enumerated() where !cell.text.isEmpty {
        var entry = StyledText(Document.Inline())
        if rows.count > 1, column < headers.count, !headers[column].text.isEmpty {
          entry.append(headers[column].line(0..<headers[column].text.utf8.count))
          entry.append(": ", style: style)
        }
        entry.append(cell.line(0..<cell.text.utf8.count))
        for line in Wrapper.lines(of: entry.text, columns: columns) {
          var part = StyledText(Document.Inline())
          part.append(entry.line(line.range))
          lines.append(part)
        }
      }
    }
    return lines
  }
}

extension StyledText {
  /// Appends a line with its spans.
  mutating func append(_ line: DocumentLine) {
    let shift = text.utf8.count
    text += line.text
    for span in line.spans {
      let range = span.range.lowerBound + shift..<span.range.upperBound + shift
      spans.append(DocumentLine.Span(range: range, style: span.style, link: span.link))
    }
  }
}
