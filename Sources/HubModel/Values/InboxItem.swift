package import FoundationEssentials

/// What an inbox row is.
package enum ItemKind: UInt8, Hashable, Sendable {
  // The raw values order ties: newest first, a post before a conversation of the same instant.
  case conversation = 0
  case post = 1
}

/// The place of a row in the inbox: newest activity first, then posts before conversations, then
/// by id so that the order is total (reference 1.7).
///
/// Greater comes first.
package struct ItemKey: Hashable, Sendable {
  package var activityAt: Timestamp
  package var kind: ItemKind
  package var id: UUID

  package init(activityAt: Timestamp, kind: ItemKind, id: UUID) {
    self.activityAt = activityAt
    self.kind = kind
    self.id = id
  }
}

/// One row of the inbox as it is listed: a post or a conversation.
///
/// Texts are not yet safe to show.
package struct InboxItem: Hashable, Sendable {
  package var key: ItemKey
  /// Subscription name or participant name; nil is shown as "Unknown" (reference 7.1).
  package var sender: String?
  /// Nil is shown as "No subject", empty stays empty.
  package var subject: String?
  package var preview: String?
  package var isUnread: Bool
  /// The page of a post; nil for conversations.
  package var url: String?
  package var coverImageURL: String?

  package init(
    key: ItemKey, sender: String?, subject: String?, preview: String?, isUnread: Bool,
    url: String? = nil, coverImageURL: String? = nil
  ) {
    self.key = key
    self.sender = sender
    self.subject = subject
    self.preview = preview
    self.isUnread = isUnread
    self.url = url
    self.coverImageURL = coverImageURL
  }
}

/// What a window of the inbox is taken from.
package struct InboxQuery: Hashable, Sendable {
  /// Where the window starts.
  package enum Anchor: Hashable, Sendable {
    /// The newest row (going older) or the oldest (going newer).
    case end
    /// Rows strictly beyond this key.
    case after(ItemKey)
    /// This key's row first, if it is still there, then the rows beyond.
    case from(ItemKey)
    /// The first row at or beyond this time.
    case at(Timestamp)
  }

  package enum Direction: Hashable, Sendable {
    case older, newer
  }

  package var anchor: Anchor
  package var direction: Direction
  /// Most rows to return.
  package var limit: Int
  package var unreadOnly: Bool
  /// Only posts of this subscription.
  package var subscriptionID: String?
  /// Case-insensitive part of subject or preview (reference 7.1); empty or nil finds everything.
  package var search: String?

  package init(
    anchor: Anchor = .end, direction: Direction = .older, limit: Int = 50,
    unreadOnly: Bool = false, subscriptionID: String? = nil, search: String? = nil
  ) {
    self.anchor = anchor
    self.direction = direction
    self.limit = limit
    self.unreadOnly = unreadOnly
    self.subscriptionID = subscriptionID
    self.search = search
  }
}
