import HubCalendar
import HubModel
import Testing

struct TimestampTests {
  /// 2026-03-05T13:19:23.260Z.
  static let milliseconds: Int64 = 1_772_716_763_260

  @Test(arguments: [
    ("2026-03-05T13:19:23.260Z", milliseconds),
    ("2026-03-05T13:19:23.260+00:00", milliseconds),
    ("2026-03-05T08:19:23.260-05:00", milliseconds),
    ("2026-03-05T13:19:23.260+0000", milliseconds),
    ("2026-03-05T18:49:23.260+0530", milliseconds),
    ("2026-03-05T13:19:23.2Z", milliseconds - 60),
    ("2026-03-05T13:19:23.26Z", milliseconds),
    ("2026-03-05T13:19:23.260123Z", milliseconds),
    ("2026-03-05T13:19:23.260999999Z", milliseconds),
    ("2026-03-05T13:19:23Z", milliseconds - 260),
    ("1970-01-01T00:00:00Z", 0),
    ("1969-12-31T23:59:59.999Z", -1),
    ("2024-02-29T00:00:00.000Z", 1_709_164_800_000),
    ("0001-01-01T00:00:00.000Z", -62_135_596_800_000),
    ("9999-12-31T23:59:59.999Z", 253_402_300_799_999),
  ])
  func `case 238: these dates are accepted`(text: String, expected: Int64) {
    #expect(Timestamp(wire: text)?.milliseconds == expected)
  }

  @Test(arguments: [
    "", "2026-03-05T13:19:23.260", "2026-03-05 13:19:23.260Z", "2026-03-05t13:19:23.260Z",
    "2026-03-05T13:19:23.260z", "2026-13-05T13:19:23.260Z", "2026-00-05T13:19:23.260Z",
    "2026-02-30T13:19:23.260Z", "2025-02-29T13:19:23.260Z", "2100-02-29T00:00:00Z",
    "2026-04-31T00:00:00Z", "2026-03-00T00:00:00Z", "2026-03-05T24:00:00.000Z",
    "2026-03-05T13:60:23.260Z", "2026-03-05T13:19:60.260Z", "1772716763", "1772716763260",
    "2026-03-05T13:19:23.Z", "2026-03-05T13:19:23.1234567890Z", "2026-03-05T13:19:23.260ZZ",
    "2026-03-05T13:19:23.260+24:00", "2026-03-05T13:19:23.260+05:60",
    "2026-03-05T13:19:23.260+05", "2026-03-05", "26-03-05T13:19:23Z", "0000-01-01T00:00:00Z",
    " 2026-03-05T13:19:23.260Z", "2026-03-05T13:19:23,260Z", "２０２６-03-05T13:19:23.260Z",
  ])
  func `these dates are refused`(text: String) {
    #expect(Timestamp(wire: text) == nil)
  }

  @Test(arguments: [
    (milliseconds, "2026-03-05T13:19:23.260Z"), (0, "1970-01-01T00:00:00.000Z"),
    (-1, "1969-12-31T23:59:59.999Z"), (Int64.min, "0001-01-01T00:00:00.000Z"),
    (Int64.max, "9999-12-31T23:59:59.999Z"),
  ])
  func `text always has three fraction digits and Z`(time: Int64, expected: String) {
    #expect(Timestamp(milliseconds: time).wire == expected)
  }

  @Test func `text and time are each other's inverse on random times`() {
    var generator = SeededGenerator(seed: 2)
    for _ in 0..<5000 {
      let time = Timestamp(
        milliseconds: .random(
          in: -62_135_596_800_000...253_402_300_799_999, using: &generator))
      #expect(Timestamp(wire: time.wire) == time)
    }
  }

  @Test func `every day of 400 years follows the one before`() {
    var expected = CivilTime(milliseconds: 951_868_800_000)  // 2000-03-01
    for day in 1...146_097 {
      let next = CivilTime(milliseconds: 951_868_800_000 + Int64(day) * 86_400_000)
      let isFollowing =
        (next.year == expected.year && next.month == expected.month
          && next.day == expected.day + 1)
        || (next.day == 1 && next.year == expected.year && next.month == expected.month + 1)
        || (next.day == 1 && next.month == 1 && next.year == expected.year + 1)
      guard isFollowing, next.weekday == (expected.weekday + 1) % 7 else {
        Issue.record("after \(expected) comes \(next)")
        return
      }
      expected = next
    }
    #expect((expected.year, expected.month, expected.day) == (2400, 3, 1))
  }

  @Test(
    arguments: [
      (1_700_000_000_000, "Tue, 14 Nov 2023 22:13:20 GMT"),
      (1_700_000_000_999, "Tue, 14 Nov 2023 22:13:20 GMT"),
      (0, "Thu, 01 Jan 1970 00:00:00 GMT"), (-1, "Wed, 31 Dec 1969 23:59:59 GMT"),
    ] as [(Int64, String)])
  func `HTTP dates are English, in UTC and without a fraction`(time: Int64, expected: String) {
    #expect(Timestamp(milliseconds: time).httpDate == expected)
  }

  @Test func `adding seconds stops at the ends of the range`() {
    let time = Timestamp(milliseconds: 5)
    #expect(time.advanced(bySeconds: 2).milliseconds == 2005)
    #expect(time.advanced(bySeconds: -2).milliseconds == -1995)
    #expect(time.advanced(bySeconds: .max).milliseconds == .max)
    #expect(time.advanced(bySeconds: .min).milliseconds == .min)
  }
}
