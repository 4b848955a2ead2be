import HubFrontEndKit
import HubKeys
import Testing

@testable import CursesFrontEnd

/// Actions that come from elsewhere, on whatever the screen shows then.
struct ActionTests {
  let host = FakeHost(posts: 200)
  let desk: Desk

  init() {
    desk = Desk(host: host, glyphs: .unicode)
    desk.resize(columns: 120, rows: 40)
    desk.showHub(badge: "67")
    _ = desk.frame()
  }

  private func perform(_ action: KeyAction, _ number: Int = 0, text: String? = nil) -> HubStatus {
    desk.message = nil
    return desk.perform(KeyCall(action, number, text: text))
  }

  private var message: String? { desk.message?.text }

  private func openPost(_ index: Int = 3) {
    desk.present(PostScreen(host.rows[index]), .hub)
    _ = desk.frame()
  }

  private func openThread(_ index: Int = 3, _ presentation: Presentation = .hub) {
    host.fillThread(of: host.rows[index].id)
    desk.present(
      ConversationScreen(ConversationRecord(item: host.rows[index], participants: [])),
      presentation)
    _ = desk.frame()
  }

  @Test func `the plug-in offers the actions of the table, with their arguments and their doors`() {
    #expect(CursesFrontEnd.actions.map(\.name) == KeyAction.allCases.map(\.rawValue))
    for (row, action) in zip(CursesFrontEnd.actions, KeyAction.allCases) {
      #expect(row.help == action.help)
      #expect(row.arguments.map(\.name) == [action.argument?.name].compactMap { $0 })
      #expect(row.isClosedToLinks == action.isClosedToLinks)
    }
  }

  // MARK: The inbox

  @Test func `an action of the inbox goes to the Hub's tab first`() {
    desk.showTab(tag: "home", title: "Home", text: "Hello")
    #expect(perform(.search, text: "Post") == .ok)
    #expect(host.calls == ["selectTab hub"])
  }

  @Test func `search searches, an empty text ends the search, and none asks`() {
    #expect(perform(.search, text: "Post #19") == .ok)
    #expect(desk.list.model.search == "Post #19")
    #expect(perform(.search, text: "") == .ok)
    #expect(desk.list.model.search == nil)
    #expect(perform(.search) == .ok)
    #expect(desk.focus == .prompt)
  }

  @Test func `an action of the inbox closes what is open, and the help, and gives up a question`() {
    openPost()
    #expect(perform(.help) == .ok)
    #expect(perform(.openLink) == .ok)
    #expect(perform(.jumpToDate, text: "2026-03-05") == .ok)
    #expect(desk.focus == .list)
    #expect(host.calls.contains("back"))
  }

  @Test func `what lies on top of the inbox is the user's to close`() {
    desk.present(PostScreen(host.rows[1]), .standalone)
    for action in [KeyAction.search, .jumpToDate, .nextUnread, .nextItem] {
      #expect(perform(action) == .state)
      #expect(message == "Close this one first: q.")
    }
    #expect(perform(.back) == .ok)
    #expect(host.calls == ["closed standalone"])
  }

  @Test func `open opens what is selected, and nothing else when something is open`() {
    _ = perform(.move, 5)
    #expect(perform(.open) == .ok)
    #expect(host.calls == ["showItem \(FakeHost.id(5).text)"])
    openPost()
    #expect(perform(.open) == .state)
    #expect(message?.contains("Go back") == true)
  }

  @Test(arguments: [
    ("2026-03-05", HubStatus.ok), ("2026", .ok), ("2026-13", .argument), ("soon", .argument),
  ])
  func `jump-to-date takes a date, and says what is none`(date: String, status: HubStatus) {
    #expect(perform(.jumpToDate, text: date) == status)
    #expect((message == nil) == (status == .ok))
  }

  @Test func `mark-read marks what is selected, or what is read`() {
    _ = perform(.move, 3)
    #expect(perform(.markRead) == .ok)
    #expect(host.calls == ["markRead \(FakeHost.id(3).text)"])
    #expect(perform(.markRead) == .ok, "it is read already")
    #expect(host.calls.count == 1)
    openPost(6)
    #expect(perform(.markRead) == .ok)
    #expect(host.calls.last == "markRead \(FakeHost.id(6).text)")
    desk.showTab(tag: "home", title: "Home", text: nil)
    #expect(perform(.markRead) == .state)
  }

  @Test func `mark-all-read asks only when told to`() {
    #expect(perform(.markAllRead, 1) == .ok)
    #expect(host.calls.isEmpty && desk.focus == .prompt)
    desk.handle(.key("n", types: "n"))
    #expect(perform(.markAllRead) == .ok)
    #expect(host.calls == ["markAllRead"])
  }

  @Test func `refresh, tabs and back say what came of them`() {
    host.answers["refresh"] = .unavailable
    #expect(perform(.refresh) == .unavailable)
    #expect(perform(.selectTab, 1) == .ok)
    #expect(perform(.selectTab, 9) == .notFound)
    #expect(perform(.back) == .state)
    desk.alert(code: "a", title: "t", message: "m")
    #expect(perform(.move, 1) == .state)
    #expect(perform(.back) == .ok)
    #expect(host.calls == ["refresh", "selectTab home", "closed alert"])
  }

  // MARK: What is read

  @Test func `open-link opens by number, asks without one, and says when there is none`() {
    #expect(perform(.openLink, 1) == .notFound)
    host.linksOfPosts[FakeHost.id(3)] = [
      DocumentLink(number: 1, url: "https://a.example/1", text: ""),
      DocumentLink(number: 2, url: "https://a.example/2", text: ""),
    ]
    host.bodies[FakeHost.id(3)] = .lines([DocumentLine(text: "Text")])
    openPost()
    #expect(perform(.openLink, 2) == .ok)
    #expect(host.calls == ["openLink https://a.example/2"])
    #expect(perform(.openLink, 3) == .notFound)
    #expect(message == "There is no link 3 here.")
    #expect(perform(.openLink) == .ok)
    #expect(desk.focus == .prompt)
  }

  @Test func `a link that was refused is said, and so is its status`() {
    openPost()
    host.answers["openLink"] = .refused
    #expect(perform(.openLink, 1) == .refused)
    #expect(message?.hasPrefix("Not opened: ") == true)
  }

  @Test func `reply puts the text behind the draft, and sends nothing`() {
    #expect(perform(.reply, text: "Hello") == .state)
    host.drafts[host.rows[3].id] = "Well, "
    openThread()
    #expect(perform(.reply, text: "hello\n") == .ok)
    #expect(desk.conversation?.composer.text == "Well, hello\n")
    #expect(desk.focus == .composer)
    #expect(!host.calls.contains { $0.hasPrefix("send") })
    #expect(perform(.send) == .ok)
    #expect(host.calls.contains("send Well, hello\n"))
    #expect(perform(.send) == .state, "there is nothing to send")
    #expect(perform(.back) == .ok)
    #expect(desk.focus == .conversation)
  }

  @Test func `retry sends the failed reply again, and delete asks first`() {
    for action in [KeyAction.retry, .delete, .nextFailed, .send] {
      #expect(perform(action) == .state)
      #expect(message == "Open a conversation first.")
    }
    openThread()
    let failed = FakeHost.id(0x500 + 290).text
    #expect(perform(.retry) == .ok)
    #expect(host.calls.last == "retry \(failed)")
    #expect(perform(.delete) == .ok)
    #expect(host.calls.last == "retry \(failed)")
    desk.handle(.key("y", types: "y"))
    #expect(host.calls.last == "remove \(failed)")
  }

  // MARK: Keys of the app

  @Test func `what an action says comes before the host's sentence about its status`() {
    host.keys = [ActionKey(key: "F5", line: "open-link number=2", help: "Open a link")]
    host.pressed = ActionResult(.notFound, fault: "the action open-link of curses failed")
    host.onCall = { call in
      if call == "press F5" { _ = self.desk.perform(KeyCall(.openLink, 2)) }
    }
    desk.handle(.key("F5"))
    #expect(message == "There is no link here.")
  }

  @Test func `a key of the app that can do nothing is told at the start and when pressed`() {
    host.keys = [
      ActionKey(key: "x", line: "refresh", help: "Look for new items"),
      ActionKey(key: "F5", line: "nosuch", help: nil),
    ]
    desk.tellOfIdleKey()
    #expect(message == "Key F5 does nothing: no action nosuch.")
    desk.message = nil
    desk.tellOfIdleKey()
    #expect(message == nil, "it is said once")
    host.pressed = ActionResult(.notFound, fault: "a longer sentence for the log")
    desk.handle(.key("F5"))
    #expect(message == "Key F5 does nothing: no action nosuch.")
  }

  @Test func `a key of the app that no terminal sends is told at the start`() {
    host.keys = [
      ActionKey(key: "F5", line: "help", help: "Show the keys"),
      ActionKey(key: "F64", line: "help", help: "Show the keys"),
    ]
    desk.tellOfIdleKey()
    #expect(message == "Key F64 does nothing: no terminal sends a key of that name.")
  }
}
