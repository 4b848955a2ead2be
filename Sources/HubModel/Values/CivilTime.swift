/// A date and time of day in the proleptic Gregorian calendar, without a zone.
package struct CivilTime: Hashable, Sendable {
  package var year: Int
  /// 1 to 12.
  package var month: Int
  /// 1 to 31.
  package var day: Int
  package var hour: Int
  package var minute: Int
  package var second: Int
  package var millisecond: Int
  /// Days since 1970-01-01.
  package var dayNumber: Int

  /// 0 is Sunday, 6 is Saturday.
  package var weekday: Int {
    let shifted = (dayNumber + 4) % 7
    return shifted < 0 ? shifted + 7 : shifted
  }

  /// The civil time of an instant at `secondsEast` of UTC.
  package init(_ time: Timestamp, secondsEast: Int = 0) {
    let local = time.advanced(bySeconds: Int64(secondsEast)).milliseconds
    var days = Int(local / Self.millisecondsPerDay)
    var rest = Int(local % Self.millisecondsPerDay)
    if rest < 0 {
      rest += Int(Self.millisecondsPerDay)
      days -= 1
    }
    dayNumber = days
    (year, month, day) = Self.date(dayNumber: days)
    hour = rest / 3_600_000
    minute = rest / 60_000 % 60
    second = rest / 1000 % 60
    millisecond = rest % 1000
  }

  static let millisecondsPerDay: Int64 = 86_400_000

  /// Days since 1970-01-01 of a date, counted in years that begin in March so that the leap day
  /// is the last of its year, and in cycles of 400 years, which all have 146,097 days.
  static func dayNumber(year: Int, month: Int, day: Int) -> Int {
    let shiftedYear = month <= 2 ? year - 1 : year
    let cycle = (shiftedYear >= 0 ? shiftedYear : shiftedYear - 399) / 400
    let yearOfCycle = shiftedYear - cycle * 400
    let dayOfYear = (153 * (month > 2 ? month - 3 : month + 9) + 2) / 5 + day - 1
    let dayOfCycle = yearOfCycle * 365 + yearOfCycle / 4 - yearOfCycle / 100 + dayOfYear
    return cycle * 146_097 + dayOfCycle - 719_468
  }

  private static func date(dayNumber: Int) -> (year: Int, month: Int, day: Int) {
    let shifted = dayNumber + 719_468
    let cycle = (shifted >= 0 ? shifted : shifted - 146_096) / 146_097
    let dayOfCycle = shifted - cycle * 146_097
    let yearOfCycle =
      (dayOfCycle - dayOfCycle / 1460 + dayOfCycle / 36_524 - dayOfCycle / 146_096) / 365
    let dayOfYear = dayOfCycle - (365 * yearOfCycle + yearOfCycle / 4 - yearOfCycle / 100)
    let monthFromMarch = (5 * dayOfYear + 2) / 153
    let day = dayOfYear - (153 * monthFromMarch + 2) / 5 + 1
    let month = monthFromMarch < 10 ? monthFromMarch + 3 : monthFromMarch - 9
    return (yearOfCycle + cycle * 400 + (month <= 2 ? 1 : 0), month, day)
  }

  static func days(inMonth month: Int, year: Int) -> Int {
    switch month {
    case 2: (year % 4 == 0 && year % 100 != 0) || year % 400 == 0 ? 29 : 28
    case 4, 6, 9, 11: 30
    default: 31
    }
  }
}
