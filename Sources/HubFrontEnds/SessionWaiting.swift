import FoundationEssentials
import HubCore
import HubModel
import HubStore

/// What is on screen and on its way from the server.
enum AwaitedContent: Hashable {
  /// The page of a post of which none is stored.
  case page(UUID)
  /// Messages of which the row of a conversation tells.
  case messages(UUID)
  /// The rows of an inbox that was never synced.
  case inbox
}

/// Waiting for what is on screen, and saying why it does not come.
extension HubSession {
  /// Milliseconds for which a host that ends when it is idle waits for what it shows.
  static let contentPatience: UInt64 = 10_000

  // MARK: Asking

  /// Has the page of a post fetched that is on screen.
  func fetchPage(of post: UUID) throws(StoreError) {
    guard let agent else { return }
    if try !store.hasBody(of: post) { wait(for: .page(post)) }
    agent.bodyWanted(of: post) { [self] reason in
      settle(.page(post))
      guard let reason, shows(.post(post.uuidString)) else { return }
      tell(.pageNotFetched, "The page could not be fetched: \(reason)")
    }
  }

  /// Has the messages of a conversation fetched that is on screen, unless all are here.
  func fetchMessages(of conversation: UUID) throws(StoreError) {
    guard let agent, try store.lacksReplies(conversation) else { return }
    wait(for: .messages(conversation))
    agent.messagesWanted(of: conversation) { [self] problem in
      // What came is shown before this host may end.
      noticeChangesByOthers()
      settle(.messages(conversation))
      guard let problem, shows(.conversation(conversation)) else { return }
      tell(.messagesNotFetched, "The messages could not be fetched: \(problem)")
    }
  }

  /// Waits for the first rows, where the list is shown and there are none.
  func awaitInbox() {
    attempt("count the items") { () throws(StoreError) in
      guard syncStatus.lastSyncAt == nil, try store.counts().total == 0 else { return }
      wait(for: .inbox)
    }
  }

  private func tell(_ code: HubCode, _ message: String) {
    enqueue([.alert(code: code, title: "", message: message)])
  }

  /// Whether something lies on top of all that is on screen.
  private func shows(_ destination: HubDestination) -> Bool {
    guard let top = core.standalones.last?.destination ?? core.path.last?.destination else {
      return false
    }
    switch (top, destination) {
    // The id of a post is whatever text its link had.
    case (.post(let id), .post(let other)): return UUID(wire: id) == UUID(wire: other)
    default: return top == destination
    }
  }

  // MARK: Waiting

  /// Keeps the session from being idle until that came, cannot come, or takes too long.
  private func wait(for content: AwaitedContent) {
    guard agent?.status.state != .offline, awaited[content] == nil else { return }
    let timer = loop.addTimer(milliseconds: Self.contentPatience, repeats: false) { [self] in
      awaited[content] = nil
      idleCheck()
    }
    awaited[content] = timer
  }

  private func settle(_ content: AwaitedContent) {
    guard let timer = awaited.removeValue(forKey: content) else { return }
    _ = loop.cancelTimer(timer)
    later {}
  }

  /// Ends the waiting for the first sync when it has ended.
  func settleInbox() {
    guard awaited[.inbox] != nil else { return }
    let status = syncStatus
    switch status.state {
    case .syncing: return
    // One that began a moment ago has not been told yet.
    case .idle where status.lastSyncAt == nil: return
    case .idle, .failed, .offline: break
    }
    noticeChangesByOthers()
    settle(.inbox)
  }

  /// What follows for the user when something of what is on screen has come.
  func readWhatCame() throws(StoreError) {
    for case .page(let post) in awaited.keys where try store.hasBody(of: post) {
      settle(.page(post))
    }
    for conversation in unreadable {
      unreadable.remove(conversation)
      // Who has left meanwhile has not seen it.
      if visibleScreens.conversation == conversation { _ = reachedEnd(of: conversation) }
    }
  }

  /// Waits for nothing any more.
  func stopWaiting() {
    for timer in awaited.values { _ = loop.cancelTimer(timer) }
    awaited = [:]
    unreadable = []
  }
}
