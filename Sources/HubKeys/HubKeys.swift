/// The key table of the curses front end: its help screen, the man page and the README read it.
package enum HubKeys {
  /// The keys that choose by number.
  package static let digits = (1...9).map { String($0) }

  /// Every binding, in the order in which it is shown.
  ///
  /// Each action stands here once, and no key means two things on one screen.
  package static let all: [KeyBinding] =
    moving + inbox + reading + conversation + writing + tabs + prompt + program

  /// What a key does.
  ///
  /// - Parameters:
  ///   - key: a name as in `KeyBinding.keys`.
  ///   - screen: what has the keyboard.
  /// - Returns: nil when the key is not bound there.
  package static func action(for key: String, on screen: KeyScreen) -> KeyAction? {
    all.first { $0.screens.contains(screen) && $0.keys.contains(key) }?.action
  }

  /// The bindings that work on a screen, in the order in which they are shown.
  package static func bindings(on screen: KeyScreen) -> [KeyBinding] {
    all.filter { $0.screens.contains(screen) }
  }

  /// The bindings of a section, in the order in which they are shown.
  package static func bindings(in section: KeySection) -> [KeyBinding] {
    all.filter { $0.section == section }
  }

  /// The binding of an action, for hints such as "q leaves".
  package static func binding(of action: KeyAction) -> KeyBinding? {
    all.first { $0.action == action }
  }

  // MARK: - The table

  private static let moving: [KeyBinding] = [
    bind(.down, ["j", "Down"], KeyScreen.scrolling, "Move down a row or a line", .moving),
    bind(.up, ["k", "Up"], KeyScreen.scrolling, "Move up a row or a line", .moving),
    bind(.halfPageDown, ["Ctrl-D"], KeyScreen.scrolling, "Move down half a page", .moving),
    bind(.halfPageUp, ["Ctrl-U"], KeyScreen.scrolling, "Move up half a page", .moving),
    bind(
      .pageDown, ["Space", "PageDown", "Ctrl-F"], KeyScreen.scrolling, "Move down a page",
      .moving),
    bind(.pageUp, ["b", "PageUp", "Ctrl-B"], KeyScreen.scrolling, "Move up a page", .moving),
    bind(.first, ["g", "Home"], KeyScreen.scrolling, "Go to the beginning", .moving),
    bind(.last, ["G", "End"], KeyScreen.scrolling, "Go to the end", .moving),
  ]

  private static let inbox: [KeyBinding] = [
    bind(.open, ["Enter", "l", "Right"], [.list], "Open the post or conversation", .inbox),
    bind(.nextUnread, ["u"], [.list, .post, .conversation], "Go to the next unread item", .inbox),
    bind(.markRead, ["m"], [.list], "Mark the item as read", .inbox),
    bind(.markAllRead, ["A"], [.list], "Mark everything as read", .inbox),
    bind(.search, ["/"], [.list], "Search subjects and previews", .inbox),
    bind(.nextMatch, ["n"], [.list], "Go to the next match", .inbox),
    bind(.previousMatch, ["N"], [.list], "Go to the previous match", .inbox),
    bind(.clearSearch, ["Esc"], [.list], "End the search", .inbox),
    bind(.jumpToDate, ["d"], [.list], "Go to a date", .inbox),
    bind(.refresh, ["r"], [.list, .conversation], "Look for new items", .inbox),
  ]

  private static let reading: [KeyBinding] = [
    bind(
      .back, ["q", "h", "Left", "Esc", "Backspace"], KeyScreen.reading.union([.alert, .help]),
      "Go back, or close what is on top", .reading),
    bind(.nextPost, ["J", "]"], [.post, .conversation], "Show the next item", .reading),
    bind(.previousPost, ["K", "["], [.post, .conversation], "Show the previous item", .reading),
    bind(
      .openNumberedLink, digits, KeyScreen.reading, "Open the link of that number", .reading),
    bind(.openLink, ["o"], KeyScreen.reading, "Ask for a link's number and open it", .reading),
  ]

  private static let conversation: [KeyBinding] = [
    bind(.write, ["Enter", "i", "c"], [.conversation], "Write a reply", .conversation),
    bind(
      .retryReply, ["R"], [.conversation], "Send the reply that was not delivered once more",
      .conversation),
    bind(
      .deleteReply, ["X"], [.conversation], "Delete the reply that was not delivered",
      .conversation),
    bind(
      .nextFailed, ["e"], [.conversation], "Go to the next reply that was not delivered",
      .conversation),
  ]

  private static let writing: [KeyBinding] = [
    writes(.send, ["Enter"], "Send the reply"),
    writes(.newLine, ["Ctrl-J", "Alt-Enter"], "Begin a new line"),
    writes(.stopWriting, ["Esc", "Ctrl-G"], "Stop writing; what was written is kept"),
    writes(.left, ["Left", "Ctrl-B"], "Move back a character"),
    writes(.right, ["Right", "Ctrl-F"], "Move forward a character"),
    writes(.wordLeft, ["Alt-b"], "Move back a word"),
    writes(.wordRight, ["Alt-f"], "Move forward a word"),
    writes(.lineStart, ["Home", "Ctrl-A"], "Move to the beginning of the line"),
    writes(.lineEnd, ["End", "Ctrl-E"], "Move to the end of the line"),
    writes(.lineUp, ["Up", "Ctrl-P"], "Move up a row"),
    writes(.lineDown, ["Down", "Ctrl-N"], "Move down a row"),
    writes(.threadUp, ["PageUp"], "Show older replies"),
    writes(.threadDown, ["PageDown"], "Show newer replies"),
    writes(.eraseForward, ["Delete", "Ctrl-D"], "Delete the character at the cursor"),
    writes(.eraseWord, ["Ctrl-W", "Alt-Backspace"], "Delete the word before the cursor"),
    writes(.eraseWordForward, ["Alt-d"], "Delete the word at the cursor"),
    writes(.eraseToStart, ["Ctrl-U"], "Delete to the beginning of the line"),
    writes(.eraseToEnd, ["Ctrl-K"], "Delete to the end of the line"),
    writes(.yank, ["Ctrl-Y"], "Put back what was deleted last"),
  ]

  private static func writes(_ action: KeyAction, _ keys: [String], _ help: String) -> KeyBinding {
    bind(action, keys, [.composer], help, .writing)
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
    bind(.accept, ["Enter"], [.alert, .prompt], "Close the alert, or send the answer", .prompt),
    bind(.cancel, ["Esc", "Ctrl-G"], [.prompt], "Answer nothing", .prompt),
    bind(
      .erase, ["Backspace"], [.prompt, .composer], "Delete the character before the cursor",
      .prompt),
    bind(.clearLine, ["Ctrl-U"], [.prompt], "Delete all that was typed", .prompt),
  ]

  private static let program: [KeyBinding] = [
    bind(
      .help, ["?", "F1"], KeyScreen.reading.union([.list, .tab]), "Show the keys", .program),
    bind(
      .redraw, ["Ctrl-L"], Set(KeyScreen.allCases), "Draw the screen again", .program),
    bind(
      .suspend, ["Ctrl-Z"], Set(KeyScreen.allCases), "Suspend; the shell's fg comes back",
      .program),
    bind(.leave, ["q"], [.list, .tab], "Leave the Hub", .program),
    bind(.quit, ["Q"], KeyScreen.everywhere, "Quit, whatever is on top", .program),
  ]

  private static func bind(
    _ action: KeyAction, _ keys: [String], _ screens: Set<KeyScreen>, _ help: String,
    _ section: KeySection
  ) -> KeyBinding {
    KeyBinding(action: action, keys: keys, screens: screens, help: help, section: section)
  }
}
