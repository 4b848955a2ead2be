import CLinux

/// Days of the time zone of the process.
enum LocalDay {
  /// The first millisecond of the day after a date; nil: no date.
  static func end(year: Int, month: Int, day: Int) -> Int64? {
    guard (1...9999).contains(year), (1...12).contains(month), (1...31).contains(day) else {
      return nil
    }
    var fields = unsafe tm()
    unsafe fields.tm_year = Int32(year - 1900)
    unsafe fields.tm_mon = Int32(month - 1)
    unsafe fields.tm_mday = Int32(day)
    unsafe fields.tm_isdst = -1
    _ = unsafe mktime(&fields)
    guard unsafe fields.tm_mday == Int32(day) else { return nil }
    unsafe fields.tm_mday += 1
    unsafe fields.tm_hour = 0
    unsafe fields.tm_isdst = -1
    return unsafe Int64(mktime(&fields)) * 1000
  }
}
