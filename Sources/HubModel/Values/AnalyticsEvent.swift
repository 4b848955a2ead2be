package import FoundationEssentials

/// Something that the user did, as the analytics queue keeps it (reference 6).
package enum AnalyticsEvent: Hashable, Sendable {
  /// How the user came from a notification to the app.
  package enum Source: String, Hashable, Sendable {
    case pushNotification, notificationCenter, influencedOpen
  }

  case postOpened(UUID)
  case postLinkClicked(UUID, link: String)
  case conversationOpened(UUID)
  case notificationOpened(id: String, campaignID: String, source: Source)

  /// The name on the wire.
  package var name: String {
    switch self {
    case .postOpened: "Post Opened"
    case .postLinkClicked: "Post Link Clicked"
    case .conversationOpened: "Conversation Opened"
    case .notificationOpened: "Notification Opened"
    }
  }

  /// The attributes on the wire, as a JSON object.
  package var attributes: String {
    switch self {
    case .postOpened(let id): Self.json(["postID": id.uuidString])
    case .postLinkClicked(let id, let link): Self.json(["link": link, "postID": id.uuidString])
    case .conversationOpened(let id): Self.json(["conversationID": id.uuidString])
    case .notificationOpened(let id, let campaignID, let source):
      Self.json(
        NotificationAttributes(
          notification: .init(campaignID: campaignID, id: id), source: source.rawValue))
    }
  }

  private struct NotificationAttributes: Encodable {
    struct Notification: Encodable {
      var campaignID: String
      var id: String
    }

    var notification: Notification
    var source: String
  }

  private static func json(_ value: some Encodable) -> String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    guard let data = try? encoder.encode(value) else { return "{}" }
    return String(decoding: data, as: UTF8.self)
  }
}
