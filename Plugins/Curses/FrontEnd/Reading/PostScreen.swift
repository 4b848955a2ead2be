import HubFrontEndKit

/// A post: subject, sender and time, its text, and its links by number.
struct PostScreen: ReadingScreen {
  /// Columns beyond which lines are hard to read.
  static let mostColumns = 96
  static let unavailable = "Unable to display content"

  let item: Item
  private(set) var links: [DocumentLink] = []
  private var scroll = Scroll()
  private var laidOut: (width: Int, lines: [Line])?
  private var height = 1
  /// Why its page is not here.
  private var reason: String?

  /// A screen for a post.
  init(_ item: Item) {
    self.item = item
  }

  /// Most columns of a title; a longer one would leave no room for the text.
  static let mostTitleColumns = 2000

  var title: String {
    CellText.oneLine(item.subject ?? ListLayout.noSubject, columns: Self.mostTitleColumns)
  }

  /// How far down the reader is, such as "Top" or "40%".
  var position: String {
    let total = laidOut?.lines.count ?? 0
    if total <= height { return "" }
    if scroll.top == 0 { return "Top" }
    if scroll.isAtEnd(total: total, height: height) { return "End" }
    return "\(scroll.top * 100 / max(1, total - height))%"
  }

  mutating func lines(width: Int, height: Int, in surroundings: Surroundings) -> [Line] {
    self.height = max(1, height)
    if laidOut?.width != width { layOut(width, surroundings) }
    let lines = laidOut?.lines ?? []
    scroll.move(by: 0, total: lines.count, height: self.height)
    return scroll.window(lines, width: width, height: height)
  }

  mutating func scroll(by count: Int, host: any Host) {
    let total = laidOut?.lines.count ?? 0
    let limited = min(max(count, -total), total)
    scroll.move(by: limited, total: total, height: height)
  }

  mutating func reload(_ host: any Host) {
    laidOut = nil
  }

  mutating func explain(_ reason: String) {
    self.reason = reason
    laidOut = nil
  }

  // MARK: Layout

  private mutating func layOut(_ width: Int, _ surroundings: Surroundings) {
    let columns = max(1, min(width - 2, Self.mostColumns))
    let margin = width > 2 ? " " : ""
    var lines = Paragraph.lines(title, columns: columns, ink: .bold)
    let sender = CellText.oneLine(
      item.sender ?? ListLayout.unknown, columns: Self.mostTitleColumns)
    lines += Paragraph.lines(
      "\(sender), \(surroundings.times.full(item.activityAt))", columns: columns, ink: .faint)
    lines.append(Line())
    lines += body(columns, surroundings)
    laidOut = (
      width,
      lines.map { line in
        var placed = Line(margin)
        placed.add(line)
        return placed
      }
    )
  }

  private mutating func body(_ columns: Int, _ surroundings: Surroundings) -> [Line] {
    switch surroundings.host.body(of: item.id, columns: columns) {
    case .lines(let lines):
      links = surroundings.host.links(of: item.id)
      if links.isEmpty { links = ownLink }
      return lines.map { Line($0) }
    case .none:
      links = ownLink
      var lines = Paragraph.lines(item.preview ?? ListLayout.unknown, columns: columns)
      if let url = item.url {
        lines.append(Line())
        lines += Paragraph.lines("[1] \(url)", columns: columns, ink: .link)
      }
      if let reason {
        lines.append(Line())
        lines += Paragraph.lines(reason, columns: columns, ink: .warning)
      }
      return lines
    case .unavailable:
      links = []
      return Paragraph.lines(Self.unavailable, columns: columns, ink: .bold)
        + Paragraph.lines(
          "This post has no web page that can be shown here.", columns: columns, ink: .faint)
    }
  }

  private var ownLink: [DocumentLink] {
    item.url.map { [DocumentLink(number: 1, url: $0, text: "")] } ?? []
  }
}

extension Line {
  /// A line of a body, with its styles as inks.
  init(_ line: DocumentLine) {
    self.init()
    let utf8 = line.text.utf8
    var end = utf8.startIndex
    func piece(_ from: String.Index, _ to: String.Index) -> String {
      CellText.oneLine(String(line.text[from..<to]))
    }
    for span in line.spans {
      guard
        let start = utf8.index(utf8.startIndex, offsetBy: span.offset, limitedBy: utf8.endIndex),
        let stop = utf8.index(start, offsetBy: max(0, span.length), limitedBy: utf8.endIndex),
        start >= end
      else { continue }
      add(piece(end, start))
      add(piece(start, stop), Ink(span))
      end = stop
    }
    add(piece(end, utf8.endIndex))
  }
}

extension Ink {
  /// The look of a part of a body.
  init(_ span: DocumentLine.Span) {
    self.init()
    if span.link != nil {
      self = .link
    } else if span.style.contains(.code) || span.style.contains(.quote) {
      role = .faint
    }
    if span.style.contains(.bold) || span.style.contains(.heading) { traits.insert(.bold) }
    if span.style.contains(.italic) { traits.insert(.italic) }
  }
}
