import HubFrontEndKit
import HubKeys
import Testing

@testable import CursesFrontEnd

/// A desk with an inbox on it, without a terminal.
struct DeskTests {
  let host = FakeHost(posts: 200)
  let desk: Desk

  init() {
    desk = Desk(host: host, glyphs: .unicode)
    desk.resize(columns: 120, rows: 40)
    desk.showHub(badge: "67")
    _ = desk.frame()
  }

  private func press(_ keys: String...) {
    for key in keys {
      desk.handle(.key(key, types: key.count == 1 ? key : key == "Space" ? " " : ""))
    }
  }

  private var screen: String {
    let frame = desk.frame()
    return (0..<frame.height).map(frame.text).joined(separator: "\n")
  }

  private func line(_ row: Int) -> String { desk.frame().text(row: row) }

  // MARK: Actions

  @Test func `a key that the app gives an action calls it, before the desk's own key`() {
    host.keys = [ActionKey(key: "j", line: "jump days=7", help: "Goes back in time")]
    press("j")
    #expect(host.calls == ["press j"])
    #expect(desk.list.model.selected == 0)
    host.pressed = ActionResult(.argument, fault: "the action jump wants a number")
    press("j")
    #expect(line(39).contains("the action jump wants a number"))
    press("/", "j")
    #expect(desk.prompt?.editor.text == "j", "typed text is nobody's key")
  }

  @Test func `help shows the app's keys and every action`() {
    host.keys = [
      ActionKey(key: "x", line: "jump days=7", help: "Goes back in time"),
      ActionKey(key: "F5", line: "land", help: nil),
    ]
    press("?")
    _ = desk.frame()
    press("End")
    #expect(screen.contains("Goes back in time: jump days=7"))
    #expect(screen.contains("land, which is not offered here"))
    #expect(screen.contains("Goes back in time: days=0..365"))
  }

  // MARK: The inbox

  @Test func `the screen holds tab bar, one row a post, and the numbers`() {
    #expect(line(0).contains("2 For you (67)"))
    #expect(line(1).hasPrefix("● 3:00 PM    Swift Blog       Post #0"))
    #expect(line(38).contains("Post #37"))
    #expect(line(39).hasSuffix("unread 67 of 200"))
  }

  @Test func `the cursor stands on the selected row`() {
    press("j", "j", "Down", "k")
    let cursor = desk.frame().cursor
    #expect((cursor.row, cursor.column, cursor.isVisible) == (3, 0, false))
  }

  @Test func `an empty inbox and a search without a match say so`() {
    host.rows = []
    desk.inboxChanged(Moved(everything: true))
    #expect(screen.contains("Nothing here yet."))
    host.rows = FakeHost(posts: 5).rows
    desk.inboxChanged(Moved(everything: true))
    press("/", "q", "q")
    #expect(screen.contains("Nothing matches “qq”."))
  }

  @Test func `with the inbox off, one line says so and nothing is opened`() {
    host.app.isInboxEnabled = false
    desk.configChanged()
    #expect(screen.contains("The inbox is switched off."))
    press("Enter", "/", "m")
    #expect(host.calls.isEmpty)
    #expect(desk.prompt == nil)
  }

  @Test func `Enter shows the selected item, m marks it read, r asks for new ones`() {
    press("j", "j", "Enter")
    #expect(host.calls == ["showItem \(FakeHost.id(2).text)"])
    press("j", "m")
    #expect(host.calls.last == "markRead \(FakeHost.id(3).text)")
    #expect(line(39).hasSuffix("unread 66 of 200"))
    host.answers["refresh"] = .unavailable
    press("r")
    #expect(line(39).hasPrefix("No agent: nothing to ask."))
  }

  @Test func `marking everything read wants a yes`() {
    press("A", "n")
    #expect(host.calls.isEmpty)
    press("A", "Esc")
    press("A", "Enter")
    #expect(host.calls.isEmpty)
    press("A")
    #expect(line(39).hasPrefix("Mark everything as read? (y/n)"))
    press("y")
    #expect(host.calls == ["markAllRead"])
    #expect(line(39).hasSuffix("unread 0 of 200"))
  }

  @Test func `a question leaves room for its answer on the narrowest screen`() {
    for purpose in [Prompt.Purpose.search(nil), .date, .link(FakeHost.id(1)), .markAllRead] {
      let prompt = Prompt(purpose: purpose)
      let (line, cursor) = prompt.line(width: Desk.leastColumns)
      #expect(!line.text.contains("…") && line.columns == Desk.leastColumns)
      #expect(cursor < Desk.leastColumns)
      #expect(prompt.line(width: 80).line.text.hasPrefix(prompt.question))
    }
  }

  @Test func `a number typed for one post opens no link of another that came up`() {
    let links = (1...12).map { DocumentLink(number: $0, url: "https://a/\($0)", text: "") }
    for number in [1, 2] {
      host.bodies[FakeHost.id(number)] = .lines([])
      host.linksOfPosts[FakeHost.id(number)] = links
    }
    desk.present(PostScreen(FakeHost.post(1, at: 0)), .hub)
    _ = screen
    press("o", "1")
    desk.present(PostScreen(FakeHost.post(2, at: 0)), .standalone)
    _ = screen
    press("2", "Enter")
    #expect(host.calls.isEmpty)
    #expect(line(39).hasPrefix("Another item came up meanwhile"))
  }

  @Test(arguments: [Presentation.hub, .standalone])
  func `what a link brings does not lie under the help`(presentation: Presentation) {
    press("?")
    #expect(desk.focus == .help)
    desk.present(PostScreen(FakeHost.post(1, at: 0)), presentation)
    #expect(desk.focus == (presentation == .hub ? .post : .standalone))
  }

  @Test func `u goes from unread to unread`() {
    press("u")
    #expect(desk.list.model.selectedItem?.id == FakeHost.id(3))
    press("u")
    #expect(desk.list.model.selectedItem?.id == FakeHost.id(6))
    press("A", "y", "u")
    #expect(line(39).hasPrefix("Nothing is unread."))
  }

  @Test func `a search filters while it is typed, and Esc ends it`() {
    press("j", "/", "#", "1", "9")
    #expect(line(1).contains("Post #19"))
    #expect(desk.frame().cursor.isVisible)
    press("Backspace", "Backspace", "Backspace")
    #expect(line(2).contains("Post #1 "))
    press("1", "9", "9", "Enter")
    #expect(line(1).contains("Post #199"))
    #expect(line(39).contains("Search: 199"))
    press("Esc")
    #expect(desk.list.model.search == nil)
    #expect(desk.list.model.selectedItem?.id == FakeHost.id(199))
    press("/", "7", "Esc")
    #expect(desk.list.model.selectedItem?.id == FakeHost.id(199))
  }

  @Test func `in a large inbox a search waits for a pause`() {
    let host = FakeHost(posts: Desk.liveSearchLimit + 1)
    let desk = Desk(host: host, glyphs: .unicode)
    desk.showHub(badge: nil)
    _ = desk.frame()
    desk.handle(.key("/", types: "/"))
    for key in ["1", "2"] { desk.handle(.key(key, types: key)) }
    #expect(desk.list.model.search == nil)
    #expect(host.timers.count == 1)
    for timer in host.timers.values { timer() }
    #expect(desk.list.model.search == "12")
    #expect(host.timers.isEmpty)
    desk.handle(.key("3", types: "3"))
    desk.handle(.key("Enter"))
    #expect(desk.list.model.search == "123")
    #expect(host.timers.isEmpty)
  }

  @Test func `a date that is none is refused in words`() {
    press("d", "x", "Enter")
    #expect(line(39).hasPrefix("“x” is no date"))
    press("d")
    desk.handle(.paste("2001-01-01\n"))
    #expect(desk.prompt?.editor.text == "2001-01-01 ")
    press("Backspace", "Enter")
    #expect(desk.list.model.selectedItem?.id == FakeHost.id(199))
  }

  @Test func `news above the screen are told, and g goes there`() {
    press("j", "j")
    host.insert(FakeHost.post(900, at: host.now + 5, subject: "Fresh"))
    desk.inboxChanged(Moved(posts: [FakeHost.id(900)]))
    #expect(desk.frame().cursor.row == 3)
    #expect(line(3).contains("Post #2 "))
    #expect(line(39).hasPrefix("New items above"))
    press("g")
    #expect(line(1).contains("Fresh"))
    #expect(!line(39).contains("New items"))
  }

  // MARK: Reading

  private func openPost(_ number: Int, _ presentation: Presentation = .hub) {
    desk.present(PostScreen(host.rows[number]), presentation)
  }

  @Test func `a post without a body shows its preview and its address`() {
    openPost(4)
    #expect(line(1).hasPrefix(" Post #4"))
    #expect(line(2).contains("Swift Blog, "))
    #expect(line(4).hasPrefix(" Preview of 4"))
    #expect(line(6).hasPrefix(" [1] https://example.com/4"))
    press("1")
    #expect(host.calls == ["openLink https://example.com/4"])
  }

  @Test func `a page that cannot be shown says so`() {
    host.bodies[FakeHost.id(4)] = .unavailable
    openPost(4)
    #expect(screen.contains("Unable to display content"))
    press("o")
    #expect(line(39).hasPrefix("There is no link here."))
  }

  @Test func `links open by digit and by number, and a refusal says why`() {
    host.bodies[FakeHost.id(1)] = .lines([DocumentLine(text: "text")])
    host.linksOfPosts[FakeHost.id(1)] = (1...12).map {
      DocumentLink(number: $0, url: "https://e.example/\($0)", text: "")
    }
    openPost(1)
    _ = desk.frame()
    press("3", "o", "1", "2", "Enter", "o", "9", "9", "Enter")
    #expect(host.calls == ["openLink https://e.example/3", "openLink https://e.example/12"])
    #expect(line(39).hasPrefix("There is no link 99 here."))
    host.answers["openLink"] = .refused
    host.onCall = { [desk] _ in
      desk.urlOpened("x:y", by: "refused", reason: "its scheme is never opened")
    }
    press("1")
    #expect(line(39).hasPrefix("Not opened: its scheme is never opened"))
  }

  @Test func `a post scrolls, and keeps its place when the inbox changes`() {
    host.bodies[FakeHost.id(0)] = .lines((0..<200).map { DocumentLine(text: "Line \($0).") })
    openPost(0)
    _ = desk.frame()
    press("Space", "j")
    #expect(line(1).hasPrefix(" Line 35."))
    host.insert(FakeHost.post(900, at: host.now + 5))
    desk.inboxChanged(Moved(everything: true))
    #expect(line(1).hasPrefix(" Line 35."))
    press("G")
    #expect(line(38).hasPrefix(" Line 199."))
    #expect(line(39).hasSuffix("End"))
    press("g")
    #expect(line(1).hasPrefix(" Post #0"))
  }

  @Test func `back asks the host; what it does not know is closed here`() {
    openPost(0)
    host.answers["back"] = .state
    press("q")
    #expect(host.calls == ["back"])
    #expect(desk.focus == .list)
    openPost(0)
    host.answers["back"] = nil
    host.onCall = { [desk] _ in desk.dismiss(.post) }
    press("Esc")
    #expect(desk.focus == .list)
  }

  @Test func `what the host presents while going back stays`() {
    openPost(0)
    let other = PostScreen(host.rows[9])
    host.onCall = { [desk] _ in desk.present(other, .hub) }
    press("h")
    #expect(desk.open?.item.id == FakeHost.id(9))
  }

  @Test func `the next post follows the inbox, which selects it afterwards`() {
    host.onCall = { [desk, host] call in
      guard call.hasPrefix("showItem"), let id = HubID(String(call.dropFirst(9))),
        let item = host.item(.post, id)
      else { return }
      desk.present(PostScreen(item), .hub)
    }
    press("Enter", "J", "J", "K", "u")
    #expect(desk.open?.item.id == FakeHost.id(3))
    press("q")
    #expect(desk.list.model.selectedItem?.id == FakeHost.id(3))
    press("G", "Enter", "]")
    #expect(line(39).hasPrefix("This is the last item."))
  }

  // MARK: On top

  @Test func `standalone posts stack over what is visible and close one by one`() {
    openPost(2, .standalone)
    openPost(3, .standalone)
    #expect(screen.contains("┌─ Post #2 ─"))
    #expect(screen.contains("┌─ Post #3 ─"))
    #expect(line(0).contains("For you"))
    press("q")
    #expect(!screen.contains("┌─ Post #3 ─"))
    press("Esc")
    #expect(host.calls == ["closed standalone", "closed standalone"])
    #expect(desk.focus == .list)
  }

  @Test func `an alert that waits already is not said twice`() {
    for _ in 0..<60 { desk.alert(code: "action-failed", title: "", message: "Closed to links.") }
    desk.alert(code: "action-failed", title: "", message: "Another.")
    desk.alert(code: "action-failed", title: "", message: "Closed to links.")
    #expect(desk.alerts.map(\.message) == ["Closed to links.", "Another."])
    #expect(host.logged.isEmpty)
    press("Enter", "Enter")
    #expect(desk.focus == .list)
    desk.alert(code: "action-failed", title: "", message: "Closed to links.")
    #expect(desk.focus == .alert, "it was answered, and comes once more")
  }

  @Test func `of more alerts than may wait the newest is dropped, with a line in the log`() {
    for number in 1...Desk.mostAlerts { desk.alert(code: "a", title: "T", message: "\(number)") }
    #expect(desk.alerts.count == 8)
    #expect(host.logged.isEmpty)
    desk.alert(code: "a", title: "T", message: "9")
    #expect(desk.alerts.map(\.message) == (1...8).map { "\($0)" })
    #expect(host.logged == ["warning: Not shown, since 8 alerts wait: T: 9"])
    press("Enter")
    desk.alert(code: "a", title: "T", message: "10")
    #expect(desk.alerts.last?.message == "10")
  }

  @Test func `an alert takes the keyboard until it is answered`() {
    openPost(2, .standalone)
    desk.alert(code: "post-not-found", title: "Post Not Found", message: "It could not be found.")
    desk.alert(code: "b", title: "Second", message: "")
    #expect(screen.contains("Post Not Found"))
    press("j", "Enter")
    #expect(screen.contains("Second"))
    press("Esc")
    #expect(host.calls == ["closed alert", "closed alert"])
    #expect(desk.focus == .standalone)
    desk.alert(code: "c", title: "", message: "m")
    desk.dismiss(.alert)
    desk.dismiss(.standalone)
    #expect(desk.focus == .list)
  }

  @Test func `a conversation is read from its end, in groups`() {
    let item = Item(kind: .conversation, id: FakeHost.id(7), activityAt: host.now, isUnread: false)
    host.repliesOfConversations[item.id] = (0..<150).map {
      ReplyRecord(
        id: FakeHost.id($0), sender: "Ann", isMine: $0 == 149,
        state: $0 == 149 ? .failed : .confirmed, createdAt: host.now - 1_000_000 + Int64($0) * 1000,
        text: "Reply \($0).", images: [])
    }
    desk.present(ConversationScreen(ConversationRecord(item: item, participants: [])), .hub)
    #expect(screen.contains("Reply 149."))
    #expect(screen.contains("Not Delivered"))
    #expect(!screen.contains("Reply 49."))
    press("g")
    #expect(line(1).contains("Conversation") == false)
    #expect(screen.contains("Reply 50."))
    press("k", "g")
    #expect(screen.contains("Reply 0."))
    desk.dismiss(.conversation)
    #expect(desk.focus == .list)
  }

  @Test(arguments: [true, false])
  func `a reply that comes in sight is marked read, one below the screen is not`(isAtEnd: Bool) {
    var item = Item(kind: .conversation, id: FakeHost.id(7), activityAt: host.now, isUnread: false)
    host.repliesOfConversations[item.id] = (0..<90).map {
      ReplyRecord(
        id: FakeHost.id($0), sender: "Ann", isMine: false, state: .confirmed,
        createdAt: host.now - 1_000_000 + Int64($0) * 1000, text: "Reply \($0).", images: [])
    }
    desk.present(ConversationScreen(ConversationRecord(item: item, participants: [])), .hub)
    _ = screen
    if !isAtEnd { press("b") }
    item.isUnread = true
    host.insert(item)
    desk.inboxChanged(Moved(conversations: [item.id]))
    #expect(host.calls == (isAtEnd ? ["reachedEnd"] : []))
  }

  // MARK: Tabs, mouse, the rest

  @Test func `tabs are chosen by key, number and mouse`() {
    press("Tab", "1", "2")
    #expect(host.calls == ["selectTab home", "selectTab home"])
    desk.showTab(tag: "home", title: "Home", text: "Welcome!")
    #expect(screen.contains("Welcome!"))
    press("Shift-Tab", "1")
    desk.handle(.click(column: desk.tabPlaces[1].lowerBound, row: 0, isDouble: false))
    #expect(Array(host.calls.dropFirst(2)) == ["selectTab hub", "selectTab hub"])
    desk.showHub(badge: nil)
    #expect(desk.focus == .list)
  }

  @Test func `a click selects, a click on what is selected opens`() {
    desk.handle(.click(column: 5, row: 4, isDouble: false))
    #expect(desk.list.model.selectedItem?.id == FakeHost.id(3))
    #expect(host.calls.isEmpty)
    desk.handle(.click(column: 50, row: 4, isDouble: false))
    #expect(host.calls == ["showItem \(FakeHost.id(3).text)"])
    desk.handle(.click(column: 5, row: 39, isDouble: false))
    desk.handle(.wheel(3))
    #expect(line(1).contains("Post #3 "))
  }

  @Test func `two presses at one place within 400 ms are a double click`() {
    var clicks = ClickTracker()
    let presses = [(1, 0), (1, 400), (1, 500), (1, 901), (2, 902)] as [(Int, Int64)]
    let doubles = presses.map { clicks.press(column: $0.0, row: 1, at: $0.1) }
    #expect(doubles == [false, true, false, false, false])
  }

  @Test func `q leaves, Q quits from anywhere, and the host suspends`() {
    press("q")
    desk.help = HelpScreen()
    press("Q", "Ctrl-Z", "Ctrl-L")
    #expect(host.calls == ["quit user", "quit user", "suspend"])
    #expect(desk.wantsRepaint)
  }

  @Test func `the help lists every binding of the table`() {
    let text = HelpScreen.text(columns: 120).map(\.text).joined(separator: "\n")
    for binding in HubKeys.all {
      #expect(text.contains(binding.help))
      #expect(text.contains(binding.label))
    }
    press("?")
    #expect(screen.contains("┌─ Keys ─"))
    press("q")
    #expect(desk.help == nil)
  }

  @Test func `a prompt edits whole characters and keeps its end in sight`() {
    var editor = LineEditor()
    editor.insert("caf\u{65}\u{301}\u{1B}\u{7}👨‍👩‍👧")
    editor.erase()
    #expect(editor.text == "cafe\u{301}")
    editor.insert(String(repeating: "漢", count: LineEditor.mostBytes))
    #expect(editor.text.utf8.count <= LineEditor.mostBytes)
    #expect(editor.text.utf8.count > LineEditor.mostBytes - 3)
    for columns in 0...20 {
      let (text, cursor) = editor.visible(columns: columns)
      #expect(cursor == CellText.columns(of: text) && cursor <= max(0, columns - 1))
    }
    editor.clear()
    #expect(editor.text.isEmpty)
  }
}
