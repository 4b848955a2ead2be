import AgentCore
import FoundationEssentials
import HubModel
import HubStore
import Testing

struct PushTests {
  let world: World
  let host = AgentHost(number: 1)
  var service: ScriptedService { world.service }

  init() throws {
    world = try World()
  }

  // MARK: - Receiving

  @Test func `case 61: a silent push is stored and moves the badge, without a request`() throws {
    #expect(try world.agent.receive(push: Payload.post(alert: false)))
    #expect(try world.store.post(Known.pa)?.isRead == false)
    #expect(world.badges == ["1"])
    #expect(world.notifications == [])
    world.time.run(600_000)
    #expect(service.requests == [])
  }

  @Test func `cases 62 and 80: a conversation is stored whole and shown`() throws {
    #expect(try world.agent.receive(push: Payload.conversation()))
    #expect(try world.store.participants(of: Known.ca).map(\.id) == ["p-ana"])
    #expect(try world.store.reply(Known.ra) != nil)
    #expect(
      world.notifications == [
        NotificationDecision(
          .show, id: "reply-\(Known.ra.uuidString)", thread: Known.ca.uuidString, title: "Ana Ruiz",
          body: "Row 3 is free",
          url: "rv-demo://conversations/\(Known.ca.uuidString.lowercased())")
      ])
  }

  @Test(arguments: [
    #"{"rover":{"other":{}}}"#, #"{"rover":{"action":{"url":"demo://x"}}}"#, "{}", "no json",
    #"{"rover":{"post":"text"}}"#,
  ])
  func `cases 64, 73 and 82: what brings nothing is not handled`(payload: String) throws {
    #expect(try world.agent.receive(push: Payload.text(payload)) == false)
    #expect(try world.store.counts().total == 0)
    #expect(world.logs.count == 1)
  }

  @Test func `case 74: a read post stays read when its push comes again`() throws {
    try world.agent.receive(push: Payload.post())
    try world.store.markPostRead(Known.pa)
    try world.agent.receive(push: Payload.post())
    #expect(try world.store.post(Known.pa)?.isRead == true)
    #expect(world.badges == ["1", nil])
  }

  // MARK: - Notifications

  @Test func `cases 79 and 80: only the conversation on screen is suppressed`() throws {
    world.agent.show(.conversation(Known.ca), on: host)
    try world.agent.receive(push: Payload.conversation())
    #expect(world.notifications.last?.action == .suppress)
    world.agent.show(.conversation(Known.cb), on: host)
    try world.agent.receive(push: Payload.conversation())
    #expect(world.notifications.last?.action == .show)
  }

  @Test func `a post is never suppressed`() throws {
    try world.store.apply(posts: [postA])
    world.agent.postOpened(Known.pa)
    try world.agent.receive(push: Payload.post())
    #expect(
      world.notifications == [
        NotificationDecision(
          .show, id: "post-\(Known.pa.uuidString)", title: "Team news", body: "Gate change",
          url: "rv-demo://posts/\(Known.pa.uuidString)")
      ])
  }

  @Test func `a conversation that appears withdraws its notifications, once`() throws {
    let withdrawal = NotificationDecision(.withdraw, thread: Known.ca.uuidString)
    world.agent.show(.conversation(Known.ca), on: host)
    world.agent.show(.conversation(Known.ca), on: host)
    #expect(world.notifications == [withdrawal])
    world.agent.hide(.conversation(Known.ca), on: host)
    world.agent.show(.conversation(Known.ca), on: host)
    #expect(world.notifications == [withdrawal, withdrawal])
  }

  @Test func `case 100: the disappearing of an earlier conversation comes late`() throws {
    world.agent.show(.conversation(Known.ca), on: host)
    world.agent.show(.conversation(Known.cb), on: host)
    world.agent.hide(.conversation(Known.ca), on: host)
    world.forgetEffects()
    try world.agent.receive(push: Payload.conversation(Known.cb.uuidString))
    #expect(world.notifications.map(\.action) == [.suppress])
  }

  @Test func `each host has its own conversation on screen`() throws {
    world.agent.show(.conversation(Known.ca), on: host)
    world.agent.show(.conversation(Known.cb), on: AgentHost(number: 2))
    try world.agent.receive(push: Payload.conversation())
    #expect(world.notifications.last?.action == .suppress)
    world.agent.hostLeft(host)
    try world.agent.receive(push: Payload.conversation())
    #expect(world.notifications.last?.action == .show)
  }

  @Test func `what a notification says is safe text`() throws {
    let payload = #"""
      {"aps":{"alert":{"title":"a\u001b[31mb\nc","body":"x\u0007\u202ey"}},"rover":{"notification":{
      "id":"n-1","campaignID":"cmp-7","title":null,"body":"Doors open","attachment":null,
      "tapBehavior":{"__typename":"OpenAppNotificationTapBehavior"},
      "deliveredAt":"2026-03-05T13:19:00.000Z","expiresAt":null,"isRead":false,
      "isNotificationCenterEnabled":true,"isDeleted":false,"conversionTags":[]}}}
      """#
    #expect(try world.agent.receive(push: Payload.text(payload)))
    let shown = try #require(world.notifications.first)
    #expect(shown.id == "notification-n-1")
    #expect(shown.title == "a\u{FFFD}[31mb c")
    #expect(shown.body == "x\u{FFFD}y")
    #expect(shown.url == nil)
  }

  // MARK: - Taps

  @Test func `case 83: a tap stores first and then says what to open`() throws {
    #expect(
      world.agent.tap(Payload.post()) == .openURL("rv-demo://posts/\(Known.pa.uuidString)"))
    #expect(try world.store.post(Known.pa) != nil)
  }

  @Test func `a post without an action navigates nowhere`() throws {
    #expect(world.agent.tap(Payload.post(action: #""x":0"#)) == .none)
    #expect(try world.store.post(Known.pa) != nil)
  }

  private func campaign(_ type: String) -> [UInt8] {
    Payload.text(
      #"""
      {"rover":{"notification":{"id":"n-1","campaignID":"cmp-7","title":null,"body":"Doors open",
      "attachment":null,"tapBehavior":{"__typename":"\#(type)","url":"demo://a"},
      "deliveredAt":"2026-03-05T13:19:00.000Z","expiresAt":null,"isRead":false,
      "isNotificationCenterEnabled":true,"isDeleted":false,"conversionTags":[]},
      "action":{"url":"demo://b"}}}
      """#)
  }

  @Test func `cases 85 and 86: a campaign that decodes wins over the action, with its event`()
    throws
  {
    world.settings.sendsEvents = true
    try world.restart()
    #expect(world.agent.tap(campaign("SomethingNew")) == .openURL("demo://b"))
    #expect(try world.store.events() == [])
    #expect(
      world.agent.tap(campaign("OpenURLNotificationTapBehavior")) == .openURL("demo://a"))
    let event = try #require(try world.store.events().first)
    #expect(event.name == "Notification Opened")
    #expect(
      event.attributes
        == #"{"notification":{"campaignID":"cmp-7","id":"n-1"},"source":"pushNotification"}"#)
  }

  // MARK: - Inline reply

  @Test func `case 88: the order of an inline reply`() throws {
    try world.store.apply(conversations: [convA()], participants: [ana])
    var seen: [String] = []
    let store = world.store
    service.onSend = { reply in
      let unread = (try? store.conversation(Known.ca)?.isUnread) ?? true
      seen.append("send \(reply.text), unread: \(unread)")
      return .value(())
    }
    service.onRead = { _, reply in
      seen.append("read \(reply?.uuidString ?? "{}")")
      return .value(
        ReadAnswer(conversationID: Known.ca, lastReadAt: at(13, 20), lastReadReplyID: nil))
    }
    world.agent.inlineReply(to: Payload.conversation(), text: "  On my way \n") {
      seen.append("done, withdrawn: \(world.notifications.count)")
    }
    world.time.run(0)
    #expect(
      seen == ["send On my way, unread: false", "read {}", "done, withdrawn: 0"])
    #expect(world.notifications == [NotificationDecision(.withdraw, thread: Known.ca.uuidString)])
    #expect(try world.store.counts().unread == 0)
  }

  @Test(arguments: [
    (Known.ca.uuidString, Known.ra.uuidString, "   "), ("x", Known.ra.uuidString, "hi"),
    (Known.ca.uuidString, "x", "hi"),
  ])
  func `cases 89 to 91: a blank text or a bad id only completes`(
    conversation: String, reply: String, text: String
  ) throws {
    var isDone = false
    world.agent.inlineReply(to: Payload.conversation(conversation, reply: reply), text: text) {
      isDone = true
    }
    #expect(isDone)
    world.time.run(0)
    #expect(service.requests == [])
    if text == "   " {
      #expect(try world.store.conversation(Known.ca)?.isUnread == true)
    }
  }

  @Test func `an inline reply without a connection completes and stays in the outbox`() throws {
    service.onSend = { _ in noConnection() }
    service.onRead = { _, _ in noConnection() }
    var isDone = false
    world.agent.inlineReply(to: Payload.conversation(), text: "hi") { isDone = true }
    world.time.run(0)
    #expect(isDone)
    #expect(try world.store.unsentReplies().count == 1)
  }
}
