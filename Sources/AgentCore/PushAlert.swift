import FoundationEssentials
import HubModel
import HubText

/// What a push wants to be shown; a silent push has none (reference 3.1).
struct PushAlert: Hashable, Decodable {
  var title: String?
  var body: String?

  private struct Envelope: Decodable {
    struct APS: Decodable {
      var alert: PushAlert?
    }

    var aps: APS?
  }

  private enum Key: String, CodingKey {
    case title, body
  }

  init(title: String? = nil, body: String? = nil) {
    self.title = title
    self.body = body
  }

  /// An alert is a text or an object with title and body.
  init(from decoder: any Decoder) throws {
    if let text = try? decoder.singleValueContainer().decode(String.self) {
      self.init(body: text)
    } else {
      let object = try decoder.container(keyedBy: Key.self)
      self.init(
        title: try? object.decode(String.self, forKey: .title),
        body: try? object.decode(String.self, forKey: .body))
    }
  }

  /// The alert of a payload; nil if it is silent.
  init?(decoding bytes: [UInt8]) {
    guard let envelope = try? JSONDecoder().decode(Envelope.self, from: Data(bytes)),
      let alert = envelope.aps?.alert
    else { return nil }
    self = alert
  }
}

extension NotificationDecision {
  /// Shows a push: the alert's own words, else what it brings.
  init(_ payload: PushPayload, _ alert: PushAlert, appName: String) {
    self.init(.show)
    var words = alert
    switch payload.content {
    case .post(let post):
      id = "post-\(post.id.uuidString)"
      words.body = words.body ?? post.subject
    case .conversation(let parts):
      id = "reply-\(parts.reply.id.uuidString)"
      thread = parts.conversation.id.uuidString
      words.title = words.title ?? parts.participant.name
      words.body = words.body ?? parts.reply.firstText
    case .nothing: break
    }
    if let notification = payload.notification {
      if id == nil { id = "notification-\(notification.id)" }
      words.title = words.title ?? notification.title
      words.body = words.body ?? notification.body
    }
    title = SafeText.line(words.title ?? appName)
    body = SafeText.block(words.body ?? "")
    url =
      switch payload.tap {
      case .openURL(let url), .presentWebsite(let url): url
      case .none, .openApp: nil
      }
  }
}

extension Reply {
  /// The first text block that is not blank, trimmed (reference 3.7).
  var firstText: String? {
    for case .text(let text) in content {
      let trimmed = text.trimmed
      if !trimmed.isEmpty { return trimmed }
    }
    return nil
  }
}

extension String {
  /// The text without white space and newlines at its ends.
  var trimmed: String {
    guard let start = firstIndex(where: { !$0.isWhitespace }),
      let end = lastIndex(where: { !$0.isWhitespace })
    else { return "" }
    return String(self[start...end])
  }
}
