package import FoundationEssentials
package import HubModel

/// How far the inbox is that of the server.
package struct SyncStatus: Hashable, Sendable {
  package enum State: Hashable, Sendable {
    /// No agent runs, or it has no way to the server: what is stored is shown.
    case offline
    case idle, syncing
    /// The last sync failed; another one may follow by itself.
    case failed
  }

  package var state: State
  /// When a sync ended well; nil: never.
  package var lastSyncAt: Timestamp?
  /// Posts that came so far in the sync that runs.
  package var posts: Int
  /// Posts a second in the sync that runs; nil: not known.
  package var rate: Double?
  /// Why it is offline or has failed, as one sentence; nil: not known.
  package var reason: String?

  package init(
    _ state: State, lastSyncAt: Timestamp? = nil, posts: Int = 0, rate: Double? = nil,
    reason: String? = nil
  ) {
    self.state = state
    self.lastSyncAt = lastSyncAt
    self.posts = posts
    self.rate = rate
    self.reason = reason
  }
}

/// What a session tells the agent, which owns the network.
///
/// A session without one works on the store as it is and says that it is offline. Every call is made
/// on the main thread, after the store has what it is about, and must not block. When `status`
/// changes, whoever holds the link calls `HubSession.syncChanged()`.
package protocol AgentLink: AnyObject {
  /// How far the inbox is that of the server, as last heard.
  var status: SyncStatus { get }
  /// A reply was written, is to be sent again, or was deleted (reference 2.11).
  func outboxChanged(in conversation: UUID)
  /// The user asks for a full sync.
  func refresh()
  /// The thread was scrolled up to the oldest reply that is stored.
  func fetchOlder(of conversation: UUID)
  /// A post is shown whose body is not stored, or may have changed.
  ///
  /// - Parameters:
  ///   - post: the post.
  ///   - failed: called at most once, when its page cannot be had and none is stored, with why as a
  ///     sentence; nil: there is nobody to fetch it.
  func bodyWanted(of post: UUID, failed: @escaping (_ reason: String?) -> Void)
  /// A conversation is shown of which messages are not stored.
  ///
  /// - Parameters:
  ///   - conversation: the conversation.
  ///   - done: called at most once, when the next page of them is stored, or when it is known that
  ///     it will not be: then with why as a sentence, if that is known.
  func messagesWanted(of conversation: UUID, done: @escaping (_ problem: String?) -> Void)
  /// The conversation was read up to its newest confirmed reply (reference 2.10, step 2).
  func conversationRead(_ conversation: UUID, upTo reply: UUID)
  /// Something is to be shown that is not stored (reference 4.6).
  ///
  /// - Parameters:
  ///   - destination: what is looked for.
  ///   - done: called at most once, when it is stored, or when it is known that it will not be.
  func find(_ destination: HubDestination, done: @escaping () -> Void)
  /// What is on screen now, for the polls of its screens (reference 2.6).
  func screens(listShown: Bool, conversation: UUID?)
}
