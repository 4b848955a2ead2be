/// A point in time as a calendar shows it (Gregorian), in years 1 to 9999.
package struct CivilTime: Hashable, Sendable {
  /// What four digits of a year can show, in milliseconds since 1970-01-01 UTC.
  package static let range: ClosedRange<Int64> = -62_135_596_800_000...253_402_300_799_999

  private static let day: Int64 = 86_400_000

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
    let rest = Int(((time % Self.day) + Self.day) % Self.day)
    dayNumber = Int((time - Int64(rest)) / Self.day)
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

  /// Appends `2026-03-05`.
  package func appendDate(to bytes: inout [UInt8]) {
    Self.append(year, digits: 4, to: &bytes)
    bytes.append(UInt8(ascii: "-"))
    Self.append(month, digits: 2, to: &bytes)
    bytes.append(UInt8(ascii: "-"))
    Self.append(day, digits: 2, to: &bytes)
  }

  /// Appends `13:19`.
  package func appendClock(to bytes: inout [UInt8]) {
    Self.append(hour, digits: 2, to: &bytes)
    bytes.append(UInt8(ascii: ":"))
    Self.append(minute, digits: 2, to: &bytes)
  }

  /// Appends `:07.042`, what follows the clock.
  package func appendSeconds(to bytes: inout [UInt8]) {
    bytes.append(UInt8(ascii: ":"))
    Self.append(second, digits: 2, to: &bytes)
    bytes.append(UInt8(ascii: "."))
    Self.append(millisecond, digits: 3, to: &bytes)
  }

  private static func append(_ number: Int, digits: Int, to bytes: inout [UInt8]) {
    var divisor = digits == 4 ? 1000 : digits == 3 ? 100 : 10
    while divisor > 0 {
      bytes.append(UInt8(ascii: "0") + UInt8(number / divisor % 10))
      divisor /= 10
    }
  }
}
