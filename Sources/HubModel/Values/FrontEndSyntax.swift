/// How front ends are named, and what they may ask to read.
package enum FrontEndSyntax {
  /// Longest name in bytes.
  package static let maxNameBytes = 32
  /// Longest id in bytes.
  package static let maxIDBytes = 255
  /// Longest path that a front end asks to read, in bytes.
  package static let maxPathBytes = 1_024

  /// Whether a text can name a front end: `[a-z0-9-]`, 1 to 32 bytes.
  package static func isName(_ text: String) -> Bool {
    (1...maxNameBytes).contains(text.utf8.count)
      && text.utf8.allSatisfy {
        (UInt8(ascii: "a")...UInt8(ascii: "z")).contains($0)
          || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) || $0 == UInt8(ascii: "-")
      }
  }

  /// Whether a text can name what is to be read: absolute or from `~` on, without `..`, quotes and
  /// control characters.
  package static func isPath(_ text: String) -> Bool {
    guard (1...maxPathBytes).contains(text.utf8.count),
      text.hasPrefix("/") || text == "~" || text.hasPrefix("~/"),
      !text.split(separator: "/").contains("..")
    else { return false }
    return text.unicodeScalars.allSatisfy {
      $0 != "\"" && $0 != "\\" && $0.properties.generalCategory != .control
    }
  }
}
