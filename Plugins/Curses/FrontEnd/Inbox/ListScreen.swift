import HubFrontEndKit

/// The inbox on the screen: its model, and its rows laid out.
struct ListScreen {
  var model = ListModel()
  private var laidOut: [ItemPlace: LaidOut] = [:]

  /// A row as it was laid out last, to be used again while nothing of it changes.
  private struct LaidOut {
    var item: Item
    var isSelected: Bool
    var layout: ListLayout
    var time: String
    var line: Line
  }

  /// The lines of the inbox, exactly `height` of them.
  mutating func lines(width: Int, height: Int, times: ScreenTimes, dot: String) -> [Line] {
    guard !model.rows.isEmpty else {
      return Notice.lines(emptyText, width: width, height: height)
    }
    let layout = ListLayout(width: width, dot: dot)
    var kept: [ItemPlace: LaidOut] = [:]
    var lines: [Line] = []
    lines.reserveCapacity(height)
    for index in model.visible.indices.prefix(height) {
      let item = model.rows[index]
      let isSelected = index == model.selected
      var entry =
        laidOut[item.place]
        ?? LaidOut(item: item, isSelected: false, layout: layout, time: "", line: Line())
      let time = times.row(item.activityAt)
      if entry.time != time || entry.isSelected != isSelected || entry.layout != layout
        || entry.item != item
      {
        let line = layout.line(item, time: time, isSelected: isSelected)
        entry = LaidOut(
          item: item, isSelected: isSelected, layout: layout, time: time, line: line)
      }
      kept[item.place] = entry
      lines.append(entry.line)
    }
    laidOut = kept
    while lines.count < height { lines.append(Line().fit(width)) }
    return lines
  }

  private var emptyText: String {
    if let search = model.search { return "Nothing matches “\(CellText.oneLine(search))”." }
    return "Nothing here yet. What is sent to you will appear here."
  }
}

/// One sentence in the middle of an otherwise empty screen.
enum Notice {
  /// The lines, exactly `height` of them, each exactly `width` columns.
  static func lines(_ text: String, width: Int, height: Int) -> [Line] {
    let wrapped = Paragraph.lines(text, columns: max(1, min(width - 2, 60)))
    let above = max(0, (height - wrapped.count) / 2)
    var lines = [Line](repeating: Line().fit(width), count: above)
    for line in wrapped {
      var centered = Line()
      centered.add("", fit: max(0, (width - line.columns) / 2))
      centered.add(line)
      lines.append(centered.fit(width))
    }
    while lines.count < height { lines.append(Line().fit(width)) }
    return Array(lines.prefix(max(0, height)))
  }
}
