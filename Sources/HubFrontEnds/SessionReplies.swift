import CHubFrontEnd
import FoundationEssentials
import HubCore
import HubLog
import HubModel
import HubStore

/// What the user writes (reference 2.11).
extension HubSession {
  /// Puts a reply into the outbox.
  ///
  /// - Returns: what came of it, and the id of the reply if it is in the outbox.
  func write(_ text: String, in conversation: UUID) -> (status: hub_status, reply: UUID?) {
    let text = text.withoutOuterSpace
    guard !text.isEmpty, isForOurUser else { return (HUB_E_REFUSED, nil) }
    let reply = Reply(
      id: UUID(), conversationID: conversation, sender: .fan, content: [.text(text)],
      externalID: UUID().uuidString, createdAt: settings.now(), state: .queued)
    let status = answer { () throws(StoreError) in
      try store.enqueueReply(reply, preview: text) ? HUB_OK : HUB_E_NOT_FOUND
    }
    guard status == HUB_OK else { return (status, nil) }
    noticeChanges()
    agent?.outboxChanged(in: conversation)
    return (HUB_OK, reply.id)
  }

  /// Whether what is written here goes out in the name of the user that this host was started for; if
  /// not, that is told.
  private var isForOurUser: Bool {
    guard settings.app.hasServer, let record = try? store.agentRecord(),
      let theirs = record.identity
    else { return true }
    let ours = UserIdentity.fingerprint(
      account: settings.app.accountToken, user: settings.app.userID)
    guard theirs != ours else { return true }
    warn(
      .userChanged, "the app has another user now, so nothing was written; start this host again")
    return false
  }

  /// Sends a failed reply once more (fault O11 of reference 9.1).
  func retry(_ id: UUID) -> hub_status {
    change(failed: id) { () throws(StoreError) in try store.retryReply(id, at: settings.now()) }
  }

  /// Deletes a failed reply for good.
  func remove(_ id: UUID) -> hub_status {
    change(failed: id) { () throws(StoreError) in try store.deleteReply(id) }
  }

  private func change(
    failed id: UUID, _ work: () throws(StoreError) -> Bool
  ) -> hub_status {
    var conversation: UUID?
    let status = answer { () throws(StoreError) in
      guard let reply = try store.reply(id) else { return HUB_E_NOT_FOUND }
      guard reply.isMine, reply.state == .failed else { return HUB_E_STATE }
      conversation = reply.conversationID
      return try work() ? HUB_OK : HUB_E_STATE
    }
    guard status == HUB_OK, let conversation else { return status }
    noticeChanges()
    agent?.outboxChanged(in: conversation)
    return HUB_OK
  }

  /// Asks the agent for replies that are older than what is stored.
  func fetchOlder(of conversation: UUID) -> hub_status {
    let status = answer { () throws(StoreError) in
      guard try store.item(kind: .conversation, id: conversation) != nil else {
        return HUB_E_NOT_FOUND
      }
      return try store.cursor(of: .replies(conversation)).historyComplete ? HUB_E_STATE : HUB_OK
    }
    guard status == HUB_OK else { return status }
    guard let agent else { return HUB_E_UNAVAILABLE }
    agent.fetchOlder(of: conversation)
    return HUB_OK
  }
}

extension String {
  /// The text without blank space and newlines at both ends.
  var withoutOuterSpace: String {
    var rest = self[...].drop(while: \.isWhitespace)
    while let last = rest.last, last.isWhitespace { rest.removeLast() }
    return String(rest)
  }
}
