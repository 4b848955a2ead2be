import HubKeys
import Testing

struct HubKeysTests {
  @Test func `the README's table is as stored`() throws {
    try Snapshot.expect(HubKeys.table(for: .readme), is: "keys.md")
  }

  @Test(arguments: KeyScreen.allCases)
  func `no key means two things on a screen`(_ screen: KeyScreen) {
    let keys = HubKeys.bindings(on: screen).flatMap(\.keys)
    let twice = Dictionary(grouping: keys) { $0 }.filter { $1.count > 1 }.keys
    #expect(twice.isEmpty)
    #expect(!keys.isEmpty)
  }

  @Test(arguments: KeyAction.allCases)
  func `each action has a key, and a sentence`(_ action: KeyAction) {
    #expect(HubKeys.all.contains { $0.meaning.action == action })
    #expect(action.help.first?.isUppercase == true && action.help.last != ".")
  }

  @Test(arguments: TypingKey.allCases)
  func `each way to change a text has a key`(_ key: TypingKey) {
    #expect(HubKeys.all.contains { $0.meaning == .typing(key) })
  }

  @Test(arguments: HubKeys.all)
  func `a key gives an action an argument that it takes`(_ binding: KeyBinding) {
    for index in binding.keys.indices {
      guard case .call(let call) = binding.meaning(ofKeyAt: index) else { continue }
      let argument = call.action.argument
      let isLeftOut = call.number == 0 && call.text == nil
      switch argument?.kind {
      case nil: #expect(isLeftOut)
      case _ where isLeftOut: #expect(argument?.isOptional == true)
      case .integer(let range): #expect(range.contains(Int64(call.number)))
      case .text(let bytes): #expect(bytes.contains(call.text?.utf8.count ?? -1))
      case .flag: #expect(call.number == 1)
      }
    }
  }

  @Test(arguments: [
    (KeyCall(.move, -1), "move by=-1"), (KeyCall(.openLink, 2), "open-link number=2"),
    (KeyCall(.openLink), "open-link"), (KeyCall(.search, text: ""), "search text="),
    (KeyCall(.search), "search"), (KeyCall(.markAllRead, 1), "mark-all-read ask=true"),
    (KeyCall(.back), "back"),
  ])
  func `a call is written as people type it`(_ call: KeyCall, _ line: String) {
    #expect(call.line == line)
  }

  @Test func `what writes, marks or leaves is closed to links, and nothing else`() {
    #expect(
      KeyAction.allCases.filter(\.isClosedToLinks) == [
        .markRead, .markAllRead, .openLink, .reply, .send, .retry, .delete, .suspend, .quit,
      ])
  }

  @Test(arguments: [
    ("zz", "no terminal sends a key of that name"), ("F0", "no terminal sends a key of that name"),
    ("F49", "no terminal sends a key of that name"),
    ("F05", "no terminal sends a key of that name"),
    ("Ctrl-1", "no terminal sends a key of that name"),
    ("Alt-Alt-x", "no terminal sends a key of that name"),
    ("Alt-", "no terminal sends a key of that name"),
    ("f5", "write it F5"), ("Ctrl-x", "write it Ctrl-X"), ("alt-pageup", "write it Alt-PageUp"),
    ("Ctrl-M", "a terminal sends Enter for it"), ("Ctrl-I", "a terminal sends Tab for it"),
    ("Alt-Ctrl-H", "a terminal sends Alt-Backspace for it"),
    ("Ctrl-C", "the terminal keeps it for itself"), ("Ctrl-Z", "the terminal keeps it for itself"),
    ("Alt-O", "other keys begin with what a terminal sends for it"),
  ])
  func `of a key that is never pressed is said why`(_ name: String, _ fault: String) {
    #expect(HubKeys.fault(ofKey: name) == fault)
  }

  @Test(arguments: [
    "x", "O", "é", "?", "F1", "F48", "Ctrl-J", "Ctrl-X", "Insert", "Shift-Tab", "Alt-x", "Alt-X",
    "Alt-F5", "Alt-Ctrl-X", "Alt-Space",
  ])
  func `a key that a terminal sends has no fault`(_ name: String) {
    #expect(HubKeys.fault(ofKey: name) == nil)
  }

  @Test func `the keys of the table are pressed, but for what the terminal does itself`() {
    let faulty = Set(HubKeys.all.flatMap(\.keys).filter { HubKeys.fault(ofKey: $0) != nil })
    #expect(faulty == ["Ctrl-Z"])
  }

  @Test(arguments: HubKeys.all)
  func `each binding has keys, screens and a short sentence`(_ binding: KeyBinding) {
    #expect(!binding.screens.isEmpty)
    #expect(!binding.keys.isEmpty)
    #expect(binding.help.first?.isUppercase == true)
    #expect(binding.help.last != ".")
    #expect(binding.help.count <= 48)
    let named: Set<String> = [
      "Space", "Enter", "Esc", "Backspace", "Tab", "Shift-Tab", "Up", "Down", "Left", "Right",
      "PageUp", "PageDown", "Home", "End", "Delete", "F1",
    ]
    for key in binding.keys.map({ $0.hasPrefix("Alt-") ? String($0.dropFirst(4)) : $0 }) {
      let isControl = key.hasPrefix("Ctrl-") && key.count == 6 && key.last?.isUppercase == true
      #expect(key.count == 1 || isControl || named.contains(key))
    }
  }

  @Test(arguments: [
    ("j", KeyScreen.list, KeyCall(.move, 1)), ("Down", .post, KeyCall(.move, 1)),
    ("k", .post, KeyCall(.move, -1)), ("q", .list, KeyCall(.quit)), ("q", .post, KeyCall(.back)),
    ("Esc", .standalone, KeyCall(.back)), ("3", .list, KeyCall(.selectTab, 3)),
    ("9", .post, KeyCall(.openLink, 9)), ("o", .post, KeyCall(.openLink)),
    ("Enter", .list, KeyCall(.open)), ("Enter", .alert, KeyCall(.back)),
    ("Esc", .list, KeyCall(.search, text: "")), ("Ctrl-U", .list, KeyCall(.halfPage, -1)),
    ("Q", .alert, KeyCall(.quit)), ("Ctrl-L", .prompt, KeyCall(.redraw)),
    ("Space", .help, KeyCall(.page, 1)), ("Enter", .conversation, KeyCall(.reply)),
    ("Enter", .composer, KeyCall(.send)), ("Esc", .composer, KeyCall(.back)),
  ])
  func `a key does what vi and arrow users expect`(
    _ key: String, _ screen: KeyScreen, _ call: KeyCall
  ) {
    #expect(HubKeys.meaning(of: key, on: screen) == .call(call))
  }

  @Test(arguments: [
    ("Ctrl-U", KeyScreen.prompt, TypingKey.clearLine), ("Enter", .prompt, .accept),
    ("Ctrl-U", .composer, .eraseToStart), ("Ctrl-F", .composer, .right),
    ("Backspace", .composer, .erase),
  ])
  func `a key edits what is typed as elsewhere`(
    _ key: String, _ screen: KeyScreen, _ typing: TypingKey
  ) {
    #expect(HubKeys.meaning(of: key, on: screen) == .typing(typing))
  }

  @Test(arguments: ["q", "Q", "j", "?", "1", "/", "Space", "R", "X"])
  func `a letter is text while a line is asked for or a reply is written`(_ key: String) {
    #expect(HubKeys.meaning(of: key, on: .prompt) == nil)
    #expect(HubKeys.meaning(of: key, on: .composer) == nil)
  }

  @Test(arguments: KeyScreen.allCases)
  func `there is a way out of every screen`(_ screen: KeyScreen) {
    let ways: [KeyAction?] = [.back, .quit]
    #expect(HubKeys.bindings(on: screen).contains { ways.contains($0.meaning.action) })
  }

  @Test func `sections hold the whole table`() {
    let sorted = KeySection.allCases.flatMap { HubKeys.bindings(in: $0) }
    #expect(Set(sorted) == Set(HubKeys.all))
    #expect(sorted.count == HubKeys.all.count)
  }
}
