import CHubFrontEnd
import FoundationEssentials
import HubCore
import HubLoop
import HubModel
import HubStore
import Testing

@testable import HubFrontEnds

/// What a session does with replies, and what it tells the agent.
struct SessionAgentTests {
  private let store: HubStore
  private let session: HubSession
  private let loop: EventLoop
  private let agent = RecordingAgent()
  private let front = RecordingFrontEnd()
  private let clock = Clock()
  private static let conversation = id(0xCA)
  private static let missing = id(0xCB)

  private final class Clock {
    var now = Timestamp(milliseconds: 1_772_722_800_000)
  }

  private static func id(_ last: UInt8) -> UUID {
    UUID(uuid: (1, 0, 0, 0, 0, 0, 0x40, 0, 0x80, 0, 0, 0, 0, 0, 0, last))
  }

  init() throws {
    store = try HubStore(inMemory: ())
    let early = Timestamp(milliseconds: 1_772_000_000_000)
    try store.apply(
      conversations: [
        Conversation(
          id: Self.conversation, createdAt: early, updatedAt: early, lastReplyAt: early,
          lastIncomingReplyAt: early)
      ], participants: [])
    try store.apply(
      replies: [
        Reply(
          id: Self.id(1), conversationID: Self.conversation, sender: .participant("ann"),
          content: [.text("Hello")], createdAt: early)
      ], of: Self.conversation)
    try store.apply(posts: [
      Post(
        id: Self.id(0xAA), subject: "Post", previewText: "", receivedAt: early,
        url: "https://a.example/")
    ])
    loop = try EventLoop()
    let clock = clock
    session = try HubSession(
      store: store,
      settings: SessionSettings(
        app: AppDescription(
          id: "com.example.demo", name: "Demo", urlSchemes: ["rv-demo"],
          tabs: [.init(tag: "hub", title: "Hub")]),
        follows: false,
        terminal: SessionTerminal(
          input: 0, output: 1, inputIsTerminal: false, outputIsTerminal: false, wantsColor: false,
          isUnicode: true, columns: 80, rows: 24),
        version: "1", now: { clock.now }, openInSystem: { _ in }, tell: { _ in }),
      loop: FrontEndLoop(loop: loop))
    session.frontEnd = front
  }

  /// Starts in the list, with the agent or without.
  private func start(withAgent: Bool = true) {
    if withAgent { session.agent = agent }
    session.launch(url: nil)
    settle()
    _ = agent.take()
    _ = front.take()
  }

  private func settle() {
    for _ in 0..<5 { loop.step(timeoutMilliseconds: 0) }
  }

  private func newest() throws -> Reply? {
    try store.replies(conversation: Self.conversation, limit: 1).last
  }

  // MARK: Writing

  @Test func `cases 155, 173: a reply is trimmed, queued, shown, and the agent is told`() throws {
    start()
    let (status, id) = session.write("  hi \n", in: Self.conversation)
    #expect(status == HUB_OK)
    let reply = try #require(try newest())
    #expect(reply.id == id && reply.state == .queued && reply.text == "hi")
    #expect(reply.createdAt == clock.now)
    #expect(front.take().first == "inbox_changed")
    #expect(agent.take() == ["outbox CA"])
    let (_, second) = session.write("hi", in: Self.conversation)
    let other = try store.reply(try #require(second))
    #expect(other?.externalID != nil && other?.externalID != reply.externalID)
    // Case 176: the row shows what was sent.
    #expect(try store.item(kind: .conversation, id: Self.conversation)?.preview == "hi")
  }

  @Test(arguments: ["", " ", "\n\t \u{3000}"])
  func `case 156: blank text is nothing at all`(text: String) throws {
    start()
    #expect(session.write(text, in: Self.conversation).status == HUB_E_REFUSED)
    #expect(session.write("x", in: Self.missing).status == HUB_E_NOT_FOUND)
    #expect(try newest()?.text == "Hello")
    #expect(agent.take() == [] && front.take() == [])
  }

  @Test(arguments: [(0, HUB_OK), (1, HUB_E_ARGUMENT)])
  func `a reply has at most 65,536 bytes`(more: Int, status: hub_status) throws {
    start()
    let table = ServiceTable(session: session)
    let text = [CChar](repeating: 0x78, count: Int(HUB_REPLY_TEXT_MAX) + more)
    let done = ConversationsService.table.send(
      table.host, Self.conversation.abi, text, UInt64(text.count), nil)
    #expect(done == status)
    #expect(try newest()?.text.utf8.count == (status == HUB_OK ? text.count : 5))
  }

  @Test func `an own reply leaves a conversation read that was read`() throws {
    start()
    #expect(session.reachedEnd(of: Self.conversation) == true)
    clock.now = Timestamp(milliseconds: clock.now.milliseconds + 1000)
    _ = session.write("x", in: Self.conversation)
    #expect(try store.counts().unread == 1, "the post")
  }

  @Test func `case 215: only a failed own reply is sent again or deleted`() throws {
    start()
    let id = try #require(session.write("x", in: Self.conversation).reply)
    for state in [Reply.State.queued, .sent, .confirmed] {
      try store.setReplyState(id, state == .confirmed ? .sent : state)
      #expect(session.retry(id) == HUB_E_STATE)
      #expect(session.remove(id) == HUB_E_STATE)
    }
    try store.setReplyState(id, .failed)
    _ = agent.take()
    clock.now = Timestamp(milliseconds: clock.now.milliseconds + 500_000)
    #expect(session.retry(id) == HUB_OK)
    let again = try store.reply(id)
    #expect(again?.state == .queued && again?.createdAt == clock.now)
    #expect(agent.take() == ["outbox CA"])
    try store.setReplyState(id, .failed)
    #expect(session.remove(id) == HUB_OK)
    #expect(try store.reply(id) == nil)
    #expect(agent.take() == ["outbox CA"])
    #expect(session.retry(id) == HUB_E_NOT_FOUND && session.remove(id) == HUB_E_NOT_FOUND)
    #expect(session.retry(Self.id(1)) == HUB_E_STATE, "another's reply")
  }

  // MARK: Reading

  @Test func `case 177, 182: the server is told of the newest confirmed reply, each time`() {
    start()
    #expect(session.reachedEnd(of: Self.conversation) == true)
    #expect(agent.take() == ["read CA 01"])
    #expect(front.take().contains("badge_changed"))
    #expect(session.reachedEnd(of: Self.conversation) == true)
    #expect(agent.take() == ["read CA 01"])
    #expect(front.take() == [])
    #expect(session.reachedEnd(of: Self.missing) == false)
  }

  @Test func `marking everything read tells the server of the conversations that were unread`()
    throws
  {
    start()
    #expect(session.markAllRead() == HUB_OK)
    #expect(try store.counts().unread == 0)
    #expect(agent.take() == ["read CA 01"])
    #expect(session.markAllRead() == HUB_OK)
    #expect(agent.take() == [])
  }

  @Test func `case 178: without a confirmed reply only the own mark moves`() throws {
    start()
    let other = Self.id(0xCC)
    let time = Timestamp(milliseconds: 1)
    try store.apply(
      conversations: [
        Conversation(id: other, createdAt: time, updatedAt: time)
      ], participants: [])
    _ = session.write("x", in: other)
    _ = agent.take()
    #expect(session.reachedEnd(of: other) == true)
    #expect(agent.take() == [])
  }

  @Test func `without an agent to ask, whoever listens hears what is on screen`() throws {
    start(withAgent: false)
    var heard: [String] = []
    session.onScreens = { heard.append("\($0) \($1?.short ?? "-")") }
    #expect(heard == ["true -"], "a new one hears it at once")
    session.send(.itemSelected(.conversation, Self.conversation))
    session.noticeChanges()
    settle()
    #expect(heard == ["true -", "false CA"])
    #expect(session.syncStatus.state == .offline)
    session.end()
    session.send(.back)
    #expect(heard.count == 2)
  }

  @Test func `showing a conversation reads it, and the agent knows what is on screen`() throws {
    start()
    session.send(.itemSelected(.conversation, Self.conversation))
    settle()
    #expect(agent.take() == ["screens false CA", "read CA 01"])
    session.send(.back)
    settle()
    #expect(agent.take() == ["screens true -"])
    session.send(.itemSelected(.post, Self.id(0xAA)))
    settle()
    #expect(agent.take() == ["body AA", "screens false -"])
    _ = session.open("rv-demo://conversations/\(Self.conversation.uuidString)")
    settle()
    #expect(agent.take().contains("screens false CA"))
    session.agent = agent
    #expect(agent.take() == ["screens false CA"], "a new agent is told at once")
  }

  // MARK: Asking

  @Test func `older replies are asked for until there are none`() throws {
    start()
    #expect(session.fetchOlder(of: Self.conversation) == HUB_OK)
    #expect(agent.take() == ["older CA"])
    #expect(session.fetchOlder(of: Self.missing) == HUB_E_NOT_FOUND)
    try store.apply(replies: [], of: Self.conversation, end: PageEnd(.backward, hasMore: false))
    #expect(session.fetchOlder(of: Self.conversation) == HUB_E_STATE)
    #expect(agent.take() == [])
  }

  @Test func `without an agent the store is all there is, and that is told`() throws {
    start(withAgent: false)
    #expect(session.syncStatus == SyncStatus(.offline))
    #expect(session.fetchOlder(of: Self.conversation) == HUB_E_UNAVAILABLE)
    #expect(session.write("x", in: Self.conversation).status == HUB_OK)
    let table = ServiceTable(session: session)
    #expect(InboxService.table.refresh(table.host) == HUB_E_UNAVAILABLE)
    session.agent = agent
    #expect(front.take().last == "sync_changed")
    #expect(InboxService.table.refresh(table.host) == HUB_OK)
    #expect(agent.calls.last == "refresh")
  }

  @Test func `a sync is described with all that is known of it`() throws {
    start()
    let table = ServiceTable(session: session)
    var info = hub_sync_info()
    info.size = UInt32(MemoryLayout<hub_sync_info>.size)
    agent.status = SyncStatus(
      .failed, lastSyncAt: Timestamp(milliseconds: 7), posts: 9, rate: 2.5, reason: "No\u{1B}[2J.")
    session.syncChanged()
    #expect(front.take() == ["sync_changed"])
    #expect(SyncService.table.describe(table.host, &info) == HUB_OK)
    #expect(info.state == HUB_SYNC_FAILED && info.last_sync_at == 7)
    #expect(info.posts == 9 && info.rate == 2.5)
    #expect(argument(info.reason.data, info.reason.length)?.contains("\u{1B}") == false)
    for (state, abi) in [
      (SyncStatus.State.offline, HUB_SYNC_OFFLINE), (.idle, HUB_SYNC_IDLE),
      (.syncing, HUB_SYNC_RUNNING),
    ] {
      agent.status = SyncStatus(state)
      #expect(SyncService.table.describe(table.host, &info) == HUB_OK)
      #expect(info.state == abi && info.reason.data == nil && info.rate == 0)
    }
    info.size -= 1
    #expect(SyncService.table.describe(table.host, &info) == HUB_E_ARGUMENT)
  }

  @Test(arguments: [true, false])
  func `case 49: a missing conversation is looked for on the server before the alert`(
    isFound: Bool
  ) throws {
    start()
    _ = session.open("rv-demo://conversations/\(Self.missing.uuidString)")
    settle()
    #expect(agent.calls.count { $0 == "find" } == 1)
    #expect(!front.calls.contains("alert") && !session.isIdle)
    _ = front.take()
    let time = Timestamp(milliseconds: 1)
    if isFound {
      try store.apply(
        conversations: [Conversation(id: Self.missing, createdAt: time, updatedAt: time)],
        participants: [])
    }
    agent.finds.first?()
    agent.finds.first?()
    settle()
    let calls = front.take()
    #expect(calls.contains("present_conversation") == isFound)
    #expect(calls.contains("alert") == !isFound)
    #expect(session.isIdle)
  }

  @Test func `offline nothing is looked for: the alert comes at once`() {
    agent.status = SyncStatus(.offline)
    start()
    _ = session.open("rv-demo://posts/\(Self.missing.uuidString)")
    settle()
    #expect(front.calls.contains("alert"))
    #expect(agent.finds.isEmpty)
  }
}
