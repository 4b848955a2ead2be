package import FoundationEssentials

/// A post of the inbox (reference 1.1).
///
/// Texts are as they came from outside, not yet safe to show.
package struct Post: Hashable, Sendable {
  package var id: UUID
  package var subject: String
  package var previewText: String
  /// When the post was received: its activity, which orders the inbox.
  package var receivedAt: Timestamp
  /// The web page of the post.
  ///
  /// Absent is legal (fault O1 of reference 9.1).
  package var url: String?
  package var coverImageURL: String?
  /// The sender's subscription.
  ///
  /// Opaque text, not a UUID. Nil in a message leaves a stored link alone.
  package var subscriptionID: String?
  package var isRead: Bool

  package init(
    id: UUID, subject: String, previewText: String, receivedAt: Timestamp, url: String? = nil,
    coverImageURL: String? = nil, subscriptionID: String? = nil, isRead: Bool = false
  ) {
    self.id = id
    self.subject = subject
    self.previewText = previewText
    self.receivedAt = receivedAt
    self.url = url
    self.coverImageURL = coverImageURL
    self.subscriptionID = subscriptionID
    self.isRead = isRead
  }

  /// Unread is simply "not read" for a post (reference 1.6).
  package var isUnread: Bool { !isRead }

  /// This stored post after an incoming copy of it arrived: every field is replaced, but a read
  /// post stays read and an absent subscription keeps the stored link (reference 1.1).
  package func merged(with incoming: Post) -> Post {
    var result = incoming
    result.isRead = isRead || incoming.isRead
    result.subscriptionID = incoming.subscriptionID ?? subscriptionID
    return result
  }
}
