/// Gathers the text of one block: collapses blank space, joins what has one style.
struct InlineBuilder {
  private(set) var runs: [Document.Run] = []
  private var needsSpace = false
  private var endsInSpace = true

  /// Whether nothing was added.
  var isEmpty: Bool { runs.isEmpty }

  /// Adds text of which each run of blank space counts as one space.
  ///
  /// Returns what was added, for the text of a link.
  mutating func add(_ text: String, style: Document.Style, link: Int?) {
    var piece = ""
    for scalar in text.unicodeScalars {
      if Self.isBlank(scalar) {
        needsSpace = true
        continue
      }
      if needsSpace, !endsInSpace { piece.unicodeScalars.append(" ") }
      needsSpace = false
      endsInSpace = false
      piece.unicodeScalars.append(scalar)
    }
    guard !piece.isEmpty else { return }
    // The space before a link or a code does not belong to it.
    if piece.first == " ", let last = runs.last, last.style != style || last.link != link {
      runs[runs.count - 1].text.append(" ")
      piece.removeFirst()
    }
    append(piece, style: style, link: link)
  }

  /// Adds text as it is.
  mutating func addRaw(_ text: String, style: Document.Style, link: Int?) {
    append(text, style: style, link: link)
  }

  /// Adds `^` where raised text directly follows other text, so that powers do not run into their base.
  mutating func addPower(style: Document.Style) {
    guard !isEmpty, !needsSpace, !endsInSpace else { return }
    append("^", style: style, link: nil)
  }

  /// Ends the line inside the block.
  mutating func breakLine() {
    guard !runs.isEmpty else { return }
    needsSpace = false
    endsInSpace = true
    append("\n", style: [], link: nil)
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

  private static func isBlank(_ scalar: Unicode.Scalar) -> Bool {
    scalar == " " || scalar == "\n" || scalar == "\t"
  }
}
