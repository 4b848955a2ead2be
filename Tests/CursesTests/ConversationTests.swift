import HubFrontEndKit
import HubKeys
import Testing

@testable import CursesFrontEnd

/// A conversation on the screen: its thread and what is written in it.
struct ConversationTests {
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
    host.onChange = { [desk] in desk.inboxChanged($0) }
  }

  private func open(_ presentation: Presentation = .hub) {
    desk.present(
      ConversationScreen(ConversationRecord(item: item, participants: ["Ann Lee"])), presentation)
    _ = desk.frame()
  }

  private func press(_ keys: String...) {
    for key in keys {
      let types = key.count == 1 ? key : key == "Space" ? " " : ""
      desk.handle(.key(key, types: types))
    }
  }

  private func type(_ text: String) {
    for character in text { desk.handle(.key(String(character), types: String(character))) }
  }

  private var lines: [String] {
    let frame = desk.frame()
    return (0..<frame.height).map { frame.text(row: $0) }
  }

  private var screen: String { lines.joined(separator: "\n") }

  private func reply(
    _ number: Int, mine: Bool = false, state: ReplyRecord.State = .confirmed, text: String? = nil,
    after seconds: Int64? = nil, images: [String] = []
  ) -> ReplyRecord {
    ReplyRecord(
      id: FakeHost.id(0x100 + number), sender: mine ? nil : "Ann Lee",
      senderID: mine ? nil : "ann", isMine: mine, state: state,
      createdAt: host.now - 600_000 + (seconds ?? Int64(number)) * 1000,
      text: text ?? "Reply \(number).", images: images)
  }

  /// The replies that the host has from now on; told of when the conversation is open.
  private func set(_ replies: [ReplyRecord]) {
    host.repliesOfConversations[item.id] = replies
    desk.inboxChanged(Moved(conversations: [item.id]))
  }

  // MARK: Reading

  @Test func `an empty conversation says how to begin`() {
    var item = item
    item.sender = nil
    host.rows = [item]
    desk.present(ConversationScreen(ConversationRecord(item: item, participants: [])), .hub)
    #expect(screen.contains("Start the conversation"))
    #expect(lines[22].hasPrefix("> Reply…"))
  }

  @Test func `a group has initials and a name once, links have numbers, pictures are captions`() {
    let first = reply(0, text: "See swift.org or ann@a.example today.")
    host.linksOfReplies[first.id] = [
      TextLink(offset: 4, length: 9, url: "http://swift.org"),
      TextLink(offset: 17, length: 13, url: "mailto:ann@a.example"),
    ]
    set([first, reply(1, images: ["https://a.example/cat.png"]), reply(2, mine: true)])
    open()
    let text = screen
    #expect(text.contains("  AL  Ann Lee"))
    #expect(text.ranges(of: "Ann Lee").count == 2, "once as participant and once over her group")
    #expect(text.contains("See swift.org [1] or ann@a.example [2] today."))
    #expect(text.contains("[image] https://a.example/cat.png [3]"))
    #expect(lines.contains { $0.trimmedRight == " You" })
    press("2", "3")
    #expect(host.calls == ["openLink mailto:ann@a.example", "openLink https://a.example/cat.png"])
  }

  @Test func `after midnight today is yesterday`() {
    set([reply(0)])
    open()
    #expect(screen.contains("Today, 2:50 PM"))
    host.now += 86_400_000
    #expect(screen.contains("Yesterday, 2:50 PM"))
  }

  @Test func `numbers of links stay when replies come`() {
    let first = reply(5, text: "a.de")
    host.linksOfReplies[first.id] = [TextLink(offset: 0, length: 4, url: "http://a.de")]
    set([first])
    open()
    let newer = reply(6, text: "b.de")
    host.linksOfReplies[newer.id] = [TextLink(offset: 0, length: 4, url: "http://b.de")]
    set([first, newer])
    #expect(screen.contains("a.de [1]") && screen.contains("b.de [2]"))
  }

  @Test func `cases 215, 216: states stand under the replies`() {
    set([
      reply(0, mine: true, state: .failed), reply(1, mine: true, state: .sent),
      reply(2, mine: true, state: .queued),
    ])
    open()
    #expect(lines.contains { $0.trimmedRight == "   Reply 0." })
    #expect(screen.contains("   Not Delivered  R sends it again, X deletes it"))
    #expect(screen.contains("   Sending…"))
    set([reply(0, mine: true), reply(1, mine: true)])
    #expect(!screen.contains("Not Delivered") && !screen.contains("Sending…"))
    #expect(screen.contains("   2:50 PM"))
  }

  @Test func `case 217: replies below the screen are counted, and the end clears the count`() {
    let known = (0..<60).map { reply($0) }
    set(known)
    open()
    press("b", "b")
    let place = lines[5]
    set(known + [reply(61), reply(62)])
    #expect(screen.contains(" 2 new messages "))
    #expect(lines[5] == place)
    #expect(host.calls.isEmpty)
    press("G")
    #expect(!screen.contains("new message"))
    #expect(screen.contains("Reply 62."))
    #expect(host.calls == ["reachedEnd"])
  }

  @Test func `case 218: one is one, and a click on the line shows it`() {
    let known = (0..<60).map { reply($0) }
    set(known)
    open()
    press("g")
    set(known + [reply(61)])
    let row = lines.firstIndex { $0.contains(" 1 new message ") }
    #expect(row == 21)
    desk.handle(.click(column: 40, row: 21, isDouble: false))
    #expect(screen.contains("Reply 61."))
  }

  @Test func `case 181: what comes while the end is in sight stays in sight and is read`() {
    var unread = item
    unread.isUnread = true
    set((0..<60).map { reply($0) })
    open()
    host.rows = [unread]
    set((0..<61).map { reply($0) })
    #expect(screen.contains("Reply 60."))
    #expect(!screen.contains("new message"))
    #expect(host.calls == ["reachedEnd"])
    // Two lines from the end still count as the end; three do not.
    press("k", "k")
    set((0..<62).map { reply($0) })
    #expect(screen.contains("Reply 61."))
    #expect(host.calls.count == 2)
    press("k", "k", "k")
    set((0..<63).map { reply($0) })
    #expect(screen.contains(" 1 new message "))
    #expect(host.calls.count == 2)
  }

  @Test func `case 219: a changed participant is no new message`() {
    let known = (0..<60).map { reply($0) }
    set(known)
    open()
    press("g")
    set(
      known.map { known in
        var reply = known
        reply.sender = "Ann Smith"
        return reply
      })
    #expect(screen.contains("Ann Smith") && !screen.contains("new message"))
  }

  @Test func `a reply that is deleted above does not move what is read`() {
    let known = (0..<80).map { reply($0) }
    set(known)
    open()
    press("b", "b")
    let place = lines[8]
    set(Array(known.dropFirst(20)) + [reply(90)])
    #expect(lines[8] == place)
  }

  // MARK: Older replies

  @Test func `older replies come on the way up, and the place stays`() {
    set((0..<250).map { reply($0) })
    open()
    press("g")
    #expect(lines[5...].contains { $0.contains("Reply 150.") })
    press("g")
    #expect(screen.contains("Reply 50."))
    press("g", "g")
    #expect(screen.contains("Reply 0."))
    #expect(host.calls == ["fetchOlder"])
  }

  @Test func `the agent is asked once an approach`() {
    set((0..<60).map { reply($0) })
    open()
    press("g", "k", "k")
    #expect(host.calls == ["fetchOlder"])
    press("j", "k")
    #expect(host.calls == ["fetchOlder", "fetchOlder"])
    #expect(lines[23].hasPrefix("Older messages are on their way…"))
    let place = lines[7]
    set((-5..<60).map { reply($0, after: Int64($0)) })
    #expect(lines[7] == place && place.contains("Reply "))
    #expect(!screen.contains("on their way"), "they have come")
    host.answers["fetchOlder"] = .state
    press("g", "j", "k")
    #expect(host.calls.count == 3)
    #expect(!screen.contains("on their way"))
  }

  @Test func `replies of one instant are all there, whatever page they fall on`() {
    set((0..<250).map { reply($0, after: 5) })
    open()
    press("g", "g", "g", "g")
    let conversation = desk.open as? ConversationScreen
    #expect(conversation?.replies.count == 250)
    #expect(Set(conversation?.replies.map(\.id) ?? []).count == 250)
  }

  // MARK: Writing

  @Test func `case 155: Enter sends what was written, and it is on the screen at once`() {
    set([reply(0)])
    open()
    press("Enter")
    #expect(desk.focus == .composer)
    type("q? 漢字")
    #expect(lines[22].hasPrefix("> q? 漢字"))
    #expect(desk.frame().cursor == Frame.Cursor(column: 9, row: 22, isVisible: true))
    press("Enter")
    #expect(host.calls == ["send q? 漢字"])
    #expect(screen.contains("   Sending…"))
    #expect(lines[22].hasPrefix("> Reply…"))
    press("Enter")
    #expect(host.calls.count == 1, "blank text is not sent")
    press("Esc", "q")
    #expect(host.calls.last == "back")
  }

  @Test func `case 220: an own reply goes to the end, whatever was read`() {
    set((0..<60).map { reply($0) })
    open()
    press("b")
    set((0..<61).map { reply($0) })
    press("i", "h", "i", "Enter")
    #expect(!screen.contains("new message"))
    #expect(screen.contains("Sending…"))
    #expect(host.calls == ["send hi", "reachedEnd"])
  }

  @Test func `the server's copy of an own reply comes without a jump`() {
    let known = (0..<60).map { reply($0) }
    set(known)
    open()
    press("i", "h", "i", "Enter", "Esc", "b", "b")
    let before = lines
    var copy = host.repliesOfConversations[item.id]?.last ?? known[0]
    copy.id = FakeHost.id(0xABC)
    copy.state = .confirmed
    set(known + [copy])
    #expect(lines == before)
    press("G")
    #expect(screen.contains("   hi") && !screen.contains("Sending…"))
  }

  @Test func `several lines: a key and a paste make them, the composer grows to a third`() {
    open()
    press("i", "a", "Alt-Enter", "b", "Ctrl-J", "c")
    desk.handle(.paste("\nd\r\ne"))
    #expect(host.calls.isEmpty)
    let conversation = desk.conversation
    #expect(conversation?.composer.text == "a\nb\nc\nd\ne")
    #expect(lines[18...22].map { $0.prefix(3) } == ["> a", "  b", "  c", "  d", "  e"])
    desk.handle(.paste("\nf\ng\nh\ni"))
    #expect(lines[17...22].map { $0.prefix(3) } == ["> d", "  e", "  f", "  g", "  h", "  i"])
    press("Up", "Up", "Up", "Up", "Up", "Up", "Up")
    #expect(lines[18].hasPrefix("  b"))
    #expect(desk.frame().cursor.row == 18)
    press("Enter")
    #expect(host.calls == ["send a\nb\nc\nd\ne\nf\ng\nh\ni"])
  }

  @Test func `readline's keys edit`() {
    open()
    press("i")
    type("one two three")
    press("Alt-b", "Ctrl-W", "Ctrl-A", "x", "Ctrl-E", "!", "Ctrl-B", "Ctrl-D", "Home", "Delete")
    #expect(desk.conversation?.composer.text == "one three")
    press("Alt-f", "Ctrl-K", "Ctrl-U", "Ctrl-Y", "Backspace", "Left", "Right", "End")
    #expect(desk.conversation?.composer.text == "on")
  }

  @Test func `letters that are commands elsewhere are typed`() {
    open()
    press("i")
    type("jkqQ?123 GR")
    #expect(desk.conversation?.composer.text == "jkqQ?123 GR")
    #expect(host.calls.isEmpty && desk.focus == .composer)
  }

  @Test func `older replies can be read while writing`() {
    set((0..<60).map { reply($0) })
    open()
    press("i", "x", "PageUp", "PageUp")
    #expect(!screen.contains("Reply 59."))
    #expect(lines[22].hasPrefix("> x"))
    press("PageDown", "PageDown")
    #expect(screen.contains("Reply 59."))
  }

  @Test func `a reply that is too long is cut, and that is said`() {
    open()
    press("i")
    desk.handle(.paste(String(repeating: "x", count: Composer.mostBytes + 1)))
    #expect(lines[23].contains("A reply has at most 65536 bytes"))
    #expect(desk.conversation?.composer.text.utf8.count == Composer.mostBytes)
  }

  @Test func `a reply that cannot be stored stays where it is written`() {
    open()
    host.answers["send"] = .failed
    press("i", "x", "Enter")
    #expect(lines[23].contains("could not be put into the outbox"))
    #expect(lines[22].hasPrefix("> x"))
  }

  // MARK: Drafts

  @Test func `a draft is kept after a pause, and forgotten once it is sent`() {
    open()
    press("i", "h", "i")
    #expect(host.drafts.isEmpty && host.timers.count == 1)
    host.timers.values.first?()
    #expect(host.drafts == [item.id: "hi"])
    #expect(host.timers.isEmpty)
    press("Left", "Enter")
    #expect(host.drafts.isEmpty)
  }

  @Test(arguments: ["back", "tab", "post", "stop"])
  func `a draft is kept when the conversation is left, and is there when it is opened again`(
    way: String
  ) {
    open()
    press("i")
    type("hello")
    switch way {
    case "back": desk.dismiss(.conversation)
    case "tab": desk.showTab(tag: "home", title: "Home", text: nil)
    case "post": desk.present(PostScreen(FakeHost.post(1, at: 0)), .hub)
    default: desk.keepDrafts()
    }
    #expect(host.drafts == [item.id: "hello"])
    desk.showHub(badge: nil)
    open()
    #expect(lines[22].hasPrefix("> hello"))
    #expect(desk.focus == .conversation)
  }

  @Test func `a conversation on top and the one below share a draft`() {
    open()
    press("i", "a")
    open(.standalone)
    #expect(desk.focus == .conversation)
    press("i", "b", "Esc", "q")
    #expect(host.calls == ["closed standalone"])
    #expect(lines[22].hasPrefix("> ab"))
  }

  // MARK: Failed replies

  @Test func `failed replies are sent again or deleted, after a question`() {
    set([
      reply(0, mine: true, state: .failed), reply(1), reply(2, mine: true, state: .failed),
      reply(3),
    ])
    open()
    press("R")
    #expect(host.calls == ["retry \(reply(2).id.text)"])
    press("e", "R")
    #expect(host.calls.last == "retry \(reply(0).id.text)")
    press("X", "n", "X", "y")
    #expect(host.calls.count == 3)
    #expect(host.calls.last == "remove \(reply(0).id.text)")
    set([reply(1)])
    for key in ["R", "X", "e"] {
      press(key)
      #expect(lines[23].hasPrefix("Every reply was delivered."))
    }
    #expect(desk.prompt == nil && host.calls.count == 3)
  }

  // MARK: Alt keys, sizes

  @Test func `an Alt key that means nothing is Esc and the key`() {
    open()
    press("i", "x")
    desk.handle(.key("Alt-q", types: "q"))
    #expect(host.calls == ["back"])
  }

  @Test(arguments: [(20, 5), (40, 10), (200, 50)])
  func `thread and composer fit on any screen`(columns: Int, rows: Int) {
    desk.resize(columns: columns, rows: rows)
    set((0..<60).map { reply($0) })
    open()
    #expect(screen.contains("Reply 59."))
    #expect(lines[rows - 2].hasPrefix("> Reply…"))
    press("i")
    desk.handle(.paste("one two three four five six seven\neight"))
    #expect(screen.contains("eight"))
    #expect(desk.frame().cursor.row == rows - 2)
  }
}

extension String {
  fileprivate var trimmedRight: String {
    String(reversed().drop { $0 == " " }.reversed())
  }
}
