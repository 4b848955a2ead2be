import FoundationEssentials
import HubModel
import Testing

@testable import HubStore

struct OwnRepliesTests {
  private let store: HubStore

  init() throws {
    store = try HubStore(inMemory: ())
    try store.apply(conversations: [conversation(1), conversation(2)], participants: [ana])
  }

  private func enqueue(_ number: Int, in conversation: Int = 1, at milliseconds: Int64) throws {
    let own = reply(
      number, in: conversation, at: milliseconds, mine: true, externalID: "X-\(number)",
      state: .queued, text: "own \(number)")
    try #require(try store.enqueueReply(own, preview: "own \(number)"))
  }

  @Test func `a failed reply is sent again as if new, under the same external id`() throws {
    try enqueue(10, at: 5_000)
    try store.apply(replies: [reply(11, in: 1, at: 6_000)], of: id(1))
    try store.setReplyState(id(10), .failed, retryCount: 7, lastError: "no")
    #expect(try store.retryReply(id(10), at: time(200_000)))
    let entry = try #require(try store.outboxHeads().first)
    #expect(entry.reply.createdAt == time(200_000))
    #expect(entry.reply.externalID == "X-10")
    #expect(entry.retryCount == 0 && entry.nextRetryAt == nil && entry.lastError == nil)
    #expect(try store.replies(conversation: id(1), limit: 9).map(\.id) == [id(11), id(10)])
    let row = try #require(try store.conversation(id(1)))
    #expect(row.lastReplyAt == time(200_000) && row.lastReplyPreview == "own 10")
  }

  @Test(arguments: [Reply.State.queued, .sent, .confirmed])
  func `only a failed reply is sent again or deleted`(state: Reply.State) throws {
    try enqueue(10, at: 5_000)
    try store.setReplyState(id(10), state)
    #expect(try store.retryReply(id(10), at: time(6_000)) == false)
    #expect(try store.deleteReply(id(10)) == false)
    #expect(try store.reply(id(10))?.state == state)
    #expect(try store.retryReply(id(99), at: time(6_000)) == false)
  }

  @Test func `deleting the reply that the row shows brings the one before it back`() throws {
    try store.apply(replies: [reply(11, in: 1, at: 1_000, text: "Row 3")], of: id(1))
    let sequence = try store.changeSequence()
    try enqueue(10, at: 5_000)
    try store.setReplyState(id(10), .failed)
    #expect(try store.deleteReply(id(10)))
    let row = try #require(try store.conversation(id(1)))
    #expect(row.lastReplyAt == time(1_000) && row.lastReplyPreview == "Row 3")
    #expect(try store.reply(id(10)) == nil)
    #expect(try store.changes(since: sequence).conversations == [id(1)])
    #expect(try store.counts() == store.recount())
  }

  @Test func `queued replies fail when their window is over, except those on their way`() throws {
    try enqueue(10, at: 1_000)
    try enqueue(11, in: 2, at: 1_999)
    try enqueue(12, in: 2, at: 2_000)
    let late = try store.failReplies(createdBefore: time(2_000), sparing: ["X-10"], error: "late")
    #expect(late.map(\.id) == [id(11)])
    #expect(try store.outboxEntry(id(11))?.lastError == "late")
    #expect(try store.reply(id(10))?.state == .queued)
    #expect(try store.reply(id(12))?.state == .queued)
  }

  @Test func `unsent replies and drafts come back with their conversation after a reset`() throws {
    try enqueue(10, at: 5_000)
    try enqueue(11, at: 6_000)
    try enqueue(12, in: 2, at: 7_000)
    try store.setReplyState(id(11), .failed, lastError: "no")
    try store.setReplyState(id(12), .sent)
    try store.saveDraft("half", of: id(1), at: time(1))
    #expect(try store.reset(keepingUnsent: true) == [])
    #expect(try store.counts() == InboxCounts(total: 0, unread: 0))
    #expect(try store.outboxHeads() == [])
    #expect(try store.unsentReplies().map(\.id) == [id(10), id(11)])
    #expect(try store.draft(of: id(1)) == "half")
    #expect(try store.reset(keepingUnsent: true) == [])

    try store.apply(conversations: [conversation(1), conversation(2)], participants: [ana])
    #expect(try store.outboxHeads().map(\.reply.id) == [id(10)])
    #expect(try store.outboxEntry(id(11))?.lastError == "no")
    #expect(try store.replies(conversation: id(1), limit: 9).map(\.text) == ["own 10", "own 11"])
    #expect(try store.replies(conversation: id(2), limit: 9) == [])
    #expect(try store.conversation(id(1))?.lastReplyPreview == "own 11")
    #expect(try store.counts() == store.recount())
    #expect(try store.integrityCheck() == [])
  }

  @Test func `a reset for somebody else gives the unsent replies back and keeps nothing`() throws {
    try enqueue(10, at: 5_000)
    try store.saveDraft("half", of: id(1), at: time(1))
    #expect(try store.reset().map(\.text) == ["own 10"])
    #expect(try store.unsentReplies() == [])
    #expect(try store.draft(of: id(1)) == nil)
    try store.apply(conversations: [conversation(1)], participants: [ana])
    #expect(try store.replies(conversation: id(1), limit: 9) == [])
  }

  @Test func `a reset takes what another user left unsent, and keeps what this one wrote`() throws {
    try enqueue(10, at: 5_000)
    try enqueue(11, at: 6_000)
    try store.setReplyState(id(11), .failed, lastError: "no")
    try store.saveDraft("half", of: id(1), at: time(1))
    try store.saveDraft("half", of: id(2), at: time(1))
    let sequence = try store.changeSequence()
    try store.disownUnsent(error: "another")
    #expect(try store.changes(since: sequence).conversations == [id(1)])
    #expect(try store.outboxHeads() == [])
    #expect(try store.outboxEntry(id(10))?.lastError == "another")
    #expect(try store.outboxEntry(id(11))?.lastError == "no")
    #expect(try store.retryReply(id(10), at: time(7_000)) == false)
    // Nobody goes on writing, or sends, what another has begun.
    #expect(try store.draft(of: id(1)) == nil)
    try store.clearDraft(of: id(1))
    // Twice changes nothing.
    try store.disownUnsent(error: "third")
    #expect(try store.outboxEntry(id(10))?.lastError == "another")
    try enqueue(12, at: 8_000)
    try store.saveDraft("half and half", of: id(2), at: time(2))
    #expect(try store.reset(keepingUnsent: true).map(\.text) == ["own 10", "own 11"])
    #expect(try store.unsentReplies().map(\.id) == [id(12)])
    #expect(try store.draft(of: id(1)) == nil)
    #expect(try store.draft(of: id(2)) == "half and half")
    #expect(try store.integrityCheck() == [])
    // What came after is nobody else's.
    #expect(try store.reset(keepingUnsent: true) == [])
    try store.saveDraft("mine", of: id(1), at: time(3))
    #expect(try store.reset(keepingUnsent: true) == [])
    #expect(try store.draft(of: id(1)) == "mine")
  }

  @Test func `what another user left unsent can be deleted`() throws {
    try enqueue(10, at: 5_000)
    try store.disownUnsent(error: "another")
    #expect(try store.deleteReply(id(10)))
    #expect(try store.reset(keepingUnsent: true) == [])
  }

  @Test func `unsent replies of a reset survive damage`() throws {
    let folder = try TemporaryFolder()
    let first = try folder.store()
    try first.apply(conversations: [conversation(1)], participants: [ana])
    let own = reply(
      10, in: 1, at: 5_000, mine: true, externalID: "X", state: .queued, text: "mine")
    try first.enqueueReply(own, preview: "mine")
    try first.reset(keepingUnsent: true)
    try first.saveDraft("half", of: id(2), at: time(1))
    try first.disownUnsent(error: "another")
    try first.saveAgentRecord(AgentRecord(identity: "me", pushEvent: "7"))
    try first.checkpoint()
    let fresh = folder.path + "/fresh"
    try StoreFolder.makeFile(fresh)
    let database = try Database(path: fresh, mode: .readWrite)
    try Schema.migrate(database)
    _ = try Salvage.run(from: folder.file, into: database)
    try FileManager.default.createDirectory(
      atPath: folder.path + "/new", withIntermediateDirectories: true)
    try database.checkpoint()
    database.close()
    try FileManager.default.moveItem(atPath: fresh, toPath: folder.path + "/new/hub.db")
    let second = try HubStore(folder: folder.path + "/new")
    #expect(try second.unsentReplies().map(\.text) == ["mine"])
    // It is there and is not shown: whose it is was saved, too.
    #expect(try second.draft(of: id(2)) == nil)
    #expect(try second.agentRecord() == AgentRecord(identity: "me"))
    #expect(try second.reset(keepingUnsent: true).map(\.text) == ["mine"])
    #expect(try second.draft(of: id(2)) == nil)
  }
}
