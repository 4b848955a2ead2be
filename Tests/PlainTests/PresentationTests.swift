import HubFrontEndKit
import HubTestSupport
import PlainFrontEnd
import Testing

struct PresentationTests {
  private let post = Item(
    kind: .post, id: id(1), activityAt: receivedAt, isUnread: true, sender: "Swift.org",
    subject: "What is new in Swift 6.3", preview: "Swift 6.3 brings a C entry attribute.",
    url: "https://www.swift.org/blog/swift-6.3-released/")

  @Test func `a post in the Hub is printed with its body as it was laid out`() {
    let host = FakeTextHost(columns: 40)
    host.bodies[id(1)] = .lines([
      DocumentLine(text: "Swift 6.3 is out [1]."), DocumentLine(text: ""),
      DocumentLine(text: "[1] https://www.swift.org"),
    ])
    host.plain().presentPost(post, presentation: .hub)
    expect(
      host.output(),
      is: """
        Post, in the Hub
        From: Swift.org
        Time: 2026-03-05 14:19
        Subject: What is new in Swift 6.3
        Link: https://www.swift.org/blog/swift-6
        .3-released/

        Swift 6.3 is out [1].

        [1] https://www.swift.org


        """)
    #expect(host.bodyColumns == [40])
  }

  @Test func `a post on top in a pipe is not wrapped`() {
    let host = FakeTextHost()
    host.bodies[id(1)] = .lines([DocumentLine(text: String(repeating: "word ", count: 40))])
    host.plain().presentPost(post, presentation: .standalone)
    expect(
      host.output(),
      is: """
        Post, on top
        From: Swift.org
        Time: 2026-03-05 14:19
        Subject: What is new in Swift 6.3
        Link: https://www.swift.org/blog/swift-6.3-released/

        \(String(repeating: "word ", count: 40))


        """)
    #expect(host.bodyColumns == [nil])
  }

  @Test(arguments: [PostBody.none, .lines([])])
  func `without a body the preview stands in its place`(body: PostBody) {
    let host = FakeTextHost()
    host.bodies[id(1)] = body
    host.plain().presentPost(post, presentation: .hub)
    #expect(host.output().hasSuffix("released/\n\nSwift 6.3 brings a C entry attribute.\n\n"))
  }

  @Test func `case 39: a page of another kind is not shown, in two lines`() {
    let host = FakeTextHost()
    host.bodies[id(1)] = .unavailable
    host.plain().presentPost(post, presentation: .hub)
    #expect(
      host.output().hasSuffix(
        """
        released/

        Unable to display content
        The page of this post is not on the web: only http and https pages are shown.


        """))
  }

  @Test func `a post without texts has words in their place`() {
    let host = FakeTextHost()
    let bare = Item(kind: .post, id: id(9), activityAt: receivedAt, isUnread: false)
    host.plain().presentPost(bare, presentation: .hub)
    #expect(
      host.output()
        == "Post, in the Hub\nFrom: Unknown\nTime: 2026-03-05 14:19\nSubject: No subject\n\n"
        + "Unknown\n\n")
  }

  @Test func `a conversation is printed oldest first with names, times, states and pictures`() {
    let host = FakeTextHost(columns: 40)
    host.threads[id(3)] = [
      ReplyRecord(
        id: id(31), sender: "Ada Lovelace", isMine: false, state: .confirmed,
        createdAt: receivedAt,
        text: "Is the engine ready, and can it be seen? See a.example or mail.",
        images: ["https://example.com/engine.png"]),
      reply(32, .confirmed), reply(33, .sent), reply(34, .queued), reply(35, .failed),
    ]
    host.links[id(31)] = [
      TextLink(offset: 45, length: 9, url: "http://a.example"),
      TextLink(offset: 58, length: 4, url: "mailto:b@a.example"),
    ]
    host.plain().presentConversation(
      ConversationRecord(
        item: Item(
          kind: .conversation, id: id(3), activityAt: receivedAt, isUnread: true,
          subject: "The engine"), participants: ["Ada Lovelace", "Charles Babbage"]),
      presentation: .hub)
    expect(
      host.output(),
      is: """
        Conversation, in the Hub
        Subject: The engine
        With: Ada Lovelace, Charles Babbage
        Time: 2026-03-05 14:19

        Today, 2:19 PM

        Ada Lovelace, 2026-03-05 14:19
          Is the engine ready, and can it be
          seen? See a.example [1] or mail [2].
          Picture: https://example.com/engine.pn
          g

        You, 2026-03-05 14:20
          Yes.
          Yes.
          Sent
          Yes.
          Sending…
          Yes.
          Not Delivered

        [1] http://a.example
        [2] mailto:b@a.example


        """)
  }

  @Test func `cases 206, 210: a thread in a pipe has dates as numbers, and a name once a group`() {
    let host = FakeTextHost()
    func message(_ number: Int, _ seconds: Int64) -> ReplyRecord {
      ReplyRecord(
        id: id(number), sender: "Ada", isMine: false, state: .confirmed,
        createdAt: receivedAt + seconds * 1000, text: "Message \(number)", images: [])
    }
    host.threads[id(3)] = [
      message(1, 0), message(2, 120), message(3, 300), message(4, 86_400), message(5, 86_401),
    ]
    host.plain().presentConversation(
      ConversationRecord(
        item: Item(kind: .conversation, id: id(3), activityAt: receivedAt, isUnread: true),
        participants: ["Ada"]), presentation: .hub)
    expect(
      host.output(),
      is: """
        Conversation, in the Hub
        Subject: Conversation
        With: Ada
        Time: 2026-03-05 14:19

        2026-03-05

        Ada, 2026-03-05 14:19
          Message 1
          Message 2

        Ada, 2026-03-05 14:24
          Message 3

        2026-03-06

        Ada, 2026-03-06 14:19
          Message 4
          Message 5


        """)
  }

  @Test(arguments: [(999, false), (1000, true), (1001, true)])
  func `of a long conversation the newest 1000 messages are printed`(count: Int, isCut: Bool) {
    let host = FakeTextHost()
    host.threads[id(3)] = (0..<count).map { number in
      ReplyRecord(
        id: id(number), sender: "Ada", isMine: false, state: .confirmed,
        createdAt: receivedAt + Int64(number), text: "Message \(number)", images: [])
    }
    host.plain().presentConversation(
      ConversationRecord(
        item: Item(kind: .conversation, id: id(3), activityAt: receivedAt, isUnread: true),
        participants: []), presentation: .standalone)
    let output = host.output()
    #expect(output.hasPrefix("Conversation, on top\nSubject: Conversation\n"))
    #expect(output.contains("Older messages are left out.") == isCut)
    #expect(output.contains("  Message \(count - 1)\n"))
    #expect(output.contains("  Message 0\n") == (count <= 1000))
  }

  @Test func `an empty conversation says so`() {
    let host = FakeTextHost()
    host.plain().presentConversation(
      ConversationRecord(
        item: Item(kind: .conversation, id: id(3), activityAt: receivedAt, isUnread: false),
        participants: ["Ada"]), presentation: .hub)
    #expect(host.output().hasSuffix("\n\nNo messages.\n\n"))
  }

  @Test func `tabs, alerts and refused links are told`() {
    let host = FakeTextHost(columns: 30)
    let front = host.plain()
    front.showTab(tag: "home", title: "Home", text: "Welcome to the demo of the Hub.\n\nBye.\n")
    front.showTab(tag: "empty", title: "Empty", text: nil)
    front.alert(code: "post-not-found", title: "Post Not Found", message: "It is gone.")
    front.alert(code: "handoff-stalled", title: "", message: "Nothing showed the Hub.")
    front.urlOpened("demo://hub", by: "router", reason: nil)
    front.urlOpened("javascript:alert(1)", by: "refused", reason: "This kind is never opened.")
    expect(
      host.output(),
      is: """
        Home

        Welcome to the demo of the
        Hub.

        Bye.

        Empty

        Post Not Found: It is gone.

        Nothing showed the Hub.

        Not opened: javascript:alert(1
        )
        This kind is never opened.


        """)
  }

  private func reply(_ number: Int, _ state: ReplyRecord.State) -> ReplyRecord {
    ReplyRecord(
      id: id(number), sender: nil, isMine: true, state: state, createdAt: receivedAt + 60_000,
      text: "Yes.", images: [])
  }
}
