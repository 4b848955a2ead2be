import HubFrontEndKit
import HubKeys
import Testing

@testable import CursesFrontEnd

extension FakeHost {
  /// Gives a conversation three hundred replies with links, two of them not delivered.
  func fillThread(of conversation: HubID) {
    repliesOfConversations[conversation] = (0..<300).map { number in
      let isFailed = number == 150 || number == 290
      return ReplyRecord(
        id: FakeHost.id(0x500 + number), sender: "Ann", isMine: isFailed,
        state: isFailed ? .failed : .confirmed, createdAt: now - 4_000_000 + Int64(number) * 10_000,
        text: "1.org \(number)", images: [])
    }
    for number in 200..<215 {
      linksOfReplies[FakeHost.id(0x500 + number)] = [
        TextLink(offset: 0, length: 5, url: "https://1.org/\(number)")
      ]
    }
  }
}

/// Every key of the table does something on every screen on which it is said to work.
struct KeyTableTests {
  struct Case: CustomTestStringConvertible {
    let key: String
    let screen: KeyScreen
    var testDescription: String { "\(key) on \(screen)" }
  }

  static let cases = HubKeys.all.flatMap { binding in
    binding.screens.sorted { $0.rawValue < $1.rawValue }.flatMap { screen in
      binding.keys.map { Case(key: $0, screen: screen) }
    }
  }

  /// A desk in the middle of things: whichever way a key goes, there is something to see.
  private func desk(_ host: FakeHost, on screen: KeyScreen) -> Desk {
    let desk = Desk(host: host, glyphs: .unicode)
    desk.resize(columns: 80, rows: 24)
    desk.showHub(badge: nil)
    _ = desk.frame()
    desk.list.model.setSearch("post", host)
    desk.list.model.page(by: 3, host)
    let post = PostScreen(host.rows[50])
    switch screen {
    case .list: break
    case .tab:
      let text = (0..<200).map { "Line \($0)\n" }.joined()
      desk.showTab(tag: "home", title: "Home", text: text)
    case .post: desk.present(post, .hub)
    case .conversation, .composer:
      desk.present(
        ConversationScreen(ConversationRecord(item: host.rows[50], participants: [])), .hub)
    case .standalone: desk.present(post, .standalone)
    case .alert: desk.alert(code: "a", title: "t", message: "m")
    case .help: desk.help = HelpScreen()
    case .prompt: _ = desk.perform(KeyCall(.search))
    }
    _ = desk.frame()
    let pages = HubKeys.meaning(of: "PageDown", on: screen) != nil
    if pages, screen != .list { desk.handle(.key("PageDown")) }
    if screen == .conversation || screen == .composer { prepareThread(desk, host, screen) }
    return desk
  }

  /// Leaves the thread in its middle, and the cursor in the middle of what is written.
  private func prepareThread(_ desk: Desk, _ host: FakeHost, _ screen: KeyScreen) {
    for _ in 0..<5 { desk.handle(.key("PageUp")) }
    guard screen == .composer else { return }
    desk.handle(.key("i", types: "i"))
    desk.handle(.paste("one two\nthree four, five six\nseven"))
    for _ in 0..<13 { desk.handle(.key("Left")) }
    // Something to put back.
    desk.handle(.key("Ctrl-W"))
    _ = desk.frame()
  }

  private func state(_ desk: Desk, _ host: FakeHost) -> String {
    let frame = desk.frame()
    let rows = (0..<frame.height).map(frame.text).joined(separator: "\n")
    let words = "\(desk.wantsRepaint)\(desk.prompt == nil)\(desk.message?.text ?? "")"
    return "\(rows)\n\(frame.cursor)\n\(host.calls)\(words)"
  }

  private func host() -> FakeHost {
    let host = FakeHost(posts: 300)
    host.app.tabs.append(.init(tag: "third", title: "Third"))
    host.bodies[FakeHost.id(50)] = .lines((0..<300).map { DocumentLine(text: "Line \($0)") })
    host.linksOfPosts[FakeHost.id(50)] = (1...12).map {
      DocumentLink(number: $0, url: "https://example.com/\($0)", text: "")
    }
    host.fillThread(of: host.rows[50].id)
    return host
  }

  @Test(arguments: cases)
  func `a key calls its action as anybody else does`(_ testCase: Case) {
    guard case .call(let call) = HubKeys.meaning(of: testCase.key, on: testCase.screen) else {
      return
    }
    let (host, otherHost) = (host(), host())
    let (desk, other) = (desk(host, on: testCase.screen), desk(otherHost, on: testCase.screen))
    desk.handle(.key(testCase.key))
    _ = other.perform(call)
    #expect(state(desk, host) == state(other, otherHost))
  }

  @Test(arguments: cases)
  func `a key of the table is acted on`(_ testCase: Case) {
    let host = host()
    let desk = desk(host, on: testCase.screen)
    #expect(desk.focus == testCase.screen)
    let before = state(desk, host)
    let types = testCase.key.count == 1 ? testCase.key : testCase.key == "Space" ? " " : ""
    desk.handle(.key(testCase.key, types: types))
    if testCase.key == "Space", testCase.screen == .prompt { return }
    // The third tab and those beyond it do not exist in every app: the key is then nothing.
    if let number = Int(testCase.key), testCase.screen == .list || testCase.screen == .tab {
      let isThere = number <= 3 && host.app.tabs[number - 1].tag != desk.visibleTab
      #expect(host.calls == (isThere ? ["selectTab \(host.app.tabs[number - 1].tag)"] : []))
      return
    }
    #expect(state(desk, host) != before)
  }

  @Test func `keys have the names of the table`() {
    let typed: [(UInt32, String)] = [
      (0x6A, "j"), (0x20, "Space"), (0x0D, "Enter"), (0x0A, "Ctrl-J"), (0x7F, "Backspace"),
      (0x08, "Backspace"), (0x09, "Tab"), (0x04, "Ctrl-D"), (0x1A, "Ctrl-Z"), (0xE9, "é"),
    ]
    for (character, name) in typed {
      guard case .key(let found, _) = Screen.input(character) else {
        Issue.record("no key for \(character)")
        continue
      }
      #expect(found == name)
      #expect(HubKeys.fault(ofKey: found) == nil || found == "Ctrl-Z")
    }
    let named: [Int32] = [258, 259, 260, 261, 262, 338, 339, 343, 263, 353, 360, 265, 330]
    let names = named.compactMap(Screen.name(ofCode:))
    #expect(Set(names).count == named.count)
    for name in names { #expect(HubKeys.all.contains { $0.keys.contains(name) }, "\(name)") }
    // Not bound here, for the app file to bind.
    let free: [Int32] = [331, 266, 269, 276, 312]
    #expect(free.map(Screen.name(ofCode:)) == ["Insert", "F2", "F5", "F12", "F48"])
    #expect(Screen.name(ofCode: 410) == nil)
    #expect(Screen.name(ofCode: 313) == nil)
  }
}

/// Sizes from one cell to a wall.
struct SizeTests {
  @Test(arguments: [1, 2, 3, 5, 19, 20, 21, 40, 59, 80, 120, 300])
  func `any size draws a frame that fits, with anything on top`(columns: Int) {
    let host = FakeHost(posts: 50)
    host.rows[2].subject = String(repeating: "漢字👨‍👩‍👧", count: 40)
    let desk = Desk(host: host, glyphs: .unicode)
    desk.showHub(badge: "3")
    host.fillThread(of: host.rows[2].id)
    host.linksOfReplies[FakeHost.id(0x500)] = [TextLink(offset: 0, length: 5, url: "https://a.b")]
    for step in 0..<9 {
      switch step {
      case 6:
        desk.prompt = nil
        desk.alerts = []
        desk.help = nil
        desk.standalones = []
        desk.present(conversation(host), .hub)
      case 7:
        desk.handle(.key("i", types: "i"))
        desk.handle(.paste(String(repeating: "漢字 👨‍👩‍👧 e\u{301} word ", count: 30) + "\nx"))
      case 8: desk.present(conversation(host), .standalone)
      case 1: desk.present(PostScreen(host.rows[2]), .hub)
      case 2: desk.present(PostScreen(host.rows[2]), .standalone)
      case 3: desk.help = HelpScreen()
      case 4: desk.alert(code: "a", title: "Title", message: "A message of some words.")
      case 5: desk.prompt = Prompt(purpose: .search(nil), editor: LineEditor("漢字"))
      default: break
      }
      for rows in [1, 2, 4, 5, 6, 24, 100] {
        desk.resize(columns: columns, rows: rows)
        let frame = desk.frame()
        #expect(frame.rows.count == rows)
        for placed in frame.rows.joined() {
          #expect(placed.column >= 0 && placed.column + placed.line.columns <= columns)
        }
        #expect((0..<columns).contains(frame.cursor.column))
        #expect((0..<rows).contains(frame.cursor.row))
      }
    }
  }

  private func conversation(_ host: FakeHost) -> ConversationScreen {
    ConversationScreen(ConversationRecord(item: host.rows[2], participants: ["Ann", "漢字"]))
  }

  @Test func `a window that is too small says what it needs`() {
    let desk = Desk(host: FakeHost(posts: 3), glyphs: .unicode)
    desk.showHub(badge: nil)
    func text(_ columns: Int, _ rows: Int) -> String {
      desk.resize(columns: columns, rows: rows)
      let frame = desk.frame()
      return (0..<rows).map { frame.text(row: $0) }.joined()
    }
    #expect(text(80, 4).contains("Make the window at least 20 columns by 5 rows."))
    #expect(text(19, 24).contains("Make the window"))
    #expect(text(20, 5).contains("Post #0"))
  }
}
