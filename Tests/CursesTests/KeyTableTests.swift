import HubFrontEndKit
import HubKeys
import Testing

@testable import CursesFrontEnd

/// Every key of the table does something on every screen on which it is said to work.
struct KeyTableTests {
  struct Case: CustomTestStringConvertible {
    let key: String
    let screen: KeyScreen
    var testDescription: String { "\(key) on \(screen.rawValue)" }
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
    case .standalone: desk.present(post, .standalone)
    case .alert: desk.alert(code: "a", title: "t", message: "m")
    case .help: desk.help = HelpScreen()
    case .prompt:
      desk.beginSearch()
    }
    _ = desk.frame()
    let action = HubKeys.action(for: "PageDown", on: screen)
    if action != nil, screen != .list { desk.handle(.key("PageDown")) }
    return desk
  }

  private func state(_ desk: Desk, _ host: FakeHost) -> String {
    let frame = desk.frame()
    let rows = (0..<frame.height).map(frame.text).joined(separator: "\n")
    return "\(rows)\n\(frame.cursor)\n\(host.calls)\(desk.wantsRepaint)\(desk.prompt == nil)"
  }

  @Test(arguments: cases)
  func `a key of the table is acted on`(_ testCase: Case) {
    let host = FakeHost(posts: 300)
    host.app.tabs.append(.init(tag: "third", title: "Third"))
    host.bodies[FakeHost.id(50)] = .lines((0..<300).map { DocumentLine(text: "Line \($0)") })
    host.linksOfPosts[FakeHost.id(50)] = (1...12).map {
      DocumentLink(number: $0, url: "https://example.com/\($0)", text: "")
    }
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
      (0x6A, "j"), (0x20, "Space"), (0x0D, "Enter"), (0x0A, "Enter"), (0x7F, "Backspace"),
      (0x08, "Backspace"), (0x09, "Tab"), (0x04, "Ctrl-D"), (0x1A, "Ctrl-Z"), (0xE9, "é"),
    ]
    for (character, name) in typed {
      guard case .key(let found, _) = Screen.input(character) else {
        Issue.record("no key for \(character)")
        continue
      }
      #expect(found == name)
    }
    let named: [Int32] = [258, 259, 260, 261, 262, 338, 339, 343, 263, 353, 360, 265]
    let names = named.compactMap(Screen.name(ofCode:))
    #expect(Set(names).count == named.count)
    for name in names { #expect(HubKeys.all.contains { $0.keys.contains(name) }, "\(name)") }
    #expect(Screen.name(ofCode: 410) == nil)
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
    for step in 0..<6 {
      switch step {
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
