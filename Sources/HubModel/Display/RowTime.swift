/// The time in an inbox row (reference 7.2).
package enum RowTime {
  /// `9:05 AM` today, `Yesterday`, the weekday of the last 7 days and of the future, `Feb 26` in
  /// this year, else `2025-12-31`.
  package static func text(
    for time: Timestamp, now: Timestamp, calendar: LocalCalendar
  ) -> String {
    let shown = calendar.civil(time)
    let today = calendar.civil(now)
    if shown.dayNumber == today.dayNumber { return shown.clockText }
    if shown.dayNumber == today.dayNumber - 1 { return "Yesterday" }
    let weekAgo = today.wallMilliseconds - 7 * CivilTime.millisecondsPerDay
    if shown.wallMilliseconds > weekAgo { return shown.weekdayName }
    if shown.year == today.year { return "\(shown.monthName) \(shown.day)" }
    let month = Digits.text(shown.month, width: 2)
    return "\(Digits.text(shown.year, width: 4))-\(month)-\(Digits.text(shown.day, width: 2))"
  }
}
