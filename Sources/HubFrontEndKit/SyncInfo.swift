/// How far the inbox is that of the server.
public struct SyncInfo: Hashable, Sendable {
  /// What the agent does.
  public enum State: UInt32, Hashable, Sendable {
    /// No agent runs, or it has no way to the server: what is stored is shown.
    case offline = 0
    /// Nothing.
    case idle = 1
    /// A sync.
    case syncing = 2
    /// Nothing; the last sync failed, and another one may follow by itself.
    case failed = 3
  }

  /// What the agent does.
  public var state: State
  /// When a sync ended well, in milliseconds since 1970-01-01 UTC; nil: never.
  public var lastSyncAt: Int64?
  /// Posts that came so far in the sync that runs.
  public var posts: Int
  /// Posts a second in the sync that runs; nil: not known.
  public var rate: Double?
  /// Why it is offline or has failed, as one sentence; nil: not known.
  public var reason: String?

  /// Whether there is a server that the inbox comes from; false when nothing says so.
  public var hasServer: Bool { state != .offline || reason != nil || lastSyncAt != nil }

  /// A status of these values.
  public init(
    _ state: State, lastSyncAt: Int64? = nil, posts: Int = 0, rate: Double? = nil,
    reason: String? = nil
  ) {
    self.state = state
    self.lastSyncAt = lastSyncAt
    self.posts = posts
    self.rate = rate
    self.reason = reason
  }
}
