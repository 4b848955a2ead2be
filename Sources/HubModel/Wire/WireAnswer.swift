/// Any answer of the server, told apart by its top-level keys.
package enum WireAnswer: Hashable, Sendable {
  case posts(PostsPage)
  case subscriptions(SubscriptionsAnswer)
  case participants(ParticipantsAnswer)
  case conversations(ConversationsPage)
  case replies(RepliesPage)
  case config(HubConfigAnswer)
  case home(HomeAnswer)
  case read(ReadAnswer)

  /// The answer in `bytes`, whichever it is.
  ///
  /// - Throws: when the bytes are no JSON object, none of the known answers, or a bad one.
  package static func detect(_ bytes: [UInt8]) throws(WireError) -> WireAnswer {
    switch try kind(of: bytes) {
    case "posts": .posts(try PostsPage(decoding: bytes))
    case "subscriptions": .subscriptions(try SubscriptionsAnswer(decoding: bytes))
    case "participants": .participants(try ParticipantsAnswer(decoding: bytes))
    case "conversations": .conversations(try ConversationsPage(decoding: bytes))
    case "replies": .replies(try RepliesPage(decoding: bytes))
    case "hub": .config(try HubConfigAnswer(decoding: bytes))
    case "experienceURL": .home(try HomeAnswer(decoding: bytes))
    case "lastReadAt": .read(try ReadAnswer(decoding: bytes))
    case "rover": throw WireError(.unknownAnswer, "is a push payload, not an answer of the server")
    default:
      throw WireError(
        .unknownAnswer,
        "is no known answer: it has none of the keys posts, subscriptions, participants, "
          + "conversations, replies, hub, experienceURL and lastReadAt")
    }
  }

  /// What was left out of the answer because it is bad.
  package var skipped: SkipReport {
    switch self {
    case .posts(let page): page.skipped
    case .subscriptions(let answer): answer.skipped
    case .participants(let answer): answer.skipped
    case .conversations(let page): page.skipped
    case .replies(let page): page.skipped
    case .config(let answer): answer.skipped
    case .home, .read: SkipReport()
    }
  }

  /// The first top-level key that only one kind of answer has; reading stops there.
  private static func kind(of bytes: [UInt8]) throws(WireError) -> String? {
    var reader = try JSONReader(bytes, limit: WireLimits.maxAnswerBytes)
    try reader.enterObject()
    while let key = try reader.nextKey() {
      switch key {
      case "posts", "subscriptions", "participants", "conversations", "replies", "hub",
        "experienceURL", "lastReadAt", "rover":
        return key
      default: try reader.skip()
      }
    }
    try reader.finish()
    return nil
  }
}
