/// How many terminal columns text takes, by grapheme cluster and by a table of a known Unicode version.
///
/// A cluster takes two columns when it is East Asian wide or fullwidth, a picture (by itself, by a selector, with a skin
/// tone, joined), or a flag (one more for each sign that Unicode puts before it, as U+0600); none when it is a mark, a control or a format character alone; one otherwise.
package enum TextWidth {
  /// The Unicode version of the table.
  package static let unicodeVersion = ScalarRanges.unicodeVersion

  private static let pictureSelector: UInt32 = 0xFE0F
  private static let keycap: UInt32 = 0x20E3
  private static let flagLetters: ClosedRange<UInt32> = 0x1F1E6...0x1F1FF
  private static let ellipsis = "…"

  /// The columns of a text; controls, newline and tab included, take none.
  package static func columns(of text: String) -> Int {
    if let ascii = asciiColumns(of: text.utf8Span.span) { return ascii }
    var scanner = ClusterScanner(text)
    var columns = 0
    while let cluster = scanner.next() { columns += cluster.columns }
    return columns
  }

  /// The columns of one cluster: 0, 1 or 2, and one more for each sign put before it.
  package static func columns(of character: Character) -> Int {
    let table = ScalarTable.shared
    var widest = 0
    var before = 0
    var flags = 0
    var base: UInt32?
    var hasSelector = false
    var hasKeycap = false
    for scalar in character.unicodeScalars {
      if scalar.value >= 0x80, table[scalar.value].contains(.prepended) {
        before += 1
        continue
      }
      widest = max(widest, columns(ofScalar: scalar.value))
      if flagLetters.contains(scalar.value) { flags += 1 }
      if scalar.value == pictureSelector { hasSelector = true }
      if scalar.value == keycap { hasKeycap = true }
      base = base ?? scalar.value
    }
    if flags == 2 { return before + 2 }
    guard hasSelector, let base else { return before + widest }
    return before + (table[base].contains(.emoji) || hasKeycap ? 2 : widest)
  }

  /// The longest beginning that takes at most that many columns; never a part of a cluster.
  package static func prefix(of text: String, columns: Int) -> Substring {
    guard columns > 0 else { return text.prefix(0) }
    if text.utf8.count <= columns, asciiColumns(of: text.utf8Span.span) != nil { return text[...] }
    let end = prefixEnd(of: text, columns: columns).offset
    return text[..<text.utf8.index(text.startIndex, offsetBy: end)]
  }

  /// The text in exactly that many columns: padded with spaces, or cut and ended with `…`.
  package static func fit(_ text: String, columns: Int) -> String {
    guard columns > 0 else { return "" }
    let whole = prefixEnd(of: text, columns: columns)
    if whole.offset == text.utf8.count {
      return text + String(repeating: " ", count: columns - whole.columns)
    }
    let part = prefixEnd(of: text, columns: columns - 1)
    let kept = text[..<text.utf8.index(text.startIndex, offsetBy: part.offset)]
    return kept + ellipsis + String(repeating: " ", count: columns - 1 - part.columns)
  }

  /// The columns of a scalar that stands alone.
  static func columns(ofScalar scalar: UInt32) -> Int {
    if scalar < 0x7F { return scalar < 0x20 ? 0 : 1 }
    if scalar < 0xA0 { return 0 }
    let flags = ScalarTable.shared[scalar]
    if flags.contains(.zeroWidth) { return 0 }
    return flags.contains(.wide) ? 2 : 1
  }

  private static func prefixEnd(
    of text: String, columns limit: Int
  ) -> (offset: Int, columns: Int) {
    var scanner = ClusterScanner(text)
    var offset = 0
    var columns = 0
    while let cluster = scanner.next() {
      if columns + cluster.columns > limit { break }
      columns += cluster.columns
      offset = cluster.end
    }
    return (offset, columns)
  }

  /// The columns of ASCII; nil for anything else.
  private static func asciiColumns(of bytes: Span<UInt8>) -> Int? {
    var columns = 0
    for index in 0..<bytes.count {
      let byte = bytes[index]
      if byte >= 0x80 { return nil }
      if byte >= 0x20 && byte != 0x7F { columns += 1 }
    }
    return columns
  }
}
