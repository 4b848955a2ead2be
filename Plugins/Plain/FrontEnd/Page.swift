import HubCalendar
import HubFrontEndKit
import HubText

/// Text on its way out: wrapped to a width, or one fact a line where there is no width.
struct Page {
  /// The narrowest width that is wrapped to; a narrower terminal wraps by itself.
  static let leastColumns = 10

  /// Cells a line; nil: nothing is wrapped.
  let columns: Int?
  private(set) var bytes: [UInt8] = []

  init(columns: Int?) {
    self.columns = columns.map { max($0, Self.leastColumns) }
  }

  /// Adds an empty line.
  mutating func blank() {
    bytes.append(Self.newline)
  }

  /// Adds a line as it is.
  mutating func line(_ text: String) {
    bytes += text.utf8
    bytes.append(Self.newline)
  }

  /// Adds a paragraph; its newlines stay.
  ///
  /// Each line begins with `indent` spaces, and `hanging` more from the second on.
  mutating func paragraph(_ text: String, indent: Int = 0, hanging: Int = 0) {
    for part in text.split(separator: "\n", omittingEmptySubsequences: false) {
      wrapped(String(part), indent: indent, hanging: hanging)
    }
  }

  /// Adds a fact of one line: `label: text`.
  mutating func fact(_ label: StaticString, _ text: String) {
    wrapped("\(label): \(Self.oneLine(text))", indent: 0, hanging: 2)
  }

  /// Adds a fact out of bytes that are lent; nil or not there: `fallback`.
  ///
  /// Not wrapped: for pipes.
  mutating func fact(
    _ label: StaticString, utf8 text: UnsafeRawBufferPointer?, else fallback: StaticString
  ) {
    append(label)
    bytes.append(UInt8(ascii: ":"))
    bytes.append(UInt8(ascii: " "))
    if let text = unsafe text {
      let start = bytes.count
      unsafe bytes.append(contentsOf: text)
      oneLine(from: start)
    } else {
      append(fallback)
    }
    bytes.append(Self.newline)
  }

  /// Adds `label: 2026-03-05 13:19`.
  mutating func stamp(_ label: StaticString, _ milliseconds: Int64, _ calendar: LocalCalendar) {
    append(label)
    bytes.append(UInt8(ascii: ":"))
    bytes.append(UInt8(ascii: " "))
    calendar.appendStamp(milliseconds, to: &bytes)
    bytes.append(Self.newline)
  }

  /// Adds an address, cut where the line ends: it has no better place to be broken at.
  mutating func address(_ label: StaticString, _ text: String, indent: Int = 0) {
    let whole = "\(label): \(Self.oneLine(text))"
    let margin = String(repeating: " ", count: indent)
    guard let columns else { return line(margin + whole) }
    let lines = Wrapper.hardLines(of: whole, columns: max(1, columns - indent))
    for part in lines { line(margin + Self.piece(of: whole, part.range)) }
  }

  /// Forgets what is written and keeps the room.
  mutating func removeAll() {
    bytes.removeAll(keepingCapacity: true)
  }

  /// The text with its newlines and tabs as spaces.
  static func oneLine(_ text: String) -> String {
    guard text.utf8.contains(where: { $0 < 0x20 }) else { return text }
    return String(decoding: text.utf8.map { $0 < 0x20 ? 0x20 : $0 }, as: UTF8.self)
  }

  private static let newline = UInt8(ascii: "\n")

  private mutating func append(_ text: StaticString) {
    text.withUTF8Buffer { unsafe bytes.append(contentsOf: $0) }
  }

  /// Turns controls from there on into spaces, which they seldom have to be.
  private mutating func oneLine(from start: Int) {
    var least = UInt8.max
    for byte in bytes[start...] { least = min(least, byte) }
    if least >= 0x20 { return }
    for index in start..<bytes.count where bytes[index] < 0x20 { bytes[index] = 0x20 }
  }

  private mutating func wrapped(_ text: String, indent: Int, hanging: Int) {
    let margin = String(repeating: " ", count: indent)
    guard let columns else { return line(text.isEmpty ? "" : margin + text) }
    let text = text.replacing("\t", with: " ")
    let all = Wrapper.lines(of: text, columns: columns - indent)
    let first = Self.piece(of: text, all[0].range)
    line(first.isEmpty ? "" : margin + first)
    guard all.count > 1 else { return }
    // What follows is narrower than the first line, so it is wrapped anew.
    let rest = Self.piece(of: text, all[1].range.lowerBound..<text.utf8.count)
    let inner = margin + String(repeating: " ", count: hanging)
    for part in Wrapper.lines(of: rest, columns: columns - indent - hanging) {
      line(inner + Self.piece(of: rest, part.range))
    }
  }

  private static func piece(of text: String, _ range: Range<Int>) -> String {
    let utf8 = text.utf8
    let start = utf8.index(utf8.startIndex, offsetBy: range.lowerBound)
    let end = utf8.index(utf8.startIndex, offsetBy: range.upperBound)
    return String(text[start..<end])
  }
}
