/// The key table of the curses front end: its help screen, the man page and the README read it.
package enum HubKeys {
  /// The keys that choose by number.
  package static let digits = (1...9).map { String($0) }

  /// Every binding, in the order in which it is shown.
  ///
  /// No key means two things on one screen.
  package static let all: [KeyBinding] =
    moving + inbox + reading + conversation + writing + tabs + prompt + program

  /// For each screen what its keys mean, made once, so that a press of a key is one look-up.
  private static let resolved: [[String: KeyMeaning]] = KeyScreen.allCases.map { screen in
    var meanings: [String: KeyMeaning] = [:]
    for binding in all where binding.screens.contains(screen) {
      for (index, key) in binding.keys.enumerated() {
        meanings[key] = binding.meaning(ofKeyAt: index)
      }
    }
    return meanings
  }

  /// What a key does.
  ///
  /// - Parameters:
  ///   - key: a name as in `KeyBinding.keys`.
  ///   - screen: what has the keyboard.
  /// - Returns: nil when the key is not bound there.
  package static func meaning(of key: String, on screen: KeyScreen) -> KeyMeaning? {
    resolved[screen.rawValue][key]
  }

  /// The bindings that work on a screen, in the order in which they are shown.
  package static func bindings(on screen: KeyScreen) -> [KeyBinding] {
    all.filter { $0.screens.contains(screen) }
  }

  /// The bindings of a section, in the order in which they are shown.
  package static func bindings(in section: KeySection) -> [KeyBinding] {
    all.filter { $0.section == section }
  }

  // MARK: - The table

  private static let moving: [KeyBinding] = [
    moves(.move, 1, ["j", "Down"], "Move down a row or a line"),
    moves(.move, -1, ["k", "Up"], "Move up a row or a line"),
    moves(.halfPage, 1, ["Ctrl-D"], "Move down half a page"),
    moves(.halfPage, -1, ["Ctrl-U"], "Move up half a page"),
    moves(.page, 1, ["Space", "PageDown", "Ctrl-F"], "Move down a page"),
    moves(.page, -1, ["b", "PageUp", "Ctrl-B"], "Move up a page"),
    moves(.home, 0, ["g", "Home"], "Go to the beginning"),
    moves(.end, 0, ["G", "End"], "Go to the end"),
  ]

  private static func moves(
    _ action: KeyAction, _ number: Int, _ keys: [String], _ help: String
  ) -> KeyBinding {
    bind(KeyCall(action, number), keys, KeyScreen.scrolling, help, .moving)
  }

  private static let inbox: [KeyBinding] = [
    bind(.open, ["Enter", "l", "Right"], [.list], "Open the post or conversation", .inbox),
    bind(.nextUnread, ["u"], [.list, .post, .conversation], "Go to the next unread item", .inbox),
    bind(.markRead, ["m"], [.list], "Mark the item as read", .inbox),
    bind(KeyCall(.markAllRead, 1), ["A"], [.list], "Mark everything as read", .inbox),
    bind(.search, ["/"], [.list], "Search subjects and previews", .inbox),
    bind(KeyCall(.move, 1), ["n"], [.list], "Go to the next match", .inbox),
    bind(KeyCall(.move, -1), ["N"], [.list], "Go to the previous match", .inbox),
    bind(KeyCall(.search, text: ""), ["Esc"], [.list], "End the search", .inbox),
    bind(.jumpToDate, ["d"], [.list], "Go to a date", .inbox),
    bind(.refresh, ["r"], [.list, .conversation], "Look for new items", .inbox),
  ]

  private static let reading: [KeyBinding] = [
    bind(
      .back, ["q", "h", "Left", "Esc", "Backspace"], KeyScreen.reading.union([.alert, .help]),
      "Go back, or close what is on top", .reading),
    bind(.nextItem, ["J", "]"], [.post, .conversation], "Show the next item", .reading),
    bind(.previousItem, ["K", "["], [.post, .conversation], "Show the previous item", .reading),
    bind(.openLink, digits, KeyScreen.reading, "Open the link of that number", .reading),
    bind(.openLink, ["o"], KeyScreen.reading, "Ask for a link's number and open it", .reading),
  ]

  private static let conversation: [KeyBinding] = [
    bind(.reply, ["Enter", "i", "c"], [.conversation], "Write a reply", .conversation),
    bind(
      .retry, ["R"], [.conversation], "Send the reply that was not delivered once more",
      .conversation),
    bind(
      .delete, ["X"], [.conversation], "Delete the reply that was not delivered", .conversation),
    bind(
      .nextFailed, ["e"], [.conversation], "Go to the next reply that was not delivered",
      .conversation),
  ]

  private static let writing: [KeyBinding] = [
    bind(.send, ["Enter"], [.composer], "Send the reply", .writing),
    types(.newLine, ["Ctrl-J", "Alt-Enter"], "Begin a new line"),
    bind(
      .back, ["Esc", "Ctrl-G"], [.composer], "Stop writing; what was written is kept", .writing),
    types(.left, ["Left", "Ctrl-B"], "Move back a character"),
    types(.right, ["Right", "Ctrl-F"], "Move forward a character"),
    types(.wordLeft, ["Alt-b"], "Move back a word"),
    types(.wordRight, ["Alt-f"], "Move forward a word"),
    types(.lineStart, ["Home", "Ctrl-A"], "Move to the beginning of the line"),
    types(.lineEnd, ["End", "Ctrl-E"], "Move to the end of the line"),
    types(.lineUp, ["Up", "Ctrl-P"], "Move up a row"),
    types(.lineDown, ["Down", "Ctrl-N"], "Move down a row"),
    bind(KeyCall(.page, -1), ["PageUp"], [.composer], "Show older replies", .writing),
    bind(KeyCall(.page, 1), ["PageDown"], [.composer], "Show newer replies", .writing),
    types(.eraseForward, ["Delete", "Ctrl-D"], "Delete the character at the cursor"),
    types(.eraseWord, ["Ctrl-W", "Alt-Backspace"], "Delete the word before the cursor"),
    types(.eraseWordForward, ["Alt-d"], "Delete the word at the cursor"),
    types(.eraseToStart, ["Ctrl-U"], "Delete to the beginning of the line"),
    types(.eraseToEnd, ["Ctrl-K"], "Delete to the end of the line"),
    types(.yank, ["Ctrl-Y"], "Put back what was deleted last"),
  ]

  private static func types(_ key: TypingKey, _ keys: [String], _ help: String) -> KeyBinding {
    KeyBinding(
      meaning: .typing(key), keys: keys, screens: [.composer], help: help, section: .writing)
  }

  private static let tabs: [KeyBinding] = [
    bind(
      .nextTab, ["Tab"], [.list, .tab, .post, .conversation], "Go to the next tab", .tabs),
    bind(
      .previousTab, ["Shift-Tab"], [.list, .tab, .post, .conversation],
      "Go to the previous tab", .tabs),
    bind(.selectTab, digits, [.list, .tab], "Go to the tab of that number", .tabs),
  ]

  private static let prompt: [KeyBinding] = [
    bind(.back, ["Enter"], [.alert], "Close the alert", .prompt),
    asks(.accept, ["Enter"], [.prompt], "Send the answer"),
    bind(.back, ["Esc", "Ctrl-G"], [.prompt], "Answer nothing", .prompt),
    asks(.erase, ["Backspace"], [.prompt, .composer], "Delete the character before the cursor"),
    asks(.clearLine, ["Ctrl-U"], [.prompt], "Delete all that was typed"),
  ]

  private static func asks(
    _ key: TypingKey, _ keys: [String], _ screens: Set<KeyScreen>, _ help: String
  ) -> KeyBinding {
    KeyBinding(meaning: .typing(key), keys: keys, screens: screens, help: help, section: .prompt)
  }

  private static let program: [KeyBinding] = [
    bind(
      .help, ["?", "F1"], KeyScreen.reading.union([.list, .tab]), "Show the keys", .program),
    bind(
      .redraw, ["Ctrl-L"], Set(KeyScreen.allCases), "Draw the screen again", .program),
    bind(
      .suspend, ["Ctrl-Z"], Set(KeyScreen.allCases), "Suspend; the shell's fg comes back",
      .program),
    bind(.quit, ["q"], [.list, .tab], "Leave the Hub", .program),
    bind(.quit, ["Q"], KeyScreen.everywhere, "Quit, whatever is on top", .program),
  ]

  private static func bind(
    _ action: KeyAction, _ keys: [String], _ screens: Set<KeyScreen>, _ help: String,
    _ section: KeySection
  ) -> KeyBinding {
    bind(KeyCall(action), keys, screens, help, section)
  }

  private static func bind(
    _ call: KeyCall, _ keys: [String], _ screens: Set<KeyScreen>, _ help: String,
    _ section: KeySection
  ) -> KeyBinding {
    KeyBinding(meaning: .call(call), keys: keys, screens: screens, help: help, section: section)
  }
}
