/// What one push brings (reference 3.1 and 3.2).
package struct PushPayload: Hashable, Sendable {
  /// What the payload is by its form alone: `rover.post` as an object wins over
  /// `rover.conversation` as an object.
  package enum Kind: Hashable, Sendable {
    case none, post, conversation
  }

  /// A conversation with what always comes beside it.
  package struct ConversationParts: Hashable, Sendable {
    /// The participant of the push is among its `participantIDs` always.
    package var conversation: Conversation
    package var reply: Reply
    package var participant: Participant

    package init(conversation: Conversation, reply: Reply, participant: Participant) {
      self.conversation = conversation
      self.reply = reply
      self.participant = participant
      self.conversation.participantIDs.insert(participant.id)
    }
  }

  /// What is to be stored: everything that is needed decoded, or nothing at all.
  package enum Content: Hashable, Sendable {
    case post(Post)
    case conversation(ConversationParts)
    /// Nothing can be stored; why, as one sentence.
    case nothing(reason: String)
  }

  /// What a tap on the notification does after the content was stored (reference 3.3).
  package enum Tap: Hashable, Sendable {
    /// Nothing: the push navigates nowhere.
    case none
    /// The app comes to the front and nothing else happens.
    case openApp
    /// The system is asked to open the URL, so the app's handler and the router get it.
    case openURL(String)
    case presentWebsite(String)
  }

  package var kind: Kind
  package var content: Content
  /// `rover.action.url`; nil when absent, empty or no text.
  package var actionURL: String?
  /// A legacy campaign notification, when `rover.notification` decodes.
  package var notification: LegacyNotification?
  /// Why `rover.notification` did not decode, as one sentence; nil when it did or is absent.
  package var notificationFault: String?

  /// The tap's effect: a notification that decodes wins over the action's URL.
  package var tap: Tap {
    if let notification { return notification.tap }
    return actionURL.map { .openURL($0) } ?? .none
  }
}

/// A notification of a campaign, the form of push before the Hub (reference 3.1).
package struct LegacyNotification: Hashable, Sendable {
  /// A file beside the notification.
  package struct Attachment: Hashable, Sendable {
    package enum Form: String, Hashable, Sendable {
      case image = "IMAGE"
      case audio = "AUDIO"
      case video = "VIDEO"
    }

    package var form: Form
    package var url: String
  }

  package var id: String
  package var campaignID: String
  package var title: String?
  package var body: String
  package var attachment: Attachment?
  package var tap: PushPayload.Tap
  package var deliveredAt: Timestamp
  package var expiresAt: Timestamp?
  package var isRead: Bool
  package var isNotificationCenterEnabled: Bool
  package var isDeleted: Bool
  package var conversionTags: [String]
}
