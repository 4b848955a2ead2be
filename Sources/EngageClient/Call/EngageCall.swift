package import FoundationEssentials
package import HubModel

/// A call of the wire protocol (reference 2.3).
package enum EngageCall: Hashable, Sendable {
  /// E1.
  case posts(cursor: String?)
  /// E2.
  case subscriptions
  /// E3.
  case participants
  /// E4; a time is sent as `If-Modified-Since`, and from the start only.
  case conversations(PagePosition, ifModifiedSince: Timestamp? = nil)
  /// E5.
  case replies(conversation: UUID, PagePosition)
  /// E6; the same external id on every attempt.
  case sendReply(conversation: UUID, externalID: String, content: [ContentBlock])
  /// E7; without a reply the whole conversation is meant.
  case markRead(conversation: UUID, lastReplyID: UUID?)
  /// E8.
  case config
  /// E9.
  case home
  /// G1; at most `EngageLimits.maxEventsPerCall`.
  case events([EncodedEvent])
  /// The push stream, our addition to the protocol: Server-Sent Events, each of them a push
  /// payload; resumed behind the event with the id.
  case stream(lastEventID: String?)

  /// Where a page begins; never both ways at once.
  package enum PagePosition: Hashable, Sendable {
    case start
    /// Newer than a stored cursor.
    case after(cursor: String)
    /// Older than a stored cursor.
    case before(cursor: String)
  }

  /// Method and path without identity, for messages: `GET /posts`.
  package var name: String { "\(method.rawValue) \(path)" }

  /// Whether an answer of 410 means that the server forgot what it gave us before (reference 2.9).
  package var resetsOnGone: Bool {
    switch self {
    case .posts, .subscriptions, .participants, .conversations, .replies, .sendReply, .markRead:
      true
    case .config, .home, .events, .stream: false
    }
  }

  var method: HTTPRequest.Method {
    switch self {
    case .sendReply, .markRead, .events: .post
    case .posts, .subscriptions, .participants, .conversations, .replies, .config, .home, .stream:
      .get
    }
  }

  var path: String {
    switch self {
    case .posts: "/posts"
    case .subscriptions: "/subscriptions"
    case .participants: "/participants"
    case .conversations: "/conversations"
    case .replies(let id, _), .sendReply(let id, _, _):
      "/conversations/\(id.uuidString)/replies"
    case .markRead(let id, _): "/conversations/\(id.uuidString)/read"
    case .config: "/config"
    case .home: "/home"
    case .events: "/graphql"
    case .stream: "/stream"
    }
  }

  /// The query without the identity, in the order of the wire.
  var query: [QueryItem] {
    switch self {
    case .posts(let cursor):
      [QueryItem("include", "subscriptions")] + (cursor.map { [QueryItem("cursor", $0)] } ?? [])
    case .conversations(let position, _):
      position.query + [QueryItem("include", "participants")]
    case .replies(_, let position): position.query
    case .subscriptions, .participants, .sendReply, .markRead, .config, .home, .events, .stream: []
    }
  }

  var maxAnswerBytes: Int {
    switch self {
    case .posts, .subscriptions, .participants, .conversations, .replies:
      EngageLimits.maxPageBytes
    case .sendReply, .markRead, .config, .home, .events: EngageLimits.maxSmallAnswerBytes
    case .stream: EngageLimits.maxStreamTurnBytes
    }
  }
}

extension EngageCall.PagePosition {
  fileprivate var query: [QueryItem] {
    switch self {
    case .start: []
    case .after(let cursor): [QueryItem("cursor", cursor)]
    case .before(let cursor): [QueryItem("before", cursor)]
    }
  }
}

/// A name and a value behind the question mark.
struct QueryItem: Hashable, Sendable {
  var name: String
  var value: String

  init(_ name: String, _ value: String) {
    self.name = name
    self.value = value
  }

  /// `name=value`, everything but the unreserved characters of RFC 3986, 2.3 encoded.
  var encoded: String { "\(Self.encode(name))=\(Self.encode(value))" }

  static func encode(_ text: String) -> String {
    var bytes: [UInt8] = []
    for byte in text.utf8 {
      switch byte {
      case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
        UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "."),
        UInt8(ascii: "_"), UInt8(ascii: "~"):
        bytes.append(byte)
      default:
        let digits = Array("0123456789ABCDEF".utf8)
        bytes += [UInt8(ascii: "%"), digits[Int(byte >> 4)], digits[Int(byte & 15)]]
      }
    }
    return String(decoding: bytes, as: UTF8.self)
  }
}
