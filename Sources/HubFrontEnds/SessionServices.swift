package import CHubFrontEnd
import FoundationEssentials
import HubCore
import HubLog
import HubModel
import HubStore

extension HubSession {
  /// Texts for the front end until it returns to the loop.
  var lentTexts: TextArena {
    if !isClearingLent {
      isClearingLent = true
      loop.later { [self] in
        isClearingLent = false
        lent.clear()
      }
    }
    return lent
  }

  /// Who handed over a push.
  package enum PushSource: Hashable, Sendable {
    /// The one on the stage.
    case frontEnd
    /// The program that the Hub is in.
    case app
  }

  /// Takes in a push payload that a front end or the app hands over; why nothing of it was stored is
  /// told in the log, with whose it was.
  package func receive(_ bytes: [UInt8], from source: PushSource) -> hub_status {
    let payload: PushPayload
    do {
      payload = try PushPayload(decoding: bytes)
    } catch {
      Log.warning("A push from \(name(of: source)) was not stored. \(error)")
      return HUB_E_REFUSED
    }
    let subject: PushSubject
    switch payload.content {
    case .nothing(let reason):
      Log.warning("A push from \(name(of: source)) was not stored. \(reason)")
      send(.pushArrived(.other))
      return HUB_E_REFUSED
    case .post(let post): subject = .post(post.id)
    case .conversation(let parts): subject = .conversation(parts.conversation.id)
    }
    let status = answer { () throws(StoreError) in
      try store.receive(payload) ? HUB_OK : HUB_E_REFUSED
    }
    noticeChanges()
    send(.pushArrived(status == HUB_OK ? subject : .other))
    return status
  }

  private func name(of source: PushSource) -> String {
    guard source == .frontEnd else { return "the app" }
    // One that is still being created has no name here.
    return frontEnd?.about.map { "the front end \($0.name)" } ?? "the front end"
  }
}
