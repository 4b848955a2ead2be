import FoundationEssentials
import HubModel

/// The entry as text for the store: one field a line, `key value`, texts percent-encoded.
extension JournalEntry {
  private static let header = "handoff 1"

  /// The entry as text that `init(text:)` reads back.
  package var text: String {
    var lines = [
      Self.header, "at \(recordedAt.milliseconds)", "link \(PercentCoding.encode(deepLink))",
    ]
    for entry in path {
      switch entry {
      case .messages: lines.append("messages")
      case .post(let id): lines.append("post \(PercentCoding.encode(id))")
      case .conversation(let id): lines.append("conversation \(id.uuidString)")
      }
    }
    return lines.joined(separator: "\n")
  }

  /// Reads an entry back; nil when the text is no entry of this version.
  package init?(text: String) {
    guard text.utf8.count <= Self.maximumTextLength else { return nil }
    var lines = text.split(separator: "\n", omittingEmptySubsequences: false)[...]
    guard lines.popFirst() == Self.header[...],
      let at = Self.value(of: "at", in: lines.popFirst()).flatMap({ Int64($0) }),
      let link = Self.value(of: "link", in: lines.popFirst()).flatMap({
        PercentCoding.decode($0.utf8)
      })
    else { return nil }
    var path: [PathEntry] = []
    if lines.first == "messages" {
      path.append(.messages)
      lines.removeFirst()
    }
    guard lines.count == 1, let destination = Self.destination(lines.popFirst()) else {
      return nil
    }
    self.init(
      destination: destination, recordedAt: Timestamp(milliseconds: at), deepLink: link,
      path: path + [destination.pathEntry])
  }

  private static func destination(_ line: Substring?) -> HubDestination? {
    if let id = value(of: "post", in: line) {
      return PercentCoding.decode(id.utf8).map { .post($0) }
    }
    return value(of: "conversation", in: line).flatMap { UUID(wire: String($0)) }
      .map { .conversation($0) }
  }

  private static func value(of key: String, in line: Substring?) -> Substring? {
    guard let line, line.hasPrefix(key + " ") else { return nil }
    return line.dropFirst(key.count + 1)
  }
}
