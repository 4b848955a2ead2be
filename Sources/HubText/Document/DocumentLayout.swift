extension Document {
  /// The document as lines of at most so many columns; nil leaves each paragraph on one line.
  ///
  /// Without a width, tables take 80 columns. The links stand at the end, one a line.
  package func lines(columns: Int?) -> [DocumentLine] {
    var layout = DocumentLayout(columns: columns)
    for block in blocks { layout.add(block) }
    layout.addLinks(links)
    if isCut { layout.addNotice() }
    return layout.lines
  }
}

/// Lays blocks out as lines.
struct DocumentLayout {
  /// The width of tables and rules where no width is given.
  static let tableColumns = 80
  /// The width of a rule at most.
  private static let ruleColumns = 40
  /// Prefixes of quotes and lists leave this much to the text, and are cut for it.
  private static let leastTextColumns = 8
  private static let codeIndent = "    "
  private static let tabStop = 8
  private static let cutNotice = "[The rest was left out: this post is too large.]"

  private(set) var lines: [DocumentLine] = []
  private let columns: Int?
  private var last: Document.Block?

  init(columns: Int?) {
    self.columns = columns.map { max(1, $0) }
  }

  /// Lays out the next block.
  mutating func add(_ block: Document.Block) {
    separate(from: block)
    last = block
    let quote: Document.Style = block.containers.contains(.quote) ? .quote : []
    switch block.kind {
    case .paragraph: flow(StyledText(block.inline, adding: quote), in: block)
    case .heading: flow(StyledText(block.inline, adding: quote.union(.heading)), in: block)
    case .code: addCode(block, style: quote.union(.code))
    case .media(let label): addMedia(label, block, style: quote)
    case .rule:
      let room = min(Self.ruleColumns, textColumns(in: block) ?? Self.ruleColumns)
      flow(StyledText(Document.Inline(String(repeating: "─", count: room))), in: block)
    case .table(let table):
      var prefixes = self.prefixes(of: block)
      let room = textColumns(in: block) ?? Self.tableColumns
      for row in TableLayout(table, columns: room, style: quote).lines() {
        emit(row, 0..<row.text.utf8.count, &prefixes, quote)
      }
    }
  }

  /// Adds the list of links.
  mutating func addLinks(_ links: [Document.Link]) {
    guard !links.isEmpty else { return }
    if !lines.isEmpty { lines.append(DocumentLine()) }
    var title = StyledText(Document.Inline())
    title.append("Links", style: .heading)
    addHard(title)
    for (index, link) in links.enumerated() {
      var entry = StyledText(Document.Inline())
      entry.append("[\(index + 1)] \(link.url)", style: [], link: index + 1)
      addHard(entry)
    }
  }

  /// Says that something is missing.
  mutating func addNotice() {
    if !lines.isEmpty { lines.append(DocumentLine()) }
    last = nil
    flow(StyledText(Document.Inline(Self.cutNotice)), in: Document.Block(.paragraph))
  }

  // MARK: - Blocks

  private mutating func flow(_ text: StyledText, in block: Document.Block) {
    var prefixes = self.prefixes(of: block)
    let style: Document.Style = block.containers.contains(.quote) ? .quote : []
    let room = textColumns(in: block) ?? Int.max
    for line in Wrapper.lines(of: text.text, columns: room) {
      emit(text, line.range, &prefixes, style)
    }
  }

  private mutating func addCode(_ block: Document.Block, style: Document.Style) {
    var prefixes = self.prefixes(of: block)
    let quote = style.intersection(.quote)
    var room = textColumns(in: block) ?? Int.max
    if room >= Self.codeIndent.utf8.count + Self.leastTextColumns {
      room -= Self.codeIndent.utf8.count
      prefixes.first += Self.codeIndent
      prefixes.rest += Self.codeIndent
    }
    let source = columns == nil ? block.inline.text : Self.expandTabs(block.inline.text)
    var text = StyledText(Document.Inline())
    text.append(source, style: style)
    for line in Wrapper.hardLines(of: source, columns: room) {
      emit(text, line.range, &prefixes, quote)
    }
  }

  private mutating func addMedia(
    _ label: String, _ block: Document.Block, style: Document.Style
  ) {
    var inline = block.inline
    let link = inline.runs.first?.link
    let opening = inline.isEmpty ? "[\(label)" : "[\(label): "
    inline.runs.insert(Document.Run(text: opening, link: link), at: 0)
    inline.runs.append(Document.Run(text: "]", link: link))
    flow(StyledText(inline, adding: style), in: block)
  }

  private mutating func addHard(_ text: StyledText) {
    for line in Wrapper.hardLines(of: text.text, columns: columns ?? Int.max) {
      lines.append(text.line(line.range))
    }
  }

  /// Appends a line behind its prefix; an empty one without the blank space at its end.
  private mutating func emit(
    _ text: StyledText, _ range: Range<Int>, _ prefixes: inout Prefixes, _ style: Document.Style
  ) {
    let prefix = range.isEmpty ? Self.trimmed(prefixes.first) : prefixes.first
    lines.append(text.line(range, prefix: prefix, prefixStyle: style))
    prefixes.first = prefixes.rest
  }

  // MARK: - Space between blocks

  private mutating func separate(from block: Document.Block) {
    guard let last else { return }
    if block.isTight, let list = Self.list(of: block), list == Self.list(of: last) { return }
    var shared: [Document.Container] = []
    for (one, other) in zip(last.containers, block.containers) {
      guard one == .quote, other == .quote else { break }
      shared.append(.quote)
    }
    let quotes = Document.Block(.paragraph, containers: shared)
    let prefix = Self.trimmed(prefixes(of: quotes).rest)
    var line = DocumentLine(prefix)
    if !prefix.isEmpty {
      line.spans = [DocumentLine.Span(range: 0..<prefix.utf8.count, style: .quote, link: nil)]
    }
    lines.append(line)
  }

  /// The outermost list a block stands in.
  private static func list(of block: Document.Block) -> Int? {
    for case .item(_, starts: _, let list) in block.containers { return list }
    return nil
  }

  // MARK: - Prefixes

  private struct Prefixes {
    var first = ""
    var rest = ""
  }

  private func prefixes(of block: Document.Block) -> Prefixes {
    var prefixes = Prefixes()
    for container in block.containers {
      switch container {
      case .quote:
        prefixes.first += "> "
        prefixes.rest += "> "
      case .indent:
        prefixes.first += "  "
        prefixes.rest += "  "
      case .item(let marker, let starts, list: _):
        let text = Self.text(of: marker)
        let blank = String(repeating: " ", count: TextWidth.columns(of: text))
        prefixes.first += starts ? text : blank
        prefixes.rest += blank
      }
    }
    guard let columns else { return prefixes }
    // Deep nesting would leave no room: the outermost levels are the ones that show.
    let room = max(0, columns - Self.leastTextColumns)
    prefixes.first = String(TextWidth.prefix(of: prefixes.first, columns: room))
    prefixes.rest = String(TextWidth.prefix(of: prefixes.rest, columns: room))
    return prefixes
  }

  /// The columns that the prefix leaves; nil where lines have no end.
  private func textColumns(in block: Document.Block) -> Int? {
    columns.map { $0 - TextWidth.columns(of: prefixes(of: block).rest) }
  }

  private static func text(of marker: Document.Marker) -> String {
    switch marker {
    case .bullet: "• "
    case .ordinal(let number): "\(number). "
    }
  }

  private static func trimmed(_ text: String) -> String {
    var text = text[...]
    while text.last == " " { text.removeLast() }
    return String(text)
  }

  /// Spaces up to the next tab stop in place of each tab.
  static func expandTabs(_ text: String) -> String {
    guard text.utf8.contains(UInt8(ascii: "\t")) else { return text }
    var output = ""
    var column = 0
    for character in text {
      if character == "\t" {
        let blanks = tabStop - column % tabStop
        output += String(repeating: " ", count: blanks)
        column += blanks
      } else {
        output.append(character)
        column = character == "\n" ? 0 : column + TextWidth.columns(of: character)
      }
    }
    return output
  }
}
