import FoundationEssentials
import HubModel

/// The fixtures of the black-box cases, as JSON and as values.
enum Fixture {
  static let postA = """
    {"id":"5b0d7c1e-2f43-4e0a-9d55-0a1b2c3d4e01","subject":"Gate change",\
    "previewText":"Use gate 4 tonight","receivedAt":"2026-03-05T13:19:23.260Z",\
    "url":"https://posts.example.test/p/1","coverImageURL":null,\
    "subscriptionID":"sub-news","isRead":false}
    """
  static let subNews = """
    {"id":"sub-news","name":"Team news","description":"All the news","optIn":true,\
    "status":"published","logoURL":null}
    """
  static let convA = """
    {"id":"8e2f6a90-71bb-4c3d-8f10-6d5e4c3b2a01","subject":"Seat upgrade",\
    "createdAt":"2026-03-01T10:00:00.000Z","updatedAt":"2026-03-05T13:00:00.000Z",\
    "lastReplyAt":"2026-03-05T13:00:00.000Z","lastIncomingReplyAt":"2026-03-05T13:00:00.000Z",\
    "lastIncomingParticipantID":"p-ana","lastReadAt":null,"lastReadReplyID":null,\
    "lastReplyPreview":"Row 3 is free","participantIDs":["p-ana"]}
    """
  static let ana = """
    {"id":"p-ana","name":"Ana Ruiz","avatarURL":null,"bio":null,\
    "updatedAt":"2026-03-01T08:00:00.000Z"}
    """
  static let replyA = """
    {"id":"c3d4e5f6-0a1b-4c2d-8e3f-1a2b3c4d5e01",\
    "conversationID":"8e2f6a90-71bb-4c3d-8f10-6d5e4c3b2a01","senderType":"participant",\
    "participantID":"p-ana","content":[{"type":"text","text":"Row 3 is free"}],\
    "createdAt":"2026-03-05T13:00:00.000Z"}
    """
  static let pushA = """
    {"aps":{"alert":{"title":"Team news","body":"Gate change"}},"rover":{"post":\(postA),\
    "action":{"url":"rv-demo://posts/5b0d7c1e-2f43-4e0a-9d55-0a1b2c3d4e01"}}}
    """
  static let pushC = """
    {"aps":{"thread-id":"8e2f6a90-71bb-4c3d-8f10-6d5e4c3b2a01"},"rover":{\
    "conversation":\(convA),"reply":\(replyA),"participant":\(ana),\
    "action":{"url":"rv-demo://conversations/8e2f6a90-71bb-4c3d-8f10-6d5e4c3b2a01"}}}
    """

  static let postID = id(high: 0x5B0D_7C1E_2F43_4E0A, low: 0x9D55_0A1B_2C3D_4E01)
  static let conversationID = id(high: 0x8E2F_6A90_71BB_4C3D, low: 0x8F10_6D5E_4C3B_2A01)
  static let replyID = id(high: 0xC3D4_E5F6_0A1B_4C2D, low: 0x8E3F_1A2B_3C4D_5E01)

  static func id(high: UInt64 = 0, low: UInt64) -> UUID { UUID(high: high, low: low) }

  static func postsPage(
    _ posts: [String], subscriptions: [String] = [subNews], rest: String = ""
  ) -> String {
    """
    {"posts":[\(posts.joined(separator: ","))],"included":{"subscriptions":\
    [\(subscriptions.joined(separator: ","))]},"nextCursor":"c-18","hasMore":false\(rest)}
    """
  }

  static func conversationsPage(_ conversations: [String], participants: [String]?) -> String {
    let included = participants.map {
      "\"included\":{\"participants\":[\($0.joined(separator: ","))]},"
    }
    return """
      {"conversations":[\(conversations.joined(separator: ","))],\(included ?? "")\
      "nextCursor":"cf-2","nextBefore":"cb-1","hasMore":false}
      """
  }

  static func repliesPage(_ replies: [String]) -> String {
    """
    {"replies":[\(replies.joined(separator: ","))],"nextCursor":"rf-4","nextBefore":"rb-9",\
    "hasMore":true}
    """
  }

  static func conversation(
    createdAt: Int64 = 0, updatedAt: Int64 = 0, lastReplyAt: Int64? = nil,
    lastIncomingReplyAt: Int64? = nil, preview: String? = nil, lastReadAt: Int64? = nil,
    lastReadReplyID: UUID? = nil
  ) -> Conversation {
    func time(_ value: Int64?) -> Timestamp? { value.map { Timestamp(milliseconds: $0) } }
    return Conversation(
      id: conversationID, createdAt: Timestamp(milliseconds: createdAt),
      updatedAt: Timestamp(milliseconds: updatedAt), lastReplyAt: time(lastReplyAt),
      lastIncomingReplyAt: time(lastIncomingReplyAt), lastReplyPreview: preview,
      lastReadAt: time(lastReadAt), lastReadReplyID: lastReadReplyID)
  }

  static func reply(
    _ number: UInt64, at seconds: Int64 = 0, sender: Reply.Sender = .participant("p-ana"),
    externalID: String? = nil, state: Reply.State = .confirmed, text: String = "hi"
  ) -> Reply {
    Reply(
      id: id(low: number), conversationID: conversationID, sender: sender,
      content: [.text(text)], externalID: externalID,
      createdAt: Timestamp(milliseconds: seconds * 1000), state: state)
  }
}

extension String {
  /// The UTF-8 bytes, as an answer or payload arrives.
  var bytes: [UInt8] { Array(utf8) }

  /// The text with one part exchanged, which has to be there.
  func with(_ old: String, _ new: String) -> String {
    precondition(contains(old), "the fixture lacks \(old)")
    return replacing(old, with: new)
  }
}

/// A small generator with a seed, so that a failure can be run again (SplitMix64).
struct SeededGenerator: RandomNumberGenerator {
  private var state: UInt64

  init(seed: UInt64) { state = seed }

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var word = state
    word = (word ^ (word >> 30)) &* 0xBF58_476D_1CE4_E5B9
    word = (word ^ (word >> 27)) &* 0x94D0_49BB_1331_11EB
    return word ^ (word >> 31)
  }
}
