import FoundationEssentials
import HubModel
import Testing

@testable import HubStore

struct ConversationsTests {
  @Test(arguments: 0..<20)
  func `storing conversations is the merge law of the model`(seed: UInt64) throws {
    let store = try HubStore()
    var generator = SeededGenerator(seed)
    var model: [UUID: Conversation] = [:]
    for _ in 0..<60 {
      let incoming = random(using: &generator)
      model[incoming.id] = model[incoming.id]?.merged(with: incoming) ?? incoming
      try store.apply(conversations: [incoming])
    }
    for (id, expected) in model {
      #expect(try store.conversation(id) == expected)
      let item = try #require(try store.item(kind: .conversation, id: id))
      #expect(item.key.activityAt == expected.activityAt)
      #expect(item.isUnread == expected.isUnread)
    }
    #expect(try store.counts() == store.recount())
  }

  private func random(using generator: inout SeededGenerator) -> Conversation {
    func maybe(_ value: Int64) -> Timestamp? {
      Bool.random(using: &generator) ? time(value) : nil
    }
    let value = Int64.random(in: 0..<5, using: &generator)
    return Conversation(
      id: id(Int.random(in: 0..<4, using: &generator)), createdAt: time(value),
      updatedAt: time(Int64.random(in: 0..<5, using: &generator)), lastReplyAt: maybe(value + 1),
      lastIncomingReplyAt: maybe(value), subject: value == 0 ? nil : "s\(value)",
      lastReplyPreview: "p\(value)", lastIncomingParticipantID: "p\(value % 2)",
      lastReadAt: maybe(value), lastReadReplyID: Bool.random(using: &generator) ? id(9) : nil,
      participantIDs: ["p\(value % 3)"])
  }

  @Test func `the sender is the linked participant of the last incoming reply`() throws {
    let store = try HubStore()
    try store.apply(conversations: [conversation(1), conversation(2, participants: [])])
    #expect(try store.item(kind: .conversation, id: id(1))?.sender == nil)
    #expect(try store.participants(of: id(1)).isEmpty)
    try store.apply(participants: [ana])
    #expect(try store.item(kind: .conversation, id: id(1))?.sender == "Ana Ruiz")
    #expect(try store.participants(of: id(1)) == [ana])
    #expect(try store.item(kind: .conversation, id: id(2))?.sender == nil)
  }

  @Test func `case 134: an included participant that nobody names is not stored`() throws {
    let store = try HubStore()
    try store.apply(conversations: [conversation(1, participants: [])], participants: [ana])
    #expect(try store.participant("p-ana") == nil)
    #expect(try store.conversation(id(1))?.participantIDs == [])
  }

  @Test func `case 136: without included participants the known ones stay`() throws {
    let store = try HubStore()
    try store.apply(conversations: [conversation(1)], participants: [ana])
    try store.apply(ConversationsPage(conversations: [conversation(1, updated: 3000)]), .forward)
    #expect(try store.participants(of: id(1)) == [ana])
  }

  @Test func `participants merge by the law of the model`() throws {
    let store = try HubStore()
    try store.apply(conversations: [conversation(1)], participants: [ana])
    let newer = Participant(id: "p-ana", name: " ", avatarURL: "a", updatedAt: time(2))
    try store.apply(participants: [newer])
    #expect(try store.participant("p-ana") == ana.merged(with: newer))
  }

  @Test func `cursors follow the rules of their stream and direction`() throws {
    let store = try HubStore()
    try store.apply(
      conversations: [], end: PageEnd(nextCursor: "f1", nextBefore: "b1", hasMore: false))
    #expect(
      try store.cursor(of: .conversations)
        == StoredCursor(cursor: "f1", backwardsCursor: "b1", historyComplete: false))
    try store.apply(conversations: [], end: PageEnd(nextCursor: "f2"))
    #expect(try store.cursor(of: .conversations).backwardsCursor == "b1")
    try store.apply(
      ConversationsPage(conversations: [], nextCursor: "x", hasMore: false), .backward)
    #expect(
      try store.cursor(of: .conversations)
        == StoredCursor(cursor: "f2", backwardsCursor: nil, historyComplete: true))
  }

  @Test(arguments: [
    (PageEnd(nextCursor: "n", nextBefore: "b"), StoredCursor(cursor: "n", backwardsCursor: "old")),
    (
      PageEnd(.backward, nextCursor: "n", nextBefore: "b", hasMore: true),
      StoredCursor(cursor: "c", backwardsCursor: "b")
    ),
    (
      PageEnd(.backward, hasMore: false),
      StoredCursor(cursor: "c", backwardsCursor: "old", historyComplete: true)
    ),
  ])
  func `replies keep their older cursor going forward`(end: PageEnd, expected: StoredCursor) {
    let old = StoredCursor(cursor: "c", backwardsCursor: "old")
    #expect(old.after(end, of: .replies(id(1))) == expected)
  }

  @Test func `the latest activity is that of conversations only`() throws {
    let store = try HubStore()
    #expect(try store.latestConversationActivity() == nil)
    try store.apply(posts: [post(1, at: 9000)])
    try store.apply(conversations: [conversation(2), conversation(3, lastReply: nil)])
    #expect(try store.latestConversationActivity() == time(1000))
  }

  @Test func `a push stores conversation, reply and participant, and links it`() throws {
    let store = try HubStore()
    let parts = PushPayload.ConversationParts(
      conversation: conversation(1, participants: []), reply: reply(5, in: 1, at: 1000),
      participant: ana)
    let push = PushPayload.Content.conversation(parts)
    #expect(try store.receive(push))
    #expect(try store.receive(push))
    #expect(try store.participants(of: id(1)) == [ana])
    #expect(try store.replies(conversation: id(1), limit: 10) == [reply(5, in: 1, at: 1000)])
    #expect(try store.counts() == InboxCounts(total: 1, unread: 1))
    #expect(try store.receive(.post(post(7))))
    #expect(try store.counts() == InboxCounts(total: 2, unread: 2))
    #expect(try !store.receive(.nothing(reason: "no")))
  }

  @Test func `case 67: a push whose reply is of another conversation stores nothing`() throws {
    let store = try HubStore()
    let parts = PushPayload.ConversationParts(
      conversation: conversation(1), reply: reply(5, in: 2, at: 1000), participant: ana)
    let push = PushPayload.Content.conversation(parts)
    #expect(try !store.receive(push))
    #expect(try store.counts().total == 0)
    #expect(try store.participant("p-ana") == nil)
  }
}
