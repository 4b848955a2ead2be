import HubModel
import HubStore

/// What the agent says of its syncs: syncing, offline, failed or idle.
final class SyncProgress {
  private let context: AgentContext
  private var isSyncing = false
  private var startedAt: Int64 = 0
  private var toldAt: Int64 = 0
  /// Tells what came too early to be told at once.
  private var late: AgentTimer?
  private var count = 0
  /// Why the server cannot be reached, since the first call that did not reach it; nil: it can.
  private var unreachable: String?
  /// What failed last, by stream.
  private var failures: [SyncStream: String] = [:]
  /// Why nothing is kept of what comes; nil while there is no such reason.
  private var resetReason: String?
  private var lastSync: Timestamp?
  /// What was told last.
  private(set) var status = AgentStatus()

  init(_ context: AgentContext) {
    self.context = context
  }

  /// Begins with what is known from the last run.
  func start() {
    lastSync = context.read(nil) { store throws(StoreError) in try store.agentRecord().syncedAt }
    status = AgentStatus(lastSync: lastSync)
    context.emit(.status(status))
  }

  func begin() {
    isSyncing = true
    count = 0
    startedAt = context.monotonic
    tell()
  }

  /// Notes how many posts came so far in this sync.
  func posts(_ count: Int) {
    self.count = count
    guard isSyncing else { return }
    let left = toldAt + AgentLimits.progressInterval - context.monotonic
    guard left > 0 else { return tell() }
    guard late == nil else { return }
    // The next page may be long in coming.
    late = context.later(left) { [weak self] in
      self?.late = nil
      self?.tell()
    }
  }

  func synced(at time: Timestamp) {
    lastSync = time
  }

  func end() {
    isSyncing = false
    tell()
  }

  /// Notes an answer or a failure of the server.
  func contact(_ stream: SyncStream?, _ problem: EngageProblem?) {
    // The reason stays the same whichever call failed last.
    unreachable = problem?.kind == .transport ? unreachable ?? problem?.message : nil
    if let stream { failures[stream] = problem?.message }
    if !isSyncing { tell() }
  }

  /// Forgets the failures: what they were about is gone.
  func forget() {
    failures = [:]
  }

  /// Notes that the server makes us start over again and again, or with nil that it does no more.
  func startOver(because reason: String?) {
    resetReason = reason
    if !isSyncing { tell() }
  }

  private func tell() {
    context.cancel(late)
    late = nil
    let new = AgentStatus(activity: activity, lastSync: lastSync)
    guard new != status else { return }
    toldAt = context.monotonic
    status = new
    context.emit(.status(new))
  }

  private var activity: AgentStatus.Activity {
    if isSyncing {
      let elapsed = max(context.monotonic - startedAt, 1)
      return .syncing(posts: count, perSecond: Int(Int64(count) * 1000 / elapsed))
    }
    if let unreachable { return .offline(reason: unreachable) }
    if let resetReason { return .failed(reason: resetReason) }
    let streams: [SyncStream] = [
      .posts, .conversations, .subscriptions, .participants, .config, .home,
    ]
    for stream in streams {
      if let reason = failures[stream] { return .failed(reason: reason) }
    }
    return .idle
  }
}
