import HubFrontEnds
import HubModel
import HubText
public import Observation

extension Hub {
  /// How far the inbox is that of the server.
  public struct SyncStatus: Hashable, Sendable {
    /// What the agent is doing.
    public enum State: String, Hashable, Sendable {
      /// There is no agent, or it has no way to the server: what is stored is shown.
      case offline
      case idle
      case syncing
      /// The last sync failed; another one may follow by itself.
      case failed
    }

    /// What the agent is doing.
    public let state: State
    /// When a sync ended well, in milliseconds since 1970-01-01 UTC; nil: never, or not known.
    public let lastSyncAt: Int64?
    /// Posts that came so far in the sync that runs.
    public let posts: Int
    /// Posts a second in the sync that runs; nil: not known.
    public let postsPerSecond: Double?
    /// Why it is offline or has failed, one sentence that is safe to show; nil: not known.
    public let reason: String?
  }

  /// The status of the sync, as it was heard last.
  ///
  /// Observable: a view that reads `status` is told when it changes. On the Hub's thread; only the
  /// streams may be read elsewhere.
  @Observable
  public final class Sync {
    /// How far the inbox is that of the server.
    public private(set) var status: SyncStatus
    @ObservationIgnored private let changes = Broadcast<SyncStatus>()

    init() {
      status = SyncStatus(HubFrontEnds.SyncStatus(.offline))
    }

    /// The status as it is now, and then each time that it is another one.
    ///
    /// A reader who is late gets the newest only. Ends when the Hub is closed.
    public var values: AsyncStream<SyncStatus> {
      changes.stream(from: status, keeping: .bufferingNewest(1))
    }

    /// - Returns: whether it is another one than before.
    func set(_ new: SyncStatus) -> Bool {
      guard new != status else { return false }
      status = new
      changes.send(new)
      return true
    }

    func finish() { changes.finish() }
  }

  /// Asks for a full sync, as pulling the list down does; `sync` tells what comes of it.
  ///
  /// - Returns: false when there is no agent to ask.
  @discardableResult
  public func refresh() -> Bool {
    engine.enter {
      guard engine.isOpen, let agent = engine.session.agent else { return false }
      agent.refresh()
      return true
    }
  }
}

@available(*, unavailable)
extension Hub.Sync: Sendable {}

extension Hub.SyncStatus {
  init(_ status: HubFrontEnds.SyncStatus) {
    state =
      switch status.state {
      case .offline: .offline
      case .idle: .idle
      case .syncing: .syncing
      case .failed: .failed
      }
    lastSyncAt = status.lastSyncAt?.milliseconds
    posts = status.posts
    postsPerSecond = status.rate
    reason = status.reason.map { SafeText.line($0) }
  }
}
