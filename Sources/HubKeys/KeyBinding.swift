/// What a key does in the curses front end; the raw value is the name that help and tests use.
package enum KeyAction: String, CaseIterable, Hashable, Sendable {
  case down, up, halfPageDown, halfPageUp, pageDown, pageUp, first, last
  case open, back, nextPost, previousPost, openNumberedLink, openLink
  case nextUnread, markRead, markAllRead, search, nextMatch, previousMatch, clearSearch
  case jumpToDate, refresh
  case write, retryReply, deleteReply, nextFailed
  case send, newLine, stopWriting
  case left, right, wordLeft, wordRight, lineUp, lineDown, lineStart, lineEnd
  case threadUp, threadDown
  case eraseForward, eraseWord, eraseWordForward, eraseToStart, eraseToEnd, yank
  case nextTab, previousTab, selectTab
  case accept, cancel, erase, clearLine
  case help, redraw, suspend, leave, quit
}

/// What has the keyboard.
package enum KeyScreen: String, CaseIterable, Hashable, Sendable {
  /// The inbox.
  case list
  /// A tab of the app that is not the Hub: its text.
  case tab
  /// A post inside the Hub.
  case post
  /// A conversation, inside the Hub or standalone.
  case conversation
  /// A post presented standalone, as a box over what is visible.
  case standalone
  case alert, help
  /// One line of text is asked for; keys not bound here are typed into it.
  case prompt
  /// A reply is being written; keys not bound here are typed into it.
  case composer

  /// Every screen on which a letter is a command: all but those where something is typed.
  package static let everywhere: Set<KeyScreen> = [
    .list, .tab, .post, .conversation, .standalone, .alert, .help,
  ]

  /// Where there is text to scroll.
  static let scrolling: Set<KeyScreen> = [.list, .tab, .post, .conversation, .standalone, .help]
  /// Where a post or a conversation is read.
  static let reading: Set<KeyScreen> = [.post, .conversation, .standalone]
}

/// Under which heading the help screen, the man page and the README show a key.
package enum KeySection: String, CaseIterable, Hashable, Sendable {
  case moving = "Moving"
  case inbox = "Inbox"
  case reading = "Reading"
  case conversation = "Conversations"
  case writing = "Writing a reply"
  case tabs = "Tabs"
  case prompt = "Questions and alerts"
  case program = "Program"
}

/// One line of the key table: an action, its keys, and where they work.
package struct KeyBinding: Hashable, Sendable {
  package let action: KeyAction
  /// Names of keys, the most usual first.
  ///
  /// A printing character names itself; the others are `Space`, `Enter`, `Esc`, `Backspace`, `Tab`,
  /// `Shift-Tab`, `Up`, `Down`, `Left`, `Right`, `PageUp`, `PageDown`, `Home`, `End`, `Delete`,
  /// `F1`, `Ctrl-` with a capital letter, and `Alt-` with a name.
  package let keys: [String]
  package let screens: Set<KeyScreen>
  /// One sentence without a full stop, in the imperative.
  package let help: String
  package let section: KeySection

  /// The keys as people read them, such as `j, Down` or `1-9`.
  package var label: String {
    keys == HubKeys.digits ? "1-9" : keys.joined(separator: ", ")
  }
}
