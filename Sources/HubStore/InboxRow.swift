package import FoundationEssentials
package import HubModel

/// One row of the inbox as SQLite holds it, lent to a visitor until it returns.
///
/// Texts are raw UTF-8, not yet safe to show; nil is NULL. Nothing is copied unless asked for.
package struct InboxRow: ~Copyable {
  let statement: Statement

  package var kind: ItemKind {
    ItemKind(rawValue: UInt8(truncatingIfNeeded: statement.integer(0))) ?? .post
  }
  package var id: UUID { statement.uuid(1) }
  package var activityAt: Timestamp { Timestamp(milliseconds: statement.integer(2)) }
  package var isUnread: Bool { statement.integer(3) != 0 }
  package var key: ItemKey { ItemKey(activityAt: activityAt, kind: kind, id: id) }

  package var sender: UnsafeBufferPointer<UInt8>? { unsafe statement.utf8(4) }
  package var subject: UnsafeBufferPointer<UInt8>? { unsafe statement.utf8(5) }
  package var preview: UnsafeBufferPointer<UInt8>? { unsafe statement.utf8(6) }
  package var url: UnsafeBufferPointer<UInt8>? { unsafe statement.utf8(7) }
  package var coverImageURL: UnsafeBufferPointer<UInt8>? { unsafe statement.utf8(8) }

  /// A copy that may be kept.
  package func item() -> InboxItem {
    InboxItem(
      key: key, sender: statement.optionalText(4), subject: statement.optionalText(5),
      preview: statement.optionalText(6), isUnread: isUnread, url: statement.optionalText(7),
      coverImageURL: statement.optionalText(8))
  }
}
