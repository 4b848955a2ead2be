import HubFrontEndKit
import HubText

/// A thread in lines, each with the reply that it belongs to.
struct ThreadLayout {
  /// One line of a thread.
  struct Row: Hashable {
    var line: Line
    /// Nil for what belongs to no reply: dates, names, blank lines.
    var reply: HubID?
  }

  /// Columns before a reply's text.
  private static let indent = 3
  /// Columns under which there is no room for initials.
  private static let leastForInitials = 30

  let columns: Int
  let times: ScreenTimes
  let host: any Host
  /// The failed reply that retrying and deleting are about.
  let marked: HubID?
  private(set) var rows: [Row] = []

  init(columns: Int, times: ScreenTimes, host: any Host, marked: HubID?) {
    self.columns = max(1, columns)
    self.times = times
    self.host = host
    self.marked = marked
  }

  /// Adds the head of the conversation.
  mutating func addHead(_ title: String, participants: [String]) {
    add(Paragraph.lines(title, columns: columns, ink: .bold, indent: 1))
    if !participants.isEmpty {
      let names = participants.map(CellText.oneLine).joined(separator: ", ")
      add(Paragraph.lines(names, columns: columns, ink: .faint, indent: 1))
    }
  }

  /// Adds the replies in groups, with dates above them; `empty` stands for none.
  mutating func add(
    _ replies: [ReplyRecord], empty: @autoclosure () -> String, links: inout ThreadLinks
  ) {
    let thread = ThreadRow.rows(of: replies, day: times.day)
    guard !thread.isEmpty else {
      add([Line()])
      return add(Paragraph.lines(empty(), columns: columns, ink: .faint, indent: 1))
    }
    for (index, row) in thread.enumerated() {
      switch row {
      case .separator(let time):
        add([Line()])
        add(Paragraph.lines(times.separator(time), columns: columns, ink: .faint, indent: 1))
      case .group(let group):
        if index == 0 || !thread[index - 1].isSeparator { add([Line()]) }
        add(group, isNewest: index == thread.count - 1, &links)
      }
    }
  }

  private mutating func add(_ group: ReplyGroup, isNewest: Bool, _ links: inout ThreadLinks) {
    add([name(of: group.first)])
    for reply in group.replies {
      if !reply.text.isEmpty { addText(of: reply, &links) }
      for index in reply.images.indices {
        let number = links.number(ofImage: index, of: reply)
        let text = "[image] \(reply.images[index]) [\(number)]"
        add(
          Paragraph.lines(text, columns: columns, ink: .link, indent: Self.indent), reply.id)
      }
      if let note = ReplyNote(under: reply, in: group, isNewestGroup: isNewest) {
        add(lines(of: note, reply), reply.id)
      }
    }
  }

  private func name(of reply: ReplyRecord) -> Line {
    var line = Line(" ")
    if reply.isMine {
      line.add("You", .dot)
      return line.columns > columns ? line.fit(columns) : line
    }
    let name = CellText.oneLine(reply.sender ?? ListLayout.unknown, columns: max(1, columns - 8))
    if columns >= Self.leastForInitials {
      line.add(" \(Initials.text(for: reply.sender ?? "") ?? "?") ", .bar)
      line.add(" ")
    }
    line.add(name, .bold)
    return line
  }

  private func lines(of note: ReplyNote, _ reply: ReplyRecord) -> [Line] {
    func plain(_ text: String) -> [Line] {
      Paragraph.lines(text, columns: columns, ink: .faint, indent: Self.indent)
    }
    switch note {
    case .sending: return plain(ThreadText.sending)
    case .time(let time): return plain(times.clock(time))
    case .notDelivered:
      var lines = Paragraph.lines(
        ThreadText.notDelivered, columns: columns, ink: .warning, indent: Self.indent)
      guard reply.id == marked else { return lines }
      let keys = "R sends it again, X deletes it"
      if let last = lines.popLast() {
        var whole = last
        whole.add("  \(keys)", .faint)
        lines += whole.columns <= columns ? [whole] : [last] + plain(keys)
      }
      return lines
    }
  }

  private mutating func add(_ lines: [Line], _ reply: HubID? = nil) {
    rows += lines.map { Row(line: $0, reply: reply) }
  }

  // MARK: Text with links

  /// The text of a reply, each link followed by its number.
  private mutating func addText(of reply: ReplyRecord, _ links: inout ThreadLinks) {
    let found = links.links(of: reply, host)
    guard !found.isEmpty else {
      return add(Paragraph.lines(reply.text, columns: columns, indent: Self.indent), reply.id)
    }
    let (text, parts) = TextLink.numbered(reply.text, found)
    add(lines(of: text.map { $0 == 0x09 ? 0x20 : $0 }, links: parts), reply.id)
  }

  /// Wrapped lines of a text, with the look of links in some parts of it.
  private func lines(of bytes: [UInt8], links: [Range<Int>]) -> [Line] {
    let indent = min(Self.indent, columns - 1)
    let text = String(decoding: bytes, as: UTF8.self)
    return Wrapper.lines(of: text, columns: max(1, columns - indent)).map { wrapped in
      var line = Line(String(repeating: " ", count: indent))
      var start = wrapped.range.lowerBound
      func add(to end: Int, _ ink: Ink) {
        guard end > start else { return }
        line.add(CellText.oneLine(String(decoding: bytes[start..<end], as: UTF8.self)), ink)
        start = end
      }
      for link in links where link.overlaps(wrapped.range) {
        add(to: max(start, link.lowerBound), .plain)
        add(to: min(link.upperBound, wrapped.range.upperBound), .link)
      }
      add(to: wrapped.range.upperBound, .plain)
      return line
    }
  }
}

extension ThreadRow {
  fileprivate var isSeparator: Bool {
    if case .separator = self { true } else { false }
  }
}
