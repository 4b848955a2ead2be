/// Gathers the text of one block: collapses blank space, joins what has one style.
struct InlineBuilder {
  private(set) var runs: [Document.Run] = []
  /// The blank space that waits for what follows, as it stands in the page.
  private var space: (style: Document.Style, link: Int?)?
  private var endsInSpace = true

  /// Whether nothing was added.
  var isEmpty: Bool { runs.isEmpty }

  /// Adds text of which each run of blank space counts as one space.
  mutating func add(_ text: String, style: Document.Style, link: Int?) {
    var piece = ""
    var rest = text.utf8[...]
    while let first = rest.first {
      if Self.isBlank(first) {
        if space == nil { space = (style, link) }
        rest = rest.drop(while: Self.isBlank)
        continue
      }
      if let space, !endsInSpace {
        if piece.isEmpty {
          // The space beside a link or a style belongs to neither.
          let isLinked = space.link == link
          append(" ", style: space.style.intersection(style), link: isLinked ? link : nil)
        } else {
          piece += " "
        }
      }
      space = nil
      endsInSpace = false
      let end = rest.firstIndex(where: Self.isBlank) ?? rest.endIndex
      piece += text[rest.startIndex..<end]
      rest = rest[end...]
    }
    append(piece, style: style, link: link)
  }

  /// Adds text as it is.
  mutating func addRaw(_ text: String, style: Document.Style, link: Int?) {
    append(text, style: style, link: link)
  }

  /// Adds `^` where raised text directly follows other text, so that powers do not run into their base.
  mutating func addPower(style: Document.Style) {
    guard !isEmpty, space == nil, !endsInSpace else { return }
    append("^", style: style, link: nil)
  }

  /// Ends the line inside the block.
  mutating func breakLine() {
    guard !runs.isEmpty else { return }
    space = nil
    endsInSpace = true
    append("\n", style: [], link: nil)
  }

  /// Ends the line of text that is kept as it is, unless it has just begun.
  mutating func endRawLine() {
    guard let last = runs.last, last.text.last != "\n" else { return }
    append("\n", style: last.style, link: nil)
  }

  /// Takes what was gathered, without blank space at its end.
  mutating func take() -> Document.Inline {
    while let last = runs.last, last.text.allSatisfy({ $0 == "\n" }) { runs.removeLast() }
    let inline = Self.checked(Document.Inline(runs: runs))
    self = InlineBuilder()
    return inline
  }

  private mutating func append(_ text: String, style: Document.Style, link: Int?) {
    guard !text.isEmpty else { return }
    if let last = runs.last, last.style == style, last.link == link {
      runs[runs.count - 1].text += text
    } else {
      runs.append(Document.Run(text: text, style: style, link: link))
    }
  }

  /// Pieces that are safe alone may be unsafe together (marks heaped over element borders): rare, so the styles go.
  private static func checked(_ inline: Document.Inline) -> Document.Inline {
    let text = inline.text
    if SafeText.isSafeBlock(text.utf8Span.span) { return inline }
    return Document.Inline(SafeText.block(text))
  }

  private static func isBlank(_ byte: UInt8) -> Bool {
    byte == UInt8(ascii: " ") || byte == UInt8(ascii: "\n") || byte == UInt8(ascii: "\t")
  }
}
