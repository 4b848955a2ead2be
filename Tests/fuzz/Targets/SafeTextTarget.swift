import HubTestSupport
import HubText

@testable import JSONLinesFrontEnd

/// Any text on its way to a screen, a status bar or a line of JSON.
enum SafeTextTarget {
  private static let widths = [0, 1, 2, 5, 20]
  private static let newline = UInt8(ascii: "\n")
  private static let tab = UInt8(ascii: "\t")

  static func run(_ bytes: [UInt8]) throws {
    let line = SafeText.line(utf8: bytes.span)
    let block = SafeText.block(utf8: bytes.span)
    try checkSafe(line, block, bytes)
    for text in [String(decoding: bytes, as: UTF8.self), line] {
      try checkWidth(of: text)
      try checkJSON(of: text)
    }
    for columns in widths {
      try checkWrapping(of: block.replacing("\t", with: " "), columns: columns)
    }
    let markup = [("&lt;", "<"), ("&gt;", ">"), ("&quot;", "\""), ("&#39;", "'"), ("&amp;", "&")]
    try check(isSame(plain(Markup.pango(line), markup), line), "Pango shows another text")
    try check(isSame(plain(Markup.tmux(line), [("##", "#")]), line), "tmux shows another text")
  }

  private static func checkSafe(_ line: String, _ block: String, _ bytes: [UInt8]) throws {
    let inLine = EscapeCorpus.violation(in: Array(line.utf8))
    try check(inLine == nil, "a line holds \(inLine ?? "")")
    let inBlock = EscapeCorpus.violation(in: Array(block.utf8), allowing: [newline, tab])
    try check(inBlock == nil, "a block holds \(inBlock ?? "")")
    try check(isSame(SafeText.line(line), line), "a safe line changes")
    try check(isSame(SafeText.block(block), block), "a safe block changes")
    try check(isSame(SafeText.line(utf8: line.utf8Span.span), line), "safe bytes change")
    try check(
      SafeText.isSafeLine(bytes.span) == line.utf8.elementsEqual(bytes), "a wrong opinion of a line"
    )
    try check(
      SafeText.isSafeBlock(bytes.span) == block.utf8.elementsEqual(bytes),
      "a block is misjudged")
    let text = String(decoding: bytes, as: UTF8.self)
    try check(isSame(SafeText.line(text), line), "a text and its bytes give two lines")
    try check(isSame(SafeText.block(text), block), "a text and its bytes give two blocks")
  }

  private static func checkWidth(of text: String) throws {
    let widths = text.map { TextWidth.columns(of: $0) }
    try check(TextWidth.columns(of: text) == widths.reduce(0, +), "clusters are found elsewhere")
    for columns in Self.widths {
      let prefix = TextWidth.prefix(of: text, columns: columns)
      try check(text.utf8.starts(with: prefix.utf8), "a beginning is none")
      try check(TextWidth.columns(of: String(prefix)) <= columns, "a beginning is too wide")
      if columns > 0, prefix.utf8.count < text.utf8.count {
        let next = text[prefix.endIndex]
        try check(
          TextWidth.columns(of: String(prefix)) + TextWidth.columns(of: next) > columns,
          "a beginning is too short")
      }
      let fitted = TextWidth.fit(text, columns: columns)
      try check(TextWidth.columns(of: fitted) == columns, "a text does not fit \(columns) columns")
    }
  }

  private static func checkWrapping(of text: String, columns: Int) throws {
    let utf8 = Array(text.utf8)
    var end = 0
    for line in Wrapper.lines(of: text, columns: columns) {
      try check(line.range.lowerBound >= end, "lines overlap")
      let between = utf8[end..<line.range.lowerBound]
      try check(isNothing(between, but: [0x20, newline]), "text is lost between lines")
      end = line.range.upperBound
      try checkLine(line, utf8, columns: columns)
    }
    try check(isNothing(utf8[end...], but: [0x20, newline]), "text is lost at the end")
    end = 0
    for line in Wrapper.hardLines(of: text, columns: columns) {
      let between = utf8[end..<line.range.lowerBound]
      try check(isNothing(between, but: [newline]), "text is lost by cutting")
      end = line.range.upperBound
      try checkLine(line, utf8, columns: columns)
    }
    try check(end == utf8.count, "text is lost by cutting")
  }

  /// Whether bytes are only what may go where a line ends: these, and one joiner.
  private static func isNothing(_ bytes: ArraySlice<UInt8>, but blanks: [UInt8]) -> Bool {
    let rest = bytes.filter { !blanks.contains($0) }
    return rest.isEmpty || ["\u{200C}", "\u{200D}"].contains { $0.utf8.elementsEqual(rest) }
  }

  private static func checkLine(_ line: Wrapper.Line, _ utf8: [UInt8], columns: Int) throws {
    guard let text = String(validating: utf8[line.range], as: UTF8.self) else {
      throw Violation(description: "a line ends inside a character")
    }
    try check(SafeText.isSafeLine(text.utf8Span.span), "a line that is cut out is not safe")
    let taken = TextWidth.columns(of: text)
    try check(line.columns == taken, "a line of \(taken) columns says \(line.columns)")
    try check(
      line.columns <= max(1, columns) || text.count == 1,
      "a line of \(line.columns) columns in \(columns)")
  }

  private static func checkJSON(of text: String) throws {
    var json: [UInt8] = []
    JSONText.append(text, to: &json)
    let object = Array(#"{"":"#.utf8) + json + [UInt8(ascii: "}")]
    try check((try? JSONScanner.members(of: object))?.count == 1, "a text is no JSON string")
    try check(isSame(JSONScanner.text(of: json[...]), text), "a JSON string is another text")
    let controls = String(decoding: json, as: UTF8.self).unicodeScalars
    try check(
      controls.allSatisfy { $0.properties.generalCategory != .control },
      "a JSON string holds a control character")
  }

  /// Byte for byte: two strings are equal in Swift when they only look the same.
  private static func isSame(_ one: String, _ other: String) -> Bool {
    one.utf8.elementsEqual(other.utf8)
  }

  /// Undoes an escaping, byte by byte: a mark may stand behind what was escaped.
  private static func plain(_ markup: String, _ pairs: [(String, String)]) -> String {
    let bytes = pairs.reduce(Array(markup.utf8)) {
      $0.replacing(Array($1.0.utf8), with: Array($1.1.utf8))
    }
    return String(decoding: bytes, as: UTF8.self)
  }
}
