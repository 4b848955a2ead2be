import HubFrontEndKit
import HubKeys
import Testing

@testable import CursesFrontEnd

/// What the screen says of things that come from the server, and of those that do not.
struct SyncTests {
  private let host = FakeHost()
  private let desk: Desk
  private let item: Item

  init() {
    desk = Desk(host: host, glyphs: .unicode)
    desk.resize(columns: 80, rows: 24)
    item = Item(
      kind: .conversation, id: FakeHost.id(7), activityAt: host.now, isUnread: false,
      sender: "Ann Lee", subject: "Tickets")
    host.insert(item)
    desk.showHub(badge: nil)
  }

  private func open() {
    desk.present(
      ConversationScreen(ConversationRecord(item: item, participants: ["Ann Lee"])), .hub)
  }

  private func press(_ key: String) { desk.handle(.key(key, types: key)) }

  private var lines: [String] {
    let frame = desk.frame()
    return (0..<frame.height).map { frame.text(row: $0) }
  }

  private var screen: String { lines.joined(separator: "\n") }

  private func reply(_ number: Int) -> ReplyRecord {
    ReplyRecord(
      id: FakeHost.id(0x100 + number), sender: "Ann Lee", senderID: "ann", isMine: false,
      state: .confirmed, createdAt: host.now - 1000 + Int64(number), text: "Reply \(number).",
      images: [])
  }

  /// The replies that the host has from now on, of which the desk is told.
  private func set(_ replies: [ReplyRecord]) {
    host.repliesOfConversations[item.id] = replies
    desk.inboxChanged(Moved(conversations: [item.id]))
  }

  @Test func `a thread that is not here says what becomes of it`() {
    host.sync = SyncInfo(.syncing)
    open()
    #expect(screen.contains("Loading…") && !screen.contains("Start the conversation"))
    host.sync = SyncInfo(.offline, reason: "It cannot be reached.")
    desk.syncChanged()
    #expect(screen.contains("Offline: the messages are not here yet."))
    #expect(lines[23].hasPrefix("It cannot be reached."))
    host.sync = SyncInfo(.idle)
    desk.syncChanged()
    #expect(screen.contains("Loading…"))
    let reason = "The messages could not be fetched: 500."
    desk.alert(code: "messages-not-fetched", title: "", message: reason)
    #expect(screen.contains(" \(reason)") && lines[23].hasPrefix(reason))
    #expect(desk.alerts.isEmpty)
    set([reply(0)])
    press("k")
    #expect(screen.contains("Reply 0.") && !screen.contains("could not be fetched"))
    host.sync = SyncInfo(.offline)
    set([])
    #expect(screen.contains("The messages are not here."))
  }

  @Test(arguments: [
    (SyncInfo(.offline), "", ""), (SyncInfo(.offline, reason: "No way."), "Offline", "Offline"),
    (SyncInfo(.offline, lastSyncAt: 1), "Offline", "Offline"),
    (SyncInfo(.syncing), "Syncing…", "Syncing…"),
    (
      SyncInfo(.syncing, posts: 12_345, rate: 350.4), "Syncing: 12,345 posts, 350/s",
      "Syncing 12,345"
    ),
    (SyncInfo(.syncing, posts: 1, rate: .infinity), "Syncing: 1 post", "Syncing 1"),
    (SyncInfo(.idle, lastSyncAt: 1_772_701_500_000), "Synced 9:05 AM", ""),
    (SyncInfo(.idle), "", ""),
    (SyncInfo(.failed, reason: "No."), "Sync failed", "Sync failed"),
  ])
  func `the last line tells how far the inbox is`(sync: SyncInfo, wide: String, narrow: String) {
    host.sync = sync
    desk.syncChanged()
    desk.message = nil
    #expect(lines[23].hasSuffix("\(wide)  unread 0 of 1".trimmedLeft))
    desk.resize(columns: 40, rows: 10)
    #expect(lines[9].hasSuffix("\(narrow)  unread 0 of 1".trimmedLeft))
  }

  @Test func `what is looked for is said until the sync ends, or for a while`() {
    host.sync = SyncInfo(.idle)
    for end in [SyncInfo(.idle, lastSyncAt: host.now), SyncInfo(.offline), SyncInfo(.failed)] {
      press("r")
      #expect(lines[23].hasPrefix("Looking for new items…"))
      host.sync = SyncInfo(.syncing, posts: 3)
      desk.syncChanged()
      #expect(lines[23].hasPrefix("Looking for new items…"))
      host.sync = end
      desk.syncChanged()
      #expect(!screen.contains("Looking for"))
      #expect(host.timers.isEmpty)
    }
    press("r")
    for timer in host.timers.values { timer() }
    #expect(!screen.contains("Looking for") && host.timers.isEmpty)
  }

  @Test func `why a sync failed is said once`() {
    host.sync = SyncInfo(.failed, reason: "The server does not answer.")
    desk.syncChanged()
    #expect(lines[23].hasPrefix("The server does not answer."))
    press("j")
    desk.syncChanged()
    #expect(!screen.contains("does not answer"))
  }

  @Test func `that older messages are looked for is said for a while, when none come`() {
    set((0..<60).map { reply($0) })
    open()
    _ = desk.frame()
    press("g")
    #expect(lines[23].hasPrefix("Older messages are on their way…"))
    // Another conversation's messages are not these.
    desk.inboxChanged(Moved(conversations: [FakeHost.id(8)]))
    #expect(lines[23].hasPrefix("Older messages are on their way…"))
    for timer in host.timers.values { timer() }
    #expect(!screen.contains("on their way") && host.timers.isEmpty)
  }

  @Test(arguments: [Presentation.hub, .standalone])
  func `why the page of a post does not come stands under its preview, until it comes`(
    presentation: Presentation
  ) {
    let post = FakeHost.post(1, at: host.now)
    let reason = "The page could not be fetched: 404."
    desk.present(PostScreen(post), presentation)
    desk.alert(code: "page-not-fetched", title: "", message: reason)
    #expect(desk.alerts.isEmpty)
    press("k")
    #expect(screen.contains("Preview of 1") && screen.contains(reason))
    host.bodies[post.id] = .lines([DocumentLine(text: "The page.")])
    desk.inboxChanged(Moved(posts: [post.id]))
    #expect(screen.contains("The page.") && !screen.contains(reason))
  }
}

extension String {
  fileprivate var trimmedLeft: String { String(drop { $0 == " " }) }
}
