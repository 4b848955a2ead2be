import Glibc
import HubFrontEndKit

/// The calendar of a place: how far its clocks are ahead of UTC at a time.
package struct LocalTime {
  /// The calendar of the environment (`TZ`).
  package static let system = LocalTime { milliseconds in
    let range = CivilTime.range
    var time = time_t(min(max(milliseconds, range.lowerBound), range.upperBound) / 1000)
    var parts = unsafe tm()
    guard unsafe localtime_r(&time, &parts) != nil else { return 0 }
    return unsafe Int(parts.tm_gmtoff)
  }

  private let secondsAhead: @Sendable (Int64) -> Int

  /// A calendar from its offset in seconds at a time in milliseconds since 1970-01-01 UTC.
  package init(secondsAhead: @escaping @Sendable (Int64) -> Int) {
    self.secondsAhead = secondsAhead
  }

  /// The parts of a time in milliseconds since 1970-01-01 UTC.
  func civil(_ milliseconds: Int64) -> CivilTime {
    let ahead = Int64(secondsAhead(milliseconds)) * 1000
    let (local, overflow) = milliseconds.addingReportingOverflow(ahead)
    return CivilTime(milliseconds: overflow ? milliseconds : local)
  }

  /// Appends `2026-03-05 13:19`, always 16 bytes.
  func appendStamp(_ milliseconds: Int64, to bytes: inout [UInt8]) {
    let civil = civil(milliseconds)
    civil.appendDate(to: &bytes)
    bytes.append(UInt8(ascii: " "))
    civil.appendClock(to: &bytes)
  }

  /// `2026-03-05 13:19`.
  func stamp(_ milliseconds: Int64) -> String {
    var bytes: [UInt8] = []
    appendStamp(milliseconds, to: &bytes)
    return String(decoding: bytes, as: UTF8.self)
  }
}

extension LocalTime {
  private static let week: Int64 = 7 * 86_400_000
  private static let weekdays = [
    "Sunday", "Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday",
  ]
  private static let months = [
    "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
  ]

  /// The time of a row as seen at a moment (reference 7.2): `9:05 AM`, `Yesterday`, a weekday,
  /// `Feb 26` or `2025-12-31`.
  func row(_ milliseconds: Int64, now: Int64) -> String {
    let shown = civil(milliseconds)
    let today = civil(now)
    if shown.dayNumber == today.dayNumber { return Self.clock(shown) }
    if shown.dayNumber == today.dayNumber - 1 { return "Yesterday" }
    if milliseconds > now - Self.week { return Self.weekdays[shown.weekday] }
    if shown.year == today.year { return "\(Self.months[shown.month - 1]) \(shown.day)" }
    var bytes: [UInt8] = []
    shown.appendDate(to: &bytes)
    return String(decoding: bytes, as: UTF8.self)
  }

  private static func clock(_ time: CivilTime) -> String {
    let hour = time.hour % 12 == 0 ? 12 : time.hour % 12
    let minute = time.minute < 10 ? "0\(time.minute)" : "\(time.minute)"
    return "\(hour):\(minute) \(time.hour < 12 ? "AM" : "PM")"
  }
}
