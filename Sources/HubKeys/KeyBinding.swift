/// A key that changes a text which is being typed: a line that is asked for, or a reply.
package enum TypingKey: Hashable, Sendable, CaseIterable {
  case newLine
  case left, right, wordLeft, wordRight, lineUp, lineDown, lineStart, lineEnd
  case erase, eraseForward, eraseWord, eraseWordForward, eraseToStart, eraseToEnd, yank
  case clearLine
  /// The line is what was asked for.
  case accept
}

/// What a key does.
package enum KeyMeaning: Hashable, Sendable {
  /// It calls an action, as links and programs do.
  case call(KeyCall)
  /// It changes what is being typed.
  case typing(TypingKey)

  /// The action that it calls; nil: none.
  package var action: KeyAction? {
    guard case .call(let call) = self else { return nil }
    return call.action
  }
}

/// What has the keyboard; the raw value is its place in the resolved table.
package enum KeyScreen: Int, CaseIterable, Hashable, Sendable {
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

/// One line of the key table: what is done, by which keys, and where they work.
package struct KeyBinding: Hashable, Sendable {
  /// What its keys do; where they are the digits, without the number that each of them gives.
  package let meaning: KeyMeaning
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

  /// What the key at an index does.
  package func meaning(ofKeyAt index: Int) -> KeyMeaning {
    guard keys == HubKeys.digits, case .call(var call) = meaning else { return meaning }
    call.number = index + 1
    return .call(call)
  }
}
