import HubFrontEndKit
import HubKeys

extension Desk {
  /// The whole screen as it is now.
  func frame() -> Frame {
    var frame = Frame(width: columns, height: rows)
    guard columns >= Self.leastColumns, rows >= Self.leastRows else {
      let text = "Make the window at least \(Self.leastColumns) columns by \(Self.leastRows) rows."
      frame.place(Notice.lines(text, width: columns, height: rows), row: 0)
      return frame
    }
    let times = ScreenTimes(now: host.now)
    let surroundings = Surroundings(host: host, times: times, glyphs: glyphs)
    let bar = TabBar.layOut(app: app, visibleTab: visibleTab, badge: badge, width: columns)
    tabPlaces = bar.columns
    frame.place([bar.line], row: 0)
    placeContent(in: &frame, surroundings)
    placeBoxes(in: &frame, surroundings)
    placeLastLine(in: &frame, times)
    return frame
  }

  private var showsList: Bool { tab == nil && isHubShown && open == nil && app.isInboxEnabled }

  private func placeContent(in frame: inout Frame, _ surroundings: Surroundings) {
    let height = contentRows
    if tab != nil {
      frame.place(tab?.lines(width: columns, height: height) ?? [], row: 1)
    } else if !isHubShown {
      return
    } else if open != nil {
      frame.place(open?.lines(width: columns, height: height, in: surroundings) ?? [], row: 1)
      setCursor(of: open, column: 0, row: 1, in: &frame)
    } else if app.isInboxEnabled {
      loadList()
      frame.place(
        list.lines(width: columns, height: height, times: surroundings.times, dot: glyphs.dot),
        row: 1)
      frame.cursor.row = 1 + min(max(0, list.model.selectedLine), height - 1)
    } else {
      let text =
        app.isHomeEnabled
        ? "The inbox is switched off. The home of this app is shown on phones only."
        : "The inbox is switched off."
      frame.place(Notice.lines(text, width: columns, height: height), row: 1)
    }
  }

  private func placeBoxes(in frame: inout Frame, _ surroundings: Surroundings) {
    for index in standalones.indices {
      let box = Box.standalone(depth: index, width: columns, height: rows)
      let text = standalones[index].lines(
        width: box.innerWidth, height: box.innerHeight, in: surroundings)
      let lines = box.lines(
        title: standalones[index].title, hint: "q closes", text: text, glyphs: glyphs)
      frame.place(lines, row: box.row, column: box.column)
      frame.cursor = Frame.Cursor(column: box.column, row: box.row, isVisible: false)
      if index == standalones.count - 1 {
        setCursor(of: standalones[index], column: box.column + 2, row: box.row + 1, in: &frame)
      }
    }
    if help != nil {
      let width = max(Self.leastColumns, min(columns - 4, 84))
      let box = Box.centered(
        columns: width - 4, lines: max(1, rows - 4), width: columns, height: rows)
      let text = help?.lines(width: box.innerWidth, height: box.innerHeight) ?? []
      frame.place(
        box.lines(title: "Keys", hint: "q closes", text: text, glyphs: glyphs), row: box.row,
        column: box.column)
      frame.cursor = Frame.Cursor(column: box.column, row: box.row, isVisible: false)
    }
    if let alert = alerts.first {
      let placed = alert.placed(width: columns, height: rows, glyphs: glyphs)
      frame.place(placed.lines, row: placed.box.row, column: placed.box.column)
      frame.cursor = Frame.Cursor(
        column: placed.box.column, row: placed.box.row + max(0, placed.box.height - 2),
        isVisible: false)
    }
  }

  /// Shows the cursor of a reply that is being written.
  private func setCursor(
    of screen: (any ReadingScreen)?, column: Int, row: Int, in frame: inout Frame
  ) {
    guard let cursor = screen?.cursor else { return }
    frame.cursor = Frame.Cursor(
      column: min(column + cursor.column, columns - 1), row: min(row + cursor.row, rows - 1),
      isVisible: true)
  }

  private func placeLastLine(in frame: inout Frame, _ times: ScreenTimes) {
    if let prompt {
      let (line, cursor) = prompt.line(width: columns)
      frame.place([line], row: rows - 1)
      frame.cursor = Frame.Cursor(column: cursor, row: rows - 1, isVisible: true)
      return
    }
    let ink: Ink = message.map { $0.isWarning ? .warning : .plain } ?? .faint
    frame.place(
      [StatusLine.line(left: message?.text ?? hint, right: right(times), width: columns, ink: ink)],
      row: rows - 1)
  }

  private func right(_ times: ScreenTimes) -> String {
    guard showsList || conversation != nil else { return position }
    return [SyncText.text(sync, times: times, columns: columns), position].filter { !$0.isEmpty }
      .joined(separator: "  ")
  }

  private var hint: String {
    switch focus {
    case .list where !app.isInboxEnabled: return "? keys  q leaves"
    case .list:
      if let search = list.model.search { return "Search: \(search)  (Esc ends it)" }
      if hasNews { return "New items above: g goes there" }
      return "? keys  Enter opens  / searches  q leaves"
    case .post: return "? keys  q goes back  J next" + links(of: open)
    case .standalone: return "? keys  q closes" + links(of: standalones.last)
    case .conversation: return conversationHint
    case .composer: return "Enter sends  Ctrl-J new line  Esc stops"
    case .tab: return "? keys  q leaves"
    case .help: return "q closes"
    case .alert: return "Enter closes"
    case .prompt: return ""
    }
  }

  private var conversationHint: String {
    let failed = conversation?.marked == nil ? "" : "R sends again  X deletes  "
    return failed + "? keys  Enter writes  q goes back" + links(of: conversation)
  }

  private func links(of screen: (any ReadingScreen)?) -> String {
    guard let count = screen?.links.count, count > 0 else { return "" }
    return count == 1 ? "  1 opens the link" : "  1-\(min(9, count)) open links"
  }

  private var position: String {
    if showsList {
      let counts = list.model.counts
      return counts.total == 0 ? "" : "unread \(counts.unread) of \(counts.total)"
    }
    guard standalones.isEmpty, let post = open as? PostScreen else { return "" }
    return post.position
  }
}
