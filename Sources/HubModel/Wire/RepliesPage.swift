/// An answer of `GET /conversations/{id}/replies` (reference 2.3, E5).
package struct RepliesPage: Hashable, Sendable {
  package var replies: [Reply]
  package var nextCursor: String?
  package var nextBefore: String?
  package var hasMore: Bool
  /// What was left out because it is bad.
  package var skipped: SkipReport

  package init(
    replies: [Reply], nextCursor: String? = nil, nextBefore: String? = nil,
    hasMore: Bool = false, skipped: SkipReport = SkipReport()
  ) {
    self.replies = replies
    self.nextCursor = nextCursor
    self.nextBefore = nextBefore
    self.hasMore = hasMore
    self.skipped = skipped
  }

  /// The page in `bytes`; bad replies are skipped and reported.
  ///
  /// - Throws: when it is no JSON object, `replies` or `hasMore` is missing or of the wrong form,
  ///   or a limit is passed.
  package init(decoding bytes: [UInt8]) throws(WireError) {
    var reader = try JSONReader(bytes, limit: WireLimits.maxAnswerBytes)
    var replies: [Reply]?
    var frame = PageFrame()
    try reader.enterObject()
    while let key = try reader.nextKey() {
      if key == "replies" {
        replies = try reader.elements(key, skipped: &frame.skipped)
      } else {
        try frame.take(key, from: &reader)
      }
    }
    try reader.finish()
    self.init(
      replies: try JSONReader.require(replies, "replies"), nextCursor: frame.nextCursor,
      nextBefore: frame.nextBefore, hasMore: try JSONReader.require(frame.hasMore, "hasMore"),
      skipped: frame.skipped)
  }
}
