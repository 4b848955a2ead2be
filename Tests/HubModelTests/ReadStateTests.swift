import FoundationEssentials
import HubModel
import Testing

struct ReadMarkTests {
  private let low = Fixture.id(low: 1)
  private let high = Fixture.id(low: 2)

  private func conversation(lastReadAt: Int64?) -> Conversation {
    Fixture.conversation(lastReadAt: lastReadAt, lastReadReplyID: Fixture.id(low: 5))
  }

  @Test(
    arguments: [
      (10, 11, 5, true), (10, 10, 6, true), (10, 10, 5, false), (10, 10, 4, false),
      (10, 9, 6, false), (nil, 1, 1, true),
    ] as [(Int64?, Int64, UInt64, Bool)])
  func `case 186: a mark moves forward in time, at an equal time by the reply's id`(
    present: Int64?, time: Int64, number: UInt64, moves: Bool
  ) {
    var conversation = conversation(lastReadAt: present)
    let before = conversation
    let moved = conversation.markRead(
      at: Timestamp(milliseconds: time), upTo: Fixture.reply(number))
    #expect(moved == moves)
    if moves {
      #expect(conversation.lastReadAt?.milliseconds == time)
      #expect(conversation.lastReadReplyID == Fixture.id(low: number))
    } else {
      #expect(conversation == before)
    }
  }

  @Test func `a reply of another conversation marks nothing`() {
    var conversation = conversation(lastReadAt: nil)
    var reply = Fixture.reply(1)
    reply.conversationID = Fixture.id(low: 77)
    let isMarked = conversation.markRead(at: Timestamp(milliseconds: 5), upTo: reply)
    #expect(!isMarked)
    #expect(conversation.lastReadAt == nil)
  }

  @Test func `case 188: an answer without reply moves the time only`() {
    var conversation = conversation(lastReadAt: 10)
    let answer = ReadAnswer(
      conversationID: conversation.id, lastReadAt: Timestamp(milliseconds: 20))
    let isMoved = conversation.apply(answer, reply: nil)
    #expect(isMoved)
    #expect(conversation.lastReadAt?.milliseconds == 20)
    #expect(conversation.lastReadReplyID == Fixture.id(low: 5))
    let isMovedAgain = conversation.apply(answer, reply: nil)
    #expect(!isMovedAgain)
  }

  @Test func `an answer counts only for its conversation and a stored reply`() {
    var conversation = conversation(lastReadAt: 10)
    let time = Timestamp(milliseconds: 20)
    let before = conversation
    let foreign = ReadAnswer(conversationID: low, lastReadAt: time)
    let isForeignApplied = conversation.apply(foreign, reply: nil)
    #expect(!isForeignApplied)
    let unknown = ReadAnswer(
      conversationID: conversation.id, lastReadAt: time, lastReadReplyID: high)
    let isUnknownApplied = conversation.apply(unknown, reply: nil)
    #expect(!isUnknownApplied)
    let isWrongApplied = conversation.apply(unknown, reply: Fixture.reply(3))
    #expect(!isWrongApplied)
    #expect(conversation == before)
    let isRightApplied = conversation.apply(unknown, reply: Fixture.reply(2))
    #expect(isRightApplied)
    #expect(conversation.lastReadReplyID == high)
  }

  @Test func `cases 178, 179: the local mark is the newest reply, the server's the confirmed one`()
  {
    let confirmed = Fixture.reply(1, at: 1)
    let sent = Fixture.reply(2, at: 2, sender: .fan, state: .sent)
    let queued = Fixture.reply(3, at: 3, sender: .fan, state: .queued)
    #expect(Reply.localReadMark(in: [queued]) == queued)
    #expect(Reply.serverReadMark(in: [queued]) == nil)
    #expect(Reply.localReadMark(in: [sent, confirmed]) == sent)
    #expect(Reply.serverReadMark(in: [sent, confirmed]) == confirmed)
    #expect(Reply.localReadMark(in: []) == nil)
  }
}

struct UnreadTests {
  @Test(
    arguments: [
      (nil, nil, nil, false), (nil, 5, nil, true), (5, nil, nil, true), (nil, 5, 5, false),
      (5, 9, 5, false), (6, nil, 5, true), (4, 9, 5, false), (nil, 6, 5, true),
      (nil, nil, 5, false),
    ] as [(Int64?, Int64?, Int64?, Bool)])
  func `cases 58, 59, 187: a conversation is unread when a reply follows the mark`(
    incoming: Int64?, last: Int64?, read: Int64?, isUnread: Bool
  ) {
    let conversation = Fixture.conversation(
      lastReplyAt: last, lastIncomingReplyAt: incoming, lastReadAt: read)
    #expect(conversation.isUnread == isUnread)
  }

  @Test(
    arguments: [
      (0, nil), (-1, nil), (1, "1"), (2, "2"), (100, "100"), (1_000_000, "1000000"),
    ] as [(Int, String?)])
  func `case 56: the badge is nothing at zero and has no cap`(count: Int, text: String?) {
    #expect(BadgeText.text(count: count) == text)
  }

  @Test func `cases 52, 53: posts and conversations count once each`() throws {
    let page = try PostsPage(decoding: Fixture.postsPage([Fixture.postA]).bytes)
    let unread = Fixture.conversation(lastIncomingReplyAt: 5)
    #expect(BadgeText.count(posts: page.posts, conversations: [unread]) == 2)
    #expect(BadgeText.count(posts: [], conversations: [unread]) == 1)
    #expect(BadgeText.count(posts: [], conversations: [Fixture.conversation()]) == 0)
  }
}

struct OrderTests {
  private func time(_ text: String) throws -> Timestamp { try #require(Timestamp(wire: text)) }

  @Test func `case 202: a conversation without replies stands at its creation`() throws {
    let created = try time("2026-03-05T13:30:00Z")
    let conversation = Conversation(
      id: Fixture.conversationID, createdAt: created, updatedAt: created)
    #expect(conversation.activityAt == created)
    #expect(conversation.activityAt > (try time("2026-03-05T13:19:23.260Z")))
    var replied = conversation
    replied.lastReplyAt = try time("2026-03-05T13:00:00Z")
    #expect(replied.activityAt < created)
  }
}
