/// What an answer of the server or a push payload may cost at most.
package enum WireLimits {
  /// Largest answer in bytes: a hundred thousand posts with long previews fit several times.
  package static let maxAnswerBytes = 64 << 20
  /// Largest push payload in bytes.
  ///
  /// The platforms deliver 4 KiB; the rest is room for other ways in.
  package static let maxPayloadBytes = 1 << 20
  /// Deepest nesting of arrays and objects: the wire needs 5, unknown blocks may bring more, and
  /// the reader's recursion stays small.
  package static let maxDepth = 64
  /// Most elements of one list, bad ones included: about what fits into the largest answer when
  /// each element is a real post.
  package static let maxElements = 1 << 18
  /// Skipped elements that are reported in words; all of them are counted.
  package static let maxReported = 100
  /// Longest token in bytes.
  package static let maxTokenBytes = 8_192

  /// Whether a text can be a token: printable ASCII without blanks, so that it can stand in a header
  /// field.
  package static func isToken(_ text: String) -> Bool {
    1...maxTokenBytes ~= text.utf8.count && text.utf8.allSatisfy { 0x21...0x7E ~= $0 }
  }
}
