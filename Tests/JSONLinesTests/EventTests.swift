import HubFrontEndKit
import HubTestSupport
import JSONLinesFrontEnd
import Testing

struct EventTests {
  @Test func `hello comes first, then bye ends it`() throws {
    let session = try Session()
    try session.front.start()
    session.front.stop()
    session.front.stop()
    #expect(
      try session.lines() == [
        #"{"event":"hello","seq":1,"schema":1,"host":"9.8.7","abi":"1.3","#
          + #""app":{"id":"com.example.demo","name":"Demo"},"#
          + #""config":{"inboxEnabled":true,"homeEnabled":false,"deepLink":"demo://hub"}}"#,
        #"{"event":"bye","seq":2,"reason":"stopped"}"#,
      ])
    #expect(session.host.isIdle)
  }

  @Test func `showing the Hub tells tab, badge and path`() throws {
    let session = try Session.started()
    session.host.currentPath = [
      .messages, .post("abcdef01-2222-4333-8444-000000000001"), .post("no uuid"),
      .conversation("ABCDEF01-2222-4333-8444-000000000002"),
    ]
    #expect(session.front.showHub(tab: "hub", badge: nil) == .shown)
    session.host.currentPath = []
    _ = session.front.showHub(tab: "hub", badge: "3")
    session.front.pathChanged()
    #expect(
      try session.lines().map(withoutSequence) == [
        #"{"event":"show-hub","tab":"hub","badge":null,"path":[{"messages":true},"#
          + #"{"post":"ABCDEF01-2222-4333-8444-000000000001"},{"post":"no uuid"},"#
          + #"{"conversation":"ABCDEF01-2222-4333-8444-000000000002"}]}"#,
        #"{"event":"show-hub","tab":"hub","badge":"3","path":[]}"#,
        #"{"event":"path","path":[]}"#,
      ])
  }

  @Test(arguments: [
    (PostBody.none, "null"), (.unavailable, "null"), (.lines([]), #""""#),
    (
      .lines([DocumentLine(text: "One"), DocumentLine(text: ""), DocumentLine(text: "\"2\"")]),
      #""One\n\n\"2\"""#
    ),
  ])
  func `a post is told with its body`(body: PostBody, text: String) throws {
    let session = try Session.started()
    session.host.bodies[id(7)] = body
    session.front.presentPost(
      Item(
        kind: .post, id: id(7), activityAt: receivedAt, isUnread: true, sender: "Swift.org",
        subject: "Hello", preview: "World", url: "https://example.com/", cover: nil),
      presentation: .hub)
    session.front.presentPost(
      Item(kind: .post, id: id(7), activityAt: 0, isUnread: false), presentation: .standalone)
    #expect(
      try session.lines().map(withoutSequence) == [
        #"{"event":"present-post","presentation":"hub","#
          + #""post":{"id":"ABCDEF01-2222-4333-8444-000000000007","subject":"Hello","#
          + #""preview":"World","sender":"Swift.org","receivedAt":"2026-03-05T13:19:00.042Z","#
          + #""url":"https://example.com/","cover":null,"read":false},"body":\#(text)}"#,
        #"{"event":"present-post","presentation":"standalone","#
          + #""post":{"id":"ABCDEF01-2222-4333-8444-000000000007","subject":"","#
          + #""preview":"","sender":null,"receivedAt":"1970-01-01T00:00:00.000Z","#
          + #""url":null,"cover":null,"read":true},"body":\#(text)}"#,
      ])
    #expect(session.host.bodyColumns == [nil, nil])
  }

  @Test func `a conversation is told with its replies`() throws {
    let session = try Session.started()
    session.host.threads[id(3)] = [
      ReplyRecord(
        id: id(31), sender: "Ada", isMine: false, state: .confirmed, createdAt: receivedAt,
        text: "Is it\nready?", images: ["https://example.com/a.png"])
    ]
    for state in [ReplyRecord.State.queued, .sent, .failed] {
      session.host.threads[id(3)]?.append(
        ReplyRecord(
          id: id(32), sender: nil, isMine: true, state: state, createdAt: receivedAt, text: "",
          images: []))
    }
    let item = Item(kind: .conversation, id: id(3), activityAt: receivedAt, isUnread: true)
    session.front.presentConversation(
      ConversationRecord(item: item, participants: ["Ada", "Bob"]), presentation: .standalone)
    func mine(_ state: String) -> String {
      #"{"id":"ABCDEF01-2222-4333-8444-000000000032","sender":null,"mine":true,"#
        + #""state":"\#(state)","createdAt":"2026-03-05T13:19:00.042Z","text":"","images":[]}"#
    }
    #expect(
      try session.lines().map(withoutSequence) == [
        #"{"event":"present-conversation","presentation":"standalone","#
          + #""conversation":{"id":"ABCDEF01-2222-4333-8444-000000000003","subject":null,"#
          + #""sender":null,"participants":["Ada","Bob"],"#
          + #""activityAt":"2026-03-05T13:19:00.042Z","read":false},"replies":["#
          + #"{"id":"ABCDEF01-2222-4333-8444-000000000031","sender":"Ada","mine":false,"#
          + #""state":"confirmed","createdAt":"2026-03-05T13:19:00.042Z","#
          + #""text":"Is it\nready?","images":["https://example.com/a.png"]},"#
          + [mine("queued"), mine("sent"), mine("failed")].joined(separator: ",") + "]}"
      ])
  }

  /// A conversation on screen, and what is told of it after a change.
  @Test(arguments: [Presentation.hub, .standalone])
  func `a conversation that is shown is told again when its replies change`(
    presentation: Presentation
  ) throws {
    let session = try Session.started()
    let item = Item(kind: .conversation, id: id(3), activityAt: receivedAt, isUnread: false)
    session.host.rows = [item]
    func reply(_ state: ReplyRecord.State) -> ReplyRecord {
      ReplyRecord(
        id: id(32), sender: nil, isMine: true, state: state, createdAt: receivedAt, text: "hi",
        images: [])
    }
    func states(_ moved: Moved) throws -> [String] {
      session.front.inboxChanged(moved)
      let values = try session.lines().map { try JSONValue(json: $0) }
      let told = values.filter { $0["event"] == .string("present-conversation") }
      for value in told {
        #expect(value["presentation"] == .string(presentation == .hub ? "hub" : "standalone"))
      }
      return told.flatMap { $0["replies"]?.elements.compactMap { $0["state"]?.text } ?? [] }
    }
    session.front.presentConversation(
      ConversationRecord(item: item, participants: []), presentation: presentation)
    _ = try session.lines()
    let moved = Moved(conversations: [id(3)])
    for state in [ReplyRecord.State.queued, .sent, .failed, .queued, .confirmed] {
      session.host.threads[id(3)] = [reply(state)]
      #expect(try states(Moved(posts: [id(3)])) == [])
      #expect(try states(state == .sent ? Moved(everything: true) : moved).count == 1)
      #expect(try states(moved) == [], "nothing is another way")
    }
    session.front.dismiss(presentation == .hub ? .conversation : .standalone)
    session.host.threads[id(3)] = []
    #expect(try states(moved) == [])
  }

  @Test func `a post in its place ends the telling of a conversation`() throws {
    let session = try Session.started()
    let item = Item(kind: .conversation, id: id(3), activityAt: receivedAt, isUnread: false)
    session.front.presentConversation(
      ConversationRecord(item: item, participants: []), presentation: .hub)
    session.front.presentPost(
      Item(kind: .post, id: id(1), activityAt: 0, isUnread: false), presentation: .hub)
    session.host.threads[id(3)] = [
      ReplyRecord(
        id: id(32), sender: nil, isMine: true, state: .sent, createdAt: 0, text: "", images: [])
    ]
    _ = try session.lines()
    session.front.inboxChanged(Moved(everything: true))
    #expect(try session.lines().count == 1)
  }

  @Test func `a sync is told with all that is known of it`() throws {
    let session = try Session.started()
    session.front.syncChanged()
    for sync in [
      SyncInfo(.offline), SyncInfo(.syncing, posts: 12, rate: 3.6),
      SyncInfo(.idle, lastSyncAt: receivedAt),
      SyncInfo(.failed, rate: .nan, reason: "Why \"not\"."),
    ] {
      session.host.sync = sync
      session.front.syncChanged()
    }
    #expect(
      try session.lines().map(withoutSequence) == [
        #"{"event":"sync","state":"offline","lastSyncAt":null,"posts":0,"rate":null,"reason":null}"#,
        #"{"event":"sync","state":"syncing","lastSyncAt":null,"posts":12,"rate":4,"reason":null}"#,
        #"{"event":"sync","state":"idle","lastSyncAt":"2026-03-05T13:19:00.042Z","posts":0,"#
          + #""rate":null,"reason":null}"#,
        #"{"event":"sync","state":"failed","lastSyncAt":null,"posts":0,"rate":null,"#
          + #""reason":"Why \"not\"."}"#,
      ])
  }

  @Test func `everything else is told as it comes`() throws {
    let session = try Session.started()
    let front = session.front
    for what in [Dismissal.post, .conversation, .standalone, .alert] { front.dismiss(what) }
    front.alert(code: "post-not-found", title: "Post Not Found", message: "It is \"gone\".")
    front.badgeChanged("2", count: 2)
    front.badgeChanged(nil, count: 0)
    front.inboxChanged(Moved(posts: [id(1)]))
    front.inboxChanged(Moved(conversations: [id(1)], config: true))
    front.inboxChanged(Moved(everything: true))
    front.configChanged()
    front.urlOpened("rv-demo://posts/1", by: "router", reason: nil)
    front.urlOpened("data:x", by: "refused", reason: "Never opened.")
    #expect(
      try session.lines().map(withoutSequence) == [
        #"{"event":"dismiss","what":"post"}"#, #"{"event":"dismiss","what":"conversation"}"#,
        #"{"event":"dismiss","what":"standalone"}"#, #"{"event":"dismiss","what":"alert"}"#,
        #"{"event":"alert","code":"post-not-found","message":"It is \"gone\"."}"#,
        #"{"event":"badge","badge":"2","count":2}"#, #"{"event":"badge","badge":null,"count":0}"#,
        #"{"event":"changed","posts":true,"conversations":false,"config":false}"#,
        #"{"event":"changed","posts":false,"conversations":true,"config":true}"#,
        #"{"event":"changed","posts":true,"conversations":true,"config":false}"#,
        #"{"event":"changed","posts":false,"conversations":false,"config":true}"#,
        #"{"event":"opened","url":"rv-demo://posts/1","by":"router","reason":null}"#,
        #"{"event":"opened","url":"data:x","by":"refused","reason":"Never opened."}"#,
      ])
  }

  @Test func `the escape corpus makes lines that hold nothing that acts`() throws {
    let session = try Session.started()
    for item in EscapeCorpus.items {
      // As bytes of a front end's own making: what the host sends is safe already.
      session.front.alert(code: "x", title: "", message: item.text.filter { !isFormat($0) })
    }
    #expect(try session.lines().count == EscapeCorpus.items.count)
  }

  @Test(arguments: [
    (Int64.min, "0001-01-01T00:00:00.000Z"), (-1, "1969-12-31T23:59:59.999Z"),
    (.max, "9999-12-31T23:59:59.999Z"), (951_782_399_999, "2000-02-28T23:59:59.999Z"),
  ])
  func `times are told for any number`(time: Int64, text: String) throws {
    let session = try Session.started()
    session.front.presentPost(
      Item(kind: .post, id: id(1), activityAt: time, isUnread: true), presentation: .hub)
    let line = try #require(try session.lines().first)
    #expect(try JSONValue(json: line)["post"]?["receivedAt"] == .string(text))
  }

  private func isFormat(_ character: Character) -> Bool {
    character.unicodeScalars.contains { scalar in
      switch scalar.properties.generalCategory {
      case .format, .nonspacingMark, .enclosingMark, .lineSeparator, .paragraphSeparator,
        .unassigned, .otherLetter:
        true
      default: false
      }
    }
  }
}
