import HubCalendar
import HubFrontEndKit
import HubTestSupport
import PlainFrontEnd
import Testing

/// The id whose last digits are a number.
func id(_ number: Int) -> HubID {
  let text = String(number)
  let padded = String(repeating: "0", count: 12 - text.utf8.count) + text
  guard let id = HubID("11111111-2222-4333-8444-\(padded)") else {
    preconditionFailure("\(text) is too long")
  }
  return id
}

/// 2026-03-05 14:19 in Berlin, where the samples are read.
let receivedAt: Int64 = 1_772_716_740_000

extension LocalCalendar {
  static let berlinInWinter = LocalCalendar { _ in 3600 }
}

extension FakeTextHost {
  /// A front end on this host.
  func plain() -> PlainFrontEnd {
    PlainFrontEnd(host: self, calendar: .berlinInWinter)
  }

  /// Puts three rows in: an unread post, a read one, a conversation without texts.
  func fill() {
    rows = [
      Item(
        kind: .post, id: id(1), activityAt: receivedAt, isUnread: true, sender: "Swift.org",
        subject: "What is new in Swift 6.3",
        preview:
          "Swift 6.3 brings a C entry attribute, faster builds and a friendlier debugger on Linux.",
        url: "https://www.swift.org/blog/swift-6.3-released/"),
      Item(
        kind: .post, id: id(2), activityAt: receivedAt - 86_400_000, isUnread: false,
        sender: "東京タワー", subject: "日本語の長い題名は画面の端で正しく折り返される必要があります",
        preview: "短い"),
      Item(
        kind: .conversation, id: id(3), activityAt: receivedAt - 400 * 86_400_000, isUnread: true),
    ]
  }
}

/// Compares text line by line, so that a failure shows where it differs.
func expect(
  _ text: String, is golden: String, sourceLocation: SourceLocation = #_sourceLocation
) {
  let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
  let wanted = golden.split(separator: "\n", omittingEmptySubsequences: false)
  let difference = zip(lines, wanted).first { $0 != $1 }
  #expect(
    text == golden, "\(difference.map { "is \($0), not \($1)" } ?? "the length differs")",
    sourceLocation: sourceLocation)
}
