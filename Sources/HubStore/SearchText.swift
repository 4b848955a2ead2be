/// The case-insensitive "contains" of the search field (reference 7.1), on raw UTF-8.
enum SearchText {
  /// A text as it is compared: lower case.
  static func fold(_ text: String) -> String { text.lowercased() }

  /// Whether a text holds the folded needle, whatever the text's case.
  ///
  /// An all-ASCII text is compared in place; any other is folded first.
  static func contains(
    _ text: UnsafeBufferPointer<UInt8>, folded needle: UnsafeBufferPointer<UInt8>
  ) -> Bool {
    guard !needle.isEmpty else { return true }
    if unsafe text.allSatisfy({ $0 < 0x80 }) { return unsafe find(needle, in: text) }
    var folded = unsafe fold(String(decoding: text, as: UTF8.self))
    return folded.withUTF8 { unsafe find(needle, in: $0) }
  }

  private static func find(
    _ needle: UnsafeBufferPointer<UInt8>, in text: UnsafeBufferPointer<UInt8>
  ) -> Bool {
    guard text.count >= needle.count else { return false }
    for start in 0...(text.count - needle.count) {
      var length = 0
      while unsafe length < needle.count && lower(text[start + length]) == needle[length] {
        length += 1
      }
      if length == needle.count { return true }
    }
    return false
  }

  private static func lower(_ byte: UInt8) -> UInt8 {
    byte >= UInt8(ascii: "A") && byte <= UInt8(ascii: "Z") ? byte | 0x20 : byte
  }
}
