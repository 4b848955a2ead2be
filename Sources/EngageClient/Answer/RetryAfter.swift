import HubCalendar
import HubModel

/// The field `Retry-After` (RFC 9110, 10.2.3).
enum RetryAfter {
  /// Seconds to wait, from 0 to `EngageLimits.maxRetryAfterSeconds`; nil for what is neither a
  /// number nor a date.
  static func seconds(_ value: String, now: Timestamp) -> Int? {
    let text = value.drop { $0 == " " || $0 == "\t" }.prefix { $0 != "\t" }
    let trimmed = text.split(separator: " ").joined(separator: " ")
    if !trimmed.isEmpty, trimmed.utf8.allSatisfy({ 0x30...0x39 ~= $0 }) {
      return min(Int(trimmed) ?? .max, EngageLimits.maxRetryAfterSeconds)
    }
    guard let date = HTTPDate.timestamp(trimmed) else { return nil }
    let (wait, overflow) = date.milliseconds.subtractingReportingOverflow(now.milliseconds)
    guard !overflow else { return nil }
    let longest = Int64(EngageLimits.maxRetryAfterSeconds)
    return Int(min(max(wait + 999, 0) / 1_000, longest))
  }
}

/// Dates as HTTP writes them, the two old forms included (RFC 9110, 5.6.7).
enum HTTPDate {
  /// The time of `Tue, 14 Nov 2023 22:13:20 GMT`, `Tuesday, 14-Nov-23 22:13:20 GMT` or
  /// `Tue Nov 14 22:13:20 2023`, one blank between words; nil for anything else.
  static func timestamp(_ text: String) -> Timestamp? {
    let words = text.split(separator: " ").map(String.init)
    switch words.count {
    case 6 where words[5] == "GMT":
      return time(day: words[1], month: words[2], year: words[3], clock: words[4])
    case 4 where words[3] == "GMT":
      let date = words[1].split(separator: "-").map(String.init)
      guard date.count == 3, let short = Int(date[2]), date[2].utf8.count == 2 else { return nil }
      return time(day: date[0], month: date[1], year: "\(2_000 + short)", clock: words[2])
    case 5: return time(day: words[2], month: words[1], year: words[4], clock: words[3])
    default: return nil
    }
  }

  private static func time(day: String, month: String, year: String, clock: String) -> Timestamp? {
    let parts = clock.split(separator: ":").map { Int($0) ?? -1 }
    guard parts.count == 3, 0...23 ~= parts[0], 0...59 ~= parts[1], 0...60 ~= parts[2],
      let month = EnglishDate.months.firstIndex(where: { $0.prefix(3) == month }).map({ $0 + 1 }),
      let year = Int(year), 1...9_999 ~= year,
      let day = Int(day), 1...CivilTime.days(inMonth: month, year: year) ~= day
    else { return nil }
    let days = CivilTime.dayNumber(year: year, month: month, day: day)
    let seconds = days * 86_400 + parts[0] * 3_600 + parts[1] * 60 + parts[2]
    return Timestamp(milliseconds: Int64(seconds) * 1_000)
  }
}
