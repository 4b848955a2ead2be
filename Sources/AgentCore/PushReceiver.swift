import FoundationEssentials
import HubLog
import HubModel
import HubStore

/// Takes in push payloads, whatever brought them (reference 3.2 to 3.5).
final class PushReceiver {
  private let context: AgentContext
  private let screens: Screens
  /// Called when a post was stored.
  var onPost: () -> Void = {}
  /// Called with each push, nil where it could not be read.
  var onPush: (PushPayload?) -> Void = { _ in }

  init(_ context: AgentContext, _ screens: Screens) {
    self.context = context
    self.screens = screens
  }

  /// Stores what a payload brings, on disk when this returns, and then says what becomes of its
  /// notification.
  ///
  /// `event` is its id in the stream of pushes, which is stored with it.
  ///
  /// - Returns: whether it was handled: it stored something or is a notification of a campaign.
  @discardableResult
  func receive(_ bytes: [UInt8], event: String? = nil) throws(EngageProblem) -> Bool {
    let payload = decode(bytes)
    let isStored = try store(payload?.content ?? .nothing(reason: ""), event: event)
    onPush(payload)
    guard let payload else { return false }
    if !isStored, payload.notification == nil {
      let reason = if case .nothing(let reason) = payload.content { reason } else { "" }
      context.log(.warning, "A push was not stored. \(reason)")
      return false
    }
    if let alert = PushAlert(decoding: bytes) { decide(payload, alert) }
    return true
  }

  /// Stores a payload's content and tells what changed.
  @discardableResult
  func store(
    _ content: PushPayload.Content, event: String? = nil
  ) throws(EngageProblem) -> Bool {
    if case .nothing = content, event == nil { return false }
    let isStored = try context.withStore { store throws(StoreError) in
      try store.receive(content, event: event)
    }
    context.announce()
    if isStored, case .post = content { onPost() }
    return isStored
  }

  /// The payload in `bytes`; nil, with a line in the log, if it is none.
  func decode(_ bytes: [UInt8]) -> PushPayload? {
    do throws(WireError) {
      return try PushPayload(decoding: bytes)
    } catch {
      context.log(.warning, "A push could not be read: \(error)")
      return nil
    }
  }

  private func decide(_ payload: PushPayload, _ alert: PushAlert) {
    var decision = NotificationDecision(payload, alert, appName: context.settings.appName)
    if case .conversation(let parts) = payload.content, screens.displays(parts.conversation.id) {
      decision.action = .suppress
    }
    context.emit(.notification(decision))
  }
}
