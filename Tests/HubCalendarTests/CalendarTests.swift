import HubCalendar
import HubModel
import Testing

struct RowTimeTests {
  /// Thursday, 5 March 2026, 15:00 on the wall of a zone 5 hours west of UTC.
  static let zone = LocalCalendar.fixed(secondsEast: -5 * 3600)

  static func time(_ wall: String) throws -> Int64 {
    try #require(Timestamp(wire: wall + "-05:00")).milliseconds
  }

  @Test(arguments: [
    ("2026-03-05T09:05:00", "9:05 AM"), ("2026-03-05T00:00:00", "12:00 AM"),
    ("2026-03-05T12:00:00", "12:00 PM"), ("2026-03-05T23:59:59", "11:59 PM"),
    ("2026-03-04T23:59:00", "Yesterday"), ("2026-03-04T00:00:00", "Yesterday"),
    ("2026-03-03T23:59:59", "Tuesday"), ("2026-02-28T16:00:00", "Saturday"),
    ("2026-02-26T15:00:01", "Thursday"), ("2026-02-26T15:00:00", "Feb 26"),
    ("2026-01-01T00:00:00", "Jan 1"), ("2025-12-31T23:59:59", "2025-12-31"),
    ("0999-02-03T12:00:00", "0999-02-03"), ("2026-03-06T00:00:00", "Friday"),
    ("2031-03-05T09:05:00", "Wednesday"),
  ])
  func `case 205: the time of a row`(wall: String, expected: String) throws {
    let now = try Self.time("2026-03-05T15:00:00")
    #expect(RowTime.text(for: try Self.time(wall), now: now, calendar: Self.zone) == expected)
  }

  @Test func `in January the last week reaches into the year before`() throws {
    let now = try Self.time("2026-01-03T12:00:00")
    let time = try Self.time("2025-12-30T12:00:00")
    #expect(RowTime.text(for: time, now: now, calendar: Self.zone) == "Tuesday")
  }

  @Test func `a clock that was set forward yesterday changes no day`() throws {
    // Until 07:00Z on 8 March 2026 five hours west, four from then on.
    let change = try #require(Timestamp(wire: "2026-03-08T07:00:00Z")).milliseconds
    let zone = LocalCalendar { $0 < change ? -5 * 3600 : -4 * 3600 }
    let now = try #require(Timestamp(wire: "2026-03-09T04:30:00Z")).milliseconds
    let before = try #require(Timestamp(wire: "2026-03-08T05:30:00Z")).milliseconds
    #expect(RowTime.text(for: before, now: now, calendar: zone) == "Yesterday")
  }
}

struct SeparatorTimeTests {
  @Test(arguments: [
    ("2026-03-05T15:15:00", "Today, 3:15 PM"), ("2026-03-04T08:00:00", "Yesterday, 8:00 AM"),
    ("2026-02-27T00:00:00", "Friday, 12:00 AM"), ("2026-02-26T23:59:00", "Thu, Feb 26, 11:59 PM"),
    ("2026-03-02T09:00:00", "Monday, 9:00 AM"), ("2026-01-02T09:00:00", "Fri, Jan 02, 9:00 AM"),
    ("2025-12-31T09:00:00", "Wed, Dec 31, 2025, 9:00 AM"),
  ])
  func `cases 212, 214: the text of a separator`(wall: String, expected: String) throws {
    let now = try RowTimeTests.time("2026-03-05T15:30:00")
    let text = SeparatorTime.text(
      for: try RowTimeTests.time(wall), now: now, calendar: RowTimeTests.zone)
    #expect(text == expected)
  }
}

struct CivilTimeTests {
  @Test(
    arguments: [
      (951_782_400_000, 2000, 2, 29, 2), (0, 1970, 1, 1, 4), (-86_400_000, 1969, 12, 31, 3),
      (4_107_542_400_000, 2100, 3, 1, 1),
    ] as [(Int64, Int, Int, Int, Int)])
  func `civil dates`(time: Int64, year: Int, month: Int, day: Int, weekday: Int) {
    let civil = CivilTime(milliseconds: time)
    #expect((civil.year, civil.month, civil.day, civil.weekday) == (year, month, day, weekday))
    #expect(CivilTime.dayNumber(year: year, month: month, day: day) == civil.dayNumber)
  }

  @Test func `what lies outside four digits of a year is moved to the ends`() {
    #expect(CivilTime(milliseconds: .min).year == 1)
    #expect(CivilTime(milliseconds: .max).dateText == "9999-12-31")
    #expect(LocalCalendar.fixed(secondsEast: 3600).civil(.max).year == 9999)
  }
}
