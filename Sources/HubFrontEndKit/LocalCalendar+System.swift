import Glibc
package import HubCalendar

extension LocalCalendar {
  /// The calendar of the environment (`TZ`).
  package static let system = LocalCalendar { milliseconds in
    let range = CivilTime.range
    var time = time_t(min(max(milliseconds, range.lowerBound), range.upperBound) / 1000)
    var parts = unsafe tm()
    guard unsafe localtime_r(&time, &parts) != nil else { return 0 }
    return unsafe Int(parts.tm_gmtoff)
  }
}
