/// Makes a document while the tree of a page is walked through.
struct DocumentBuilder: XMLVisitor {
  /// What an open list counts.
  private struct OpenList {
    var isOrdered: Bool
    var number: Int
  }

  /// A table that is being read, with what to return to after it.
  private struct OpenTable {
    var rows: [[Document.Table.Cell]] = []
    var isHeader = false
  }

  private struct OpenLink {
    var url: String?
    var number: Int?
  }

  private(set) var isFull = false

  private var document = Document()
  private var inline = InlineBuilder()
  private var containers: [Document.Container] = []
  private var lists: [OpenList] = []
  private var links: [OpenLink] = []
  private var numbers: [String: Int] = [:]
  private var table: OpenTable?
  private var listCount = 0
  private var nodes = 0
  private var depth = 0
  private var bold = 0
  private var italic = 0
  private var code = 0
  private var preformatted = 0
  private var paragraphs = 0
  private var tables = 0
  private var headings: [Int] = []
  private let resolver: LinkResolver

  init(baseURL: String?) {
    resolver = LinkResolver(baseURL: baseURL)
  }

  /// The document, when the walk is over.
  mutating func finish() -> Document {
    if tables > 0 { endTable() }
    endBlock()
    return document
  }

  // MARK: - The walk

  mutating func enter(_ element: borrowing XMLElement) -> Bool {
    depth += 1
    guard count(), depth <= HTMLReader.maximumDepth else {
      document.isCut = true
      return false
    }
    let tag = HTMLTag(element.name)
    if element.hasAttributes, Self.isHidden(element) { return false }
    switch tag {
    case .skipped: return false
    case .image: addMedia("Image", caption: element.attribute("alt"), element)
    case .media(let label):
      addMedia(label, caption: element.attribute("title"), element)
      return false
    default: begin(tag, element)
    }
    return true
  }

  mutating func leave(_ element: borrowing XMLElement) {
    depth -= 1
    guard depth < HTMLReader.maximumDepth else { return }
    if element.hasAttributes, Self.isHidden(element) { return }
    end(HTMLTag(element.name))
  }

  mutating func text(_ bytes: Span<UInt8>) {
    guard count() else { return }
    let text = SafeText.block(utf8: bytes)
    if preformatted > 0 {
      inline.addRaw(text, style: preformattedStyle, link: linkNumber(for: text))
    } else {
      inline.add(text, style: style, link: linkNumber(for: text))
    }
  }

  private mutating func count() -> Bool {
    nodes += 1
    if nodes > HTMLReader.maximumNodes {
      isFull = true
      document.isCut = true
    }
    return !isFull
  }

  private static func isHidden(_ element: borrowing XMLElement) -> Bool {
    if element.attribute("hidden") != nil { return true }
    if element.attribute("aria-hidden")?.lowercased() == "true" { return true }
    guard let style = element.attribute("style") else { return false }
    let plain = style.lowercased().filter { !$0.isWhitespace }
    return plain.contains("display:none") || plain.contains("visibility:hidden")
  }

  // MARK: - Elements

  private mutating func begin(_ tag: HTMLTag, _ element: borrowing XMLElement) {
    switch tag {
    case .anchor:
      links.append(OpenLink(url: element.attribute("href").flatMap(resolver.resolve)))
    case .bold: bold += 1
    case .italic: italic += 1
    case .code: code += 1
    case .lineBreak: if preformatted > 0 { raw("\n") } else { inline.breakLine() }
    case .quotation: add("“")
    case .superscript: inline.addPower(style: style)
    case .list(let isOrdered): beginList(isOrdered, start: element.attribute("start"))
    case .item: beginItem(value: element.attribute("value"))
    case .cell(let isHeader): beginCell(isHeader)
    default: beginBlock(tag)
    }
  }

  private mutating func beginBlock(_ tag: HTMLTag) {
    switch tag {
    case .block, .figureCaption: endBlock()
    case .paragraph:
      endBlock()
      paragraphs += 1
    case .heading(let level):
      endBlock()
      headings.append(level)
    case .quote:
      endBlock()
      containers.append(.quote)
    case .definition:
      endBlock()
      containers.append(.indent)
    case .term:
      endBlock()
      bold += 1
    case .preformatted:
      endBlock()
      preformatted += 1
    case .rule:
      endBlock()
      if table == nil, preformatted == 0 { emit(.rule, Document.Inline()) }
    case .table: beginTable()
    case .row:
      if tables == 1 {
        endCell()
        table?.rows.append([])
      } else {
        endBlock()
      }
    default: break
    }
  }

  private mutating func end(_ tag: HTMLTag) {
    switch tag {
    case .anchor: _ = links.popLast()
    case .bold: bold -= 1
    case .italic: italic -= 1
    case .code: code -= 1
    case .quotation: add("”")
    case .list: endList()
    case .item: endItem()
    case .cell: if tables == 1 { endCell() } else { endBlock() }
    case .table: endTable()
    default: endBlock(tag)
    }
  }

  private mutating func endBlock(_ tag: HTMLTag) {
    switch tag {
    case .block, .row: endBlock()
    case .paragraph:
      endBlock()
      paragraphs -= 1
    case .heading:
      endBlock()
      _ = headings.popLast()
    case .quote, .definition:
      endBlock()
      _ = containers.popLast()
    case .term:
      endBlock()
      bold -= 1
    case .preformatted: endPreformatted()
    case .figureCaption: endCaption()
    default: break
    }
  }

  // MARK: - Text

  private var style: Document.Style {
    var style: Document.Style = []
    if bold > 0 { style.insert(.bold) }
    if italic > 0 { style.insert(.italic) }
    if code > 0 { style.insert(.code) }
    return style
  }

  private var preformattedStyle: Document.Style { isInCell ? .code : style.subtracting(.code) }

  private mutating func add(_ text: String) {
    inline.add(text, style: style, link: nil)
  }

  private mutating func raw(_ text: String) {
    inline.addRaw(text, style: preformattedStyle, link: nil)
  }

  /// The number of the link that text stands in: given when the link has something to show.
  private mutating func linkNumber(for text: String) -> Int? {
    guard var link = links.last, let url = link.url else { return nil }
    let isBlank = text.allSatisfy(\.isWhitespace)
    if let number = link.number {
      if document.links[number - 1].url == url, !isBlank { extend(number, text) }
      return number
    }
    guard !isBlank else { return nil }
    let isNew = numbers[url] == nil
    let number = self.number(of: url)
    link.number = number
    links[links.count - 1] = link
    if isNew { extend(number, text) }
    return number
  }

  private mutating func number(of url: String) -> Int {
    if let known = numbers[url] { return known }
    document.links.append(Document.Link(url: url, text: ""))
    numbers[url] = document.links.count
    return document.links.count
  }

  private mutating func extend(_ number: Int, _ text: String) {
    document.links[number - 1].text += SafeText.line(text)
  }

  // MARK: - Blocks

  /// Ends the paragraph or heading that is being gathered; in code and in a cell, the line.
  private mutating func endBlock() {
    if isInCell {
      inline.breakLine()
      return
    }
    if preformatted > 0 {
      inline.endRawLine()
      return
    }
    let inline = self.inline.take()
    guard !inline.text.allSatisfy(\.isWhitespace) else { return }
    emit(headings.last.map { .heading(level: $0) } ?? .paragraph, inline)
  }

  private mutating func endPreformatted() {
    if preformatted == 1, !isInCell { emitCode() } else { endBlock() }
    preformatted -= 1
  }

  private mutating func emitCode() {
    let inline = Self.withoutBorderLines(self.inline.take())
    if !inline.isEmpty { emit(.code, inline) }
  }

  private mutating func emit(_ kind: Document.Kind, _ inline: Document.Inline) {
    let isTight = paragraphs == 0 && kind == .paragraph && !lists.isEmpty
    document.blocks.append(
      Document.Block(
        kind, inline, containers: Array(containers.prefix(HTMLReader.maximumContainers)),
        isTight: isTight))
    for index in containers.indices {
      guard case .item(let marker, starts: true, let list) = containers[index] else { continue }
      containers[index] = .item(marker, starts: false, list: list)
    }
  }

  /// A newline after `<pre>` and those before `</pre>` are not part of the text.
  private static func withoutBorderLines(_ inline: Document.Inline) -> Document.Inline {
    var inline = inline
    if let first = inline.runs.first, first.text.first == "\n" {
      inline.runs[0].text.removeFirst()
    }
    while let last = inline.runs.indices.last, inline.runs[last].text.last?.isWhitespace == true {
      inline.runs[last].text.removeLast()
      if inline.runs[last].text.isEmpty { inline.runs.removeLast() }
    }
    inline.runs.removeAll(where: \.text.isEmpty)
    return inline
  }

  // MARK: - Lists

  private mutating func beginList(_ isOrdered: Bool, start: String?) {
    endBlock()
    if lists.isEmpty { listCount += 1 }
    lists.append(OpenList(isOrdered: isOrdered, number: start.flatMap { Int($0) } ?? 1))
  }

  private mutating func endList() {
    endBlock()
    _ = lists.popLast()
  }

  private mutating func beginItem(value: String?) {
    endBlock()
    guard let last = lists.indices.last, lists[last].isOrdered else {
      containers.append(.item(.bullet, starts: true, list: listCount))
      return
    }
    if let value, let number = Int(value) { lists[last].number = number }
    let number = lists[last].number
    containers.append(.item(.ordinal(number), starts: true, list: listCount))
    lists[last].number = number &+ 1
  }

  private mutating func endItem() {
    endBlock()
    _ = containers.popLast()
  }

  // MARK: - Pictures

  private mutating func addMedia(
    _ label: String, caption: String?, _ element: borrowing XMLElement
  ) {
    // An empty text says that the picture is an ornament.
    if let caption, caption.allSatisfy(\.isWhitespace), label == "Image" { return }
    let text = caption.map { SafeText.line($0) } ?? ""
    let source = element.attribute("src").flatMap(resolver.resolve)
    let number = mediaNumber(source: source, text: text.isEmpty ? label : text)
    if !inline.isEmpty || isInCell || preformatted > 0 {
      inline.add(text.isEmpty ? "[\(label)]" : "[\(label): \(text)]", style: [], link: number)
      return
    }
    var builder = InlineBuilder()
    builder.add(text, style: [], link: number)
    var shown = builder.take()
    if shown.isEmpty, let number { shown.runs = [Document.Run(text: "", link: number)] }
    emit(.media(label: label), shown)
  }

  /// The number of the link that a picture stands in, or else of the picture.
  private mutating func mediaNumber(source: String?, text: String) -> Int? {
    if let number = linkNumber(for: text) { return number }
    guard let source else { return nil }
    let number = number(of: source)
    if document.links[number - 1].text.isEmpty { extend(number, text) }
    return number
  }

  /// A caption takes the place of a picture's own text.
  private mutating func endCaption() {
    guard !isInCell, preformatted == 0, let last = document.blocks.indices.last,
      case .media = document.blocks[last].kind, headings.isEmpty
    else {
      endBlock()
      return
    }
    var caption = inline.take()
    guard !caption.isEmpty else { return }
    if let link = document.blocks[last].inline.runs.first?.link {
      caption.runs = caption.runs.map { run in
        Document.Run(text: run.text, style: run.style, link: run.link ?? link)
      }
    }
    document.blocks[last].inline = caption
  }

  // MARK: - Tables

  private var isInCell: Bool { table?.rows.last != nil && tables > 0 && cellIsOpen }
  private var cellIsOpen = false

  private mutating func beginTable() {
    if preformatted > 0, !isInCell { emitCode() } else { endBlock() }
    tables += 1
    if tables == 1 { table = OpenTable() }
  }

  private mutating func beginCell(_ isHeader: Bool) {
    guard tables == 1 else {
      endBlock()
      return
    }
    endCell()
    // What stands in a table but in no cell, such as its caption, stands before it.
    endBlock()
    if table?.rows.isEmpty != false { table?.rows.append([]) }
    table?.isHeader = isHeader
    cellIsOpen = true
  }

  private mutating func endCell() {
    guard cellIsOpen, let last = table?.rows.indices.last else { return }
    var inline = self.inline.take()
    for index in inline.runs.indices where inline.runs[index].text.utf8.contains(0x09) {
      inline.runs[index].text.replace("\t", with: " ")
    }
    let cell = Document.Table.Cell(inline: inline, isHeader: table?.isHeader == true)
    table?.rows[last].append(cell)
    cellIsOpen = false
  }

  private mutating func endTable() {
    guard tables > 0 else { return }
    if tables > 1 { endBlock() }
    tables -= 1
    guard tables == 0 else { return }
    endCell()
    let rows = (table?.rows ?? []).filter { !$0.allSatisfy(\.inline.isEmpty) }
    table = nil
    if !rows.isEmpty { emit(.table(Document.Table(rows: rows)), Document.Inline()) }
  }
}
