import FoundationEssentials
import HubModel
import HubText

/// An answer of the server, told apart by its keys and decoded as each of them.
enum WirePageTarget {
  static func run(_ bytes: [UInt8]) throws {
    let answers: [() throws -> WireAnswer] = [
      { .posts(try PostsPage(decoding: bytes)) },
      { .subscriptions(try SubscriptionsAnswer(decoding: bytes)) },
      { .participants(try ParticipantsAnswer(decoding: bytes)) },
      { .conversations(try ConversationsPage(decoding: bytes)) },
      { .replies(try RepliesPage(decoding: bytes)) },
      { .config(try HubConfigAnswer(decoding: bytes)) },
      { .home(try HomeAnswer(decoding: bytes)) },
      { .read(try ReadAnswer(decoding: bytes)) },
    ]
    var found: [WireAnswer] = []
    for answer in answers {
      do {
        found.append(try answer())
      } catch let error as WireError {
        try checkRefusal(error, of: bytes)
      }
    }
    for answer in found { try checkAnswer(answer) }
    if !found.isEmpty, StrictJSON.canJudge(bytes) {
      try check(StrictJSON.isObject(bytes), "what is no JSON object is taken")
    }
    do {
      let detected = try WireAnswer.detect(bytes)
      try check(found.contains(detected), "an answer is found that its own reader refuses")
    } catch let error as WireError {
      try checkRefusal(error, of: bytes)
    }
  }

  /// A refusal is one safe sentence, and JSON is not called something else.
  static func checkRefusal(_ error: WireError, of bytes: [UInt8]) throws {
    try checkSentence("\(error)")
    guard error.code == .notJSON else { return }
    try check(!StrictJSON.isObject(bytes), "a JSON object is refused: \(error)")
  }

  static func checkSentence(_ text: String) throws {
    try check(SafeText.isSafeLine(text.utf8Span.span), "a message is not safe: \(text)")
    try check(text.hasSuffix("."), "a message is no sentence: \(text)")
  }

  private static func checkAnswer(_ answer: WireAnswer) throws {
    let skipped = answer.skipped
    try check(
      skipped.elements.count == min(skipped.count, WireLimits.maxReported)
        && skipped.repaired.count == min(skipped.repairedCount, WireLimits.maxReported),
      "skipped elements are not counted as they are listed")
    for element in skipped.elements + skipped.repaired { try checkSentence(element.reason) }
    switch answer {
    case .posts(let page): try checkUnique(page.subscriptions.map(\.id))
    case .subscriptions(let answer): try checkUnique(answer.subscriptions.map(\.id))
    case .participants(let answer): try checkUnique(answer.participants.map(\.id))
    case .conversations(let page):
      try checkUnique(page.participants.map(\.id))
      let listed = page.conversations.reduce(into: Set<String>()) {
        $0.formUnion($1.participantIDs)
      }
      try check(
        page.participants.allSatisfy { listed.contains($0.id) }, "a participant is nobody's")
    case .replies(let page):
      for case .image(let url) in page.replies.flatMap(\.content) {
        try check(!url.isEmpty, "an image has no address")
      }
    case .config(let answer):
      try check(answer.config.deepLink?.isEmpty != true, "an empty deep link")
    case .home, .read: break
    }
  }

  private static func checkUnique(_ ids: [String]) throws {
    try check(Set(ids).count == ids.count, "an id came twice")
  }
}
