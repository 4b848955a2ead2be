import HubModel
import HubSystem
import HubText

/// The badge in the formats of `hubhost badge`; each is one line.
package enum BadgeFormat: String, CaseIterable, Hashable, Sendable {
  /// The badge as the app shows it; an empty line for none.
  case plain
  /// `{"badge":"2","count":2}`, with null for none.
  case json
  /// A block for Waybar (`return-type: json`), its texts escaped for Pango.
  case waybar

  /// The line, its end included.
  ///
  /// - Parameters:
  ///   - count: unread posts and conversations.
  ///   - appName: the app's name as it came.
  /// - Returns: UTF-8 text of one line; for JSON, keys in the order of the examples.
  package func line(count: Int, appName: String) -> String {
    let badge = BadgeText.text(count: count)
    var writer = JSONWriter()
    switch self {
    case .plain: return (badge ?? "") + "\n"
    case .json:
      writer.beginObject()
      writer.member("badge", badge)
      writer.member("count", count)
    case .waybar:
      let name = Markup.pango(SafeText.line(appName))
      writer.beginObject()
      writer.member("text", badge ?? "")
      writer.member("alt", badge == nil ? "none" : "unread")
      writer.member("tooltip", badge.map { "\(name): \($0) unread" } ?? "\(name): nothing unread")
      writer.member("class", badge == nil ? "none" : "unread")
    }
    writer.endObject()
    return writer.text + "\n"
  }
}
