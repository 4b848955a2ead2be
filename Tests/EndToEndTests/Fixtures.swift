import HubTestSupport

/// The fixtures of the black-box cases.
enum Fixture {
  static let pa = "5B0D7C1E-2F43-4E0A-9D55-0A1B2C3D4E01"
  static let pb = "5B0D7C1E-2F43-4E0A-9D55-0A1B2C3D4E02"
  static let ca = "8E2F6A90-71BB-4C3D-8F10-6D5E4C3B2A01"
  static let cb = "8E2F6A90-71BB-4C3D-8F10-6D5E4C3B2A02"
  static let linkPA = "rv-demo://posts/\(pa)"
  static let linkPB = "rv-demo://posts/\(pb)"
  static let linkCA = "rv-demo://conversations/\(ca)"

  static let postA = post(
    pa, "Gate change", preview: "Use gate 4 tonight", at: "2026-03-05T13:19:23.260Z")
  static let postB = post(pb, "Recap", preview: "2-1 win", at: "2026-03-04T09:00:00.000Z")

  /// A post's JSON; the texts are JSON strings already when they begin with a quote.
  static func post(
    _ id: String, _ subject: String, preview: String = "preview",
    at time: String = "2026-03-05T10:00:00.000Z", subscription: String? = nil,
    url: String? = nil
  ) -> String {
    """
    {"id":"\(id)","subject":\(Installation.quoted(subject)),\
    "previewText":\(Installation.quoted(preview)),"receivedAt":"\(time)",\
    "url":\(Installation.quoted(url ?? "https://posts.example.test/p/\(id)")),\
    "coverImageURL":null,\
    "subscriptionID":\(subscription.map(Installation.quoted) ?? "null"),"isRead":false}
    """
  }

  /// A push payload with a post.
  static func push(_ post: String) -> String { "{\"rover\":{\"post\":\(post)}}" }

  static let pushA = push(postA)
  static let pushB = push(postB)

  static let convA = conversation(updatedAt: "2026-03-05T13:00:00.000Z")

  static func conversation(
    id: String = ca, subject: String = "Seat upgrade",
    updatedAt: String = "2026-03-05T13:00:00.000Z",
    preview: String = "Row 3 is free", replyTimes: Bool = true, incoming: Bool = true
  ) -> String {
    let times =
      replyTimes
      ? "\"lastReplyAt\":\"2026-03-05T13:00:00.000Z\","
        + (incoming ? "\"lastIncomingReplyAt\":\"2026-03-05T13:00:00.000Z\"," : "") : ""
    return """
      {"id":"\(id)","subject":\(Installation.quoted(subject)),\
      "createdAt":"2026-03-01T10:00:00.000Z",\
      "updatedAt":"\(updatedAt)",\(times)"lastIncomingParticipantID":"p-ana",\
      "lastReplyPreview":\(Installation.quoted(preview)),"participantIDs":["p-ana"]}
      """
  }

  static func reply(
    _ number: Int = 1, of conversation: String = ca, text: String = "Row 3 is free",
    at time: String = "2026-03-05T13:00:00.000Z"
  ) -> String {
    """
    {"id":"C3D4E5F6-0A1B-4C2D-8E3F-1A2B3C4D5E0\(number)","conversationID":"\(conversation)",\
    "senderType":"participant","participantID":"p-ana",\
    "content":[{"type":"text","text":\(Installation.quoted(text))}],"createdAt":"\(time)"}
    """
  }

  static func ana(_ name: String = "Ana Ruiz") -> String {
    """
    {"id":"p-ana","name":\(Installation.quoted(name)),"avatarURL":null,"bio":null,\
    "updatedAt":"2026-03-01T08:00:00.000Z"}
    """
  }

  /// A push payload with a conversation, a reply and who wrote it.
  static func push(conversation: String = convA, reply: String? = reply()) -> String {
    "{\"rover\":{\"conversation\":\(conversation),"
      + (reply.map { "\"reply\":\($0)," } ?? "") + "\"participant\":\(ana())}}"
  }

  static let pushC = push()

  /// An answer of `/posts`.
  static func page(_ posts: [String], subscriptions: [String] = []) -> String {
    """
    {"posts":[\(posts.joined(separator: ","))],"included":{"subscriptions":\
    [\(subscriptions.joined(separator: ","))]},"nextCursor":null,"hasMore":false}
    """
  }

  static func subscription(_ id: String, _ name: String) -> String {
    """
    {"id":"\(id)","name":\(Installation.quoted(name)),"description":"","optIn":true,\
    "status":"published","logoURL":null}
    """
  }
}

extension Installation {
  /// An installation with both posts and the conversation.
  static func withInbox(_ hub: Hub = .plus, rest: String = "") throws -> Installation {
    let installation = try Installation(hub, rest: rest)
    for payload in [Fixture.pushA, Fixture.pushB, Fixture.pushC] {
      let outcome = try installation.push(payload)
      guard outcome.code == 0 else { throw Failure(description: outcome.description) }
    }
    return installation
  }
}
