/// Times in words, by the rules of the Hub's rows (reference 7.2) and threads (7.5).
struct RowTime {
  /// Columns that the widest row time takes: a date, or Wednesday with a column to spare.
  static let columns = 10

  private static let week: Int64 = 7 * 86_400_000
  private static let weekdays = [
    "Sunday", "Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday",
  ]
  private static let months = [
    "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
  ]

  private let now: Int64
  private let calendar: (Int64) -> Civil
  private let today: Civil

  /// Times as seen at a moment, in milliseconds since 1970-01-01 UTC, with a calendar.
  init(now: Int64, calendar: @escaping (Int64) -> Civil = Civil.local) {
    self.now = now
    self.calendar = calendar
    today = calendar(now)
  }

  /// The time of a row: `9:05 AM`, `Yesterday`, a weekday, `Feb 26`, or `2025-12-31`.
  func row(_ time: Int64) -> String {
    let civil = calendar(time)
    if civil.dayNumber == today.dayNumber { return clock(civil) }
    if civil.dayNumber == today.dayNumber - 1 { return "Yesterday" }
    if time > now - Self.week { return Self.weekdays[civil.weekday] }
    if civil.year == today.year { return monthAndDay(civil) }
    return date(civil)
  }

  /// The time of a thread's separator: `Today, 3:15 PM`, `Yesterday, …`, a weekday, or a date.
  func separator(_ time: Int64) -> String {
    let civil = calendar(time)
    let days = today.dayNumber - civil.dayNumber
    let day =
      switch days {
      case 0: "Today"
      case 1: "Yesterday"
      case 2..<7: Self.weekdays[civil.weekday]
      default: fullDate(civil)
      }
    return "\(day), \(clock(civil))"
  }

  /// The time at the head of a post, in full: `Mon, Mar 2, 2026, 9:05 AM`.
  func full(_ time: Int64) -> String {
    let civil = calendar(time)
    return "\(Self.weekdays[civil.weekday].prefix(3)), \(monthAndDay(civil)), \(civil.year), "
      + clock(civil)
  }

  /// The calendar day of a time.
  func day(of time: Int64) -> Int {
    calendar(time).dayNumber
  }

  /// The time of day.
  func clock(_ time: Int64) -> String {
    clock(calendar(time))
  }

  private func clock(_ civil: Civil) -> String {
    let hour = civil.hour % 12 == 0 ? 12 : civil.hour % 12
    return "\(hour):\(civil.minute < 10 ? "0" : "")\(civil.minute) \(civil.hour < 12 ? "AM" : "PM")"
  }

  private func monthAndDay(_ civil: Civil) -> String {
    "\(Self.months[civil.month - 1]) \(civil.day)"
  }

  private func fullDate(_ civil: Civil) -> String {
    let day = "\(civil.day < 10 ? "0" : "")\(civil.day)"
    let text = "\(Self.weekdays[civil.weekday].prefix(3)), \(Self.months[civil.month - 1]) \(day)"
    return civil.year == today.year ? text : "\(text), \(civil.year)"
  }

  private func date(_ civil: Civil) -> String {
    func padded(_ number: Int, _ digits: Int) -> String {
      let text = String(number)
      return String(repeating: "0", count: max(0, digits - text.utf8.count)) + text
    }
    return "\(padded(civil.year, 4))-\(padded(civil.month, 2))-\(padded(civil.day, 2))"
  }
}
