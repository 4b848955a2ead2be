import HubText

/// Texts in an exact number of terminal columns.
///
/// The width is that of `TextWidth`; plain text, which is nearly all of it, is measured without its table.
enum CellText {
  /// What stands at the end of a text that was cut.
  static let ellipsis = "…"

  /// The columns of a text; a tab or newline takes none.
  static func columns(of text: String) -> Int {
    plainColumns(of: text) ?? TextWidth.columns(of: text)
  }

  /// The text in exactly that many columns: padded with spaces, or cut and ended with `…`.
  static func fit(_ text: String, columns: Int) -> String {
    guard columns > 0 else { return "" }
    guard let whole = plainColumns(of: text) else { return TextWidth.fit(text, columns: columns) }
    if whole <= columns { return text + String(repeating: " ", count: columns - whole) }
    return plainPrefix(of: text, columns: columns - 1) + ellipsis
  }

  /// The text in at most that many columns: as it is, or cut and ended with `…`.
  static func cut(_ text: String, columns: Int) -> String {
    if Self.columns(of: text) <= columns { return text }
    return fit(text, columns: columns)
  }

  /// The text without what could move the cursor: tabs and newlines become spaces.
  static func oneLine(_ text: String) -> String {
    guard text.utf8.contains(where: { $0 < 0x20 || $0 == 0x7F }) else { return text }
    let scalars = text.unicodeScalars.map { scalar -> Unicode.Scalar in
      scalar.value < 0x20 || scalar.value == 0x7F ? " " : scalar
    }
    return String(String.UnicodeScalarView(scalars))
  }

  /// Most scalars of a cluster of safe text: a base with eight joiners or marks and what they join.
  private static let mostClusterScalars = 18

  /// A beginning of the text that fills those columns at least, or the whole of it: what follows, be
  /// it megabytes, is not even looked at.
  static func head(_ text: String, columns: Int) -> String {
    let most = mostClusterScalars * (max(0, columns) + 1)
    return text.utf8.count <= most ? text : String(text.unicodeScalars.prefix(most))
  }

  /// The text as one line of at most that many columns, cut like `cut`.
  static func oneLine(_ text: String, columns: Int) -> String {
    cut(oneLine(head(text, columns: columns)), columns: columns)
  }

  /// Whether a scalar takes one column and shares its cluster with no other of this kind.
  ///
  /// Latin, Greek and Cyrillic letters, punctuation, box drawing and the dots that this front end draws.
  static func isPlain(_ scalar: UInt32) -> Bool {
    switch scalar {
    case 0x20...0x7E: true
    case 0xA0...0x2FF: scalar != 0xAD && scalar != 0xA9 && scalar != 0xAE
    case 0x391...0x3CE, 0x410...0x44F, 0x2010...0x2027, 0x2500...0x257F: true
    case 0x20AC, 0x2191, 0x2193, 0x25CF: true
    default: false
    }
  }

  /// The columns of a text of plain scalars; nil for any other.
  private static func plainColumns(of text: String) -> Int? {
    var columns = 0
    for scalar in text.unicodeScalars {
      guard isPlain(scalar.value) else { return nil }
      columns += 1
    }
    return columns
  }

  private static func plainPrefix(of text: String, columns: Int) -> String {
    String(text.unicodeScalars.prefix(columns))
  }
}
