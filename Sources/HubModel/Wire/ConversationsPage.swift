/// An answer of `GET /conversations` (reference 2.3, E4).
package struct ConversationsPage: Hashable, Sendable {
  /// The conversations; the `participantIDs` of each are the wire's own list, which links it.
  package var conversations: [Conversation]
  /// The included participants that at least one kept conversation of the page lists in its own
  /// `participantIDs` (reference 1.3); the first of an id stays.
  package var participants: [Participant]
  package var nextCursor: String?
  package var nextBefore: String?
  package var hasMore: Bool
  /// What was left out because it is bad.
  package var skipped: SkipReport

  package init(
    conversations: [Conversation], participants: [Participant] = [], nextCursor: String? = nil,
    nextBefore: String? = nil, hasMore: Bool = false, skipped: SkipReport = SkipReport()
  ) {
    self.conversations = conversations
    self.participants = participants
    self.nextCursor = nextCursor
    self.nextBefore = nextBefore
    self.hasMore = hasMore
    self.skipped = skipped
  }

  /// The page in `bytes`; bad conversations and participants are skipped and reported.
  ///
  /// - Throws: when it is no JSON object, `conversations` or `hasMore` is missing or of the wrong
  ///   form, or a limit is passed.
  package init(decoding bytes: [UInt8]) throws(WireError) {
    var reader = try JSONReader(bytes, limit: WireLimits.maxAnswerBytes)
    var found: [Conversation]?
    var included: [Participant] = []
    var frame = PageFrame()
    try reader.enterObject()
    while let key = try reader.nextKey() {
      switch key {
      case "conversations": found = try reader.elements(key, skipped: &frame.skipped)
      case "included": included = try reader.included("participants", skipped: &frame.skipped)
      default: try frame.take(key, from: &reader)
      }
    }
    try reader.finish()
    let conversations = try JSONReader.require(found, "conversations")
    var listed: Set<String> = []
    for conversation in conversations { listed.formUnion(conversation.participantIDs) }
    self.init(
      conversations: conversations,
      participants: included.filter { listed.contains($0.id) }.firstOfEach(\.id),
      nextCursor: frame.nextCursor, nextBefore: frame.nextBefore,
      hasMore: try JSONReader.require(frame.hasMore, "hasMore"), skipped: frame.skipped)
  }
}

/// The answer of `GET /participants` (reference 2.3, E3).
package struct ParticipantsAnswer: Hashable, Sendable {
  package var participants: [Participant]
  /// What was left out because it is bad.
  package var skipped = SkipReport()

  /// The answer in `bytes`; bad participants are skipped and reported.
  ///
  /// - Throws: when it is no JSON object with the list `participants`, or a limit is passed.
  package init(decoding bytes: [UInt8]) throws(WireError) {
    participants = try JSONReader.onlyList("participants", in: bytes, skipped: &skipped)
      .firstOfEach(\.id)
  }
}
