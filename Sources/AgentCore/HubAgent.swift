package import FoundationEssentials
import HubLog
package import HubModel
package import HubStore

/// The background half of the Hub: it decides when to sync, sends replies, takes in pushes, and says
/// what follows, such as a badge.
///
/// One thread. It has no sockets, clocks or processes of its own: requests go to the service, time
/// comes from the seams, and what it wants of the world are effects, which may come from inside any
/// call. Hosts write to the store themselves (read marks, replies, events) and then tell the agent.
package final class HubAgent {
  let context: AgentContext
  let syncs: SyncCoordinator
  let screens: Screens
  let receiver: PushReceiver
  private let stream: PushStream
  private let bodies: BodyFetcher
  let events: EventQueue
  let influence: Influence
  private var isStarted = false

  /// Makes an agent that does nothing until it is started.
  package init(
    store: HubStore, service: any EngageService, seams: AgentSeams, settings: AgentSettings,
    effects: @escaping (AgentEffect) -> Void
  ) {
    context = AgentContext(
      store: store, service: service, seams: seams, settings: settings, effects: effects)
    syncs = SyncCoordinator(context)
    screens = Screens(context, syncs)
    receiver = PushReceiver(context, screens)
    stream = PushStream(context, receiver, syncs)
    bodies = BodyFetcher(context)
    events = EventQueue(context)
    influence = Influence(context, events)
    receiver.onPush = { [weak influence] in influence?.pushCame($0) }
    syncs.onPosts = { [weak bodies] in bodies?.fetchAhead() }
    receiver.onPost = { [weak bodies] in bodies?.fetchAhead() }
    syncs.onReset = { [weak self] in
      self?.bodies.reset()
      self?.syncs.progress.forget()
    }
    stream.onOpened = { [weak syncs] in syncs?.connectionIsBack(fully: $0) }
  }

  // MARK: - Life

  /// Tells badge and status, connects, and runs a full sync.
  package func start(then: @escaping (SyncOutcome) -> Void = { _ in }) {
    guard !isStarted else { return syncs.runFull(then) }
    isStarted = true
    takeOver()
    context.announceStart()
    syncs.progress.start()
    events.start()
    stream.start()
    syncs.runFull(then)
  }

  /// Ends every call and timer for good; nothing is heard of this agent any more, except that
  /// those who wait for an outcome hear that it is stale.
  package func stop() {
    screens.stop()
    stream.stop()
    events.stop()
    bodies.reset()
    context.end()
    syncs.stop()
  }

  /// What somebody else left unsent is not sent in this user's name, now or ever, and a reset
  /// still knows whose it is.
  private func takeOver() {
    let identity = context.settings.identity
    _ = try? context.withStore { store throws(StoreError) in
      var record = try store.agentRecord()
      guard record.identity != identity else { return }
      if record.identity != nil {
        try store.disownUnsent(error: "It was written for another user, and can only be deleted.")
        // They would be told of this one.
        let others = try store.events()
        try store.removeEvents(others.map(\.id))
        if !others.isEmpty {
          context.log(
            .notice, "Events of the user before, which nobody was told, are gone: \(others.count).")
        }
      }
      record.identity = identity
      try store.saveAgentRecord(record)
    }
  }

  /// What it is doing.
  package var status: AgentStatus { syncs.progress.status }

  /// What failed in the full sync that ended last, whatever its other parts brought; nil: nothing.
  package var lastProblem: EngageProblem? { syncs.lastProblem }

  /// Whether a reset overtook the full sync that ended last, or a part of it.
  package var wasOvertaken: Bool { syncs.wasOvertaken }

  /// Whether something is being sent, or will be before long: a process that leaves waits for it.
  package var isSending: Bool { syncs.outbox.isBusy || events.isBusy }

  // MARK: - Hosts

  /// A host came, or its app came to the front: a full sync runs (reference 2.6).
  package func hostAppeared(
    _ host: AgentHost, then: @escaping (SyncOutcome) -> Void = { _ in }
  ) {
    influence.appBecameActive()
    syncs.runFull(then)
  }

  /// A host went, with all its screens.
  package func hostLeft(_ host: AgentHost) {
    screens.leave(host)
  }

  /// A host shows a screen; polls that belong to it run while any host does.
  package func show(_ screen: AgentScreen, on host: AgentHost) {
    screens.show(screen, on: host)
  }

  /// A host no longer shows a screen.
  package func hide(_ screen: AgentScreen, on host: AgentHost) {
    screens.hide(screen, on: host)
  }

  /// The user asked for what is new: a full sync runs, and another one when a reset overtook it,
  /// since else the answer would be an empty inbox.
  package func refresh(then: @escaping (SyncOutcome) -> Void = { _ in }) {
    syncs.runAsked(then)
  }

  /// After a reset: a full sync runs, unless it is not the first one in a row.
  package func comeBack() {
    syncs.comeBack()
  }

  /// Another process wrote to the store: tells what changed, and the badge; events that it put
  /// there are sent.
  package func storeChanged() {
    context.announce()
    events.storeChanged()
  }

  /// A host wrote a reply, or wants a failed one sent again: the outbox is sent.
  package func outboxChanged(
    _ conversation: UUID? = nil, then: @escaping (SyncOutcome) -> Void = { _ in }
  ) {
    context.announce()
    syncs.outbox.flush(conversation, then: then)
  }

  /// A host shows a post: its page is fetched at once.
  package func postOpened(_ id: UUID) {
    bodies.open(id)
  }

  /// A host shows a conversation of which replies are missing: brings the next page of newer ones.
  package func newerReplies(
    of conversation: UUID, then: @escaping (SyncOutcome) -> Void
  ) {
    syncs.replies.runForward(conversation, then)
  }

  /// The user scrolls to older replies: brings one page of them.
  package func olderReplies(
    of conversation: UUID, then: @escaping (SyncOutcome) -> Void = { _ in }
  ) {
    syncs.replies.runBackward(conversation, then)
  }

  /// Looks for a post or conversation here and then on the server (faults O6 and O7 of reference
  /// 9.1); `then` hears whether it is in the store.
  package func find(kind: ItemKind, _ id: UUID, then: @escaping (Bool) -> Void) {
    switch kind {
    case .conversation: syncs.replies.find(id) { then($0 == nil) }
    case .post:
      if has(id) { return then(true) }
      syncs.runPosts { [weak self] _ in then(self?.has(id) ?? false) }
    }
  }

  private func has(_ post: UUID) -> Bool {
    context.read(false) { store throws(StoreError) in try store.post(post) != nil }
  }

  /// A host has marked a conversation read in the store: the server is told up to which reply
  /// (reference 2.10, step 2).
  ///
  /// `reply` is `LocalReadMark.confirmedReply`; nil means that the server is not called.
  package func conversationRead(_ id: UUID, upTo reply: UUID?) {
    context.announce()
    if let reply { tellRead(id, upTo: reply) }
  }

  /// Says that the notifications are withdrawn, for which a reset waits.
  package func notificationsCleared() {
    syncs.notificationsCleared()
  }

  /// Tells the server how far a conversation is read; a failure is only logged (reference 2.10).
  func tellRead(_ id: UUID, upTo reply: UUID?, then: @escaping () -> Void = {}) {
    context.call(nil) { [context] in
      context.service.markRead(id, upTo: reply, then: $0)
    } then: { [context] answer in
      switch answer {
      case .value(let read):
        _ = try? context.withStore { store throws(StoreError) in try store.apply(read: read) }
        context.announce()
      case .problem(let problem):
        context.log(.info, "The server was not told what is read: \(problem.message)")
      case .notModified, .stale: break
      }
      then()
    }
  }
}

@available(*, unavailable)
extension HubAgent: Sendable {}
