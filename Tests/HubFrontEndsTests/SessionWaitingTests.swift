import CHubFrontEnd
import FoundationEssentials
import HubCore
import HubModel
import HubStore
import Testing

@testable import HubFrontEnds

/// What a session does about things on screen that are still on the server.
struct SessionWaitingTests {
  private let store: HubStore
  private let session: HubSession
  private let loop = ManualLoop()
  private let agent = RecordingAgent()
  private let front = RecordingFrontEnd()
  private static let conversation = id(0xCA)
  private static let post = id(0xAA)
  private static let early = Timestamp(milliseconds: 1_772_000_000_000)

  private static func id(_ last: UInt8) -> UUID {
    UUID(uuid: (1, 0, 0, 0, 0, 0, 0x40, 0, 0x80, 0, 0, 0, 0, 0, 0, last))
  }

  init() throws { try self.init(hasServer: true) }

  private init(hasServer: Bool) throws {
    store = try HubStore(inMemory: ())
    var app = AppDescription(
      id: "com.example.demo", name: "Demo", urlSchemes: ["rv-demo"],
      tabs: [.init(tag: "hub", title: "Hub")])
    if hasServer {
      app.endpoint = "http://127.0.0.1:9"
      app.accountToken = "a"
    }
    session = try HubSession(
      store: store,
      settings: SessionSettings(
        app: app, follows: false,
        terminal: SessionTerminal(
          input: 0, output: 1, inputIsTerminal: false, outputIsTerminal: false, wantsColor: false,
          isUnicode: true, columns: 80, rows: 24),
        version: "1", now: { Self.early }, openInSystem: { _ in }, tell: { _ in }),
      loop: loop)
    session.frontEnd = front
  }

  private func fill() throws {
    try store.apply(conversations: [
      Conversation(
        id: Self.conversation, createdAt: Self.early, updatedAt: Self.early,
        lastReplyAt: Self.early, lastIncomingReplyAt: Self.early)
    ])
    try store.apply(posts: [
      Post(
        id: Self.post, subject: "Post", previewText: "", receivedAt: Self.early,
        url: "https://a.example/")
    ])
    try store.saveAgentRecord(AgentRecord(syncedAt: Self.early))
  }

  private func open(_ kind: ItemKind, withAgent: Bool = true) throws {
    try fill()
    if withAgent { session.agent = agent }
    session.launch(url: nil)
    session.send(.itemSelected(kind, kind == .post ? Self.post : Self.conversation))
    loop.settle()
  }

  private func bringMessages() throws {
    try store.apply(
      replies: [
        Reply(
          id: Self.id(1), conversationID: Self.conversation, sender: .participant("ann"),
          content: [.text("Hello")], createdAt: Self.early)
      ], of: Self.conversation, end: PageEnd(nextCursor: "c"))
    session.noticeChanges()
    loop.settle()
  }

  private func savePage() throws {
    try store.saveBody(
      StoredBody(bytes: Array("<p>Page</p>".utf8), contentType: nil, fetchedAt: Self.early),
      of: Self.post)
  }

  // MARK: Messages

  @Test func `a conversation is read when its messages come, not when it is opened without any`()
    throws
  {
    try open(.conversation)
    #expect(try store.counts().unread == 2)
    #expect(agent.take().suffix(2) == ["messages CA", "screens false CA"])
    // What the front end sees as the end of nothing reads nothing either.
    #expect(session.reachedEnd(of: Self.conversation) == true)
    #expect(try store.counts().unread == 2)
    try bringMessages()
    #expect(try store.counts().unread == 1)
    #expect(agent.take() == ["read CA 01"])
  }

  @Test func `who has left a conversation before its messages came has not read it`() throws {
    try open(.conversation)
    session.send(.back)
    try bringMessages()
    #expect(try store.counts().unread == 2)
  }

  @Test func `the user marks a conversation read of which nothing is here`() throws {
    try open(.conversation)
    #expect(session.markRead(.conversation, Self.conversation))
    #expect(try store.counts().unread == 1)
  }

  @Test func `without a server what is here is all there is to read`() throws {
    let other = try SessionWaitingTests(hasServer: false)
    try other.open(.conversation, withAgent: false)
    #expect(try other.store.counts().unread == 1)
    #expect(other.session.syncStatus.reason == nil)
  }

  @Test func `messages that are all here are not asked for`() throws {
    try fill()
    try bringMessages()
    session.agent = agent
    session.launch(url: "rv-demo://conversations/\(Self.conversation.uuidString)")
    loop.settle()
    #expect(!agent.calls.contains("messages CA"))
    #expect(session.isIdle)
  }

  @Test func `the host waits for messages until the agent has answered`() throws {
    try open(.conversation)
    #expect(!session.isIdle)
    try bringMessages()
    #expect(!session.isIdle, "more of them may come")
    agent.threads.first?(nil)
    loop.settle()
    #expect(session.isIdle && loop.timers.isEmpty)
    #expect(front.alerts.isEmpty)
  }

  @Test func `why messages cannot be had is told while their conversation is shown`() throws {
    try open(.conversation)
    agent.threads.first?("The server answered 500.")
    loop.settle()
    #expect(
      front.alerts == [
        ["messages-not-fetched", "The messages could not be fetched: The server answered 500."]
      ])
    #expect(session.isIdle)
    session.send(.back)
    session.send(.itemSelected(.conversation, Self.conversation))
    session.send(.back)
    agent.threads.last?("The server answered 500.")
    #expect(front.alerts.count == 1)
  }

  // MARK: Pages

  @Test func `the host waits for a page until it is stored`() throws {
    try open(.post)
    #expect(agent.calls.contains("body AA") && !session.isIdle)
    try savePage()
    session.noticeChanges()
    loop.settle()
    #expect(session.isIdle && loop.timers.isEmpty)
    #expect(front.alerts.isEmpty)
  }

  @Test func `a page that is stored is not waited for`() throws {
    try savePage()
    try open(.post)
    #expect(agent.calls.contains("body AA") && session.isIdle)
  }

  @Test func `why a page cannot be had is told while its post is shown`() throws {
    try fill()
    session.agent = agent
    // The id is what the link has.
    session.launch(url: "rv-demo://posts/\(Self.post.uuidString.lowercased())")
    loop.settle()
    agent.pages.first?("https://a.example/ answered 404.")
    loop.settle()
    #expect(
      front.alerts == [
        [
          "page-not-fetched",
          "The page could not be fetched: https://a.example/ answered 404.",
        ]
      ])
    #expect(session.isIdle)
    session.send(.back)
    agent.pages.first?("https://a.example/ answered 404.")
    #expect(front.alerts.count == 1)
  }

  @Test func `that nobody can fetch a page is no news, and nothing to wait for`() throws {
    try open(.post)
    agent.pages.first?(nil)
    loop.settle()
    #expect(session.isIdle && front.alerts.isEmpty)
  }

  // MARK: Bounds

  @Test(arguments: [ItemKind.post, .conversation])
  func `nothing is waited for longer than the bound`(kind: ItemKind) throws {
    try open(kind)
    var idle = 0
    session.onIdle = { idle += 1 }
    session.idleCheck()
    #expect(idle == 0)
    loop.pass(HubSession.contentPatience)
    #expect(idle > 0)
  }

  @Test(arguments: [ItemKind.post, .conversation])
  func `offline and without an agent nothing is waited for`(kind: ItemKind) throws {
    agent.status = SyncStatus(.offline)
    try open(kind)
    #expect(session.isIdle)
    let other = try SessionWaitingTests()
    try other.open(kind, withAgent: false)
    #expect(other.session.isIdle)
    #expect(other.session.syncStatus.reason?.contains("without an agent") == true)
  }

  // MARK: The inbox

  @Test(arguments: [SyncStatus.State.idle, .failed, .offline])
  func `an inbox that was never synced is waited for until the sync ends`(
    end: SyncStatus.State
  ) throws {
    agent.status = SyncStatus(.syncing)
    session.agent = agent
    session.launch(url: nil)
    loop.settle()
    #expect(!session.isIdle)
    // The agent that has just begun says that it has done nothing yet.
    agent.status = SyncStatus(.idle)
    session.syncChanged()
    loop.settle()
    #expect(!session.isIdle)
    agent.status = SyncStatus(end, lastSyncAt: end == .idle ? Self.early : nil)
    session.syncChanged()
    loop.settle()
    #expect(session.isIdle)
  }

  @Test func `an inbox that has rows or was synced is not waited for`() throws {
    try fill()
    agent.status = SyncStatus(.syncing)
    session.agent = agent
    session.launch(url: nil)
    loop.settle()
    #expect(session.isIdle)
    #expect(session.syncStatus.lastSyncAt == Self.early, "the store knows of earlier syncs")
  }

  // MARK: Home

  @Test(arguments: [true, false])
  func `a home that comes reaches a running host (fault O9)`(isListed: Bool) throws {
    try fill()
    try store.saveConfig(HubConfig(isHomeEnabled: true, deepLink: "demo://hub"))
    session.launch(url: nil)
    session.noticeChanges()
    try store.saveHome(StoredHome(experienceURL: "https://home.example/"))
    // More than is listed makes it "anything may have moved".
    if !isListed {
      try store.apply(
        posts: (0..<100).map {
          Post(id: Self.id($0), subject: "", previewText: "", receivedAt: Self.early, url: nil)
        })
    }
    session.noticeChanges()
    session.send(.itemSelected(.post, Self.post))
    #expect(session.core.path == [.messages, .post(Self.post.uuidString)])
    try store.saveHome(StoredHome(experienceURL: nil))
    session.noticeChanges()
    session.send(.itemSelected(.post, Self.post))
    #expect(session.core.path == [.post(Self.post.uuidString)])
  }
}
