import FoundationEssentials
package import HubModel
import HubStore

extension HubAgent {
  /// Takes in a push that came by another way than the stream (reference 3.2 and 3.3).
  ///
  /// What it brings is on disk when this returns.
  ///
  /// - Returns: whether it was handled.
  /// - Throws: why the store refused it; the push should be handed in again.
  @discardableResult
  package func receive(push bytes: [UInt8]) throws(EngageProblem) -> Bool {
    try receiver.receive(bytes)
  }

  /// The user tapped a notification (reference 3.3): what it brings is stored first, always; then
  /// this says what is to be done.
  package func tap(_ bytes: [UInt8]) -> PushPayload.Tap {
    influence.clear()
    guard let payload = receiver.decode(bytes) else { return .none }
    _ = try? receiver.store(payload.content)
    if let notification = payload.notification {
      events.record(
        .notificationOpened(
          id: notification.id, campaignID: notification.campaignID, source: .pushNotification))
    }
    return payload.tap
  }

  /// The user answered a notification without opening the app, in the order of reference 3.4.
  ///
  /// `then` is called once, also when there is nothing to send.
  package func inlineReply(
    to bytes: [UInt8], text: String, then: @escaping () -> Void = {}
  ) {
    guard let payload = receiver.decode(bytes), case .conversation(let parts) = payload.content
    else { return then() }
    _ = try? receiver.store(payload.content)
    let trimmed = text.trimmed
    guard !trimmed.isEmpty else { return then() }
    let id = parts.conversation.id
    guard markAndEnqueue(trimmed, id, parts.reply) else { return then() }
    syncs.outbox.flush(id) { [weak self] _ in
      guard let self else { return }
      self.tellRead(id, upTo: nil) { [weak self] in
        then()
        self?.context.emit(
          .notification(NotificationDecision(.withdraw, thread: id.uuidString)))
      }
    }
  }

  /// Marks read up to the answered reply, so that the badge does not flicker, and queues the
  /// answer.
  private func markAndEnqueue(_ text: String, _ id: UUID, _ answered: Reply) -> Bool {
    let own = Reply(
      id: context.newID(), conversationID: id, sender: .fan, content: [.text(text)],
      externalID: context.newID().uuidString, createdAt: context.now, state: .queued)
    defer { context.announce() }
    return context.read(false) { store throws(StoreError) in
      try store.markConversationRead(id, at: answered.createdAt, reply: answered.id)
      return try store.enqueueReply(own, preview: text)
    }
  }
}
