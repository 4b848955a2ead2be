/// The text of a date separator in a thread (reference 7.5).
package enum SeparatorTime {
  /// `Today, 3:15 PM`, `Yesterday, …`, the weekday when less than 7 calendar days ago,
  /// `Mon, Mar 02, …` in this year, else `Mon, Mar 02, 2025, …`.
  package static func text(
    for time: Timestamp, now: Timestamp, calendar: LocalCalendar
  ) -> String {
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
