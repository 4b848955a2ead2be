import HubFrontEndKit

/// How the rows of the inbox are laid out: one line an item, in fields of the same width on each line.
///
/// Dot, time, sender, then the subject and, where it leaves room, the preview. On wide terminals some columns stay
/// empty: a page then needs few bytes, and a step of the selection fewer.
struct ListLayout: Hashable {
  static let unknown = "Unknown"
  static let noSubject = "No subject"
  /// Columns under which a preview says nothing.
  static let leastPreview = 20

  /// Columns of the line.
  let width: Int
  let dot: String
  private let timeWidth: Int
  private let senderWidth: Int
  private let textWidth: Int

  /// A layout for a width in columns, with the mark of unread rows, one column wide.
  init(width: Int, dot: String) {
    self.width = width
    self.dot = dot
    timeWidth = width >= 40 ? ScreenTimes.columns : 0
    senderWidth = width >= 100 ? 16 : width >= 56 ? 12 : 0
    let fixed = 2 + (timeWidth > 0 ? timeWidth + 1 : 0) + (senderWidth > 0 ? senderWidth + 1 : 0)
    let rest = max(0, width - fixed)
    textWidth = min(rest, max(52, rest * 9 / 16))
  }

  /// The line of an item, exactly as wide as the layout.
  func line(_ item: Item, time: String, isSelected: Bool) -> Line {
    let ink: Ink = isSelected ? .selected : .plain
    var line = Line()
    line.add(item.isUnread ? dot : " ", isSelected ? .selected : item.isUnread ? .accent : .plain)
    line.add(" ", ink)
    if timeWidth > 0 { field(time, timeWidth, ink, in: &line) }
    if senderWidth > 0 { field(item.sender ?? Self.unknown, senderWidth, ink, in: &line) }
    let subject = CellText.oneLine(item.subject ?? Self.noSubject, columns: textWidth)
    let subjectInk: Ink = isSelected ? .selected : item.isUnread ? .bold : .plain
    line.add(subject, subjectInk)
    let room = filled - line.columns - 2
    if room >= Self.leastPreview {
      line.add("  ", ink)
      let preview = CellText.oneLine(item.preview ?? Self.unknown, columns: room)
      line.add(preview, isSelected ? .selected : .faint)
    }
    return line.fit(filled, padding: ink).fit(width)
  }

  /// Columns up to which a row has text.
  private var filled: Int {
    2 + (timeWidth > 0 ? timeWidth + 1 : 0) + (senderWidth > 0 ? senderWidth + 1 : 0) + textWidth
  }

  private func field(_ text: String, _ width: Int, _ ink: Ink, in line: inout Line) {
    line.add(CellText.oneLine(text, columns: width), ink, fit: width)
    line.add(" ", ink)
  }
}
