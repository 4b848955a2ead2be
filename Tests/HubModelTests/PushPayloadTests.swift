import HubModel
import Testing

struct PushPayloadTests {
  private func parse(_ text: String) throws -> PushPayload {
    try PushPayload(decoding: text.bytes)
  }

  private func reason(_ text: String) throws -> String? {
    guard case .nothing(let reason) = try parse(text).content else { return nil }
    return reason
  }

  @Test func `case 61: a post push brings the post, unread`() throws {
    let push = try parse(Fixture.pushA)
    #expect(push.kind == .post)
    guard case .post(let post) = push.content else {
      Issue.record("no post in \(push)")
      return
    }
    #expect(post.id == Fixture.postID)
    #expect(post.isUnread)
    #expect(push.actionURL == "rv-demo://posts/5b0d7c1e-2f43-4e0a-9d55-0a1b2c3d4e01")
    #expect(push.notification == nil)
    #expect(push.tap == .openURL("rv-demo://posts/5b0d7c1e-2f43-4e0a-9d55-0a1b2c3d4e01"))
  }

  @Test(arguments: ["[\"p-ana\"]", "[]", "[\"p-bob\"]"])
  func `case 62: a conversation push always links its participant`(ids: String) throws {
    let push = try parse(Fixture.pushC.with("[\"p-ana\"]", ids))
    #expect(push.kind == .conversation)
    guard case .conversation(let parts) = push.content else {
      Issue.record("no conversation in \(push)")
      return
    }
    #expect(parts.conversation.id == Fixture.conversationID)
    #expect(parts.conversation.participantIDs.contains("p-ana"))
    #expect(parts.reply.id == Fixture.replyID)
    #expect(parts.participant.name == "Ana Ruiz")
  }

  @Test func `the rover object may be a JSON text`() throws {
    for push in [Fixture.pushA, Fixture.pushC] {
      let start = try #require(push.firstRange(of: "\"rover\":")?.upperBound)
      let rover = push[start...].dropLast()
      let escaped = rover.replacing("\\", with: "\\\\").replacing("\"", with: "\\\"")
      #expect(try parse("{\"rover\":\"\(escaped)\"}") == parse(push))
    }
  }

  @Test(arguments: [
    ("{}", "The payload has no rover object."),
    ("{\"rover\":null}", "The payload has no rover object."),
    ("{\"rover\":\"text\"}", "The payload has no rover object."),
    ("{\"rover\":\"{} x\"}", "The payload has no rover object."),
    ("{\"rover\":{\"other\":{}}}", "The payload has neither a post nor a conversation."),
    ("{\"rover\":{\"post\":\"text\"}}", "The payload has neither a post nor a conversation."),
    ("{\"rover\":{\"post\":null}}", "The payload has neither a post nor a conversation."),
  ])
  func `cases 63, 64, 73: a payload without objects stores nothing`(
    text: String, sentence: String
  ) throws {
    #expect(try reason(text) == sentence)
    #expect(try parse(text).kind == PushPayload.Kind.none)
  }

  @Test(arguments: [
    ("\"reply\"", "\"rply\"", "rover.reply is missing."),
    ("\"participant\":{", "\"p\":{", "rover.participant is missing."),
    (
      "\"conversationID\":\"8e2f6a90-71bb-4c3d-8f10-6d5e4c3b2a01\"",
      "\"conversationID\":\"8e2f6a90-71bb-4c3d-8f10-6d5e4c3b2a02\"",
      "rover.reply.conversationID must be the id of rover.conversation."
    ),
    (
      "\"updatedAt\":\"2026-03-05T13:00:00.000Z\",", "",
      "rover.conversation.updatedAt is missing."
    ),
    (
      ",\"participantIDs\":[\"p-ana\"]", "", "rover.conversation.participantIDs is missing."
    ),
    (
      "\"updatedAt\":\"2026-03-01T08:00:00.000Z\"", "\"updatedAt\":7",
      "rover.participant.updatedAt must be a text."
    ),
    (
      "\"text\":\"Row 3 is free\"", "\"t\":1", "rover.reply.content[0].text is missing."
    ),
  ])
  func `cases 65 to 68: a conversation push that lacks something stores nothing`(
    old: String, new: String, sentence: String
  ) throws {
    let push = Fixture.pushC.with(old, new)
    #expect(try reason(push) == sentence)
    #expect(try parse(push).kind == .conversation)
  }

  @Test func `cases 69, 70: a post push that lacks something stores nothing`() throws {
    let unread = Fixture.pushA.with(",\"isRead\":false", "")
    #expect(try reason(unread) == "rover.post.isRead is missing.")
    let idless = Fixture.pushA.with("\"id\":\"5b0d", "\"id\":\"5b")
    #expect(try reason(idless)?.hasPrefix("rover.post.id must be a UUID") == true)
  }

  @Test func `a push is strict about the time of day`() throws {
    let push = Fixture.pushA.with("2026-03-05T13:19:23.260Z", "2026-03-05T59:19:23.260Z")
    #expect(try reason(push)?.hasPrefix("rover.post.receivedAt must be a date") == true)
  }

  @Test func `a post push needs neither url nor subscription`() throws {
    let push = Fixture.pushA.with("\"url\":\"https://posts.example.test/p/1\",", "")
      .with("\"subscriptionID\":\"sub-news\",", "")
    #expect(try reason(push) == nil)
  }

  @Test func `case 71: a post wins over a conversation`() throws {
    let push = try parse(Fixture.pushC.with("\"reply\"", "\"post\":\(Fixture.postA),\"reply\""))
    #expect(push.kind == .post)
    guard case .post = push.content else {
      Issue.record("no post in \(push)")
      return
    }
  }

  @Test func `case 72: a post that does not decode does not fall back to the conversation`() throws
  {
    let push = Fixture.pushC.with("\"reply\"", "\"post\":{},\"reply\"")
    #expect(try reason(push) == "rover.post.id is missing.")
  }

  @Test(arguments: ["", "[]", "null", "{\"rover\":", "not json"])
  func `what is no JSON object is refused`(text: String) {
    #expect(throws: WireError.self) { try parse(text) }
  }

  @Test func `payloads are read up to their limit and refused beyond`() throws {
    let rest = WireLimits.maxPayloadBytes - Fixture.pushA.utf8.count
    let allowed = Fixture.pushA + String(repeating: " ", count: rest)
    #expect(try parse(allowed).kind == .post)
    let error = #expect(throws: WireError.self) { try parse(allowed + " ") }
    #expect(error?.code == .tooLarge)
  }

  @Test(
    arguments: [
      ("{\"rover\":{\"action\":{\"url\":\"demo://x\"}}}", .openURL("demo://x")),
      ("{\"rover\":{\"action\":{\"url\":\"\"}}}", .none),
      ("{\"rover\":{\"action\":{\"url\":1}}}", .none), ("{\"rover\":{\"action\":1}}", .none),
      ("{\"rover\":{\"post\":{}}}", .none),
    ] as [(String, PushPayload.Tap)])
  func `case 82: a bare action stores nothing and opens its URL on a tap`(
    text: String, tap: PushPayload.Tap
  ) throws {
    #expect(try parse(text).tap == tap)
    #expect(try reason(text) != nil)
  }
}

struct LegacyNotificationTests {
  private func parse(_ tapBehavior: String, _ old: String = "", _ new: String = "") throws
    -> PushPayload
  {
    let notification = """
      {"id":"n-1","campaignID":"cmp-7","title":null,"body":"Doors open","attachment":null,\
      "tapBehavior":{"__typename":\(tapBehavior)},"deliveredAt":"2026-03-05T13:19:00.000Z",\
      "expiresAt":null,"isRead":false,"isNotificationCenterEnabled":true,"isDeleted":false,\
      "conversionTags":["a"]}
      """
    let changed = old.isEmpty ? notification : notification.with(old, new)
    let text = "{\"rover\":{\"notification\":\(changed),\"action\":{\"url\":\"demo://b\"}}}"
    return try PushPayload(decoding: text.bytes)
  }

  @Test(
    arguments: [
      ("\"OpenAppNotificationTapBehavior\"", .openApp),
      ("\"OpenURLNotificationTapBehavior\",\"url\":\"demo://a\"", .openURL("demo://a")),
      (
        "\"PresentWebsiteNotificationTapBehavior\",\"url\":\"https://a.example\"",
        .presentWebsite("https://a.example")
      ),
    ] as [(String, PushPayload.Tap)])
  func `case 85: a notification that decodes wins over the action`(
    behavior: String, tap: PushPayload.Tap
  ) throws {
    let push = try parse(behavior)
    #expect(push.tap == tap)
    #expect(push.notification?.campaignID == "cmp-7")
    #expect(push.notification?.conversionTags == ["a"])
    #expect(push.notificationFault == nil)
  }

  @Test(arguments: [
    ("\"SomethingNew\"", "", ""), ("\"OpenURLNotificationTapBehavior\"", "", ""),
    ("\"OpenAppNotificationTapBehavior\"", ",\"conversionTags\":[\"a\"]", ""),
    (
      "\"OpenAppNotificationTapBehavior\"", "\"attachment\":null",
      "\"attachment\":{\"type\":\"TEXT\",\"url\":\"u\"}"
    ),
  ])
  func `case 86: a notification that does not decode leaves the tap to the action`(
    behavior: String, old: String, new: String
  ) throws {
    let push = try parse(behavior, old, new)
    #expect(push.notification == nil)
    #expect(push.tap == .openURL("demo://b"))
    #expect(push.notificationFault?.hasPrefix("rover.notification.") == true)
  }

  @Test func `an attachment has a known type and a URL`() throws {
    let push = try parse(
      "\"OpenAppNotificationTapBehavior\"", "\"attachment\":null",
      "\"attachment\":{\"type\":\"IMAGE\",\"url\":\"https://a.example/i.png\"}")
    #expect(push.notification?.attachment?.form == .image)
    #expect(push.notification?.attachment?.url == "https://a.example/i.png")
  }
}
