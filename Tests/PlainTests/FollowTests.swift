import HubFrontEndKit
import HubTestSupport
import PlainFrontEnd
import Testing

struct FollowTests {
  private let new = Item(
    kind: .post, id: id(50), activityAt: receivedAt + 60_000, isUnread: true, sender: "Swift.org",
    subject: "New", preview: "Just in")

  private func following() -> (FakeTextHost, PlainFrontEnd) {
    let host = FakeTextHost()
    host.app.follows = true
    host.fill()
    let front = host.plain()
    _ = front.showHub(tab: "hub", badge: "2")
    _ = host.output()
    return (host, front)
  }

  private func block(_ row: String, _ head: String = "Unread post") -> String {
    "\(head)\nFrom: Swift.org\nTime: 2026-03-05 14:20\nSubject: \(row)\nPreview: Just in\n\n"
  }

  @Test func `an inbox that is switched off shows no news until it is on again`() {
    let (host, front) = following()
    front.configChanged()
    #expect(host.output().isEmpty)
    host.app.isInboxEnabled = false
    front.configChanged()
    front.configChanged()
    #expect(host.output() == "The inbox is switched off.\n\n", "it is said once")
    host.rows.append(new)
    front.inboxChanged(Moved(posts: [id(50)]))
    front.inboxChanged(Moved(everything: true))
    #expect(host.output().isEmpty)
    host.app.isInboxEnabled = true
    front.configChanged()
    #expect(host.output() == block("New"))
  }

  @Test func `rows that moved are printed, oldest first`() {
    let (host, front) = following()
    var newer = new
    newer.id = id(51)
    newer.activityAt += 1
    newer.subject = "Newer"
    newer.isUnread = false
    host.rows += [newer, new]
    front.inboxChanged(Moved(posts: [id(51), id(50), id(404)]))
    #expect(host.output() == block("New") + block("Newer", "Read post"))
  }

  @Test func `when anything may have moved only newer rows are printed`() {
    let (host, front) = following()
    front.inboxChanged(Moved(everything: true))
    #expect(host.output().isEmpty)
    host.rows.append(new)
    front.inboxChanged(Moved(everything: true))
    #expect(host.output() == block("New"))
    front.inboxChanged(Moved(everything: true))
    #expect(host.output().isEmpty)
  }

  @Test func `a row printed by itself is not printed again with everything`() {
    let (host, front) = following()
    host.rows.append(new)
    front.inboxChanged(Moved(posts: [id(50)]))
    front.inboxChanged(Moved(everything: true))
    #expect(host.output() == block("New"))
  }

  private func message(
    _ number: Int, _ state: ReplyRecord.State? = nil, text: String
  ) -> ReplyRecord {
    ReplyRecord(
      id: id(number), sender: state == nil ? "Ada" : nil, isMine: state != nil,
      state: state ?? .confirmed, createdAt: receivedAt, text: text, images: [])
  }

  @Test func `of a conversation that was printed, new messages and states are`() {
    let (host, front) = following()
    host.threads[id(3)] = [message(31, text: "Hi")]
    let item = Item(
      kind: .conversation, id: id(3), activityAt: receivedAt, isUnread: true, subject: "The engine")
    front.presentConversation(ConversationRecord(item: item, participants: []), presentation: .hub)
    _ = host.output()
    func follow(_ replies: [ReplyRecord], everything: Bool = false) -> String {
      host.threads[id(3)] = replies
      front.inboxChanged(
        everything ? Moved(everything: true) : Moved(conversations: [id(3)]))
      return host.output()
    }
    let first = message(31, text: "Hi")
    let other = message(32, text: "And you?")
    #expect(
      follow([first, other, message(33, .queued, text: "Fine")])
        == "New in: The engine\n\nAda, 2026-03-05 14:19\n  And you?\n\n"
        + "You, 2026-03-05 14:19\n  Fine\n  Sending…\n\n")
    #expect(
      follow([first, other, message(33, .failed, text: "Fine")])
        == "Changed in: The engine\n\nYou, 2026-03-05 14:19\n  Fine\n  Not Delivered\n\n")
    #expect(
      follow([first, other, message(33, .sent, text: "Fine")], everything: true)
        == "Changed in: The engine\n\nYou, 2026-03-05 14:19\n  Fine\n  Sent\n\n")
    // The server's copy, under its own id, says nothing new.
    #expect(follow([first, other, message(40, .confirmed, text: "Fine")]).isEmpty)
    #expect(follow([first, other]).isEmpty)
  }

  @Test func `each end of a sync is told once, and what it has brought so far`() {
    let (host, front) = following()
    func follow(_ syncs: SyncInfo...) -> String {
      for sync in syncs {
        host.sync = sync
        front.syncChanged()
      }
      return host.output()
    }
    let failed = SyncInfo(.failed, reason: "It is down.")
    let offline = SyncInfo(.offline, reason: "It cannot be reached.")
    #expect(follow(SyncInfo(.syncing), SyncInfo(.syncing)) == "Syncing: no post yet\n\n")
    #expect(
      follow(
        SyncInfo(.syncing, posts: 1, rate: 2.4), SyncInfo(.syncing, posts: 1),
        SyncInfo(.syncing, posts: 1200))
        == "Syncing: 1 post, 2/s\n\nSyncing: 1200 posts\n\n")
    #expect(follow(failed, failed) == "Sync failed: It is down.\n\n")
    // One that is tried again and fails again is no news.
    #expect(follow(SyncInfo(.syncing), failed).isEmpty)
    #expect(
      follow(SyncInfo(.syncing), SyncInfo(.failed, reason: "It is gone."))
        == "Sync failed: It is gone.\n\n")
    #expect(follow(offline, SyncInfo(.syncing), offline) == "Offline: It cannot be reached.\n\n")
    #expect(
      follow(SyncInfo(.syncing), SyncInfo(.idle, lastSyncAt: receivedAt))
        == "Synced: 2026-03-05 14:19\n\n")
    #expect(follow(SyncInfo(.idle, lastSyncAt: receivedAt)).isEmpty)
  }

  @Test func `of a post that was printed without its page, the page is printed when it comes`() {
    let (host, front) = following()
    host.sync = SyncInfo(.idle, lastSyncAt: receivedAt)
    front.presentPost(host.rows[0], presentation: .hub)
    #expect(host.output().hasSuffix("The page of this post is not here yet.\n\n"))
    front.inboxChanged(Moved(posts: [id(1)]))
    _ = host.output()
    host.bodies[id(1)] = .lines([DocumentLine(text: "The page.")])
    front.inboxChanged(Moved(posts: [id(1)]))
    let text = host.output()
    #expect(text.hasPrefix("Post, in the Hub\n") && text.hasSuffix("\n\nThe page.\n\n"))
    front.inboxChanged(Moved(everything: true))
    #expect(host.output().isEmpty)
  }

  @Test func `the badge is one line`() {
    let (host, front) = following()
    front.badgeChanged("3", count: 3)
    front.badgeChanged(nil, count: 0)
    #expect(host.output() == "Badge: 3\n\nBadge: none\n\n")
  }

  @Test func `without follow nothing is printed that was not asked for`() {
    let host = FakeTextHost()
    host.fill()
    let front = host.plain()
    front.inboxChanged(Moved(posts: [id(1)]))
    front.inboxChanged(Moved(everything: true))
    front.badgeChanged("3", count: 3)
    #expect(host.output().isEmpty)
  }
}
