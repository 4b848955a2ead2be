import FoundationEssentials
import HubCalendar
import HubFrontEndKit
import Testing

@testable import PlainFrontEnd

struct StampTests {
  @Test(arguments: [
    (Int64(0), "1970-01-01 00:00"), (-1, "1969-12-31 23:59"), (.min, "0001-01-01 00:00"),
    (.max, "9999-12-31 23:59"), (951_782_400_000, "2000-02-29 00:00"),
    (4_107_542_399_999, "2100-02-28 23:59"), (4_107_542_400_000, "2100-03-01 00:00"),
  ])
  func `a stamp is 16 bytes whatever the time`(time: Int64, text: String) {
    #expect(LocalCalendar { _ in 0 }.stamp(time) == text)
  }

  @Test func `the calendar agrees with the system's from 1600 to 9999`() {
    var calendar = Calendar(identifier: .gregorian)
    calendar.timeZone = .gmt
    // From 1600 on: before, Foundation's calendar is the Julian one. The step is no whole day.
    for time in stride(
      from: Int64(-11_676_096_000_000), through: 253_402_300_799_999, by: 530_130_507_013)
    {
      let parts = calendar.dateComponents(
        [.year, .month, .day, .hour, .minute, .second, .weekday],
        from: Date(timeIntervalSince1970: Double(time / 1000 - (time % 1000 < 0 ? 1 : 0))))
      let civil = CivilTime(milliseconds: time)
      #expect(
        [civil.year, civil.month, civil.day, civil.hour, civil.minute, civil.second, civil.weekday]
          == [
            parts.year, parts.month, parts.day, parts.hour, parts.minute, parts.second,
            parts.weekday.map { $0 - 1 },
          ], "\(time)")
    }
  }

  @Test func `the environment's calendar takes any time`() {
    for time in [Int64.min, -1, 0, 1_772_716_740_000, .max] {
      #expect(LocalCalendar.system.stamp(time).utf8.count == 16)
    }
  }

  private func milliseconds(_ text: String) throws -> Int64 {
    Int64(try Date(text, strategy: .iso8601).timeIntervalSince1970 * 1000)
  }
}
