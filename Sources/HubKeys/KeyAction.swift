/// What the curses front end can do; the raw value is the name of the action.
///
/// Its keys, the app's keys, links, JSON lines and `hubhost action` all call these.
package enum KeyAction: String, CaseIterable, Hashable, Sendable {
  case move, page
  case halfPage = "half-page"
  case home, end
  case open, back
  case nextItem = "next-item"
  case previousItem = "previous-item"
  case nextUnread = "next-unread"
  case markRead = "mark-read"
  case markAllRead = "mark-all-read"
  case search
  case jumpToDate = "jump-to-date"
  case refresh
  case openLink = "open-link"
  case reply, send, retry, delete
  case nextFailed = "next-failed"
  case selectTab = "select-tab"
  case nextTab = "next-tab"
  case previousTab = "previous-tab"
  case help, redraw, suspend, quit

  /// An argument of an action; none has more than one.
  package struct Argument: Hashable, Sendable {
    /// What its values are.
    package enum Kind: Hashable, Sendable {
      case integer(ClosedRange<Int64>)
      /// The range is in bytes.
      case text(ClosedRange<Int>)
      case flag
    }

    package let name: String
    /// One line.
    package let help: String
    package let kind: Kind
    package let isOptional: Bool

    /// The argument as people type it, such as `by=-1000..1000` or `[text=TEXT]`.
    package var usage: String {
      let values =
        switch kind {
        case .integer(let range): "\(range.lowerBound)..\(range.upperBound)"
        case .text: "TEXT"
        case .flag: "true|false"
        }
      return isOptional ? "[\(name)=\(values)]" : "\(name)=\(values)"
    }
  }

  /// One line, in the imperative.
  package var help: String {
    switch self {
    case .move: "Move by rows or lines, down or up"
    case .page: "Move by pages, down or up"
    case .halfPage: "Move by half pages, down or up"
    case .home: "Go to the beginning"
    case .end: "Go to the end"
    case .open: "Open the selected post or conversation"
    case .back: "Go back, or close what is on top"
    case .nextItem: "Show the next item in place of the open one"
    case .previousItem: "Show the previous item in place of the open one"
    case .nextUnread: "Go to the next unread item"
    case .markRead: "Mark the item as read"
    case .markAllRead: "Mark everything as read"
    case .search: "Search subjects and previews; an empty text ends the search"
    case .jumpToDate: "Go to a date in the inbox"
    case .refresh: "Look for new items"
    case .openLink: "Open a link of what is read"
    case .reply: "Write a reply in the open conversation"
    case .send: "Send the reply that was written"
    case .retry: "Send the reply that was not delivered once more"
    case .delete: "Delete the reply that was not delivered, after a question"
    case .nextFailed: "Go to the next reply that was not delivered"
    case .selectTab: "Go to a tab"
    case .nextTab: "Go to the next tab"
    case .previousTab: "Go to the previous tab"
    case .help: "Show the keys"
    case .redraw: "Draw the screen again"
    case .suspend: "Suspend; the shell's fg comes back"
    case .quit: "Quit"
    }
  }

  /// Nil: it takes none.
  package var argument: Argument? {
    switch self {
    case .move: number("by", "How many; below 0 is up", -1000...1000)
    case .page, .halfPage: number("by", "How many; below 0 is up", -20...20)
    case .markAllRead:
      Argument(name: "ask", help: "Ask before", kind: .flag, isOptional: true)
    case .search: text("text", "What to look for; without it, it is asked for", 0...200)
    case .jumpToDate:
      text("date", "YYYY, YYYY-MM or YYYY-MM-DD; without it, it is asked for", 4...10)
    case .openLink:
      number("number", "Which link; without it, it is asked for", 1...9999, isOptional: true)
    case .reply: text("text", "What is put in, and not sent", 0...65_536)
    case .selectTab: number("number", "Which tab, from 1", 1...99)
    default: nil
    }
  }

  private func number(
    _ name: String, _ help: String, _ range: ClosedRange<Int64>, isOptional: Bool = false
  ) -> Argument {
    Argument(name: name, help: help, kind: .integer(range), isOptional: isOptional)
  }

  private func text(_ name: String, _ help: String, _ bytes: ClosedRange<Int>) -> Argument {
    Argument(name: name, help: help, kind: .text(bytes), isOptional: true)
  }

  /// Whether only the user and the user's programs may call it, and no link.
  ///
  /// A link comes from anybody: from a push, a page, another program. It may move and show things,
  /// but not write, mark, leave, or follow what it does not show.
  package var isClosedToLinks: Bool {
    switch self {
    case .markRead, .markAllRead, .openLink, .reply, .send, .retry, .delete, .suspend, .quit: true
    default: false
    }
  }
}

/// A call of an action with its argument.
package struct KeyCall: Hashable, Sendable {
  package var action: KeyAction
  /// The argument of an action that takes a number, or 1 for a flag that is set; 0: left out.
  package var number: Int
  /// The argument of an action that takes a text; nil: left out.
  package var text: String?

  /// A call with that argument.
  package init(_ action: KeyAction, _ number: Int = 0, text: String? = nil) {
    self.action = action
    self.number = number
    self.text = text
  }

  /// The call as people write it, such as `move by=-1`.
  package var line: String {
    guard let argument = action.argument else { return action.rawValue }
    let value: String? =
      switch argument.kind {
      case .integer: number == 0 ? nil : "\(number)"
      case .text: text
      case .flag: number == 0 ? nil : "true"
      }
    return value.map { "\(action.rawValue) \(argument.name)=\($0)" } ?? action.rawValue
  }
}
