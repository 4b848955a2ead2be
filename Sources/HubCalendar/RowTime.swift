/// The time in an inbox row (reference 7.2).
package enum RowTime {
  /// `9:05 AM` today, `Yesterday`, the weekday of the last 7 days and of the future, `Feb 26` in
  /// this year, else `2025-12-31`.
  package static func text(for time: Int64, now: Int64, calendar: LocalCalendar) -> String {
    let shown = calendar.civil(time)
    let today = calendar.civil(now)
    if shown.dayNumber == today.dayNumber { return shown.clockText }
    if shown.dayNumber == today.dayNumber - 1 { return "Yesterday" }
    let weekAgo = today.wallMilliseconds - 7 * CivilTime.millisecondsPerDay
    if shown.wallMilliseconds > weekAgo { return shown.weekdayName }
    if shown.year == today.year { return "\(shown.monthName) \(shown.day)" }
    return shown.dateText
  }
}

/// The text of a date separator in a thread (reference 7.5).
package enum SeparatorTime {
  /// `Today, 3:15 PM`, `Yesterday, …`, the weekday when less than 7 calendar days ago,
  /// `Mon, Mar 02, …` in this year, else `Mon, Mar 02, 2025, …`.
  package static func text(for time: Int64, now: Int64, calendar: LocalCalendar) -> String {
    let shown = calendar.civil(time)
    return "\(day(shown, today: calendar.civil(now))), \(shown.clockText)"
  }

  private static func day(_ shown: CivilTime, today: CivilTime) -> String {
    switch today.dayNumber - shown.dayNumber {
    case 0: return "Today"
    case 1: return "Yesterday"
    case ..<7: return shown.weekdayName
    default:
      let day = Digits.text(shown.day, width: 2)
      let text = "\(shown.weekdayName.prefix(3)), \(shown.monthName) \(day)"
      return shown.year == today.year ? text : "\(text), \(shown.year)"
    }
  }
}
