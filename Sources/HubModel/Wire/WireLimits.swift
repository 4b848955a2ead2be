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
  /// Most elements of one list, bad ones included: below it, an answer of nothing but `[1,1,…]`
  /// cannot grow into something much larger in memory.
  package static let maxElements = 1_000_000
  /// Skipped elements that are reported in words; all of them are counted.
  package static let maxReported = 100
}
