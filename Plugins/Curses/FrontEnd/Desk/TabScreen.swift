/// The text of a tab that is not the Hub.
struct TabScreen {
  let tag: String
  let title: String
  let text: String?
  private var scroll = Scroll()
  private var height = 1
  private var total = 0

  /// A screen for a tab with its text.
  init(tag: String, title: String, text: String?) {
    self.tag = tag
    self.title = title
    self.text = text
  }

  /// The visible lines.
  mutating func lines(width: Int, height: Int) -> [Line] {
    let columns = max(1, min(width - 2, PostScreen.mostColumns))
    var lines = [Line(" \(CellText.oneLine(title))", .bold), Line()]
    if let text, !text.isEmpty {
      lines += Paragraph.lines(text, columns: columns, indent: 1)
    } else {
      lines += Paragraph.lines(
        "There is nothing to show in this tab.", columns: columns, ink: .faint, indent: 1)
    }
    self.height = max(1, height)
    total = lines.count
    scroll.move(by: 0, total: total, height: self.height)
    return scroll.window(lines, width: width, height: height)
  }

  /// Scrolls by so many lines; `.max` and `-.max` go to the ends.
  mutating func scroll(by count: Int) {
    scroll.move(by: min(max(count, -total), total), total: total, height: height)
  }
}
