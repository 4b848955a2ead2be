package import FoundationEssentials
package import HubLog
package import HubModel
package import HubStore

/// What the agent wants of the world.
package enum AgentEffect: Hashable, Sendable {
  /// The badge changed; `text` is nil at zero.
  case badge(count: Int, text: String?)
  /// The store changed: hosts look again.
  case changed(StoreChanges)
  case notification(NotificationDecision)
  /// All notifications of posts and conversations are to be withdrawn; `notificationsCleared()`
  /// says when that is done.
  case clearNotifications
  case status(AgentStatus)
  /// The page of an opened post could not be fetched and none is stored.
  case bodyFailed(post: UUID, reason: String)
  /// An unsent reply went with a reset; its text is for the log of whoever wrote it.
  case droppedReply(conversation: UUID, text: String)
  case log(LogLevel, String)
}

/// What the agent is doing, for the line in which front ends show it.
package struct AgentStatus: Hashable, Sendable {
  package enum Activity: Hashable, Sendable {
    case idle
    /// The server cannot be reached; why, as one sentence of safe text.
    case offline(reason: String)
    /// Posts that came so far in this sync, and how many a second.
    case syncing(posts: Int, perSecond: Int)
    /// The last sync failed; why, as one sentence of safe text.
    case failed(reason: String)
  }

  package var activity: Activity
  /// When a full sync last ended well; nil if never.
  package var lastSync: Timestamp?

  package init(activity: Activity = .idle, lastSync: Timestamp? = nil) {
    self.activity = activity
    self.lastSync = lastSync
  }
}

/// What becomes of one notification (reference 3.5).
package struct NotificationDecision: Hashable, Sendable {
  package enum Action: String, Hashable, Sendable {
    case show
    /// Its conversation is on screen: nothing is shown.
    case suppress
    case withdraw
  }

  package var action: Action
  /// `post-<UUID>`, `reply-<UUID>` or `notification-<id>`; nil withdraws the whole thread.
  package var id: String?
  /// The UUID text of the conversation, in upper case; nil for others.
  package var thread: String?
  /// One line of safe text.
  package var title: String
  /// Safe text.
  package var body: String
  /// What a tap opens, as it came.
  package var url: String?

  package init(
    _ action: Action, id: String? = nil, thread: String? = nil, title: String = "",
    body: String = "", url: String? = nil
  ) {
    self.action = action
    self.id = id
    self.thread = thread
    self.title = title
    self.body = body
    self.url = url
  }
}
