import AgentCore
import FoundationEssentials
import HubModel
import HubStore
import Testing

struct OutboxTests {
  let world: World
  var service: ScriptedService { world.service }

  init() throws {
    world = try World()
    try world.store.apply(
      conversations: [convA(), convA(Known.cb)], participants: [ana])
  }

  private func state(_ reply: UUID) throws -> Reply.State? {
    try world.store.reply(reply)?.state
  }

  @Test func `cases 155 and 157: a reply is sent once and 202 makes it sent`() throws {
    let reply = try world.send("hi")
    #expect(try state(reply) == .queued)
    world.time.run(0)
    #expect(try state(reply) == .sent)
    world.time.run(200_000)
    #expect(service.requests.count == 1)
    #expect(service.requests[0].hasPrefix("POST /replies hi X-"))
  }

  @Test func `case 158: the server's copy confirms the row`() throws {
    let reply = try world.send("hi")
    world.time.run(0)
    let externalID = try #require(try world.store.reply(reply)?.externalID)
    service.onReplies = { _, _ in
      .value(
        RepliesPage(replies: [
          Reply(
            id: Known.r9, conversationID: Known.ca, sender: .fan, content: [.text("hi")],
            externalID: externalID, createdAt: at(13, 20))
        ]))
    }
    world.agent.show(.conversation(Known.ca), on: AgentHost(number: 1))
    world.time.run(0)
    #expect(try world.store.replies(conversation: Known.ca, limit: 9).map(\.id) == [Known.r9])
    #expect(try state(Known.r9) == .confirmed)
  }

  @Test func `case 160: after 503 it goes out again under the same external id`() throws {
    var answers: [ServiceAnswer<Void>] = [status(503), .value(())]
    service.onSend = { _ in answers.removeFirst() }
    let reply = try world.send("hi")
    world.time.run(1_999)
    #expect(service.requests.count == 1)
    world.time.run(1)
    #expect(service.requests.count == 2)
    #expect(service.requests[0] == service.requests[1])
    #expect(try state(reply) == .sent)
  }

  @Test(arguments: [408, 429, 500, 503, 599, 200, 204])
  func `cases 161 and 166: these statuses are tried again`(number: Int) throws {
    service.onSend = { _ in status(number) }
    let reply = try world.send("hi")
    world.time.run(0)
    #expect(try state(reply) == .queued)
    #expect(try world.store.outboxEntry(reply)?.retryCount == 1)
  }

  @Test(arguments: [400, 401, 403, 404, 422, 302, 600])
  func `these statuses end it`(number: Int) throws {
    service.onSend = { _ in status(number) }
    let reply = try world.send("hi")
    world.time.run(200_000)
    #expect(try state(reply) == .failed)
    #expect(service.requests.count == 1)
  }

  @Test func `case 163: no connection is tried again`() throws {
    service.onSend = { _ in noConnection() }
    let reply = try world.send("hi")
    world.time.run(0)
    #expect(try state(reply) == .queued)
  }

  @Test func `case 164 and 2.11: attempts come at 0, 2, 6, 14, 30, 60 and 90 s`() throws {
    service.onSend = { _ in status(500) }
    service.latency = { 5 }
    let reply = try world.send("hi")
    world.time.run(300_000)
    #expect(service.times("POST").map { $0 / 1000 } == [0, 2, 6, 14, 30, 60, 90])
    #expect(try state(reply) == .failed)
    #expect(try world.store.outboxEntry(reply)?.nextRetryAt == nil)
    #expect(world.time.pending == 0)
  }

  @Test func `an attempt exactly at the end of the window is made`() throws {
    service.onSend = { _ in status(500) }
    let reply = try world.send("hi")
    world.time.run(119_999)
    #expect(try state(reply) == .queued)
    world.time.run(1)
    #expect(
      service.times("POST") == [0, 2_000, 6_000, 14_000, 30_000, 60_000, 90_000, 120_000])
    #expect(try state(reply) == .failed)
  }

  @Test func `case 167: what is older than the window fails without a request`() throws {
    for (age, isSent) in [(Int64(120_000), true), (120_001, false)] {
      let time = Timestamp(milliseconds: world.time.now.milliseconds - age)
      let reply = own("old", in: Known.ca, at: time)
      try world.store.enqueueReply(reply, preview: "old")
      service.forgetRequests()
      world.agent.outboxChanged()
      world.time.run(0)
      #expect(try state(reply.id) == (isSent ? .sent : .failed))
      #expect(service.requests.count == (isSent ? 1 : 0))
    }
  }

  @Test func `cases 168 and 169: a waiting head stops its conversation and no other`() throws {
    service.onSend = { $0.conversationID == Known.ca ? status(503) : .value(()) }
    try world.send("one")
    world.time.run(0)
    let second = try world.send("two")
    let other = try world.send("three", in: Known.cb)
    world.time.run(0)
    #expect(try state(second) == .queued)
    #expect(try state(other) == .sent)
    #expect(service.requests.map { $0.split(separator: " ")[2] } == ["one", "three"])
  }

  @Test func `case 170: replies of a conversation go one after another, oldest first`() throws {
    service.latency = { 100 }
    for text in ["one", "two", "three"] {
      try world.send(text)
      world.time.run(1)
    }
    #expect(service.requests.count == 1)
    world.time.run(1_000)
    #expect(service.requests.map { $0.split(separator: " ")[2] } == ["one", "two", "three"])
    #expect(service.times("POST") == [0, 100, 200])
  }

  @Test func `case 172: a broken head fails and does not block`() throws {
    try world.store.enqueueReply(own("", in: Known.ca, at: world.time.now), preview: "")
    world.time.run(1)
    let second = own("second", in: Known.ca, at: world.time.now)
    try world.store.enqueueReply(second, preview: "second")
    var outcome: SyncOutcome?
    world.agent.outboxChanged { outcome = $0 }
    world.time.run(0)
    #expect(outcome == .nothingNew)
    #expect(try state(second.id) == .sent)
    #expect(try world.store.replies(conversation: Known.ca, limit: 9).first?.state == .failed)
    #expect(service.requests.count == 1)
  }

  @Test func `case 173: two sends at the same moment are two requests, each once`() throws {
    try world.send("one")
    try world.send("two")
    world.time.run(0)
    #expect(Set(service.requests).count == 2)
    #expect(service.requests.count == 2)
  }

  @Test(arguments: [(Int64(60_000), true), (Int64(130_000), false)])
  func `case 175: a restart goes on within the window`(wait: Int64, isSent: Bool) throws {
    service.onSend = { _ in nil }
    let reply = try world.send("hi")
    try world.restart()
    world.time.run(wait)
    service.forgetRequests()
    service.onSend = { _ in .value(()) }
    world.agent.start()
    world.time.run(0)
    #expect(service.requests("POST").count == (isSent ? 1 : 0))
    #expect(try state(reply) == (isSent ? .sent : .failed))
  }

  @Test func `case 176: an older server copy does not take the preview of an own reply`() throws {
    try world.send("x")
    service.onConversations = { _, _ in
      .value(ConversationsPage(conversations: [convA(updated: at(13, 5), preview: "y")]))
    }
    world.sync()
    #expect(try world.store.conversation(Known.ca)?.lastReplyPreview == "x")
  }

  @Test func `a failed reply that the user sends again gets a new window and the same id`() throws {
    service.onSend = { _ in status(404) }
    let reply = try world.send("hi")
    world.time.run(300_000)
    #expect(try state(reply) == .failed)
    service.onSend = { _ in .value(()) }
    try world.store.retryReply(reply, at: world.time.now)
    world.agent.outboxChanged()
    world.time.run(0)
    #expect(try state(reply) == .sent)
    #expect(Set(service.requests("POST")).count == 1)
    #expect(service.requests("POST").count == 2)
  }

  @Test func `Retry-After delays the next attempt, and beyond the window it ends it`() throws {
    service.onSend = { _ in status(429, retryAfter: 20_000) }
    let reply = try world.send("hi")
    world.time.run(60_000)
    #expect(service.times("POST") == [0, 20_000, 40_000, 60_000])
    service.onSend = { _ in status(503, retryAfter: 100_000) }
    world.time.run(20_000)
    #expect(try state(reply) == .failed)
  }

  @Test func `a clock that is set back by hours does not hold a reply`() throws {
    service.onSend = { _ in status(503) }
    let reply = try world.send("hi")
    world.time.run(1_000)
    world.time.offset -= 3_600_000
    service.onSend = { _ in .value(()) }
    world.time.run(2_000)
    #expect(try state(reply) == .sent)
  }

  @Test func `replies of another user are not sent in this one's name`() throws {
    world.agent.start()
    world.time.run(0)
    service.onSend = { _ in nil }
    let reply = try world.send("hi")
    world.settings.identity = "somebody else"
    try world.restart()
    service.forgetRequests()
    service.onSend = { _ in .value(()) }
    world.agent.start()
    world.time.run(1_000)
    #expect(service.requests("POST") == [])
    #expect(try state(reply) == .failed)
  }

  @Test func `a reply keeps an agent from leaving for its window at most`() throws {
    #expect(!world.agent.isSending)
    service.onSend = { _ in status(503) }
    let reply = try world.send("hi")
    for _ in 0..<8 where try state(reply) == .queued {
      #expect(world.agent.isSending)
      world.time.run(15_000)
    }
    #expect(try state(reply) == .failed)
    #expect(!world.agent.isSending)
    service.onSend = { _ in nil }
    try world.send("on its way")
    world.time.run(0)
    #expect(world.agent.isSending)
  }

  @Test(arguments: [(0, true), (1, false)])
  func `a reply that nobody tried in its window keeps no agent`(late: Int64, isSending: Bool) throws
  {
    let reply = own("hi", in: Known.ca, at: world.time.now)
    try world.store.enqueueReply(reply, preview: "hi")
    world.time.offset += AgentLimits.outboxWindow + late
    #expect(world.agent.isSending == isSending)
  }

  @Test func `what the new user writes survives a restart before the first sync`() throws {
    world.agent.start()
    world.time.run(0)
    service.onPosts = { _ in noConnection() }
    service.onSend = { _ in noConnection() }
    world.settings.identity = "somebody else"
    try world.restart()
    world.agent.start()
    let reply = try world.send("mine")
    world.time.run(0)
    try world.restart()
    world.agent.start()
    world.time.run(0)
    #expect(try state(reply) == .queued)
    service.onPosts = { _ in .value(PostsPage(posts: [])) }
    world.sync()
    #expect(try world.store.agentRecord().identity == "somebody else")
  }

  @Test func `at most so many replies are on their way at once`() throws {
    let conversations = (0..<6).map { _ in convA(UUID()) }
    try world.store.apply(conversations: conversations)
    service.onSend = { _ in nil }
    for conversation in conversations {
      try world.store.enqueueReply(own("hi", in: conversation.id, at: world.time.now), preview: "")
    }
    world.agent.outboxChanged()
    #expect(service.requests.count == AgentLimits.mostSends)
  }

  @Test func `a clock that is set back by days does not make a reply go out for days`() throws {
    service.onSend = { _ in status(503) }
    let reply = try world.send("hi")
    world.time.run(1_000)
    world.time.offset -= 3 * 86_400_000
    world.time.run(86_400_000)
    #expect(service.times("POST").count == AgentLimits.mostAttempts)
    #expect(try state(reply) == .failed)
  }

  @Test func `a clock that is set forward by days fails a reply and keeps it`() throws {
    service.onSend = { _ in status(503) }
    let reply = try world.send("hi")
    world.time.run(1_000)
    world.time.offset += 3 * 86_400_000
    world.time.run(60_000)
    #expect(service.times("POST").count == 1)
    #expect(try state(reply) == .failed)
    #expect(try world.store.reply(reply)?.text == "hi")
  }
}
