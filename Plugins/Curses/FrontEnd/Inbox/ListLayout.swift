import HubFrontEndKit

/// How the rows of the inbox are laid out: one line an item, in fields of the same width on each line.
///
/// Dot, time, sender, subject, and the preview where there is room. The selection covers the fields up to the subject
/// and not the preview, so that a step sends few bytes to the terminal.
struct ListLayout: Hashable {
  static let unknown = "Unknown"
  static let noSubject = "No subject"

  let width: Int
  let dot: String
  private let timeWidth: Int
  private let senderWidth: Int
  private let subjectWidth: Int
  private let previewWidth: Int

  /// A layout for a width in columns, with the mark of unread rows, one column wide.
  init(width: Int, dot: String) {
    self.width = width
    self.dot = dot
    timeWidth = width >= 40 ? RowTime.columns : 0
    senderWidth = width >= 100 ? 16 : width >= 56 ? 12 : 0
    let fixed = 2 + (timeWidth > 0 ? timeWidth + 1 : 0) + (senderWidth > 0 ? senderWidth + 1 : 0)
    let rest = max(0, width - fixed)
    // The preview gets what a subject of usual length leaves; less than a few words of it is noise.
    let forPreview = rest - Self.usualSubject - 1
    previewWidth = forPreview >= Self.leastPreview ? forPreview : 0
    subjectWidth = previewWidth > 0 ? rest - previewWidth - 1 : rest
  }

  /// Columns that most subjects do with.
  private static let usualSubject = 56
  /// Columns under which a preview says nothing.
  private static let leastPreview = 16

  /// The line of an item, exactly as wide as the layout.
  func line(_ item: Item, time: String, isSelected: Bool) -> Line {
    let ink: Ink = isSelected ? .selected : item.isUnread ? .bold : .plain
    var line = Line()
    line.add(item.isUnread ? dot : " ", isSelected ? .selected : item.isUnread ? .dot : .plain)
    line.add(" ", ink)
    if timeWidth > 0 { field(time, timeWidth, isSelected ? .selected : .plain, in: &line) }
    if senderWidth > 0 {
      field(item.sender ?? Self.unknown, senderWidth, isSelected ? .selected : .plain, in: &line)
    }
    line.add(CellText.oneLine(item.subject ?? Self.noSubject), ink, fit: subjectWidth)
    if previewWidth > 0 {
      line.add(" ", .plain)
      line.add(CellText.oneLine(item.preview ?? Self.unknown), .faint, fit: previewWidth)
    }
    return line.fit(width)
  }

  private func field(_ text: String, _ width: Int, _ ink: Ink, in line: inout Line) {
    line.add(CellText.oneLine(text), ink, fit: width)
    line.add(" ", ink)
  }
}
