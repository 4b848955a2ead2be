/// A point in time as a calendar shows it (Gregorian), in years 1 to 9999.
package struct CivilTime: Hashable, Sendable {
  /// What four digits of a year can show, in milliseconds since 1970-01-01 UTC.
  package static let range: ClosedRange<Int64> = -62_135_596_800_000...253_402_300_799_999

  package static let millisecondsPerDay: Int64 = 86_400_000

  package let year: Int
  /// 1 to 12.
  package let month: Int
  /// 1 to 31.
  package let day: Int
  package let hour: Int
  package let minute: Int
  package let second: Int
  package let millisecond: Int
  /// Days since 1970-01-01.
  package let dayNumber: Int

  /// 0 is Sunday.
  package var weekday: Int { ((dayNumber + 4) % 7 + 7) % 7 }

  /// The parts of a time in milliseconds since 1970-01-01; what lies outside `range` is moved to its ends.
  ///
  /// For local time add the zone's offset first.
  package init(milliseconds: Int64) {
    let time = min(max(milliseconds, Self.range.lowerBound), Self.range.upperBound)
    let rest = Int(
      ((time % Self.millisecondsPerDay) + Self.millisecondsPerDay) % Self.millisecondsPerDay)
    dayNumber = Int((time - Int64(rest)) / Self.millisecondsPerDay)
    hour = rest / 3_600_000
    minute = rest / 60_000 % 60
    second = rest / 1000 % 60
    millisecond = rest % 1000
    // Days count from 1 March 0000, so that the leap day is the last of its year; an era is the
    // 146,097 days of 400 years.
    let shifted = dayNumber + 719_468
    let era = (shifted >= 0 ? shifted : shifted - 146_096) / 146_097
    let dayOfEra = shifted - era * 146_097
    let yearOfEra =
      (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
    let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
    let marchMonth = (5 * dayOfYear + 2) / 153
    day = dayOfYear - (153 * marchMonth + 2) / 5 + 1
    month = marchMonth < 10 ? marchMonth + 3 : marchMonth - 9
    year = yearOfEra + era * 400 + (month <= 2 ? 1 : 0)
  }

  /// Days since 1970-01-01 of a date.
  package static func dayNumber(year: Int, month: Int, day: Int) -> Int {
    let shiftedYear = month <= 2 ? year - 1 : year
    let era = (shiftedYear >= 0 ? shiftedYear : shiftedYear - 399) / 400
    let yearOfEra = shiftedYear - era * 400
    let dayOfYear = (153 * (month > 2 ? month - 3 : month + 9) + 2) / 5 + day - 1
    let dayOfEra = yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear
    return era * 146_097 + dayOfEra - 719_468
  }

  package static func days(inMonth month: Int, year: Int) -> Int {
    switch month {
    case 2: (year % 4 == 0 && year % 100 != 0) || year % 400 == 0 ? 29 : 28
    case 4, 6, 9, 11: 30
    default: 31
    }
  }
}

extension CivilTime {
  /// Appends `2026-03-05`.
  package func appendDate(to bytes: inout [UInt8]) {
    Digits.append(year, width: 4, to: &bytes)
    bytes.append(UInt8(ascii: "-"))
    Digits.append(month, width: 2, to: &bytes)
    bytes.append(UInt8(ascii: "-"))
    Digits.append(day, width: 2, to: &bytes)
  }

  /// Appends `13:19`.
  package func appendClock(to bytes: inout [UInt8]) {
    Digits.append(hour, width: 2, to: &bytes)
    bytes.append(UInt8(ascii: ":"))
    Digits.append(minute, width: 2, to: &bytes)
  }

  /// Appends `:07.042`, what follows the clock.
  package func appendSeconds(to bytes: inout [UInt8]) {
    bytes.append(UInt8(ascii: ":"))
    Digits.append(second, width: 2, to: &bytes)
    bytes.append(UInt8(ascii: "."))
    Digits.append(millisecond, width: 3, to: &bytes)
  }

  /// `2026-03-05`.
  package var dateText: String {
    var bytes: [UInt8] = []
    appendDate(to: &bytes)
    return String(decoding: bytes, as: UTF8.self)
  }

  /// `h:mm a`, such as `9:05 AM`.
  package var clockText: String {
    let hourOfHalf = hour % 12 == 0 ? 12 : hour % 12
    return "\(hourOfHalf):\(Digits.text(minute, width: 2)) \(hour < 12 ? "AM" : "PM")"
  }

  package var weekdayName: String { EnglishDate.weekdays[weekday] }

  package var monthName: String { EnglishDate.months[month - 1] }

  /// Milliseconds on a wall clock that never jumps, for comparing local times.
  package var wallMilliseconds: Int64 {
    let seconds = Int64(dayNumber) * 86_400 + Int64(hour * 3600 + minute * 60 + second)
    return seconds * 1000 + Int64(millisecond)
  }
}
