import FoundationEssentials
import HubLog
import HubModel
import HubStore

/// Full syncs, their parts, and the reset that a 410 starts (reference 2.6 and 2.9).
final class SyncCoordinator {
  /// The parts of a full sync.
  enum Part: CaseIterable {
    case config, posts, outbox, conversations, subscriptions, participants

    var stream: SyncStream? {
      switch self {
      case .config: .config
      case .posts: .posts
      case .outbox: nil
      case .conversations: .conversations
      case .subscriptions: .subscriptions
      case .participants: .participants
      }
    }
  }

  let context: AgentContext
  let posts: PostsSync
  let conversations: ConversationsSync
  let replies: RepliesSync
  let small: SmallSyncs
  let outbox: Outbox
  let progress: SyncProgress
  /// Called by a reset once no call runs any more.
  var onReset: () -> Void = {}
  /// What failed in the last run, though other parts of it may have brought something.
  private(set) var lastProblem: EngageProblem?
  /// Whether a reset overtook a part of the last run.
  private(set) var wasOvertaken = false
  /// Called when posts were asked for and nothing failed.
  var onPosts: () -> Void = {}

  private var full = Joint()
  private var retry: AgentTimer?
  private var clearing: AgentTimer?
  /// Resets since the last full sync that none overtook.
  private var resets = 0
  /// The stream whose 410 made the last reset; nil when it was none of them.
  private var goneStream: SyncStream?
  /// What waits for the end of a reset.
  private var afterReset: [() -> Void] = []
  /// Between the start of the clearing and the end of the dropping of rows.
  private var isDropping = false

  init(_ context: AgentContext) {
    self.context = context
    posts = PostsSync(context)
    conversations = ConversationsSync(context)
    replies = RepliesSync(context, conversations)
    small = SmallSyncs(context)
    outbox = Outbox(context)
    progress = SyncProgress(context)
    posts.onProgress = { [weak self] in self?.progress.posts($0) }
    conversations.onNewRows = { [weak self] in self?.outbox.flush() }
    context.onGone = { [weak self] in self?.reset($0) }
    context.onContact = { [weak self] in self?.contact($0, $1) }
  }

  // MARK: - Full sync

  /// Runs all parts at the same time, or joins the run that there is.
  func runFull(_ then: @escaping (SyncOutcome) -> Void = { _ in }) {
    guard context.settings.hasServer else { return then(.nothingNew) }
    guard full.join(then) else { return }
    run(Part.allCases) { [weak self] outcome in
      if self?.wasOvertaken == false { self?.resetsAreOver() }
      for then in self?.full.finish() ?? [] { then(outcome) }
    }
  }

  /// A full sync that somebody asked for: it runs once more when a reset overtakes it.
  func runAsked(_ then: @escaping (SyncOutcome) -> Void) {
    guard !context.isResetting else { return runFull(then) }
    let generation = context.generation
    runFull { [weak self] outcome in
      guard let self, self.context.generation != generation else { return then(outcome) }
      self.afterReset { [weak self] in self?.runAgain(then) }
    }
  }

  private func runAgain(_ then: @escaping (SyncOutcome) -> Void) {
    let generation = context.generation
    runFull { [context] outcome in
      let isReset = context.generation != generation && !context.isEnded
      then(isReset ? .failed(Self.resetAgain) : outcome)
    }
  }

  private static let resetAgain = EngageProblem(
    .status(410), "The server said twice that everything known of it is out of date.")

  /// A full sync after a reset, unless the sync after the one before was overtaken by it.
  func comeBack() {
    if resets == 1 { runFull() }
  }

  private func resetsAreOver() {
    resets = 0
    goneStream = nil
    progress.startOver(because: nil)
  }

  private func contact(_ stream: SyncStream?, _ problem: EngageProblem?) {
    let isBack = resets > 1 && problem == nil && stream != nil && stream == goneStream
    if isBack { resetsAreOver() }
    progress.contact(stream, problem)
    // The other streams lost what they had, too.
    if isBack { _ = context.later(0) { [weak self] in self?.runFull() } }
  }

  private func afterReset(_ body: @escaping () -> Void) {
    if context.isResetting { afterReset.append(body) } else { body() }
  }

  private func run(_ parts: [Part], _ then: @escaping (SyncOutcome) -> Void) {
    context.cancel(retry)
    retry = nil
    progress.begin()
    var outcomes: [(Part, SyncOutcome)] = []
    for part in parts {
      run(part) { [weak self] outcome in
        outcomes.append((part, outcome))
        if outcomes.count == parts.count { self?.finish(outcomes, then) }
      }
    }
  }

  private func run(_ part: Part, _ then: @escaping (SyncOutcome) -> Void) {
    switch part {
    case .config: small.config(then)
    case .posts: runPosts(then)
    case .outbox: outbox.flush(then: then)
    case .conversations: conversations.runForward(launch: true, then)
    case .subscriptions: small.subscriptions(then)
    case .participants: small.participants(then)
    }
  }

  /// Brings posts, and what follows from their coming.
  func runPosts(_ then: @escaping (SyncOutcome) -> Void = { _ in }) {
    posts.run { [weak self] outcome in
      if outcome == .newData || outcome == .nothingNew { self?.onPosts() }
      then(outcome)
    }
  }

  private func finish(_ outcomes: [(Part, SyncOutcome)], _ then: (SyncOutcome) -> Void) {
    let failed = outcomes.filter { $0.1.problem != nil }
    lastProblem = failed.first?.1.problem
    wasOvertaken = outcomes.contains { $0.1 == .stale }
    if failed.isEmpty, !wasOvertaken { noteSuccess() }
    progress.end()
    retryLater(failed.filter { $0.1.problem?.isRetryable ?? false }.map(\.0))
    if wasOvertaken, resets > 1 { askAgainLater() }
    then(.combined(outcomes.map(\.1)))
  }

  private func noteSuccess() {
    let now = context.now
    _ = try? context.withStore { store throws(StoreError) in
      var record = try store.agentRecord()
      record.syncedAt = now
      try store.saveAgentRecord(record)
    }
    progress.synced(at: now)
  }

  /// The parts that failed for a time are tried again on their own.
  private func retryLater(_ parts: [Part]) {
    let waits = parts.compactMap(\.stream).map { context.backoff($0) }
    guard !context.isEnded, let wait = waits.max() else { return }
    context.cancel(retry)
    retry = context.later(wait) { [weak self] in
      self?.retry = nil
      self?.run(parts) { _ in }
    }
  }

  /// After resets in a row the server is left alone for a while, and not for good.
  private func askAgainLater() {
    guard !context.isEnded else { return }
    let wait = Backoff.wait(
      failures: resets - 1, chance: context.seams.random.next(), first: AgentLimits.resetBackoff)
    context.cancel(retry)
    retry = context.later(wait) { [weak self] in
      self?.retry = nil
      self?.runFull()
    }
  }

  /// The server can be reached again: what waited for that is asked for now.
  func connectionIsBack(fully: Bool) {
    if fully || retry != nil { runFull() }
  }

  // MARK: - Screens

  /// The Hub's root appeared: the configuration is asked for, and the home if there is one.
  func hubAppeared() {
    if small.isHomeEnabled { small.home { _ in } }
    small.config { _ in }
  }

  /// A look at a conversation on screen: its outbox first, then newer replies, unless a reset came
  /// between.
  func pollConversation(_ id: UUID, _ then: @escaping (SyncOutcome) -> Void) {
    let generation = context.generation
    outbox.flush(id) { [weak self] outcome in
      guard let self else { return }
      guard outcome != .stale, self.context.generation == generation else { return then(.stale) }
      self.replies.runForward(id, then)
    }
  }

  // MARK: - Reset

  /// Empties the store, in the order of reference 2.9; several 410s make one reset.
  private func reset(_ stream: SyncStream?) {
    guard !context.isResetting else { return }
    context.log(
      .warning, "The server said that everything known of it is out of date; it is fetched anew.")
    resets += 1
    goneStream = stream
    if resets > 1 { progress.startOver(because: Self.resetAgain.message) }
    context.cancel(retry)
    retry = nil
    context.beginReset()
    outbox.reset()
    onReset()
    clearing = context.later(AgentLimits.clearingWait) { [weak self] in
      self?.context.log(.warning, "The notifications were not cleared in time.")
      self?.clearing = nil
      self?.endReset()
    }
    isDropping = true
    context.emit(.clearNotifications)
    dropRows()
    if clearing == nil { endReset() }
  }

  private func endReset() {
    context.endReset()
    let waiting = afterReset
    afterReset = []
    for body in waiting { body() }
  }

  /// Says that the notifications are withdrawn, for which a reset waits.
  func notificationsCleared() {
    guard let clearing else { return }
    context.cancel(clearing)
    self.clearing = nil
    if !isDropping { endReset() }
  }

  private func dropRows() {
    defer { isDropping = false }
    let identity = context.settings.identity
    let dropped = try? context.withStore { store throws(StoreError) in
      var record = try store.agentRecord()
      let isSame = record.identity == nil || record.identity == identity
      let dropped = try store.reset(keepingUnsent: isSame)
      record.identity = identity
      try store.saveAgentRecord(record)
      return dropped
    }
    for reply in dropped ?? [] {
      context.emit(.droppedReply(conversation: reply.conversationID, text: reply.text))
    }
    context.announce()
  }

  /// Ends everything that waits, once no call runs any more.
  func stop() {
    context.cancel(retry)
    context.cancel(clearing)
    retry = nil
    clearing = nil
    // Each starts a sync that ends at once, so that those who wait for it hear so.
    endReset()
    outbox.reset()
  }
}
