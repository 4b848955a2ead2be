import EngageClient
import FoundationEssentials
import HubOptions
import Testing

/// The manual page of hubhost and the client's calls.
struct ServerCallTests {
  /// One call of each kind, in the order of the page; the switch does not compile once there is another kind.
  private static func next(after call: EngageCall?) -> EngageCall? {
    switch call {
    case nil: .posts(cursor: nil)
    case .posts: .conversations(.start)
    case .conversations: .replies(conversation: id, .start)
    case .replies: .sendReply(conversation: id, externalID: "", content: [])
    case .sendReply: .markRead(conversation: id, lastReplyID: nil)
    case .markRead: .subscriptions
    case .subscriptions: .participants
    case .participants: .config
    case .config: .home
    case .home: .stream(lastEventID: nil)
    case .stream: .events([])
    case .events: nil
    }
  }

  private static let id = UUID()

  @Test func `hubhost(1) lists every call that the agent makes of a server`() {
    let calls = sequence(state: EngageCall?.none) { last -> String? in
      last = Self.next(after: last)
      return last?.name.replacing(Self.id.uuidString, with: "ID")
    }
    #expect(ServerCall.all.map(\.call) == Array(calls))
  }

  @Test func `hubhost(1) says which calls start over with 410`() {
    // What it names in words; the others stay as they are.
    let reset = sequence(state: EngageCall?.none) { last -> EngageCall? in
      last = Self.next(after: last)
      return last
    }.filter(\.resetsOnGone).map { $0.name.replacing(Self.id.uuidString, with: "ID") }
    #expect(
      reset == [
        "GET /posts", "GET /conversations", "GET /conversations/ID/replies",
        "POST /conversations/ID/replies", "POST /conversations/ID/read", "GET /subscriptions",
        "GET /participants",
      ])
    #expect(
      ServerCall.introduction.contains(
        "410 for posts, conversations, replies, read marks, subscriptions or participants"))
  }
}
