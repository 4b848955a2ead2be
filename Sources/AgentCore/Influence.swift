import HubModel

/// Whether a campaign's notification brought the user here without a tap (reference 3.6): the receipt of the last
/// one, until an app comes to the front.
///
/// It is kept in memory: it counts for two minutes, and an agent seldom ends within them.
final class Influence {
  private struct Receipt {
    var id: String
    var campaignID: String
    var receivedAt: Timestamp
  }

  private let context: AgentContext
  private let events: EventQueue
  private var receipt: Receipt?

  init(_ context: AgentContext, _ events: EventQueue) {
    self.context = context
    self.events = events
  }

  /// A push came; nil is one that could not be read.
  ///
  /// A campaign's leaves a receipt, content of the Hub leaves an earlier one alone, and what is nothing of ours
  /// takes it away.
  func pushCame(_ payload: PushPayload?) {
    if let notification = payload?.notification {
      receipt = Receipt(
        id: notification.id, campaignID: notification.campaignID, receivedAt: context.now)
    } else if !isOurs(payload) {
      receipt = nil
    }
  }

  private func isOurs(_ payload: PushPayload?) -> Bool {
    guard let payload, payload.notificationFault == nil else { return false }
    return payload.kind != PushPayload.Kind.none
  }

  /// An app came to the front: an event, if the notification is not too old; the receipt is used up.
  func appBecameActive() {
    guard let last = receipt else { return }
    receipt = nil
    let age = context.now.milliseconds - last.receivedAt.milliseconds
    // A clock that was set back says nothing of the age.
    guard 0...AgentLimits.influenceTime ~= age else { return }
    events.record(
      .notificationOpened(id: last.id, campaignID: last.campaignID, source: .influencedOpen))
  }

  /// A notification was tapped, so that what follows is a direct open.
  func clear() {
    receipt = nil
  }
}
