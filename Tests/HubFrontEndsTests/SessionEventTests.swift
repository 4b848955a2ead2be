import FoundationEssentials
import HubCore
import HubLoop
import HubModel
import HubStore
import Testing

@testable import HubFrontEnds

/// The analytics events that a session puts into the store (reference 6).
struct SessionEventTests {
  private let store: HubStore
  private let loop: EventLoop
  private static let post = UUID()
  private static let conversation = UUID()
  private static let now = Timestamp(milliseconds: 1_772_722_800_000)

  init() throws {
    store = try HubStore(inMemory: ())
    try store.apply(posts: [
      Post(id: Self.post, subject: "Post", previewText: "", receivedAt: Self.now)
    ])
    try store.apply(
      conversations: [
        Conversation(id: Self.conversation, createdAt: Self.now, updatedAt: Self.now)
      ], participants: [])
    loop = try EventLoop()
  }

  private func session(sendsEvents: Bool) throws -> HubSession {
    var app = AppDescription(
      id: "com.example.demo", name: "Demo", urlSchemes: ["rv-demo"],
      tabs: [.init(tag: "hub", title: "Hub")])
    app.agent.sendsEvents = sendsEvents
    return try HubSession(
      store: store,
      settings: SessionSettings(
        app: app, follows: false,
        terminal: SessionTerminal(
          input: 0, output: 1, inputIsTerminal: false, outputIsTerminal: false, wantsColor: false,
          isUnicode: true, columns: 80, rows: 24),
        version: "1", now: { Self.now }, openInSystem: { _ in }, tell: { _ in }),
      loop: FrontEndLoop(loop: loop))
  }

  private func use(_ session: HubSession) {
    session.launch(url: nil)
    session.send(.hubShown)
    session.send(.itemSelected(.post, Self.post))
    session.send(.linkTapped(post: Self.post, url: "https://a.example/x"))
    session.send(.itemSelected(.conversation, Self.conversation))
    for _ in 0..<5 { loop.step(timeoutMilliseconds: 0) }
  }

  @Test func `what the user does is in the store, without an agent and without a front end`() throws
  {
    let session = try session(sendsEvents: true)
    use(session)
    let events = try store.events()
    #expect(events.map(\.name) == ["Post Opened", "Post Link Clicked", "Conversation Opened"])
    #expect(
      events.first?.attributes == AnalyticsEvent.postOpened(Self.post).attributes)
    #expect(Set(events.map(\.id)).count == 3)
    #expect(events.allSatisfy { $0.createdAt == Self.now })
    // A front end that takes another's place opens nothing.
    session.showAgain(lost: nil)
    for _ in 0..<5 { loop.step(timeoutMilliseconds: 0) }
    #expect(try store.eventCount() == 3)
  }

  @Test func `a session is not idle before its event is on disk`() throws {
    let session = try session(sendsEvents: true)
    session.launch(url: nil)
    for _ in 0..<5 { loop.step(timeoutMilliseconds: 0) }
    #expect(session.isIdle)
    session.send(.linkTapped(post: Self.post, url: "strange:x"))
    #expect(!session.isIdle)
    for _ in 0..<5 { loop.step(timeoutMilliseconds: 0) }
    #expect(session.isIdle)
    #expect(try store.eventCount() == 1)
  }

  @Test func `nothing is recorded unless the app file turns it on`() throws {
    use(try session(sendsEvents: false))
    #expect(try store.eventCount() == 0)
  }
}
