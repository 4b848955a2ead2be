/// The zone that times are shown in, as a function so that the rules stay pure.
package struct LocalCalendar: Sendable {
  private let secondsEast: @Sendable (Timestamp) -> Int

  /// A calendar whose offset at an instant, in seconds east of UTC, is what `secondsEast` says.
  package init(secondsEast: @escaping @Sendable (Timestamp) -> Int) {
    self.secondsEast = secondsEast
  }

  /// A zone that never changes its offset.
  package static func fixed(secondsEast: Int) -> LocalCalendar {
    LocalCalendar { _ in secondsEast }
  }

  package static let utc = fixed(secondsEast: 0)

  /// Date and time of day on the wall at that instant.
  package func civil(_ time: Timestamp) -> CivilTime {
    CivilTime(time, secondsEast: secondsEast(time))
  }
}

extension CivilTime {
  /// `h:mm a`, such as `9:05 AM`.
  package var clockText: String {
    let hourOfHalf = hour % 12 == 0 ? 12 : hour % 12
    return "\(hourOfHalf):\(Digits.text(minute, width: 2)) \(hour < 12 ? "AM" : "PM")"
  }

  var weekdayName: String { EnglishDate.weekdays[weekday] }

  var monthName: String { EnglishDate.months[month - 1] }

  /// Milliseconds on a wall clock that never jumps, for comparing local times.
  var wallMilliseconds: Int64 {
    let seconds = Int64(dayNumber) * 86_400 + Int64(hour * 3600 + minute * 60 + second)
    return seconds * 1000 + Int64(millisecond)
  }
}
