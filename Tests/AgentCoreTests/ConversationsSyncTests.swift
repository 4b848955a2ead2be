import AgentCore
import FoundationEssentials
import HubModel
import HubStore
import Testing

private func page(
  _ conversations: [Conversation] = [], cursor: String? = nil, before: String? = nil,
  more: Bool = false
) -> ServiceAnswer<ConversationsPage> {
  .value(
    ConversationsPage(
      conversations: conversations, participants: [ana], nextCursor: cursor, nextBefore: before,
      hasMore: more))
}

struct ConversationsSyncTests {
  let world: World
  let host = AgentHost(number: 1)
  var service: ScriptedService { world.service }

  init() throws {
    world = try World()
  }

  private func record() throws -> StoredCursor { try world.store.cursor(of: .conversations) }

  @Test func `case 125: the first request has neither cursor nor time`() throws {
    world.sync()
    #expect(service.requests("GET /conversations") == ["GET /conversations"])
  }

  @Test func `case 126: without a cursor but with rows the latest activity is told`() throws {
    var quiet = convA(Known.cb)
    quiet.lastReplyAt = nil
    quiet.createdAt = at(13, 10)
    try world.store.apply(conversations: [convA(), quiet], participants: [ana])
    world.sync()
    #expect(
      service.requests("GET /conversations") == [
        "GET /conversations since=\(at(13, 10).milliseconds)"
      ])
  }

  @Test func `case 127: with a cursor no time is told`() throws {
    service.onConversations = { _, _ in page([convA()], cursor: "cf-2") }
    world.sync()
    world.sync()
    #expect(service.requests("GET /conversations").last == "GET /conversations?cursor=cf-2")
  }

  @Test func `case 128: 304 touches nothing and is a success`() throws {
    service.onConversations = { _, _ in page([convA()], before: "b1") }
    world.sync()
    let before = try record()
    service.onConversations = { _, _ in .notModified }
    #expect(world.sync() == .newData)
    #expect(try record() == before)
    #expect(try world.store.conversation(Known.ca) == convA())
  }

  @Test func `forward pages are each stored, and a failure keeps those before it`() throws {
    service.onConversations = { place, _ in
      place == .start ? page([convA()], cursor: "f1", before: "b1", more: true) : status(500)
    }
    world.sync()
    #expect(try record().cursor == "f1")
    #expect(try world.store.conversation(Known.ca) != nil)
  }

  @Test func `cases 130 and 131: backward goes on from where forward began, to the end`() throws {
    service.onConversations = { place, _ in
      switch place {
      case .before("b1"): page([convA(Known.cb)], before: "b2", more: true)
      case .before: page(before: nil, more: false)
      default: page([convA()], cursor: "f1", before: "b1")
      }
    }
    world.agent.show(.list, on: host)
    world.time.run(0)
    #expect(
      service.requests == [
        "GET /conversations", "GET /conversations?before=b1", "GET /conversations?before=b2",
      ])
    #expect(try record().historyComplete)
    service.forgetRequests()
    world.agent.hide(.list, on: host)
    world.agent.show(.list, on: host)
    world.time.run(0)
    #expect(service.requests == ["GET /conversations?cursor=f1"])
  }

  @Test func `case 133: an older page does not move the cursor of newer ones`() throws {
    service.onConversations = { _, _ in page([convA()], cursor: "f1", before: "b1") }
    world.sync()
    var cursor = "f1"
    service.onConversations = { place, _ in
      if case .before = place { return page([convA(Known.cb)], before: "b2") }
      cursor = "f2"
      return page(cursor: cursor)
    }
    service.latency = { cursor == "f1" ? 50 : 500 }
    world.agent.show(.list, on: host)
    world.time.run(1_000)
    #expect(try record().cursor == "f2")
    #expect(try world.store.conversation(Known.cb) != nil)
  }

  @Test func `case 134: included participants that no conversation names are not stored`() throws {
    var nobody = convA()
    nobody.participantIDs = []
    service.onConversations = { _, _ in page([nobody]) }
    world.sync()
    #expect(try world.store.participant("p-ana") == nil)
  }

  @Test func `case 136: a page without included participants keeps those that are known`() throws {
    service.onConversations = { _, _ in page([convA()]) }
    world.sync()
    service.onConversations = { _, _ in
      .value(ConversationsPage(conversations: [convA(updated: at(13, 10))]))
    }
    world.sync()
    #expect(try world.store.participants(of: Known.ca).map(\.name) == ["Ana Ruiz"])
  }

  @Test func `case 137: replies come one page a call, the next with the next poll`() throws {
    try world.store.apply(conversations: [convA()], participants: [ana])
    service.onReplies = { _, place in
      place == .start
        ? .value(RepliesPage(replies: [replyRA], nextCursor: "rf-4", hasMore: true))
        : .value(RepliesPage(replies: [], nextCursor: "rf-4"))
    }
    world.agent.show(.conversation(Known.ca), on: host)
    world.time.run(4_999)
    #expect(service.requests.count == 1)
    world.time.run(1)
    #expect(
      service.requests == [
        "GET /conversations/\(Known.ca.uuidString)/replies",
        "GET /conversations/\(Known.ca.uuidString)/replies?cursor=rf-4",
      ])
  }

  @Test func `older replies are asked for until the history is complete`() throws {
    try world.store.apply(conversations: [convA()], participants: [ana])
    service.onReplies = { _, place in
      place == .start
        ? .value(RepliesPage(replies: [replyRA], nextCursor: "rf-4", nextBefore: "rb-9"))
        : .value(RepliesPage(replies: [], nextBefore: nil))
    }
    world.agent.olderReplies(of: Known.ca)
    world.time.run(0)
    #expect(service.requests == [])
    world.agent.show(.conversation(Known.ca), on: host)
    world.agent.hide(.conversation(Known.ca), on: host)
    world.time.run(0)
    for _ in 0..<3 {
      world.agent.olderReplies(of: Known.ca)
      world.time.run(0)
    }
    #expect(service.requests.last?.hasSuffix("replies?before=rb-9") == true)
    #expect(service.requests.count == 2)
  }

  @Test func `case 49: replies of an unknown conversation look for it on the server first`() throws
  {
    service.onConversations = { place, _ in
      place == .before("b1") ? page([convA()]) : page(cursor: "f1", before: "b1")
    }
    service.onReplies = { _, _ in .value(RepliesPage(replies: [replyRA])) }
    world.agent.show(.conversation(Known.ca), on: host)
    world.time.run(0)
    #expect(
      service.requests == [
        "GET /conversations", "GET /conversations?before=b1",
        "GET /conversations/\(Known.ca.uuidString)/replies",
      ])
    #expect(try world.store.reply(Known.ra) != nil)
  }

  @Test func `case 49: a conversation that is nowhere is not found`() throws {
    var found: Bool?
    world.agent.find(kind: .conversation, Known.ca) { found = $0 }
    world.time.run(0)
    #expect(found == false)
    #expect(service.requests == ["GET /conversations"])
  }

  @Test func `case 46: a post is looked for on the server, or stored by a push meanwhile`() throws {
    var found: [Bool] = []
    service.latency = { 100 }
    world.agent.find(kind: .post, Known.pa) { found.append($0) }
    try world.agent.receive(push: Payload.post())
    world.time.run(100)
    world.agent.find(kind: .post, Known.pa) { found.append($0) }
    world.agent.find(kind: .post, Known.pb) { found.append($0) }
    world.time.run(100)
    #expect(found == [true, true, false])
    #expect(service.requests == ["GET /posts", "GET /posts"])
  }

  @Test func `a page of conversations that names itself again ends the walk`() throws {
    service.onConversations = { _, _ in page([convA()], cursor: "f1", before: "b1", more: true) }
    world.sync()
    #expect(service.requests("GET /conversations").count == 2)
    service.onConversations = { _, _ in page([convA(Known.cb)], more: true) }
    service.forgetRequests()
    world.sync()
    #expect(service.requests("GET /conversations").count == 1)
    #expect(try record() == StoredCursor(cursor: "f1", backwardsCursor: "b1"))
  }

  @Test func `a page of replies that says more and not where is asked again later only`() throws {
    try world.store.apply(conversations: [convA()], participants: [ana])
    service.onReplies = { _, _ in .value(RepliesPage(replies: [replyRA], hasMore: true)) }
    world.agent.show(.conversation(Known.ca), on: host)
    world.time.run(60_000)
    // Twelve polls without the longer waits after a failure.
    #expect(service.requests.count < 10)
    #expect(try world.store.reply(Known.ra) != nil)
  }
}
