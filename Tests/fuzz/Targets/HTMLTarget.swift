import HubText

/// A page of a post: to a document, and its lines at several widths.
enum HTMLTarget {
  private static let widths: [Int?] = [nil, 1, 2, 7, 20, 80]
  /// Above it, prefixes leave room for a cluster of up to eight columns.
  private static let roomyColumns = 9

  static func run(_ bytes: [UInt8]) throws {
    let document = try HTMLReader.document(from: bytes, baseURL: "https://example.com/a/b?c")
    for link in document.links {
      try check(SafeText.isSafeLine(link.url.utf8Span.span), "a link is not safe")
      try check(SafeText.isSafeLine(link.text.utf8Span.span), "the text of a link is not safe")
      let scheme = link.url.prefix { $0 != ":" }.lowercased()
      try check(
        link.url.utf8.contains(UInt8(ascii: ":"))
          && !["javascript", "data", "vbscript", "blob"].contains(scheme),
        "a link has a bad scheme: \(link.url)")
    }
    for columns in widths {
      let lines = document.lines(columns: columns)
      for line in lines {
        try checkText(of: line, columns: columns)
        try checkSpans(of: line, links: document.links.count)
      }
    }
  }

  private static func checkText(of line: DocumentLine, columns: Int?) throws {
    guard let columns else {
      try check(!line.text.utf8.contains(UInt8(ascii: "\n")), "a line holds a newline")
      let isSafe = SafeText.isSafeBlock(line.text.utf8Span.span)
      return try check(isSafe, "a line is not safe: \(line.text)")
    }
    try check(SafeText.isSafeLine(line.text.utf8Span.span), "a line is not safe: \(line.text)")
    let taken = TextWidth.columns(of: line.text)
    if taken <= columns { return }
    // A cluster that is wider than the room for it stands on a line of its own.
    let widest = line.text.map { TextWidth.columns(of: $0) }.max() ?? 0
    try check(
      columns < roomyColumns ? line.text.count == 1 : widest >= roomyColumns,
      "a line of \(taken) columns in \(columns): \(line.text)")
  }

  private static func checkSpans(of line: DocumentLine, links: Int) throws {
    var end = 0
    let utf8 = line.text.utf8
    for span in line.spans {
      try check(
        span.range.lowerBound >= end && span.range.upperBound <= utf8.count && !span.range.isEmpty,
        "spans overlap or leave their line")
      end = span.range.upperBound
      for offset in [span.range.lowerBound, span.range.upperBound] {
        let index = utf8.index(utf8.startIndex, offsetBy: offset)
        try check(
          index.samePosition(in: line.text.unicodeScalars) != nil, "a span cuts a character")
      }
      if let link = span.link {
        try check((1...max(1, links)).contains(link), "link \(link) of \(links)")
      }
    }
  }
}
