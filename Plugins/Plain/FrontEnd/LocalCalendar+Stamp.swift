import HubCalendar

extension LocalCalendar {
  /// Appends `2026-03-05 13:19`, always 16 bytes, of a time in milliseconds since 1970-01-01 UTC.
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
