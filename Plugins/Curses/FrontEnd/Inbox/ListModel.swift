import HubFrontEndKit

/// The inbox as a window: only the rows on the screen and a margin are ever held.
///
/// What is selected is a place, not an index, so that rows that come and go never move it.
struct ListModel {
  /// Rows fetched beyond the screen on each side, so that a step needs no query.
  static let margin = 8
  /// Most screens of rows that are held.
  static let screensHeld = 3

  /// The rows held, newest first, without a gap.
  private(set) var rows: [Item] = []
  /// The index of the topmost visible row.
  private(set) var top = 0
  /// The index of the selected row; 0 when there is none.
  private(set) var selected = 0
  /// Visible rows, at least 1.
  private(set) var height = 1
  /// What is searched for; nil: all rows.
  private(set) var search: String?
  /// All rows and the unread ones, without the search.
  private(set) var counts: (total: Int, unread: Int) = (0, 0)
  /// Whether the first row held is the newest of all, as far as is known.
  private(set) var reachesNewest = true
  /// Whether the last row held is the oldest of all.
  private(set) var reachesOldest = true

  /// Whether the newest rows are shown and nobody has moved since: a reader who waits for what comes.
  private(set) var isAtHome = true

  /// The selected row.
  var selectedItem: Item? { rows.indices.contains(selected) ? rows[selected] : nil }
  /// The line on which the selected row stands.
  var selectedLine: Int { selected - top }
  /// The visible rows.
  var visible: ArraySlice<Item> { rows[min(top, rows.count)..<min(top + height, rows.count)] }
  /// Whether there are rows above the screen.
  var hasNewer: Bool { top > 0 || !reachesNewest }

  /// Where a search began.
  private struct Origin {
    var place: ItemPlace
    var line: Int
    var isAtHome: Bool
  }

  private var origin: Origin?
  private var fill: Int { height + Self.margin }

  // MARK: Loading

  /// Shows the newest rows and selects the first.
  mutating func showNewest(_ host: any Host) {
    rows = fetch(.end, older: true, fill, host)
    reachesNewest = true
    reachesOldest = rows.count < fill
    top = 0
    selected = 0
    isAtHome = true
    counts = host.counts()
  }

  /// Shows the oldest rows and selects the last.
  mutating func showOldest(_ host: any Host) {
    rows = fetch(.end, older: false, fill, host)
    reachesOldest = true
    reachesNewest = rows.count < fill
    top = max(0, rows.count - height)
    selected = max(0, rows.count - 1)
    isAtHome = false
  }

  /// Shows the rows at or before a time, the first of them selected; before the oldest: the oldest.
  mutating func show(time: Int64, _ host: any Host) {
    guard let first = fetch(.at(time), older: true, 1, host).first else { return showOldest(host) }
    show(first.place, atLine: 0, host)
    fillScreen(host)
  }

  /// Shows a place on a line of the screen and selects its row, or what follows it when it is gone.
  mutating func show(_ place: ItemPlace, atLine line: Int, _ host: any Host) {
    let line = min(max(line, 0), height - 1)
    let wanted = line + Self.margin
    let newer = fetch(.after(place), older: false, wanted, host)
    let older = fetch(.from(place), older: true, height - line + Self.margin, host)
    reachesNewest = newer.count < wanted
    reachesOldest = older.count < height - line + Self.margin
    rows = newer + older
    selected = min(newer.count, max(0, rows.count - 1))
    top = max(0, newer.count - line)
    isAtHome = false
    settle(host)
  }

  /// Selects a place: in the rows held, or shown in the middle of the screen.
  mutating func select(_ place: ItemPlace, _ host: any Host) {
    guard let index = rows.firstIndex(where: { $0.place == place }) else {
      show(place, atLine: height / 3, host)
      return fillScreen(host)
    }
    move(to: index, host)
  }

  /// Takes another height, keeping the selected row on the screen.
  mutating func resize(height newHeight: Int, _ host: any Host) {
    guard newHeight != height else { return }
    let wasAtHome = isAtHome
    height = max(1, newHeight)
    guard let place = selectedItem?.place else { return showNewest(host) }
    show(place, atLine: min(selectedLine, height - 1), host)
    fillScreen(host)
    isAtHome = wasAtHome && top == 0 && reachesNewest
  }

  /// Sets the height of a list that holds nothing yet.
  mutating func prepare(height: Int) {
    self.height = max(1, height)
  }

  /// Reads the visible rows again after a change: the row under the cursor stays on its line.
  ///
  /// Only for a reader who waits at the newest rows do new ones appear above the selected row, which stays selected;
  /// when it would leave the screen, the newest row is selected.
  mutating func refresh(_ host: any Host) {
    guard let place = selectedItem?.place else { return showNewest(host) }
    let wasAtHome = isAtHome
    let shown = visible.count
    counts = host.counts()
    show(place, atLine: selectedLine, host)
    if wasAtHome {
      guard reachesNewest, selected < height else { return showNewest(host) }
      top = 0
      isAtHome = true
      settle(host)
    } else if visible.count < shown {
      fillScreen(host)
    }
  }

  /// Filters by a text, or shows all rows for nil or an empty one.
  mutating func setSearch(_ text: String?, _ host: any Host) {
    if search == nil, let place = selectedItem?.place {
      origin = Origin(place: place, line: selectedLine, isAtHome: isAtHome)
    }
    search = text?.isEmpty == true ? nil : text
    showNewest(host)
  }

  /// Ends the search and selects a place among all rows; the one from which it began, on the line where it was.
  mutating func endSearch(selecting place: ItemPlace?, _ host: any Host) {
    search = nil
    let origin = origin?.place == place ? origin : nil
    self.origin = nil
    guard let place else { return showNewest(host) }
    show(place, atLine: origin?.line ?? selectedLine, host)
    fillScreen(host)
    isAtHome = origin?.isAtHome == true && top == 0 && reachesNewest
  }

  /// The unread row after the selected one, going round at the end; nil: none.
  func nextUnread(after place: ItemPlace?, _ host: any Host) -> Item? {
    var query = ItemQuery(limit: 1, unreadOnly: true, search: search)
    if let place {
      query.anchor = .after(place)
      if let next = host.items(query).first { return next }
      query.anchor = .end
    }
    return host.items(query).first
  }

  /// The row next to a place; nil: none.
  func neighbour(of place: ItemPlace, older: Bool, _ host: any Host) -> Item? {
    fetch(.after(place), older: older, 1, host).first
  }

  // MARK: Moving

  /// Moves the selection by so many rows; at the edge of the screen the rows follow.
  ///
  /// One row at a time: ncurses then scrolls the terminal, which takes fewer bytes than a new half of the screen.
  mutating func move(by count: Int, _ host: any Host) {
    extend(from: selected + min(count, 0), to: selected + max(count, 0) + 1, host)
    move(to: selected + count, host)
  }

  /// Moves the rows by so many screens, and the selection with them.
  mutating func page(by count: Int, _ host: any Host) {
    scroll(by: count * height, host)
  }

  /// Moves the rows by half a screen, and the selection with them.
  mutating func halfPage(by count: Int, _ host: any Host) {
    scroll(by: count * max(1, height / 2), host)
  }

  /// Moves the rows under a wheel; the selection stays on the screen.
  mutating func scrollRows(by count: Int, _ host: any Host) {
    extend(from: top + min(count, 0), to: top + height + max(count, 0), host)
    top = min(max(0, top + count), max(0, rows.count - height))
    isAtHome = false
    selected = min(max(selected, top), max(top, min(top + height, rows.count) - 1))
    trim()
  }

  private mutating func scroll(by count: Int, _ host: any Host) {
    extend(from: top + min(count, 0), to: top + height + max(count, 0), host)
    let last = max(0, rows.count - height)
    let newTop = min(max(0, top + count), last)
    // At either end the rows stay, and the selection goes to the end itself.
    if newTop == top {
      selected = count > 0 ? max(0, rows.count - 1) : 0
    } else {
      selected = min(max(0, selected + newTop - top), max(0, rows.count - 1))
    }
    top = newTop
    isAtHome = false
    trim()
  }

  private mutating func move(to index: Int, _ host: any Host) {
    selected = min(max(0, index), max(0, rows.count - 1))
    isAtHome = false
    top = min(max(top, selected - height + 1), selected)
    settle(host)
  }

  // MARK: The window

  /// Fetches what the screen lacks, and trims.
  private mutating func settle(_ host: any Host) {
    extend(from: top, to: top + height, host)
    trim()
  }

  /// Leaves no empty lines below while there are rows above.
  private mutating func fillScreen(_ host: any Host) {
    let missing = top + height - rows.count
    guard missing > 0 else { return }
    extend(from: top - missing, to: top, host)
    top = max(0, rows.count - height)
    trim()
  }

  /// Makes sure that rows `from ..< to` are held as far as they exist; indices move with the rows.
  private mutating func extend(from: Int, to: Int, _ host: any Host) {
    if to > rows.count, !reachesOldest, let last = rows.last {
      let wanted = to - rows.count + Self.margin
      let more = fetch(.after(last.place), older: true, wanted, host)
      reachesOldest = more.count < wanted
      rows += more
    }
    if from < 0, !reachesNewest, let first = rows.first {
      let wanted = Self.margin - from
      let more = fetch(.after(first.place), older: false, wanted, host)
      reachesNewest = more.count < wanted
      rows.insert(contentsOf: more, at: 0)
      top += more.count
      selected += more.count
    }
  }

  /// Drops rows far from the screen.
  private mutating func trim() {
    let most = max(height * Self.screensHeld, height + 2 * Self.margin)
    guard rows.count > most else { return }
    let below = rows.count - (top + height + Self.margin)
    if below > 0 {
      rows.removeLast(min(below, rows.count - most))
      reachesOldest = false
    }
    let above = min(top - Self.margin, rows.count - most)
    if above > 0 {
      rows.removeFirst(above)
      reachesNewest = false
      top -= above
      selected -= above
    }
  }

  private func fetch(
    _ anchor: ItemQuery.Anchor, older: Bool, _ limit: Int, _ host: any Host
  ) -> [Item] {
    let query = ItemQuery(anchor: anchor, goesOlder: older, limit: max(1, limit), search: search)
    let found = host.items(query)
    return older ? found : found.reversed()
  }
}
