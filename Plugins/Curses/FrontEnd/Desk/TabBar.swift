import HubFrontEndKit

/// The tabs of the app in the first line, the badge on the Hub's.
struct TabBar {
  /// The bar, exactly `width` columns, and where each tab stands in it.
  static func layOut(
    app: AppInfo, visibleTab: String, badge: String?, width: Int
  ) -> (line: Line, columns: [Range<Int>]) {
    var line = Line()
    var places: [Range<Int>] = []
    if app.tabs.count < 2 || width >= 60 {
      line.add(" \(CellText.cut(CellText.oneLine(app.name), columns: 24)) ", .bar)
    }
    for (index, tab) in app.tabs.enumerated() {
      let start = line.columns
      let number = app.tabs.count > 1 ? "\(index + 1) " : ""
      let badgeText = index == app.hubTab ? badge.map { " (\(CellText.oneLine($0)))" } ?? "" : ""
      let ink: Ink = tab.tag == visibleTab ? .activeTab : .bar
      // The badge is never cut off: the title gives way.
      let room = max(1, width - start - number.utf8.count - CellText.columns(of: badgeText) - 2)
      let title = CellText.cut(CellText.oneLine(tab.title), columns: min(room, 24))
      line.add(" \(number)\(title)\(badgeText) ", ink)
      places.append(start..<line.columns)
      if line.columns >= width { break }
    }
    return (line.fit(width, padding: .bar), places)
  }
}
