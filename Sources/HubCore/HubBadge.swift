/// The number on the Hub's tab (reference 5).
package struct HubBadge: Hashable, Sendable {
  /// Unread posts and unread conversations together; never negative.
  package let count: Int

  package init(unread: Int) {
    count = max(0, unread)
  }

  /// What the badge says: nothing at 0, else the plain number without a cap.
  package var text: String? { count == 0 ? nil : String(count) }
}
