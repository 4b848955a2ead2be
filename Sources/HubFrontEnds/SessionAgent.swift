import CHubFrontEnd
import FoundationEssentials
import HubCore
import HubLog
import HubModel
import HubStore

/// What an agent is told of the screens.
struct AgentScreens: Hashable {
  var listShown = false
  var conversation: UUID?
}

/// What the session tells the agent, and asks of it.
extension HubSession {
  /// How far the inbox is that of the server; offline without an agent.
  package var syncStatus: SyncStatus {
    var status = agent?.status ?? SyncStatus(.offline, reason: reasonWithoutAgent)
    if status.lastSyncAt == nil {
      // The agent has not said so yet, or there is none: the store knows of earlier ones.
      attempt("read when the last sync was") { () throws(StoreError) in
        status.lastSyncAt = try store.agentRecord().syncedAt
      }
    }
    return status
  }

  /// Why nothing is fetched; nil where there is no server to fetch from.
  private var reasonWithoutAgent: String? {
    settings.app.hasServer ? "This host works without an agent, so nothing is fetched." : nil
  }

  /// The agent's status is another one: the front end is told.
  package func syncChanged() {
    settleInbox()
    _ = frontEnd?.syncChanged()
  }

  /// Marks a conversation read up to its newest reply, here and on the server (reference 2.10).
  ///
  /// One of which nothing has come yet is marked when it comes, if it is still on screen then.
  ///
  /// - Parameters:
  ///   - conversation: the conversation.
  ///   - unseen: whether it is marked at once, whatever is here of it.
  /// - Returns: nil when it could not be done; false when the conversation is not here.
  func reachedEnd(of conversation: UUID, unseen: Bool = false) -> Bool? {
    var mark: LocalReadMark?
    let isDone = attempt("mark the conversation as read") { () throws(StoreError) in
      // Where there is no server to fetch from, what is here is all there is to see.
      mark = try store.markConversationRead(
        conversation, unseen: unseen || !settings.app.hasServer)
    }
    guard isDone else { return nil }
    if mark?.isTooEarly == true { unreadable.insert(conversation) }
    if mark?.moved == true { noticeChanges() }
    if let reply = mark?.confirmedReply { agent?.conversationRead(conversation, upTo: reply) }
    return mark != nil
  }

  /// Of so many unread rows, the newest, the conversations are marked read on the server, too.
  static let mostReadAtOnce = 1000

  /// Marks everything read, here, and conversations on the server.
  func markAllRead() -> hub_status {
    var conversations: [UUID] = []
    let status = answer { () throws(StoreError) in
      if agent != nil {
        let unread = try store.window(InboxQuery(limit: Self.mostReadAtOnce, unreadOnly: true))
        conversations = unread.map(\.key).filter { $0.kind == .conversation }.map(\.id)
      }
      _ = try store.markAllRead()
      for conversation in conversations {
        guard let reply = try store.newestConfirmedReply(of: conversation) else { continue }
        agent?.conversationRead(conversation, upTo: reply)
      }
      return HUB_OK
    }
    noticeChanges()
    return status
  }

  /// Looks for something on the server that is not stored, before it is called missing
  /// (fault O7 of reference 9.1).
  ///
  /// - Parameters:
  ///   - destination: what is looked for.
  ///   - done: looks it up once more; called on a later turn.
  /// - Returns: false when there is nobody to ask.
  func find(_ destination: HubDestination, done: @escaping () -> Void) -> Bool {
    guard let agent, agent.status.state != .offline else { return false }
    searches += 1
    var isOpen = true
    agent.find(destination) { [self] in
      guard isOpen else { return }
      isOpen = false
      searches -= 1
      later { [self] in
        // What was found is told first, so that it is there when it is shown.
        noticeChangesByOthers()
        done()
      }
    }
    return true
  }

  /// Tells the agent what is on screen, when that is another than before.
  func tellScreens() {
    if let onScreens, heardScreens != visibleScreens {
      let screens = visibleScreens
      heardScreens = screens
      onScreens(screens.listShown, screens.conversation)
    }
    guard let agent else { return }
    let screens = visibleScreens
    guard screens != toldScreens else { return }
    if screens.listShown, toldScreens?.listShown != true { awaitInbox() }
    toldScreens = screens
    agent.screens(listShown: screens.listShown, conversation: screens.conversation)
  }

  /// The list or the conversation that is on screen.
  var visibleScreens: AgentScreens {
    guard core.standalones.isEmpty else {
      return AgentScreens(conversation: Self.conversation(core.standalones.last?.destination))
    }
    guard core.root == .hub(isShown: true), core.config.isInboxEnabled else {
      return AgentScreens()
    }
    guard let top = core.path.last, top != .messages else { return AgentScreens(listShown: true) }
    if case .conversation(let id) = top { return AgentScreens(conversation: id) }
    return AgentScreens()
  }

  private static func conversation(_ destination: HubDestination?) -> UUID? {
    if case .conversation(let id) = destination { id } else { nil }
  }
}
