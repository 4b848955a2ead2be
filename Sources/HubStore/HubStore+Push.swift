package import FoundationEssentials
package import HubModel

extension HubStore {
  /// Stores what a push brought, by the rules of a sync; it is on disk when this returns.
  ///
  /// The participant of a conversation's push is always linked to it (reference 3.2).
  ///
  /// - Returns: whether the payload had something to store; not whether it was new.
  @discardableResult
  package func receive(_ push: PushPayload) throws(StoreError) -> Bool {
    try receive(push.content)
  }

  /// The same for the part of a push that is stored.
  @discardableResult
  package func receive(_ content: PushPayload.Content) throws(StoreError) -> Bool {
    if case .nothing = content { return false }
    return try receive(content, event: nil)
  }

  /// Stores the content inside a transaction.
  func store(_ content: PushPayload.Content) throws(StoreError) -> Bool {
    switch content {
    case .nothing: return false
    case .post(let post):
      _ = try store([post])
      return true
    case .conversation(let parts):
      guard parts.reply.conversationID == parts.conversation.id else { return false }
      var applied = Applied()
      try store([parts.participant])
      try store(parts.conversation, &applied)
      guard let number = try conversationNumber(parts.conversation.id) else { return false }
      try store(parts.reply, number, &applied)
      return true
    }
  }

  /// Stores a page of posts; `movesCursor` is false for an import, which says nothing about the
  /// server's stream.
  @discardableResult
  package func apply(
    _ page: PostsPage, movesCursor: Bool = true
  ) throws(StoreError) -> Applied {
    let end = PageEnd(nextCursor: page.nextCursor, hasMore: page.hasMore)
    return try apply(
      posts: page.posts, subscriptions: page.subscriptions, end: movesCursor ? end : nil)
  }

  /// Stores a page of conversations; without the direction in which it was asked for the cursors
  /// are left alone.
  @discardableResult
  package func apply(
    _ page: ConversationsPage, _ direction: PageEnd.Direction?
  ) throws(StoreError) -> Applied {
    let end = direction.map {
      PageEnd(
        $0, nextCursor: page.nextCursor, nextBefore: page.nextBefore, hasMore: page.hasMore)
    }
    return try apply(
      conversations: page.conversations, participants: page.participants, end: end)
  }

  /// Stores a page of replies of a conversation; without the direction in which it was asked for
  /// the cursors are left alone.
  ///
  /// - Returns: nil if the conversation is not here.
  @discardableResult
  package func apply(
    _ page: RepliesPage, of conversation: UUID, _ direction: PageEnd.Direction?
  ) throws(StoreError) -> Applied? {
    let end = direction.map {
      PageEnd(
        $0, nextCursor: page.nextCursor, nextBefore: page.nextBefore, hasMore: page.hasMore)
    }
    return try apply(replies: page.replies, of: conversation, end: end)
  }
}
