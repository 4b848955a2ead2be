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
  func `each action is documented once`(_ action: KeyAction) {
    let bindings = HubKeys.all.filter { $0.action == action }
    #expect(bindings.count == 1)
    #expect(HubKeys.binding(of: action) == bindings.first)
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
    ("j", KeyScreen.list, KeyAction.down), ("Down", .post, .down), ("q", .list, .leave),
    ("q", .post, .back), ("Esc", .standalone, .back), ("3", .list, .selectTab),
    ("3", .post, .openNumberedLink), ("Enter", .list, .open), ("Enter", .alert, .accept),
    ("Esc", .list, .clearSearch), ("Ctrl-U", .list, .halfPageUp), ("Ctrl-U", .prompt, .clearLine),
    ("Q", .alert, .quit), ("Ctrl-L", .prompt, .redraw), ("Space", .help, .pageDown),
    ("Enter", .conversation, .write), ("Enter", .composer, .send), ("Esc", .composer, .stopWriting),
    ("Ctrl-U", .composer, .eraseToStart), ("Ctrl-F", .composer, .right),
  ])
  func `a key does what vi and arrow users expect`(
    _ key: String, _ screen: KeyScreen, _ action: KeyAction
  ) {
    #expect(HubKeys.action(for: key, on: screen) == action)
  }

  @Test(arguments: ["q", "Q", "j", "?", "1", "/", "Space", "R", "X"])
  func `a letter is text while a line is asked for or a reply is written`(_ key: String) {
    #expect(HubKeys.action(for: key, on: .prompt) == nil)
    #expect(HubKeys.action(for: key, on: .composer) == nil)
  }

  @Test(arguments: KeyScreen.allCases)
  func `there is a way out of every screen`(_ screen: KeyScreen) {
    let ways: Set<KeyAction> = [.back, .leave, .cancel, .stopWriting]
    #expect(HubKeys.bindings(on: screen).contains { ways.contains($0.action) })
  }

  @Test func `sections hold the whole table`() {
    let sorted = KeySection.allCases.flatMap { HubKeys.bindings(in: $0) }
    #expect(Set(sorted) == Set(HubKeys.all))
    #expect(sorted.count == HubKeys.all.count)
  }
}
