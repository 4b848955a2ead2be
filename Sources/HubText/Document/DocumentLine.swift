/// One line of a laid-out document.
package struct DocumentLine: Hashable, Sendable {
  /// A part of the line in one style.
  package struct Span: Hashable, Sendable {
    /// UTF-8 offsets into the line's text.
    package var range: Range<Int>
    package var style: Document.Style
    /// The number of a link, from 1.
    package var link: Int?
  }

  /// Safe text without a newline.
  package var text: String
  /// In order, without overlap; what no span covers is plain.
  package var spans: [Span]

  package init(_ text: String = "", spans: [Span] = []) {
    self.text = text
    self.spans = spans
  }
}

/// Text with spans over it, from which lines are cut.
struct StyledText {
  var text = ""
  var spans: [DocumentLine.Span] = []

  /// The text of runs with `[n]` after each link, in a style that all of it shares.
  init(_ inline: Document.Inline, adding style: Document.Style = [], marksLinks: Bool = true) {
    for (index, run) in inline.runs.enumerated() {
      append(run.text, style: run.style.union(style), link: run.link)
      guard marksLinks, let link = run.link else { continue }
      let next = index + 1 < inline.runs.count ? inline.runs[index + 1].link : nil
      if next != link { append("[\(link)]", style: style, link: link) }
    }
  }

  mutating func append(_ piece: String, style: Document.Style, link: Int? = nil) {
    let start = text.utf8.count
    text += piece
    guard !style.isEmpty || link != nil, !piece.isEmpty else { return }
    let range = start..<text.utf8.count
    if let last = spans.last, last.range.upperBound == start, last.style == style,
      last.link == link
    {
      spans[spans.count - 1].range = last.range.lowerBound..<range.upperBound
    } else {
      spans.append(DocumentLine.Span(range: range, style: style, link: link))
    }
  }

  /// The part of the text between two offsets, behind a prefix.
  func line(
    _ range: Range<Int>, prefix: String = "", prefixStyle: Document.Style = []
  ) -> DocumentLine {
    let utf8 = text.utf8
    let start = utf8.index(utf8.startIndex, offsetBy: range.lowerBound)
    let end = utf8.index(start, offsetBy: range.count)
    let shift = prefix.utf8.count
    var line = DocumentLine(prefix + text[start..<end])
    if !prefixStyle.isEmpty, shift > 0 {
      line.spans.append(DocumentLine.Span(range: 0..<shift, style: prefixStyle, link: nil))
    }
    if range.isEmpty { return line }
    for span in spans[firstSpan(after: range.lowerBound)...] {
      if span.range.lowerBound >= range.upperBound { break }
      let part = span.range.clamped(to: range)
      let lower = part.lowerBound - range.lowerBound + shift
      line.spans.append(
        DocumentLine.Span(range: lower..<lower + part.count, style: span.style, link: span.link))
    }
    return line
  }

  /// The index of the first span that ends after an offset; the spans are in order.
  private func firstSpan(after offset: Int) -> Int {
    var low = 0
    var high = spans.count
    while low < high {
      let middle = (low + high) / 2
      if spans[middle].range.upperBound > offset { high = middle } else { low = middle + 1 }
    }
    return low
  }
}
