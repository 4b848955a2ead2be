import HubCalendar

/// Times as the wire writes them.
extension Timestamp {
  /// The time that `wire` names, or nil (reference 2.5).
  ///
  /// `yyyy-MM-ddTHH:mm:ss`, then optionally a fraction of 1 to 9 digits that is cut to
  /// milliseconds, then `Z`, `±hh:mm` or `±hhmm`. The date must exist; `T` and `Z` are upper case.
  package init?(wire: String) {
    self.init(wire: Array(wire.utf8)[...])
  }

  /// The same from UTF-8 bytes.
  package init?(wire: ArraySlice<UInt8>) {
    guard let (time, isExact) = Self.nearest(wire: wire), isExact else { return nil }
    self = time
  }

  /// The time that `wire` names, and whether it really does: of a date that exists, an hour, minute
  /// or second beyond its range is taken as the last one (`T59:00:00` is 23:00:00).
  ///
  /// Nil for everything else that is no time.
  package static func nearest(wire: ArraySlice<UInt8>) -> (time: Timestamp, isExact: Bool)? {
    var scanner = TimeScanner(rest: wire)
    guard let year = scanner.number(4), scanner.take("-"), let month = scanner.number(2),
      scanner.take("-"), let day = scanner.number(2), scanner.take("T"),
      let hour = scanner.number(2), scanner.take(":"), let minute = scanner.number(2),
      scanner.take(":"), let second = scanner.number(2), let millisecond = scanner.fraction(),
      let zone = scanner.zone(), scanner.rest.isEmpty
    else { return nil }
    guard year >= 1, 1...12 ~= month, day >= 1,
      day <= CivilTime.days(inMonth: month, year: year)
    else { return nil }
    let days = CivilTime.dayNumber(year: year, month: month, day: day)
    let clock = min(hour, 23) * 3600 + min(minute, 59) * 60 + min(second, 59)
    let seconds = days * 86_400 + clock - zone
    return (
      Timestamp(milliseconds: Int64(seconds) * 1000 + Int64(millisecond)),
      hour < 24 && minute < 60 && second < 60
    )
  }

  /// `yyyy-MM-ddTHH:mm:ss.SSSZ`.
  ///
  /// Times outside the years 0001 to 9999 give the nearest time inside.
  package var wire: String {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(24)
    append(to: &bytes)
    return String(decoding: bytes, as: UTF8.self)
  }

  /// Appends the 24 bytes of `wire`.
  package func append(to bytes: inout [UInt8]) {
    let inside = min(max(milliseconds, Self.firstWritable), Self.lastWritable)
    let civil = CivilTime(milliseconds: inside)
    Digits.append(civil.year, width: 4, to: &bytes)
    bytes.append(UInt8(ascii: "-"))
    Digits.append(civil.month, width: 2, to: &bytes)
    bytes.append(UInt8(ascii: "-"))
    Digits.append(civil.day, width: 2, to: &bytes)
    bytes.append(UInt8(ascii: "T"))
    Digits.append(civil.hour, width: 2, to: &bytes)
    bytes.append(UInt8(ascii: ":"))
    Digits.append(civil.minute, width: 2, to: &bytes)
    bytes.append(UInt8(ascii: ":"))
    Digits.append(civil.second, width: 2, to: &bytes)
    bytes.append(UInt8(ascii: "."))
    Digits.append(civil.millisecond, width: 3, to: &bytes)
    bytes.append(UInt8(ascii: "Z"))
  }

  /// The time as HTTP headers write it, such as `Tue, 14 Nov 2023 22:13:20 GMT` (RFC 9110, 5.6.7);
  /// what is less than a second is dropped (reference 2.4).
  package var httpDate: String {
    let inside = min(max(milliseconds, Self.firstWritable), Self.lastWritable)
    let civil = CivilTime(milliseconds: inside)
    let weekday = EnglishDate.weekdays[civil.weekday].prefix(3)
    let day = Digits.text(civil.day, width: 2)
    let month = EnglishDate.months[civil.month - 1]
    let year = Digits.text(civil.year, width: 4)
    let clock = [civil.hour, civil.minute, civil.second]
      .map { Digits.text($0, width: 2) }.joined(separator: ":")
    return "\(weekday), \(day) \(month) \(year) \(clock) GMT"
  }

  /// 0001-01-01T00:00:00.000Z and 9999-12-31T23:59:59.999Z.
  private static let firstWritable: Int64 = -62_135_596_800_000
  private static let lastWritable: Int64 = 253_402_300_799_999
}

/// Takes the parts of a time from the front of bytes.
private struct TimeScanner {
  var rest: ArraySlice<UInt8>

  /// Exactly `count` decimal digits.
  mutating func number(_ count: Int) -> Int? {
    guard rest.count >= count else { return nil }
    var value = 0
    for byte in rest.prefix(count) {
      let digit = byte &- 0x30
      guard digit < 10 else { return nil }
      value = value * 10 + Int(digit)
    }
    rest = rest.dropFirst(count)
    return value
  }

  mutating func take(_ scalar: Unicode.Scalar) -> Bool {
    guard rest.first == UInt8(ascii: scalar) else { return false }
    rest = rest.dropFirst()
    return true
  }

  /// Milliseconds of an optional fraction; nil when a point has no or too many digits behind it.
  mutating func fraction() -> Int? {
    guard take(".") else { return 0 }
    var value = 0
    var count = 0
    while let byte = rest.first, byte &- 0x30 < 10 {
      if count < 3 { value = value * 10 + Int(byte &- 0x30) }
      count += 1
      rest = rest.dropFirst()
    }
    guard 1...9 ~= count else { return nil }
    for _ in 0..<max(0, 3 - count) { value *= 10 }
    return value
  }

  /// Seconds east of UTC.
  mutating func zone() -> Int? {
    if take("Z") { return 0 }
    let sign: Int
    if take("+") {
      sign = 1
    } else if take("-") {
      sign = -1
    } else {
      return nil
    }
    guard let hours = number(2) else { return nil }
    _ = take(":")
    guard let minutes = number(2), hours < 24, minutes < 60 else { return nil }
    return sign * (hours * 3600 + minutes * 60)
  }
}
