import AgentCore
import FoundationEssentials
import HubModel
import HubStore
import Testing

struct ResetTests {
  let world: World
  var service: ScriptedService { world.service }

  init() throws {
    world = try World()
    world.service.onConfig = {
      wire(#"{"hub":{"deepLink":"demo://hub"}}"#, HubConfigAnswer.init(decoding:))
    }
  }

  private func fill() throws {
    try world.store.apply(
      posts: [postA, postB], subscriptions: [news], end: PageEnd(nextCursor: "c9"))
    try world.store.apply(
      conversations: [convA()], participants: [ana],
      end: PageEnd(nextCursor: "f9", nextBefore: "b9"))
    try world.store.apply(
      replies: [replyRA], of: Known.ca, end: PageEnd(nextCursor: "r9", nextBefore: "r8"))
    try world.store.saveConfig(HubConfig(deepLink: "demo://hub"))
  }

  private func expectEmpty() throws {
    #expect(try world.store.counts() == InboxCounts(total: 0, unread: 0))
    #expect(try world.store.subscription("sub-news") == nil)
    #expect(try world.store.cursor(of: .posts) == StoredCursor())
    #expect(try world.store.cursor(of: .conversations) == StoredCursor())
    #expect(try world.store.cursor(of: .replies(Known.ca)) == StoredCursor())
    #expect(try world.store.config()?.deepLink != nil)
    #expect(try world.store.integrityCheck() == [])
  }

  @Test(arguments: ["posts", "subscriptions", "participants", "conversations"])
  func `cases 141, 142 and 151: 410 on a part of a full sync empties the store`(call: String) throws
  {
    try fill()
    switch call {
    case "posts": service.onPosts = { _ in status(410) }
    case "subscriptions": service.onSubscriptions = { status(410) }
    case "participants": service.onParticipants = { status(410) }
    default: service.onConversations = { _, _ in status(410) }
    }
    service.ignoresCancel = true
    world.sync()
    try expectEmpty()
    // All of posts and conversations, and none of a campaign by its id.
    #expect(world.effects.filter { $0 == .clearNotifications }.count == 1)
    #expect(!world.effects.contains { if case .notification = $0 { true } else { false } })
    #expect(world.badges.last == .some(nil))
  }

  @Test func `case 142: 410 on replies, on a send and on a read mark empties the store`() throws {
    try fill()
    service.onReplies = { _, _ in status(410) }
    world.agent.show(.conversation(Known.ca), on: AgentHost(number: 1))
    world.time.run(0)
    world.agent.hostLeft(AgentHost(number: 1))
    try expectEmpty()

    try fill()
    service.onSend = { _ in status(410) }
    try world.send("hi")
    world.time.run(0)
    try expectEmpty()

    try fill()
    service.onRead = { _, _ in status(410) }
    world.agent.conversationRead(Known.ca, upTo: Known.ra)
    world.time.run(0)
    try expectEmpty()
    #expect(world.effects.filter { $0 == .clearNotifications }.count == 3)
  }

  @Test func `case 143: 410 on config and home drops nothing`() throws {
    try fill()
    try world.store.saveConfig(HubConfig(isHomeEnabled: true))
    try world.store.saveHome(StoredHome(experienceURL: "https://home.example"))
    service.onConfig = { status(410) }
    service.onHome = { status(410) }
    world.agent.show(.hub, on: AgentHost(number: 1))
    world.time.run(0)
    #expect(service.requests == ["GET /home", "GET /config"])
    #expect(try world.store.counts().total == 3)
    #expect(try world.store.config()?.isHomeEnabled == true)
    #expect(try world.store.home()?.experienceURL == "https://home.example")
  }

  @Test func `case 145, better: an unsent reply of the same user comes back and is sent`() throws {
    try fill()
    service.onSend = { _ in status(503) }
    let reply = try world.send("hi")
    world.time.run(0)
    service.onPosts = { _ in status(410) }
    world.sync()
    #expect(try world.store.reply(reply) == nil)
    #expect(try world.store.unsentReplies().map(\.id) == [reply])
    service.onPosts = { _ in .value(PostsPage(posts: [])) }
    service.onSend = { _ in .value(()) }
    service.onConversations = { _, _ in
      .value(ConversationsPage(conversations: [convA()], participants: [ana]))
    }
    world.sync()
    world.time.run(3_000)
    #expect(try world.store.reply(reply)?.state == .sent)
    #expect(Set(service.requests("POST")).count == 1)
  }

  @Test func `an unsent reply of another user is dropped, with its text told`() throws {
    world.agent.start()
    world.time.run(0)
    try fill()
    service.onSend = { _ in nil }
    try world.send("secret words")
    world.settings.identity = "somebody else"
    try world.restart()
    service.onPosts = { _ in status(410) }
    world.agent.start()
    world.time.run(0)
    #expect(
      world.effects.contains(.droppedReply(conversation: Known.ca, text: "secret words")))
    #expect(try world.store.unsentReplies() == [])
    #expect(try world.store.agentRecord().identity == "somebody else")
  }

  @Test func `another user's unsent texts are dropped by a reset long after the first sync`() throws
  {
    world.agent.start()
    world.time.run(0)
    try fill()
    service.onSend = { _ in nil }
    let foreign = try world.send("secret words")
    try world.store.saveDraft("secret draft", of: Known.ca, at: world.time.now)
    world.settings.identity = "somebody else"
    try world.restart()
    service.onSend = { _ in status(503) }
    world.agent.start()
    world.time.run(0)
    #expect(try world.store.reply(foreign)?.state == .failed)
    // The new user can only delete it.
    #expect(try world.store.retryReply(foreign, at: world.time.now) == false)
    #expect(world.agent.status.lastSync != nil)
    let own = try world.send("mine")
    try world.restart()
    world.agent.start()
    world.time.run(0)
    service.onPosts = { _ in status(410) }
    world.sync()
    #expect(
      world.effects.compactMap {
        if case .droppedReply(let conversation, let text) = $0 { (conversation, text) } else { nil }
      }.map(\.1) == ["secret words"])
    #expect(try world.store.unsentReplies().map(\.id) == [own])
    #expect(try world.store.draft(of: Known.ca) == nil)
  }

  @Test func `case 146: an answer that was on its way is not stored`() throws {
    try fill()
    service.ignoresCancel = true
    service.onConversations = { _, _ in
      .value(ConversationsPage(conversations: [convA(Known.cb)], participants: [ana]))
    }
    var latencies: [Int64] = [10, 10, 500, 10, 10]
    service.latency = { latencies.isEmpty ? 10 : latencies.removeFirst() }
    service.onPosts = { _ in status(410) }
    var outcome: SyncOutcome?
    world.agent.hostAppeared(AgentHost(number: 1)) { outcome = $0 }
    world.time.run(1_000)
    try expectEmpty()
    // The configuration came before.
    #expect(outcome == .newData)
  }

  @Test func `case 147: during a reset every call fails at once without a request`() throws {
    world.clearsAtOnce = false
    try fill()
    service.onPosts = { _ in status(410) }
    world.sync()
    try expectEmpty()
    service.forgetRequests()
    var outcome: SyncOutcome?
    world.agent.refresh { outcome = $0 }
    world.agent.olderReplies(of: Known.ca)
    #expect(outcome == .stale)
    #expect(service.requests == [])
    world.agent.notificationsCleared()
    service.onPosts = { _ in .value(PostsPage(posts: [postA])) }
    #expect(world.sync() == .newData)
    #expect(try world.store.post(Known.pa) != nil)
  }

  @Test(arguments: [(AgentLimits.clearingWait - 1, true), (AgentLimits.clearingWait, false)])
  func `a reset does not wait for ever for the notifications`(wait: Int64, isHeld: Bool) throws {
    world.clearsAtOnce = false
    service.onPosts = { _ in status(410) }
    world.sync()
    world.time.run(wait)
    service.forgetRequests()
    world.agent.refresh()
    #expect(service.requests.isEmpty == isHeld)
  }

  @Test func `case 148: several 410s at the same time make one reset`() throws {
    service.onPosts = { _ in status(410) }
    service.onConversations = { _, _ in status(410) }
    service.onSubscriptions = { status(410) }
    service.ignoresCancel = true
    world.sync()
    #expect(world.effects.filter { $0 == .clearNotifications }.count == 1)
  }

  @Test func `case 149: a 410 after a reset makes another`() throws {
    service.onPosts = { _ in status(410) }
    world.sync()
    service.onPosts = { _ in .value(PostsPage(posts: [postA])) }
    world.sync()
    #expect(try world.store.counts().total == 1)
    service.onPosts = { _ in status(410) }
    world.sync()
    #expect(try world.store.counts().total == 0)
    #expect(world.effects.filter { $0 == .clearNotifications }.count == 2)
  }

  @Test func `case 152: after a reset no request has a cursor, and no sync starts by itself`()
    throws
  {
    try fill()
    service.onPosts = { _ in status(410) }
    world.sync()
    service.forgetRequests()
    world.time.run(60_000)
    #expect(service.requests == [])
    service.onPosts = { _ in .value(PostsPage(posts: [postA])) }
    world.sync()
    #expect(service.requests("GET /posts") == ["GET /posts"])
    #expect(service.requests("GET /conversations") == ["GET /conversations"])
    #expect(try world.store.post(Known.pa) != nil)
  }

  @Test func `case 154: no send comes from a timer that was armed before`() throws {
    try fill()
    service.onSend = { _ in status(503) }
    try world.send("hi")
    world.time.run(0)
    service.onPosts = { _ in status(410) }
    world.sync()
    service.forgetRequests()
    world.time.run(600_000)
    #expect(service.requests("POST") == [])
  }

  @Test func `a reset during the outbox of a conversation skips its replies`() throws {
    try fill()
    service.onSend = { _ in status(410) }
    try world.store.enqueueReply(own("hi", in: Known.ca, at: world.time.now), preview: "hi")
    world.agent.show(.conversation(Known.ca), on: AgentHost(number: 1))
    world.time.run(0)
    #expect(service.requests.count == 1)
  }

  @Test func `a status other than 410 drops nothing`() throws {
    try fill()
    service.onPosts = { _ in status(404) }
    service.onConversations = { _, _ in status(500) }
    world.sync()
    #expect(try world.store.counts().total == 3)
  }

  @Test func `who asked for a sync that a reset overtook gets what comes after it`() throws {
    try fill()
    var answers = [status(410) as ServiceAnswer<PostsPage>]
    service.onPosts = { _ in
      answers.isEmpty ? .value(PostsPage(posts: [postA])) : answers.removeFirst()
    }
    #expect(world.refresh() == .newData)
    #expect(try world.store.counts().total == 1)
    #expect(service.requests("GET /posts").count == 2)
  }

  @Test func `a server that resets for ever is asked twice, and the failure is told`() throws {
    try fill()
    service.onPosts = { _ in status(410) }
    let sentence = "The server said twice that everything known of it is out of date."
    #expect(world.refresh() == .failed(EngageProblem(.status(410), sentence)))
    #expect(world.agent.status.activity == .failed(reason: sentence))
    #expect(world.logs.filter { $0.contains("out of date") }.count == 2)
    world.agent.comeBack()
    world.time.run(AgentLimits.resetBackoff / 2 - 1)
    #expect(service.requests("GET /posts").count == 2)
    // Left alone, for longer each time, and not for good.
    world.time.run(1_800_000)
    #expect(5...14 ~= service.requests("GET /posts").count)
    #expect(world.agent.status.activity == .failed(reason: sentence))
    service.onPosts = { _ in .value(PostsPage(posts: [postA])) }
    world.time.run(AgentLimits.longestBackoff * 2)
    #expect(world.agent.status.activity == .idle)
    #expect(try world.store.counts().total == 1)
  }

  @Test func `one full sync comes back after a reset, and joins the one that was asked for`() throws
  {
    service.onPosts = { _ in status(410) }
    world.sync()
    world.agent.comeBack()
    world.time.run(0)
    #expect(service.requests("GET /posts").count == 2)
    world.agent.comeBack()
    world.time.run(0)
    #expect(service.requests("GET /posts").count == 2)
  }

  @Test func `when a poll finds that the resets are over, everything is asked for`() throws {
    service.onPosts = { _ in status(410) }
    world.agent.start()
    world.time.run(0)
    #expect(world.refresh()?.isFailure == true)
    service.onPosts = { _ in .value(PostsPage(posts: [postA])) }
    service.forgetRequests()
    world.time.run(AgentLimits.postsPoll)
    #expect(service.requests("GET /config").count == 1)
    #expect(world.agent.status.activity == .idle)
  }
}
