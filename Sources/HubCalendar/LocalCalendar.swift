/// The zone that times are shown in, as a function so that the rules stay pure.
package struct LocalCalendar: Sendable {
  private let secondsEast: @Sendable (Int64) -> Int

  /// A calendar whose offset at an instant, in seconds east of UTC, is what `secondsEast` says;
  /// instants are milliseconds since 1970-01-01 UTC.
  package init(secondsEast: @escaping @Sendable (Int64) -> Int) {
    self.secondsEast = secondsEast
  }

  /// A zone that never changes its offset.
  package static func fixed(secondsEast: Int) -> LocalCalendar {
    LocalCalendar { _ in secondsEast }
  }

  package static let utc = fixed(secondsEast: 0)

  /// Date and time of day on the wall at that instant.
  package func civil(_ milliseconds: Int64) -> CivilTime {
    let east = Int64(secondsEast(milliseconds)) * 1000
    let (local, overflow) = milliseconds.addingReportingOverflow(east)
    return CivilTime(milliseconds: overflow ? milliseconds : local)
  }
}
