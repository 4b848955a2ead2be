import FoundationEssentials
import HubModel
import Testing

struct PostsPageTests {
  private func page(_ text: String) throws -> PostsPage { try PostsPage(decoding: text.bytes) }

  /// The page with the post of the fixture, one part of it exchanged.
  private func page(with old: String, _ new: String) throws -> PostsPage {
    try page(Fixture.postsPage([Fixture.postA.with(old, new), Fixture.postA]))
  }

  @Test func `the example of the wire decodes completely`() throws {
    let page = try page(Fixture.postsPage([Fixture.postA]))
    let expected = Post(
      id: Fixture.postID, subject: "Gate change", previewText: "Use gate 4 tonight",
      receivedAt: Timestamp(milliseconds: TimestampTests.milliseconds),
      url: "https://posts.example.test/p/1", subscriptionID: "sub-news")
    #expect(page.posts == [expected])
    #expect(
      page.subscriptions == [
        Subscription(id: "sub-news", name: "Team news", summary: "All the news")
      ])
    #expect(page.nextCursor == "c-18")
    #expect(!page.hasMore)
    #expect(page.skipped.isEmpty)
  }

  @Test(arguments: [
    ("\"previewText\":\"Use gate 4 tonight\",", "", "previewText is missing."),
    ("\"subject\":\"Gate change\"", "\"subject\":null", "subject must be a text."),
    ("\"isRead\":false", "\"isRead\":0", "isRead must be true or false."),
    (",\"isRead\":false", "", "isRead is missing."),
    ("\"coverImageURL\":null", "\"coverImageURL\":[1]", "coverImageURL must be a text."),
    (
      "5b0d7c1e-2f43-4e0a-9d55-0a1b2c3d4e01", "123",
      "id must be a UUID (8-4-4-4-12 hexadecimal digits)."
    ),
    (
      "\"2026-03-05T13:19:23.260Z\"", "1772716763",
      "receivedAt must be a text."
    ),
    (
      "2026-03-05T13:19:23.260Z", "2026-13-05T13:19:23.260Z",
      "receivedAt must be a date such as 2026-03-05T13:19:23.260Z."
    ),
  ])
  func `cases 235, 236: a bad post is skipped and reported, the rest is kept`(
    old: String, new: String, reason: String
  ) throws {
    let page = try page(with: old, new)
    #expect(page.posts.map(\.id) == [Fixture.postID])
    #expect(page.nextCursor == "c-18")
    #expect(page.skipped.count == 1)
    #expect(page.skipped.elements == [SkippedElement(path: "posts[0]", reason: reason)])
  }

  @Test(arguments: ["1", "null", "[]", "\"x\"", "{}"])
  func `an element that is no post is skipped`(element: String) throws {
    let page = try page(Fixture.postsPage([Fixture.postA, element, Fixture.postA]))
    #expect(page.posts.count == 2)
    #expect(page.skipped.elements.map(\.path) == ["posts[1]"])
  }

  @Test func `case 122: a subscription of an unknown status is skipped, the page is kept`() throws {
    let bad = Fixture.subNews.with("published", "PUBLISHED")
    let page = try page(Fixture.postsPage([Fixture.postA], subscriptions: [bad]))
    #expect(page.posts.count == 1)
    #expect(page.subscriptions.isEmpty)
    #expect(
      page.skipped.elements == [
        SkippedElement(
          path: "included.subscriptions[0]",
          reason: "status must be unpublished, published or archived.")
      ])
  }

  @Test func `case 124: unknown extra keys are ignored`() throws {
    let post = Fixture.postA.with("{\"id\"", "{\"new\":{\"a\":[1,2,{}]},\"n\":1e9,\"id\"")
    let page = try page(Fixture.postsPage([post], rest: ",\"other\":[[]]"))
    #expect(page.posts.count == 1)
    #expect(page.skipped.isEmpty)
  }

  @Test func `a post without url or date fraction is kept`() throws {
    let post = Fixture.postA.with(",\"url\":\"https://posts.example.test/p/1\"", "")
      .with(".260Z", "Z")
    let page = try page(Fixture.postsPage([post]))
    #expect(page.posts.first?.url == nil)
    #expect(page.posts.first?.receivedAt.wire == "2026-03-05T13:19:23.000Z")
  }

  @Test(arguments: [
    ("2020-12-16T59:00:00.000Z", "2020-12-16T23:00:00.000Z"),
    ("2020-12-16T24:00:00Z", "2020-12-16T23:00:00.000Z"),
    ("2020-12-16T12:60:99.5+01:00", "2020-12-16T11:59:59.500Z"),
  ])
  func `a post at a time of day that does not exist is kept and reported as repaired`(
    text: String, expected: String
  ) throws {
    let page = try page(with: "2026-03-05T13:19:23.260Z", text)
    #expect(page.posts.map(\.receivedAt.wire) == [expected, "2026-03-05T13:19:23.260Z"])
    #expect(page.skipped.count == 0)
    #expect(!page.skipped.isEmpty)
    #expect(page.skipped.repairedCount == 1)
    #expect(
      page.skipped.repaired == [
        SkippedElement(
          path: "posts[0]", reason: "The time of day does not exist; \(expected) was taken.")
      ])
  }

  @Test(arguments: ["2020-13-16T59:00:00Z", "2021-02-29T59:00:00Z", "2020-12-16T5:00:00Z"])
  func `a post at a date that does not exist is skipped`(text: String) throws {
    let page = try page(with: "2026-03-05T13:19:23.260Z", text)
    #expect(page.posts.count == 1)
    #expect(page.skipped.elements.map(\.path) == ["posts[0]"])
    #expect(page.skipped.repairedCount == 0)
  }

  @Test func `the first included subscription of an id wins`() throws {
    let second = Fixture.subNews.with("Team news", "Second")
    let page = try page(Fixture.postsPage([], subscriptions: [Fixture.subNews, second]))
    #expect(page.subscriptions.map(\.name) == ["Team news"])
  }

  @Test(arguments: [
    ("{\"posts\":[]}", "hasMore is missing."), ("{\"hasMore\":true}", "posts is missing."),
    ("{\"posts\":null,\"hasMore\":true}", "posts must be a list."),
    ("{\"posts\":{},\"hasMore\":true}", "posts must be a list."),
    ("{\"posts\":[],\"hasMore\":\"no\"}", "hasMore must be true or false."),
    ("{\"posts\":[],\"hasMore\":true,\"nextCursor\":1}", "nextCursor must be a text."),
    ("[]", "The JSON text must be an object."), ("null", "The JSON text must be an object."),
    ("", "The JSON text is no JSON: a value is missing or broken at byte 0."),
    ("<html>", "The JSON text is no JSON: a value is missing or broken at byte 0."),
    (
      "{\"posts\":[{\"id\":}],\"hasMore\":true}",
      "The JSON text is no JSON: a value is missing or broken at byte 16."
    ),
  ])
  func `case 233: a page that cannot be read says why`(text: String, sentence: String) {
    let error = #expect(throws: WireError.self) { try page(text) }
    #expect(error?.description == sentence)
  }

  @Test(arguments: ["null", "{\"subscriptions\":[]}"])
  func `an empty included is no fault`(included: String) throws {
    let page = try page("{\"posts\":[],\"included\":\(included),\"hasMore\":true}")
    #expect(page.hasMore)
    #expect(page.skipped.isEmpty)
  }

  @Test(arguments: ["7", "{}", "{\"subscriptions\":null}"])
  func `a bad included is reported and the posts are kept`(included: String) throws {
    let page = try page(
      "{\"included\":\(included),\"posts\":[\(Fixture.postA)],\"hasMore\":true}")
    #expect(page.posts.count == 1)
    #expect(page.skipped.elements.map(\.path) == ["included"])
  }

  @Test func `all skipped elements are counted, the first hundred are reported`() throws {
    let bad = [String](repeating: "0", count: WireLimits.maxReported + 1)
    let skipped = try page(Fixture.postsPage(bad)).skipped
    #expect(skipped.count == WireLimits.maxReported + 1)
    #expect(skipped.elements.count == WireLimits.maxReported)
  }

  @Test func `a list is refused beyond its largest number of elements`() throws {
    let beyond = String(repeating: "0,", count: WireLimits.maxElements) + "0"
    let error = #expect(throws: WireError.self) {
      try PostsPage(decoding: "{\"posts\":[\(beyond)],\"hasMore\":true}".bytes)
    }
    #expect(error?.code == .tooLarge)
    #expect(error?.path == "posts")
  }

  @Test(arguments: [
    String(repeating: "long ", count: 100_000), "nul\u{0}inside", "שלום עולם", "👩‍👩‍👧‍👦\u{202E}abc",
  ])
  func `case 244: odd text is kept unchanged`(subject: String) throws {
    let escaped = subject.replacing("\0", with: "\\u0000")
    let post = Fixture.postA.with("Gate change", escaped)
    #expect(try page(Fixture.postsPage([post])).posts.first?.subject == subject)
  }

  @Test func `the answer of the subscriptions call decodes`() throws {
    let text = "{\"subscriptions\":[\(Fixture.subNews),{\"id\":1}]}"
    let answer = try SubscriptionsAnswer(decoding: text.bytes)
    #expect(answer.subscriptions.map(\.id) == ["sub-news"])
    #expect(answer.skipped.elements.map(\.path) == ["subscriptions[1]"])
  }
}
