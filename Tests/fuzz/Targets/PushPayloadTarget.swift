import HubModel
import HubText

/// A push payload, as a platform or `hubhost push` hands it in.
enum PushPayloadTarget {
  static func run(_ bytes: [UInt8]) throws {
    let payload: PushPayload
    do throws(WireError) {
      payload = try PushPayload(decoding: bytes)
    } catch {
      return try WirePageTarget.checkRefusal(error, of: bytes)
    }
    if StrictJSON.canJudge(bytes) {
      try check(StrictJSON.isObject(bytes), "what is no JSON object is taken")
    }
    try check(payload == (try? PushPayload(decoding: bytes)), "the same bytes give another payload")
    try checkContent(of: payload)
    try check(payload.actionURL?.isEmpty != true, "the action's URL is empty")
    try check(
      payload.notification == nil || payload.notificationFault == nil,
      "a notification is decoded and bad")
    if let notification = payload.notification {
      try check(payload.tap == notification.tap, "the notification does not win the tap")
    } else {
      try check(
        payload.tap == payload.actionURL.map { .openURL($0) } ?? .none, "the tap is another one")
    }
    for sentence in [payload.notificationFault].compactMap({ $0 }) {
      try WirePageTarget.checkSentence(sentence)
    }
  }

  private static func checkContent(of payload: PushPayload) throws {
    switch payload.content {
    case .post: try check(payload.kind == .post, "a post came out of something else")
    case .conversation(let parts):
      try check(payload.kind == .conversation, "a conversation came out of something else")
      try check(
        parts.reply.conversationID == parts.conversation.id, "the reply is another conversation's")
      try check(
        parts.conversation.participantIDs.contains(parts.participant.id),
        "the participant is not linked")
    case .nothing(let reason): try WirePageTarget.checkSentence(reason)
    }
  }
}
