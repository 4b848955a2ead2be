import HubCalendar
import HubFrontEndKit

/// Times in words, as seen at one moment, for everything on a screen.
struct ScreenTimes {
  /// Columns that the widest row time takes: a date, or Wednesday with a column to spare.
  static let columns = 10

  private let now: Int64
  private let calendar: LocalCalendar

  /// Times as seen at a moment, in milliseconds since 1970-01-01 UTC, with a calendar.
  init(now: Int64, calendar: LocalCalendar = .system) {
    self.now = now
    self.calendar = calendar
  }

  /// The calendar day of that moment: words such as `Today` hold until it is another one.
  var today: Int { day(of: now) }

  /// The time of a row: `9:05 AM`, `Yesterday`, a weekday, `Feb 26`, or `2025-12-31`.
  func row(_ time: Int64) -> String {
    RowTime.text(for: time, now: now, calendar: calendar)
  }

  /// The time of a thread's separator: `Today, 3:15 PM`, `Yesterday, …`, a weekday, or a date.
  func separator(_ time: Int64) -> String {
    SeparatorTime.text(for: time, now: now, calendar: calendar)
  }

  /// The time at the head of a post, in full: `Mon, Mar 2, 2026, 9:05 AM`.
  func full(_ time: Int64) -> String {
    let civil = calendar.civil(time)
    return "\(civil.weekdayName.prefix(3)), \(civil.monthName) \(civil.day), \(civil.year), "
      + civil.clockText
  }

  /// The calendar day of a time.
  func day(of time: Int64) -> Int {
    calendar.civil(time).dayNumber
  }

  /// The time of day.
  func clock(_ time: Int64) -> String {
    calendar.civil(time).clockText
  }
}
