import HubFrontEndKit
import HubTestSupport
import PlainFrontEnd
import Testing

/// What is printed of things that are still on the server.
struct WaitingTests {
  private let host = FakeTextHost()
  private let front: PlainFrontEnd
  private let post = Item(
    kind: .post, id: id(1), activityAt: receivedAt, isUnread: true, subject: "Gate change",
    preview: "Use gate 4 tonight", url: "https://a.example/")
  private let conversation = ConversationRecord(
    item: Item(
      kind: .conversation, id: id(3), activityAt: receivedAt, isUnread: true, sender: "Ada",
      preview: "And you?"),
    participants: ["Ada"])
  private let message = ReplyRecord(
    id: id(31), sender: "Ada", isMine: false, state: .confirmed, createdAt: receivedAt,
    text: "And you?", images: [])

  init() {
    front = host.plain()
    host.sync = SyncInfo(.idle, lastSyncAt: receivedAt)
  }

  @Test func `a post is printed once, with the page that came`() {
    front.presentPost(post, presentation: .hub)
    #expect(host.output().isEmpty)
    front.inboxChanged(Moved(posts: [id(1)]))
    #expect(host.output().isEmpty, "it was only marked read")
    host.bodies[id(1)] = .lines([DocumentLine(text: "The page.")])
    front.inboxChanged(Moved(posts: [id(1)]))
    #expect(host.output().hasSuffix("Link: https://a.example/\n\nThe page.\n\n"))
    front.stop()
    #expect(host.output().isEmpty)
  }

  @Test func `a thread is printed once, with the messages that came`() {
    front.presentConversation(conversation, presentation: .hub)
    #expect(host.output().isEmpty)
    host.threads[id(3)] = [message]
    front.inboxChanged(Moved(conversations: [id(3)]))
    #expect(host.output().hasSuffix("Ada, 2026-03-05 14:19\n  And you?\n\n"))
  }

  @Test func `a thread whose newest message is missing is waited for, too`() {
    var older = message
    older.createdAt -= 1
    host.threads[id(3)] = [older]
    front.presentConversation(conversation, presentation: .hub)
    #expect(host.output().isEmpty)
    front.stop()
    #expect(host.output().hasSuffix("  And you?\n\n"))
  }

  @Test func `at the end what did not come is said`() {
    front.presentPost(post, presentation: .hub)
    front.presentConversation(conversation, presentation: .hub)
    front.stop()
    let text = host.output()
    #expect(
      text.contains("\n\nUse gate 4 tonight\n\nThe page of this post is not here yet.\n\nConv"))
    #expect(text.hasSuffix("14:19\n\nThe messages are not here yet.\n\n"))
  }

  @Test(arguments: [
    ("page-not-fetched", "The page could not be fetched: 404."),
    ("messages-not-fetched", "The messages could not be fetched: 500."),
  ])
  func `why it does not come stands in its place`(code: String, message: String) {
    if code == "page-not-fetched" {
      front.presentPost(post, presentation: .hub)
    } else {
      front.presentConversation(conversation, presentation: .hub)
    }
    front.alert(code: code, title: "", message: message)
    let text = host.output()
    #expect(text.hasSuffix("\n\n\(message)\n\n") && !text.contains("not here yet"))
    front.alert(code: code, title: "", message: message)
    #expect(host.output() == "\(message)\n\n")
  }

  @Test func `what is said meanwhile comes after what was asked for first`() {
    for say in [
      { front.alert(code: "x", title: "", message: "Later.") },
      { front.showTab(tag: "home", title: "Later.", text: nil) },
      { front.urlOpened("Later.", by: "refused", reason: nil) },
      { _ = front.showHub(tab: "Later.", badge: nil) },
    ] {
      front.presentPost(post, presentation: .hub)
      say()
      let text = host.output()
      #expect(text.hasPrefix("Post, in the Hub\n") && text.contains("Later."), "\(text)")
      front.stop()
      _ = host.output()
    }
  }

  @Test func `offline nothing is waited for, and that is said`() {
    host.sync = SyncInfo(.offline, reason: "It cannot be reached.")
    front.presentPost(post, presentation: .hub)
    #expect(host.output().hasSuffix("\n\nOffline: the page of this post is not here yet.\n\n"))
    front.presentConversation(conversation, presentation: .hub)
    #expect(host.output().hasSuffix("\n\nOffline: the messages are not here yet.\n\n"))
    var older = message
    older.createdAt -= 1
    host.threads[id(3)] = [older]
    front.presentConversation(conversation, presentation: .hub)
    #expect(host.output().hasSuffix("\n\nOffline: the newest messages are not here yet.\n\n"))
  }

  @Test func `that the server cannot be reached is said with the reason, not twice`() {
    front.presentPost(post, presentation: .hub)
    host.sync = SyncInfo(.offline, reason: "It cannot be reached.")
    front.syncChanged()
    #expect(host.output().isEmpty)
    front.alert(code: "page-not-fetched", title: "", message: "The page could not be fetched: x.")
    let text = host.output()
    #expect(text.hasSuffix("The page could not be fetched: x.\n\n") && !text.contains("Offline"))
  }

  @Test func `without a server nothing is said of one`() {
    host.sync = SyncInfo(.offline)
    front.presentPost(post, presentation: .hub)
    #expect(host.output().hasSuffix("\n\nUse gate 4 tonight\n\n"))
    front.presentConversation(conversation, presentation: .hub)
    #expect(host.output().hasSuffix("\n\nThe messages are not here.\n\n"))
    _ = front.showHub(tab: "hub", badge: nil)
    #expect(host.output().hasSuffix("\n\nNo messages.\n\n"))
  }

  @Test func `a post without a page on the web has nothing to wait for`() {
    var other = post
    other.url = "app://x"
    front.presentPost(other, presentation: .hub)
    other.url = nil
    front.presentPost(other, presentation: .hub)
    #expect(host.output().ranges(of: "Use gate 4 tonight\n\n").count == 2)
  }

  @Test func `an inbox that was never synced is printed after the sync`() {
    host.sync = SyncInfo(.syncing)
    _ = front.showHub(tab: "hub", badge: nil)
    #expect(host.output().isEmpty, "its badge is not known yet")
    host.rows = [post]
    front.inboxChanged(Moved(everything: true))
    #expect(host.output().isEmpty, "more may come")
    host.rows.append(conversation.item)
    host.sync = SyncInfo(.idle, lastSyncAt: receivedAt)
    front.syncChanged()
    #expect(host.output().hasPrefix("For you\nBadge: 2\n\nUnread "))
  }

  @Test func `an inbox for which nothing came is printed with its head at the end`() {
    host.sync = SyncInfo(.syncing)
    _ = front.showHub(tab: "hub", badge: nil)
    front.stop()
    #expect(host.output() == "For you\nBadge: none\n\nNot synced yet.\n\n")
  }

  @Test func `an inbox that is switched off is not waited for`() {
    host.sync = SyncInfo(.syncing)
    host.app.isInboxEnabled = false
    _ = front.showHub(tab: "hub", badge: nil)
    #expect(host.output().hasSuffix("\n\nThe inbox is switched off.\n\n"))
  }

  @Test func `an inbox that the server switches off is not waited for any longer`() {
    host.sync = SyncInfo(.syncing)
    _ = front.showHub(tab: "hub", badge: nil)
    #expect(host.output().isEmpty)
    host.app.isInboxEnabled = false
    front.configChanged()
    #expect(host.output().hasSuffix("\n\nThe inbox is switched off.\n\n"))
    front.stop()
    #expect(host.output().isEmpty)
  }

  @Test(arguments: [
    (SyncInfo(.failed, reason: "It is down."), "Not synced yet. It is down."),
    (SyncInfo(.offline, reason: "No way."), "Not synced yet. No way."),
    (SyncInfo(.idle, lastSyncAt: receivedAt), "No messages."),
    (SyncInfo(.offline, lastSyncAt: receivedAt, reason: "No way."), "No messages."),
  ])
  func `an empty inbox says whether it was ever synced`(sync: SyncInfo, text: String) {
    host.sync = sync
    _ = front.showHub(tab: "hub", badge: nil)
    #expect(host.output().hasSuffix("\n\n\(text)\n\n"))
  }
}
