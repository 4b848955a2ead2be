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

  /// Takes in a push payload that a front end or the app hands over.
  package func receive(_ bytes: [UInt8]) -> hub_status {
    let payload: PushPayload
    do {
      payload = try PushPayload(decoding: bytes)
    } catch {
      Log.warning("\(error)")
      return HUB_E_REFUSED
    }
    let subject: PushSubject
    switch payload.content {
    case .nothing(let reason):
      Log.warning("\(reason)")
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
}
