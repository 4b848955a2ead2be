import HubFrontEndKit

/// A question in the last line of the screen.
struct Prompt {
  /// What the answer is for.
  enum Purpose: Hashable {
    /// Filters the inbox while it is typed; the place was selected before.
    case search(ItemPlace?)
    case date
    /// A link of this post or conversation.
    case link(HubID)
    /// Answered by one key, y or n.
    case markAllRead
    /// Deletes this reply; answered by one key, y or n.
    case deleteReply(HubID)

    /// Whether one key answers.
    var isYesOrNo: Bool {
      switch self {
      case .markAllRead, .deleteReply: true
      case .search, .date, .link: false
      }
    }
  }

  let purpose: Purpose
  var editor = LineEditor()

  /// The question, with a blank behind it.
  var question: String {
    switch purpose {
    case .search: "Search: "
    case .date: "Go to date (YYYY-MM-DD): "
    case .link: "Open link number: "
    case .markAllRead: "Mark everything as read? (y/n) "
    case .deleteReply: "Delete this reply for good? (y/n) "
    }
  }

  /// The question where there is little room.
  private var shortQuestion: String {
    switch purpose {
    case .search: "Search: "
    case .date: "Date: "
    case .link: "Link: "
    case .markAllRead: "All read? (y/n) "
    case .deleteReply: "Delete? (y/n) "
    }
  }

  /// Columns that are left for the answer.
  private var room: Int { purpose.isYesOrNo ? 1 : 8 }

  /// The line of the prompt and the column of its cursor.
  func line(width: Int) -> (line: Line, cursor: Int) {
    let fits = CellText.columns(of: question) + room <= width
    let asked = CellText.cut(fits ? question : shortQuestion, columns: max(0, width - room))
    var line = Line(asked, .bold)
    let (text, cursor) = editor.visible(columns: max(0, width - line.columns))
    let column = min(line.columns + cursor, max(0, width - 1))
    line.add(text)
    return (line.fit(width), column)
  }
}

/// A date as it is typed: year, month and day, the last two optional.
enum TypedDate {
  /// The last millisecond of what was typed, in the time zone of the process; nil: no date.
  static func end(_ text: String) -> Int64? {
    let parts = text.split(separator: "-", omittingEmptySubsequences: false)
    guard (1...3).contains(parts.count), parts[0].utf8.count == 4 else { return nil }
    let numbers = parts.compactMap { part -> Int? in
      guard part.utf8.allSatisfy({ (0x30...0x39).contains($0) }), part.utf8.count <= 4 else {
        return nil
      }
      return Int(part)
    }
    guard numbers.count == parts.count else { return nil }
    let month = numbers.count > 1 ? numbers[1] : 12
    guard (1...12).contains(month) else { return nil }
    let days = [31, isLeap(numbers[0]) ? 29 : 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31]
    let day = numbers.count > 2 ? numbers[2] : days[month - 1]
    guard (1...days[month - 1]).contains(day) else { return nil }
    return LocalDay.end(year: numbers[0], month: month, day: day).map { $0 - 1 }
  }

  private static func isLeap(_ year: Int) -> Bool {
    year % 4 == 0 && (year % 100 != 0 || year % 400 == 0)
  }
}
