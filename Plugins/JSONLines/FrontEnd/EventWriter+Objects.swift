import HubFrontEndKit

/// The objects inside events.
extension EventWriter {
  func app(_ app: AppInfo) {
    object("app") {
      $0.member("id", app.id)
      $0.member("name", app.name)
    }
    object("config") {
      $0.member("inboxEnabled", app.isInboxEnabled)
      $0.member("homeEnabled", app.isHomeEnabled)
      $0.member("deepLink", app.deepLink)
    }
  }

  func path(_ path: [PathEntry]) {
    list("path", path) { events, entry in
      events.element { events in
        switch entry {
        case .messages: events.member("messages", true)
        case .post(let text): events.member("post", Self.upperCase(text))
        case .conversation(let text): events.member("conversation", Self.upperCase(text))
        }
      }
    }
  }

  func post(_ post: Item) {
    object("post") {
      $0.member("id", post.id)
      $0.member("subject", post.subject ?? "")
      $0.member("preview", post.preview ?? "")
      $0.member("sender", post.sender)
      $0.member("receivedAt", time: post.activityAt)
      $0.member("url", post.url)
      $0.member("cover", post.cover)
      $0.member("read", !post.isUnread)
    }
  }

  func conversation(_ conversation: ConversationRecord) {
    object("conversation") {
      $0.member("id", conversation.item.id)
      $0.member("subject", conversation.item.subject)
      $0.member("sender", conversation.item.sender)
      $0.texts("participants", conversation.participants)
      $0.member("activityAt", time: conversation.item.activityAt)
      $0.member("read", !conversation.item.isUnread)
    }
  }

  func replies(_ replies: [ReplyRecord]) {
    list("replies", replies) { events, reply in
      events.element {
        $0.member("id", reply.id)
        $0.member("sender", reply.sender)
        $0.member("mine", reply.isMine)
        $0.member("state", Self.word(for: reply.state))
        $0.member("createdAt", time: reply.createdAt)
        $0.member("text", reply.text)
        $0.texts("images", reply.images)
      }
    }
  }

  func sync(_ sync: SyncInfo) {
    member("state", Self.word(for: sync.state))
    if let time = sync.lastSyncAt {
      member("lastSyncAt", time: time)
    } else {
      member("lastSyncAt", json: "null")
    }
    member("posts", sync.posts)
    let rate = sync.rate.flatMap { Int(exactly: $0.rounded()) }
    member("rate", json: rate.map(String.init) ?? "null")
    member("reason", sync.reason)
  }

  private static func word(for state: SyncInfo.State) -> String {
    switch state {
    case .offline: "offline"
    case .idle: "idle"
    case .syncing: "syncing"
    case .failed: "failed"
    }
  }

  /// A row of the inbox, as an element of a list.
  func item(_ row: borrowing ItemView) {
    beginElement()
    member("kind", row.kind == .post ? "post" : "conversation")
    member("id", row.id)
    unsafe row.withBytes(of: .subject) { unsafe member("subject", utf8: $0) }
    unsafe row.withBytes(of: .preview) { unsafe member("preview", utf8: $0) }
    unsafe row.withBytes(of: .sender) { unsafe member("sender", utf8: $0) }
    member("activityAt", time: row.activityAt)
    unsafe row.withBytes(of: .url) { unsafe member("url", utf8: $0) }
    unsafe row.withBytes(of: .cover) { unsafe member("cover", utf8: $0) }
    member("read", !row.isUnread)
    endElement()
  }

  /// The id of a link is whatever text the link had; UUIDs are written as everywhere.
  private static func upperCase(_ id: String) -> String {
    HubID(id)?.text ?? id
  }

  private static func word(for state: ReplyRecord.State) -> String {
    switch state {
    case .queued: "queued"
    case .sent: "sent"
    case .confirmed: "confirmed"
    case .failed: "failed"
    }
  }
}
