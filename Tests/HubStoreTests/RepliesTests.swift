import FoundationEssentials
import HubModel
import Testing

@testable import HubStore

struct RepliesTests {
  private func withConversation() throws -> HubStore {
    let store = try HubStore()
    try store.apply(conversations: [conversation(1)], participants: [ana])
    return store
  }

  @Test func `replies of an unknown conversation are dropped with their cursor`() throws {
    let store = try HubStore()
    let applied = try store.apply(
      replies: [reply(5, in: 1, at: 10)], of: id(1), end: PageEnd(nextCursor: "c"))
    #expect(applied == nil)
    #expect(try store.reply(id(5)) == nil)
    #expect(try store.cursor(of: .replies(id(1))) == StoredCursor())
  }

  @Test func `replies come page by page from the newest, oldest first in a page`() throws {
    let store = try withConversation()
    let all = (0..<25).map { reply(100 + $0, in: 1, at: Int64($0 / 3)) }
      .sorted(by: Reply.precedes)
    try store.apply(replies: all.shuffled(), of: id(1))
    var seen: [Reply] = []
    while true {
      let page = try store.replies(conversation: id(1), before: seen.first, limit: 4)
      if page.isEmpty { break }
      seen = page + seen
    }
    #expect(seen == all)
    #expect(try store.replies(conversation: id(1), limit: -5).isEmpty)
  }

  @Test func `case 139: all kinds of blocks keep their order and their text`() throws {
    let store = try withConversation()
    var rich = reply(5, in: 1, at: 10)
    rich.content = [.unknown(json: #"{"type":"poll"}"#), .text("hi"), .image("https://a.example")]
    try store.apply(replies: [rich], of: id(1))
    #expect(try store.reply(rich.id) == rich)
    rich.content = [.text("edited")]
    try store.apply(replies: [rich], of: id(1))
    #expect(try store.reply(rich.id) == rich)
  }

  @Test func `case 158: the server's copy takes the place of the queued reply`() throws {
    let store = try withConversation()
    let own = reply(5, in: 1, at: 2000, mine: true, externalID: "x-1", state: .queued)
    #expect(try store.enqueueReply(own, preview: "hi"))
    #expect(try store.setReplyState(own.id, .sent))
    let copy = reply(9, in: 1, at: 2001, mine: true, externalID: "x-1")
    try store.apply(replies: [copy], of: id(1))
    #expect(try store.replies(conversation: id(1), limit: 9) == [copy.confirmed])
    #expect(try store.reply(own.id) == nil)
    #expect(try !store.setReplyState(copy.id, .failed))
  }

  @Test func `a copy that came first without the client's id goes away`() throws {
    let store = try withConversation()
    let own = reply(5, in: 1, at: 2000, mine: true, externalID: "x-1", state: .queued)
    try store.enqueueReply(own, preview: "hi")
    try store.apply(replies: [reply(9, in: 1, at: 2001, mine: true)], of: id(1))
    #expect(try store.replies(conversation: id(1), limit: 9).count == 2)
    let copy = reply(9, in: 1, at: 2001, mine: true, externalID: "x-1")
    try store.apply(replies: [copy], of: id(1))
    #expect(try store.replies(conversation: id(1), limit: 9) == [copy.confirmed])
  }

  @Test(arguments: 0..<10)
  func `storing replies is the upsert law of the model`(seed: UInt64) throws {
    let store = try withConversation()
    var generator = SeededGenerator(seed)
    var model: [Reply] = []
    for number in 0..<3 {
      let own = reply(
        50 + number, in: 1, at: 5, mine: true, externalID: "x\(number)", state: .queued)
      model.append(own)
      try store.enqueueReply(own, preview: "hi")
    }
    for _ in 0..<30 {
      let number = Int.random(in: 0..<6, using: &generator)
      let external = Bool.random(using: &generator) && number < 3 ? "x\(number)" : nil
      let incoming = reply(
        number, in: 1, at: Int64.random(in: 0..<9, using: &generator), mine: true,
        externalID: external, text: Bool.random(using: &generator) ? "a" : "b")
      Reply.upsert(incoming, into: &model)
      try store.apply(replies: [incoming], of: id(1))
    }
    let stored = try store.replies(conversation: id(1), limit: 99)
    #expect(stored == model.sorted(by: Reply.precedes))
  }

  @Test func `cases 155 and 176: an own reply shows at once and its preview stays`() throws {
    let store = try withConversation()
    let own = reply(5, in: 1, at: 5000, mine: true, externalID: "x", state: .queued, text: "mine")
    try store.enqueueReply(own, preview: "mine")
    try store.apply(conversations: [conversation(1, updated: 4000)])
    #expect(try store.conversation(id(1))?.lastReplyPreview == "mine")
    #expect(try store.conversation(id(1))?.lastReplyAt == time(5000))
    #expect(try store.replies(conversation: id(1), limit: 1) == [own])
    #expect(try !store.enqueueReply(reply(6, in: 2, at: 1), preview: ""))
  }

  @Test func `an own reply never makes a read conversation unread`() throws {
    let store = try HubStore()
    try store.apply(conversations: [conversation(1, lastReply: nil, incoming: nil)])
    let own = reply(5, in: 1, at: 5000, mine: true, externalID: "x", state: .queued)
    try store.enqueueReply(own, preview: "mine")
    #expect(try store.counts() == InboxCounts(total: 1, unread: 0))
    #expect(try store.conversation(id(1))?.isUnread == false)
  }

  @Test func `the outbox gives the oldest queued reply of each conversation`() throws {
    let store = try HubStore()
    try store.apply(conversations: [conversation(1), conversation(2)])
    for (number, place, at) in [(10, 1, 30), (11, 1, 20), (12, 2, 25), (13, 2, 26)] {
      let own = reply(
        number, in: place, at: Int64(at), mine: true, externalID: "x\(number)", state: .queued)
      try store.enqueueReply(own, preview: "")
    }
    #expect(try store.outboxHeads().map(\.reply.id) == [id(11), id(12)])
    try store.setReplyState(id(11), .queued, retryCount: 2, nextRetryAt: time(99), lastError: "no")
    let head = try #require(try store.outboxHeads().first)
    #expect(head.retryCount == 2)
    #expect(head.nextRetryAt == time(99))
    #expect(head.lastError == "no")
    try store.setReplyState(id(11), .failed)
    try store.setReplyState(id(12), .sent)
    #expect(try store.outboxHeads().map(\.reply.id) == [id(13), id(10)])
    #expect(try !store.setReplyState(id(99), .sent))
  }
}

struct ReadStateTests {
  private func withoutThread() throws -> HubStore {
    let store = try HubStore()
    try store.apply(conversations: [conversation(1)], participants: [ana])
    return store
  }

  private func withThread() throws -> HubStore {
    let store = try HubStore()
    try store.apply(conversations: [conversation(1)], participants: [ana])
    try store.apply(replies: [reply(5, in: 1, at: 900), reply(6, in: 1, at: 1000)], of: id(1))
    return store
  }

  @Test func `reading marks up to the newest reply and names the newest confirmed one`() throws {
    let store = try withThread()
    let mark = try #require(try store.markConversationRead(id(1)))
    #expect(mark == LocalReadMark(moved: true, confirmedReply: id(6)))
    #expect(try store.conversation(id(1))?.lastReadReplyID == id(6))
    #expect(try store.counts().unread == 0)
    let again = try #require(try store.markConversationRead(id(1)))
    #expect(again == LocalReadMark(moved: false, confirmedReply: id(6)))
    #expect(try store.markConversationRead(id(2)) == nil)
  }

  @Test func `case 179: an own sent reply is marked here, the server hears of the confirmed`()
    throws
  {
    let store = try withThread()
    let own = reply(8, in: 1, at: 2000, mine: true, externalID: "x", state: .queued)
    try store.enqueueReply(own, preview: "")
    let mark = try #require(try store.markConversationRead(id(1)))
    #expect(mark.confirmedReply == id(6))
    #expect(try store.conversation(id(1))?.lastReadReplyID == id(8))
  }

  @Test func `case 178: with only an own queued reply the server is not called`() throws {
    let store = try HubStore()
    try store.apply(conversations: [conversation(1)])
    let own = reply(8, in: 1, at: 2000, mine: true, externalID: "x", state: .queued)
    try store.enqueueReply(own, preview: "")
    let mark = try #require(try store.markConversationRead(id(1)))
    #expect(mark == LocalReadMark(moved: true, confirmedReply: nil))
  }

  @Test func `a conversation of which nothing has come stays unread, unless the user says so`()
    throws
  {
    let store = try withoutThread()
    let early = LocalReadMark(moved: false, isTooEarly: true)
    #expect(try store.markConversationRead(id(1)) == early)
    #expect(try store.counts() == InboxCounts(total: 1, unread: 1))
    #expect(try store.markConversationRead(id(1), unseen: true)?.moved == true)
    #expect(try store.counts() == InboxCounts(total: 1, unread: 0))
  }

  @Test(arguments: [true, false])
  func `the first page makes a conversation readable, and is news even when it is empty`(
    isEmpty: Bool
  ) throws {
    let store = try withoutThread()
    let before = try store.changeSequence()
    try store.apply(replies: isEmpty ? [] : [reply(5, in: 1, at: 900)], of: id(1), end: PageEnd())
    #expect(try store.changes(since: before).conversations == [id(1)])
    #expect(try store.markConversationRead(id(1))?.isTooEarly == false)
    let after = try store.changeSequence()
    try store.apply(replies: [], of: id(1), end: PageEnd())
    #expect(try store.changeSequence() == after, "the second one says nothing new")
  }

  @Test func `a conversation without incoming replies has none to wait for`() throws {
    let store = try HubStore()
    try store.apply(conversations: [conversation(1, lastReply: nil, incoming: nil)])
    #expect(try store.markConversationRead(id(1)) == LocalReadMark(moved: false))
  }

  @Test func `that there are no older replies is news, once`() throws {
    let store = try withThread()
    try store.apply(replies: [], of: id(1), end: PageEnd(nextBefore: "b"))
    let before = try store.changeSequence()
    try store.apply(replies: [], of: id(1), end: PageEnd(.backward, hasMore: false))
    #expect(try store.changes(since: before).conversations == [id(1)])
    let after = try store.changeSequence()
    try store.apply(replies: [], of: id(1), end: PageEnd(.backward, hasMore: false))
    #expect(try store.changeSequence() == after)
  }

  @Test func `replies are missing until the newest one that the row tells of is here`() throws {
    let store = try withoutThread()
    #expect(try store.lacksReplies(id(1)))
    try store.apply(replies: [reply(5, in: 1, at: 999)], of: id(1))
    #expect(try store.lacksReplies(id(1)))
    try store.apply(replies: [reply(6, in: 1, at: 1000)], of: id(1))
    #expect(try !store.lacksReplies(id(1)))
    #expect(try !store.lacksReplies(id(2)), "there is no such conversation")
    try store.apply(conversations: [
      conversation(3), conversation(4, lastReply: nil, incoming: nil),
    ])
    #expect(try !store.lacksReplies(id(4)), "it has none")
    #expect(try store.lacksReplies(id(3)))
    try store.apply(replies: [], of: id(3), end: PageEnd())
    #expect(try !store.lacksReplies(id(3)), "the server has none, whatever the row says")
  }

  @Test func `case 188: an answer without a reply moves the time only`() throws {
    let store = try withThread()
    try store.markConversationRead(id(1))
    #expect(try store.markConversationRead(id(1), at: time(1500)))
    #expect(try store.conversation(id(1))?.lastReadReplyID == id(6))
    #expect(try !store.markConversationRead(id(1), at: time(1400)))
    #expect(try !store.markConversationRead(id(1), at: time(1600), reply: id(99)))
    #expect(try store.markConversationRead(id(1), at: time(1600), reply: id(5)))
    #expect(try store.conversation(id(1))?.lastReadAt == time(1600))
    #expect(try !store.markConversationRead(id(2), at: time(1600)))
  }

  @Test func `marking all read leaves nothing unread, and old pages do not bring it back`() throws {
    let store = try withThread()
    try store.apply(posts: (10..<20).map { post($0) })
    #expect(try store.markAllRead() == 11)
    #expect(try store.counts() == InboxCounts(total: 11, unread: 0))
    #expect(try store.recount().unread == 0)
    try store.apply(posts: (10..<20).map { post($0) })
    try store.apply(conversations: [conversation(1)])
    #expect(try store.counts().unread == 0)
    #expect(try store.markAllRead() == 0)
    try store.apply(conversations: [conversation(1, updated: 9000, lastReply: 9000, incoming: 9000)]
    )
    #expect(try store.counts().unread == 1)
  }

  @Test func `marking all read touches no row, and what comes after it is unread`() throws {
    let store = try HubStore()
    try store.apply(posts: (0..<100).map { post($0) })
    #expect(try store.markAllRead() == 100)
    #expect(try store.database.integer("SELECT count(*) FROM items WHERE unread = 1") == 100)
    #expect(try store.post(id(5))?.isRead == true)
    #expect(try store.markPostRead(id(5)) == false)
    try store.apply(posts: [post(5), post(200)])
    #expect(try store.window(InboxQuery(unreadOnly: true)).map(\.key.id) == [id(200)])
    #expect(try store.window(InboxQuery()).filter(\.isUnread).map(\.key.id) == [id(200)])
    #expect(try store.counts() == store.recount())
    #expect(try store.markPostRead(id(200)))
    #expect(try store.counts().unread == 0)
  }

  @Test func `marking all read from a row spares what is above it`() throws {
    let store = try HubStore()
    try store.apply(posts: (0..<10).map { post($0) })
    let key = ItemKey(activityAt: time(6000), kind: .post, id: id(6))
    #expect(try store.markAllRead(from: key) == 7)
    #expect(try store.window(InboxQuery(unreadOnly: true)).map(\.key.id) == [id(9), id(8), id(7)])
    #expect(try store.counts() == store.recount())
    try store.apply(posts: [post(10)])
    #expect(try store.markAllRead() == 4)
    #expect(try store.counts() == InboxCounts(total: 11, unread: 0))
    #expect(try store.counts() == store.recount())
  }
}
