/// The badge (reference 5): unread posts plus unread conversations.
package enum BadgeText {
  /// The text for a count: nil at 0 and below, else the plain decimal number without a cap.
  package static func text(count: Int) -> String? {
    count > 0 ? String(count) : nil
  }

  /// How many items are unread; a conversation counts once, however many replies it has.
  package static func count(posts: [Post], conversations: [Conversation]) -> Int {
    posts.count(where: \.isUnread) + conversations.count(where: \.isUnread)
  }
}
