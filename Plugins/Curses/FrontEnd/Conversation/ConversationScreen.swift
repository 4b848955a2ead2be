import HubFrontEndKit

/// A conversation: its thread, the newest replies at the bottom, and below it what is being written.
final class ConversationScreen: ReadingScreen {
  /// Lines from the end within which the end counts as in sight (40 points of a phone, reference 7.5).
  static let endLines = 2
  /// Most rows of what is being written.
  static let mostComposerRows = 6
  /// Rows from which on a rule divides thread and composer.
  private static let leastForRule = 6

  let record: ConversationRecord
  var composer = Composer()
  /// Whether keys are typed into the composer.
  var isWriting = false
  /// Whether what was written is not kept yet.
  var isDraftChanged = false
  /// Replies that came while the end was not in sight.
  private(set) var newReplies = 0
  /// The cursor in the lines drawn last, while a reply is being written.
  private(set) var cursor: (column: Int, row: Int)?
  /// The rows of the composer in the lines drawn last.
  private(set) var composerRows: Range<Int> = 0..<0

  private var thread: ThreadReplies
  private var isLoaded = false
  private var numbers = ThreadLinks()
  private var scroll = Scroll()
  private var laidOut: (width: Int, day: Int, rows: [ThreadLayout.Row])?
  /// Whether what was laid out last is not what there is now.
  private var isStale = false
  private var height = 1
  private var composerColumns = 1
  /// Whether the last line is on the screen, to stay there whatever comes.
  private var isPinned = true
  /// Lines with replies at the top of the screen, so that it stays when others come and go.
  private var anchors: [(reply: HubID, offset: Int)] = []
  private var mark: HubID?
  /// Whether the agent was asked for older replies since the top came into sight.
  private var hasAskedForOlder = false
  /// Whether it looks for them since the last scrolling.
  private(set) var isFetchingOlder = false
  /// Why messages could not be fetched.
  private var reason: String?

  /// A screen for a conversation.
  init(_ record: ConversationRecord) {
    self.record = record
    thread = ThreadReplies(of: record.item.id)
  }

  var item: Item { record.item }
  var links: [DocumentLink] { numbers.all }
  var replies: [ReplyRecord] { thread.replies }

  var title: String {
    if let subject = item.subject, !subject.isEmpty {
      return CellText.oneLine(subject, columns: PostScreen.mostTitleColumns)
    }
    return ThreadText.title
  }

  /// Whether the end is in sight, so that what comes there is read.
  var isNearEnd: Bool {
    guard let total = laidOut?.rows.count else { return isPinned }
    return isPinned || scroll.top >= total - height - Self.endLines
  }

  // MARK: Replies

  /// Fetches the replies and the draft, when that has not been done yet.
  func load(_ host: any Host) {
    guard !isLoaded else { return }
    isLoaded = true
    thread.load(host)
    composer = Composer(host.draft(of: item.id) ?? "")
  }

  func reload(_ host: any Host) {
    guard isLoaded else { return load(host) }
    let wasNearEnd = isNearEnd
    keepPlace()
    let difference = thread.refresh(host)
    if !difference.arrived.isEmpty { reason = nil }
    let incoming = difference.arrived.count { !$0.isMine }
    if wasNearEnd {
      if incoming > 0 { isPinned = true }
    } else {
      newReplies += incoming
    }
    isStale = true
  }

  func explain(_ reason: String) {
    self.reason = reason
    isStale = true
  }

  /// How far the inbox is that of the server is another: a thread that is not here says so.
  func syncChanged() {
    if replies.isEmpty { isStale = true }
  }

  /// What stands for a thread without replies.
  private func emptyText(_ host: any Host) -> String {
    let item = host.item(.conversation, item.id) ?? item
    guard item.gap(in: []) != nil else { return ThreadText.empty }
    if let reason { return reason }
    guard let sync = host.sync, sync.hasServer else { return ThreadText.missing }
    return sync.state == .offline ? ThreadText.offline : ThreadText.loading
  }

  /// Takes in a draft that another screen has kept.
  func reloadDraft(_ host: any Host) {
    guard isLoaded, !isDraftChanged else { return }
    composer = Composer(host.draft(of: item.id) ?? "")
  }

  /// Shows the newest reply.
  func showEnd() {
    isPinned = true
    newReplies = 0
    anchors = []
  }

  // MARK: Scrolling

  func scroll(by count: Int, host: any Host) {
    let total = laidOut?.rows.count ?? 0
    scroll.move(by: min(max(count, -total), total), total: total, height: height)
    isPinned = scroll.isAtEnd(total: total, height: height)
    anchors = []
    isFetchingOlder = false
    if isNearEnd { newReplies = 0 }
    if scroll.top > 0 {
      hasAskedForOlder = false
    } else if count < 0 {
      loadOlder(host)
    }
  }

  private func loadOlder(_ host: any Host) {
    keepPlace()
    if thread.loadOlder(host) {
      isStale = true
      return
    }
    // Once an approach: the thread is asked for on the way up, not while it rests at its top.
    guard !hasAskedForOlder, !thread.hasOlder else { return }
    hasAskedForOlder = true
    isFetchingOlder = host.fetchOlder(of: item.id).isGood
  }

  /// Remembers what is at the top of the screen.
  private func keepPlace() {
    guard !isPinned, anchors.isEmpty, let rows = laidOut?.rows else { return }
    let visible = rows.indices.dropFirst(scroll.top).prefix(height)
    for index in visible {
      guard let reply = rows[index].reply else { continue }
      let first = rows.firstIndex { $0.reply == reply } ?? index
      if anchors.last?.reply != reply { anchors.append((reply, first - scroll.top)) }
    }
  }

  private func restorePlace(_ rows: [ThreadLayout.Row]) {
    defer { anchors = [] }
    guard !isPinned else { return }
    for anchor in anchors {
      guard let index = rows.firstIndex(where: { $0.reply == anchor.reply }) else { continue }
      return scroll.move(
        by: index - anchor.offset - scroll.top, total: rows.count, height: height)
    }
  }

  // MARK: Failed replies

  /// The failed reply that retrying and deleting are about: the one chosen, else the newest.
  var marked: HubID? {
    let failed = failed
    if let mark, failed.contains(mark) { return mark }
    return failed.last
  }

  private var failed: [HubID] {
    thread.replies.filter { $0.isMine && $0.state == .failed }.map(\.id)
  }

  /// Marks the failed reply above the one that is marked, or the newest, and shows it.
  func markNextFailed() -> Bool {
    let failed = failed
    guard let marked, let index = failed.firstIndex(of: marked) else { return false }
    let isShown = mark != nil || isNearEnd
    let next = isShown && failed.count > 1 ? (index + failed.count - 1) % failed.count : index
    mark = failed[next]
    if let row = laidOut?.rows.firstIndex(where: { $0.reply == mark }) {
      let total = laidOut?.rows.count ?? 0
      if !(scroll.top..<scroll.top + height).contains(row) {
        scroll.move(by: row - height / 2 - scroll.top, total: total, height: height)
        isPinned = scroll.isAtEnd(total: total, height: height)
      }
      keepPlace()
    }
    isStale = true
    return true
  }

  // MARK: Writing

  /// Moves the cursor to the row above or below; false: there is none.
  func moveInComposer(rows: Int) -> Bool {
    let layout = ComposerLayout(composer, columns: composerColumns)
    let row = layout.cursor.row + rows
    guard layout.rows.indices.contains(row) else { return false }
    composer.place(at: layout.character(row: row, column: layout.cursor.column))
    return true
  }

  // MARK: Layout

  func lines(width: Int, height: Int, in surroundings: Surroundings) -> [Line] {
    load(surroundings.host)
    let (written, writtenCursor) = composerLines(width: width, height: height, surroundings)
    let hasRule = height >= Self.leastForRule
    let pill = ThreadText.newMessages(count: newReplies)
    self.height = max(0, height - written.count - (hasRule ? 1 : 0))
    var lines = threadLines(width: width, surroundings)
    if hasRule {
      lines.append(rule(pill, width: width, surroundings.glyphs))
    } else if let pill, !lines.isEmpty {
      lines[lines.count - 1] = Self.pillLine(pill, width: width, " ")
    }
    composerRows = lines.count..<lines.count + written.count
    cursor = writtenCursor.map { ($0.column, $0.row + lines.count) }
    return Array((lines + written).prefix(max(0, height)))
  }

  private func threadLines(width: Int, _ surroundings: Surroundings) -> [Line] {
    let day = surroundings.times.today
    if isStale || laidOut?.width != width || laidOut?.day != day {
      keepPlace()
      isStale = false
      var layout = ThreadLayout(
        columns: max(1, min(width - 2, PostScreen.mostColumns)), times: surroundings.times,
        host: surroundings.host, marked: marked)
      layout.addHead(title, participants: record.participants)
      layout.add(
        thread.replies, empty: emptyText(surroundings.host), links: &numbers)
      laidOut = (width, day, layout.rows)
      restorePlace(layout.rows)
    }
    let rows = laidOut?.rows ?? []
    if isPinned { scroll.toEnd(total: rows.count, height: height) }
    scroll.move(by: 0, total: rows.count, height: height)
    return scroll.window(rows.map(\.line), width: width, height: height)
  }

  private func rule(_ pill: String?, width: Int, _ glyphs: Glyphs) -> Line {
    guard let pill else {
      return Line(String(repeating: glyphs.horizontal, count: max(0, width)), .faint)
    }
    return Self.pillLine(pill, width: width, glyphs.horizontal)
  }

  /// The pill in the middle of a line of one sign.
  private static func pillLine(_ pill: String, width: Int, _ sign: String) -> Line {
    let text = CellText.cut(" \(pill) ", columns: width)
    let left = max(0, (width - CellText.columns(of: text)) / 2)
    var line = Line(String(repeating: sign, count: left), .faint)
    line.add(text, .selected)
    line.add(String(repeating: sign, count: max(0, width - line.columns)), .faint)
    return line.fit(width)
  }

  /// What is being written, in the few rows around its cursor.
  private func composerLines(
    width: Int, height: Int, _ surroundings: Surroundings
  ) -> (lines: [Line], cursor: (column: Int, row: Int)?) {
    let mark = "> "
    // One column stays free for the cursor at the end of a row.
    composerColumns = max(1, width - mark.utf8.count - 1)
    if composer.text.isEmpty {
      var line = Line(mark, isWriting ? .dot : .faint)
      line.add(ThreadText.placeholder, .faint)
      return ([line.fit(width)], isWriting ? (min(mark.utf8.count, max(0, width - 1)), 0) : nil)
    }
    let layout = ComposerLayout(composer, columns: composerColumns)
    let most = max(1, min(Self.mostComposerRows, height / 3))
    let first = min(
      max(0, layout.cursor.row - most + 1), max(0, layout.rows.count - most))
    let top = isWriting ? first : max(0, layout.rows.count - most)
    let shown = layout.rows[top..<min(top + most, layout.rows.count)]
    let lines = shown.enumerated().map { index, row in
      var line = Line(
        index == 0 ? mark : String(repeating: " ", count: mark.utf8.count),
        isWriting ? .dot : .faint)
      line.add(row.text, isWriting ? .plain : .faint)
      return line.fit(width)
    }
    guard isWriting else { return (lines, nil) }
    let column = min(mark.utf8.count + layout.cursor.column, max(0, width - 1))
    return (lines, (column, layout.cursor.row - top))
  }
}
