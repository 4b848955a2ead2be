/// Words that stand for what is missing (reference 7.1, 7.4 and 7.5).
package enum Labels {
  package static let unknown = "Unknown"
  package static let noSubject = "No subject"
  package static let conversation = "Conversation"
  package static let messages = "Messages"
  package static let read = "Read"
  package static let unread = "Unread"
  package static let unableToDisplay = "Unable to display content"
}

extension InboxItem {
  /// The sender, or "Unknown".
  package var senderLabel: String { sender ?? Labels.unknown }

  /// The subject, or "No subject" when there is none at all; an empty one stays empty.
  package var subjectLabel: String { subject ?? Labels.noSubject }

  /// The preview, or "Unknown".
  package var previewLabel: String { preview ?? Labels.unknown }

  package var readLabel: String { isUnread ? Labels.unread : Labels.read }

  /// What a screen reader says: sender, subject, preview and date, empty parts left out.
  package func accessibilityLabel(date: String) -> String {
    [senderLabel, subject ?? "", preview ?? "", date].filter { !$0.isEmpty }
      .joined(separator: ", ")
  }
}

extension Conversation {
  /// The title of its screen: the subject, or "Conversation".
  package var title: String { subject ?? Labels.conversation }
}

extension Post {
  /// Whether its page can be shown: only `http` and `https`, whatever the case (reference 7.4).
  package var hasWebPage: Bool {
    guard let colon = url?.firstIndex(of: ":"), let scheme = url?[..<colon].lowercased() else {
      return false
    }
    return scheme == "http" || scheme == "https"
  }
}
