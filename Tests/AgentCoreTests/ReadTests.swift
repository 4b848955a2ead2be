import AgentCore
import FoundationEssentials
import HubModel
import HubStore
import Testing

struct ReadTests {
  let world: World
  var service: ScriptedService { world.service }

  init() throws {
    world = try World()
    try world.store.apply(conversations: [convA()], participants: [ana])
  }

  /// What a host does when the bottom is reached.
  private func bottom() throws {
    let mark = try world.store.markConversationRead(Known.ca)
    world.agent.conversationRead(Known.ca, upTo: mark?.confirmedReply)
    world.time.run(0)
  }

  @Test
  func `cases 177 and 182: the bottom tells the server the newest confirmed reply, each time`()
    throws
  {
    try world.store.apply(replies: [replyRA], of: Known.ca)
    try bottom()
    #expect(try world.store.conversation(Known.ca)?.lastReadReplyID == Known.ra)
    try bottom()
    let line = "POST /read \(Known.ca.uuidString) \(Known.ra.uuidString)"
    #expect(service.requests == [line, line])
    #expect(try world.store.counts().unread == 0)
    #expect(world.badges.last == .some(nil))
  }

  @Test func `case 178: without a confirmed reply the server is not called`() throws {
    service.onSend = { _ in nil }
    let reply = try world.send("hi")
    service.forgetRequests()
    try bottom()
    #expect(service.requests == [])
    #expect(try world.store.conversation(Known.ca)?.lastReadReplyID == reply)
  }

  @Test func `case 179: a sent reply is not confirmed`() throws {
    try world.store.apply(replies: [replyRA], of: Known.ca)
    let reply = try world.send("hi")
    world.time.run(0)
    service.forgetRequests()
    try bottom()
    #expect(try world.store.conversation(Known.ca)?.lastReadReplyID == reply)
    #expect(service.requests == ["POST /read \(Known.ca.uuidString) \(Known.ra.uuidString)"])
  }

  @Test func `case 188: an answer without a reply moves only the time`() throws {
    try world.store.apply(replies: [replyRA], of: Known.ca)
    service.onRead = { id, _ in
      .value(ReadAnswer(conversationID: id, lastReadAt: at(13, 20), lastReadReplyID: nil))
    }
    try bottom()
    let stored = try #require(try world.store.conversation(Known.ca))
    #expect(stored.lastReadAt == at(13, 20))
    #expect(stored.lastReadReplyID == Known.ra)
  }

  @Test func `cases 184 and 185: a page never moves the mark back`() throws {
    try world.store.markConversationRead(Known.ca, at: at(13, 10))
    for readAt in [at(13, 5), nil] {
      var incoming = convA(updated: at(13, 15))
      incoming.lastReadAt = readAt
      service.onConversations = { _, _ in
        .value(ConversationsPage(conversations: [incoming], participants: [ana]))
      }
      world.sync()
      #expect(try world.store.conversation(Known.ca)?.lastReadAt == at(13, 10))
    }
  }

  @Test func `case 190: a read post is no request`() throws {
    try world.store.apply(posts: [postA])
    try world.store.markPostRead(Known.pa)
    world.agent.storeChanged()
    world.agent.postOpened(Known.pa)
    world.time.run(0)
    #expect(service.requests == ["GET https://posts.example.test/p/1"])
  }

  @Test func `a failure is logged and not tried again`() throws {
    try world.store.apply(replies: [replyRA], of: Known.ca)
    service.onRead = { _, _ in status(503) }
    try bottom()
    world.time.run(600_000)
    #expect(service.requests.count == 1)
    #expect(world.logs.contains { $0.hasPrefix("The server was not told what is read") })
    #expect(try world.store.conversation(Known.ca)?.isUnread == false)
  }
}
