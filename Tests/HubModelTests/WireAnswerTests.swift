import FoundationEssentials
import HubModel
import Testing

struct WireAnswerTests {
  /// The name of the case that was found.
  private func kind(_ text: String) throws -> String {
    switch try WireAnswer.detect(text.bytes) {
    case .posts: "posts"
    case .subscriptions: "subscriptions"
    case .participants: "participants"
    case .conversations: "conversations"
    case .replies: "replies"
    case .config: "config"
    case .home: "home"
    case .read: "read"
    }
  }

  @Test(arguments: [
    (Fixture.postsPage([Fixture.postA]), "posts"),
    ("{\"hasMore\":false,\"included\":{\"subscriptions\":[]},\"posts\":[]}", "posts"),
    ("{\"subscriptions\":[\(Fixture.subNews)]}", "subscriptions"),
    ("{\"participants\":[]}", "participants"),
    (Fixture.conversationsPage([Fixture.convA], participants: nil), "conversations"),
    (Fixture.repliesPage([]), "replies"),
    ("{\"colorScheme\":\"dark\",\"hub\":{}}", "config"),
    ("{\"experienceURL\":null}", "home"),
    (
      "{\"conversationID\":\"8e2f6a90-71bb-4c3d-8f10-6d5e4c3b2a01\","
        + "\"lastReadAt\":\"2026-03-05T13:01:00.000Z\",\"lastReadReplyID\":null}", "read"
    ),
  ])
  func `each answer is known by its keys`(text: String, expected: String) throws {
    #expect(try kind(text) == expected)
  }

  @Test(arguments: [
    (Fixture.pushA, "The JSON text is a push payload, not an answer of the server."),
    (
      "{\"a\":1}",
      "The JSON text is no known answer: it has none of the keys posts, subscriptions, "
        + "participants, conversations, replies, hub, experienceURL and lastReadAt."
    ),
    ("[1]", "The JSON text must be an object."),
    ("plain text", "The JSON text is no JSON: a value is missing or broken at byte 0."),
    ("{\"a\":1} x", "The JSON text is no JSON: something follows its end at byte 8."),
    ("{\"posts\":1}", "posts must be a list."),
  ])
  func `what is no answer says why`(text: String, sentence: String) {
    let error = #expect(throws: WireError.self) { try kind(text) }
    #expect(error?.description == sentence)
  }

  @Test func `skipped elements are told for every kind`() throws {
    let texts = [
      "{\"posts\":[0],\"hasMore\":false}", "{\"subscriptions\":[0]}", "{\"participants\":[0]}",
      "{\"conversations\":[0],\"hasMore\":false}", "{\"replies\":[0],\"hasMore\":false}",
      "{\"hub\":0}",
    ]
    for text in texts { #expect(try WireAnswer.detect(text.bytes).skipped.count == 1) }
    #expect(try WireAnswer.detect("{\"experienceURL\":null}".bytes).skipped.isEmpty)
  }

  @Test(arguments: [
    "{\"conversationID\":\"8e2f6a90-71bb-4c3d-8f10-6d5e4c3b2a01\"}",
    "{\"lastReadAt\":\"2026-03-05T13:01:00.000Z\"}",
  ])
  func `a read answer needs its conversation and its time`(text: String) {
    #expect(throws: WireError.self) { try ReadAnswer(decoding: text.bytes) }
  }
}

/// Reading the real posts that lie beside a checkout for tests.
struct CorpusTests {
  static let folder =
    ProcessInfo.processInfo.environment["HUBHOST_TEST_CORPUS"] ?? "../shared/data/swift-blog"

  @Test(
    .enabled(
      if: FileManager.default.fileExists(atPath: "\(folder)/posts-1.json"),
      "needs the corpus of real posts; set HUBHOST_TEST_CORPUS to its folder"))
  func `the pages of the corpus hold 168 posts and nothing is skipped`() throws {
    var ids: Set<UUID> = []
    var cursors: [String?] = []
    var repaired: [String] = []
    for number in 1...4 {
      let data = try Data(contentsOf: URL(filePath: "\(Self.folder)/posts-\(number).json"))
      guard case .posts(let page) = try WireAnswer.detect([UInt8](data)) else {
        Issue.record("page \(number) is not a page of posts")
        return
      }
      #expect(page.skipped.count == 0)
      repaired += page.skipped.repaired.map { "\(number) \($0.path)" }
      #expect(page.hasMore == (number < 4))
      let known = Set(page.subscriptions.map(\.id))
      #expect(page.posts.allSatisfy { $0.subscriptionID.map(known.contains) ?? true })
      ids.formUnion(page.posts.map(\.id))
      cursors.append(page.nextCursor)
    }
    #expect(ids.count == 168)
    // One post was published at T59:00:00.
    #expect(repaired == ["2 posts[19]"])
    #expect(cursors.last == "c168")
  }
}
