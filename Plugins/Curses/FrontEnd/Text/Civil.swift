import CLinux

/// A moment as a calendar and a wall clock show it.
struct Civil: Hashable, Sendable {
  var year: Int
  /// 1 to 12.
  var month: Int
  /// 1 to 31.
  var day: Int
  /// 0 is Sunday.
  var weekday: Int
  var hour: Int
  var minute: Int
  /// Days since 1970-01-01 of the same calendar.
  var dayNumber: Int

  private static let millisecondsADay = 86_400_000

  /// A moment in UTC, from milliseconds since 1970-01-01.
  init(utc milliseconds: Int64) {
    let time = Int(milliseconds)
    let length = Self.millisecondsADay
    let day = time >= 0 ? time / length : (time - length + 1) / length
    let rest = time - day * length
    // Days to a date with years that begin in March (Howard Hinnant, "chrono-compatible date algorithms").
    let shifted = day + 719_468
    let era = (shifted >= 0 ? shifted : shifted - 146_096) / 146_097
    let dayOfEra = shifted - era * 146_097
    let yearOfEra =
      (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
    let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
    let march = (5 * dayOfYear + 2) / 153
    self.day = dayOfYear - (153 * march + 2) / 5 + 1
    month = march < 10 ? march + 3 : march - 9
    year = yearOfEra + era * 400 + (month <= 2 ? 1 : 0)
    weekday = ((day + 4) % 7 + 7) % 7
    hour = rest / 3_600_000
    minute = rest / 60_000 % 60
    dayNumber = day
  }

  /// A moment in the time zone of the process; times that no calendar can hold are cut to its ends.
  static func local(_ milliseconds: Int64) -> Civil {
    // Years -9999 to 9999 or so: enough for any clock, and no overflow below.
    let limit: Int64 = 250_000_000_000_000
    let time = min(max(milliseconds, -limit), limit)
    var seconds = time_t(time / 1000)
    var fields = unsafe tm()
    guard unsafe localtime_r(&seconds, &fields) != nil else { return Civil(utc: time) }
    return unsafe Civil(utc: time + Int64(fields.tm_gmtoff) * 1000)
  }

  /// The first millisecond of the day after a date in the time zone of the process; nil: no date.
  static func endOfLocalDay(year: Int, month: Int, day: Int) -> Int64? {
    guard (1...9999).contains(year), (1...12).contains(month), (1...31).contains(day) else {
      return nil
    }
    var fields = unsafe tm()
    unsafe fields.tm_year = Int32(year - 1900)
    unsafe fields.tm_mon = Int32(month - 1)
    unsafe fields.tm_mday = Int32(day)
    unsafe fields.tm_isdst = -1
    _ = unsafe mktime(&fields)
    guard unsafe fields.tm_mday == Int32(day) else { return nil }
    unsafe fields.tm_mday += 1
    unsafe fields.tm_hour = 0
    unsafe fields.tm_isdst = -1
    return unsafe Int64(mktime(&fields)) * 1000
  }
}
