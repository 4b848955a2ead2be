/// What the inbox is searched for: a part of subject or preview, whatever the case (reference 7.1).
///
/// White space is not trimmed; an empty text finds everything. ASCII queries compare bytes and
/// cost no memory, others compare characters, so that composed and decomposed letters are equal.
package struct SearchText: Hashable, Sendable {
  /// The query with its case folded.
  package let folded: String
  private let needle: [UInt8]
  private let isASCII: Bool

  package init(_ query: String) {
    folded = Self.fold(query)
    needle = Array(folded.utf8)
    isASCII = query.utf8.allSatisfy { $0 < 0x80 }
  }

  package var isEmpty: Bool { needle.isEmpty }

  /// The text with its case folded.
  package static func fold(_ text: String) -> String {
    // Upper case first, since only that joins both small sigmas and opens sharp s.
    text.utf8.allSatisfy({ $0 < 0x80 }) ? text.lowercased() : text.uppercased().lowercased()
  }

  /// Whether the query is a part of the subject or the preview of a row.
  package func matches(subject: String?, preview: String?) -> Bool {
    isEmpty || subject.map(isFound(in:)) ?? false || preview.map(isFound(in:)) ?? false
  }

  /// Whether the query is a part of `text`.
  package func isFound(in text: String) -> Bool {
    guard isASCII else { return isFoundByCharacter(in: Self.fold(text)) }
    return isFound(in: text.utf8Span.span)
  }

  /// The same for UTF-8 bytes; invalid ones match nothing.
  package func isFound(in bytes: Span<UInt8>) -> Bool {
    guard isASCII else {
      var copy: [UInt8] = []
      copy.reserveCapacity(bytes.count)
      for index in bytes.indices { copy.append(bytes[index]) }
      return isFoundByCharacter(in: Self.fold(String(decoding: copy, as: UTF8.self)))
    }
    guard let first = needle.first else { return true }
    guard bytes.count >= needle.count else { return false }
    for start in 0...(bytes.count - needle.count)
    where Self.lower(bytes[start]) == first && hasNeedle(bytes, at: start) {
      return true
    }
    return false
  }

  private func hasNeedle(_ bytes: Span<UInt8>, at start: Int) -> Bool {
    for offset in 1..<max(needle.count, 1)
    where Self.lower(bytes[start + offset]) != needle[offset] {
      return false
    }
    return true
  }

  private static func lower(_ byte: UInt8) -> UInt8 {
    byte &- 0x41 < 26 ? byte | 0x20 : byte
  }

  private func isFoundByCharacter(in haystack: String) -> Bool {
    var rest = haystack[...]
    while true {
      if rest.starts(with: folded) { return true }
      guard rest.popFirst() != nil else { return false }
    }
  }
}
