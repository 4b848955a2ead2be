import CHub
import Hub

extension hub_event {
  /// An event as C has it.
  init(_ event: Hub.Event, _ lent: Lent) {
    unsafe self.init()
    switch event {
    case .opened(let url, let by, let reason):
      unsafe kind = UInt32(HUB_EVENT_OPENED)
      unsafe self.url = lent.keep(url)
      unsafe code = lent.keep(by.rawValue)
      unsafe text = lent.keep(reason)
    case .showHub(let tab): unsafe name(HUB_EVENT_SHOW_HUB, lent.keep(tab))
    case .showTab(let tag): unsafe name(HUB_EVENT_SHOW_TAB, lent.keep(tag))
    case .presentPost(let post, let presentation):
      unsafe name(HUB_EVENT_PRESENT_POST, lent.keep(post.id))
      unsafe url = lent.keep(post.url)
      unsafe show(post.subject, post.preview, post.sender, post.receivedAt, post.isUnread, lent)
      unsafe self.presentation = presentation.abiValue
    case .presentConversation(let conversation, let presentation):
      unsafe name(HUB_EVENT_PRESENT_CONVERSATION, lent.keep(conversation.id))
      unsafe show(
        conversation.subject, conversation.preview, conversation.sender, conversation.activityAt,
        conversation.isUnread, lent)
      unsafe self.presentation = presentation.abiValue
    case .dismiss(let layer): unsafe name(HUB_EVENT_DISMISS, lent.keep(layer))
    case .alert(let code, let title, let message):
      unsafe name(HUB_EVENT_ALERT, lent.keep(code))
      unsafe self.title = lent.keep(title)
      unsafe text = lent.keep(message)
    case .badge(let badge, let count):
      unsafe say(HUB_EVENT_BADGE, lent.keep(badge))
      unsafe self.count = UInt64(clamping: count)
    case .path(let path):
      unsafe kind = UInt32(HUB_EVENT_PATH)
      unsafe count = UInt64(path.count)
    case .changed(let changes):
      unsafe kind = UInt32(HUB_EVENT_CHANGED)
      unsafe flags = changes.abiFlags
      unsafe count = UInt64(changes.posts.count + changes.conversations.count)
    case .sync(let status):
      unsafe kind = UInt32(HUB_EVENT_SYNC)
      unsafe code = lent.keep(status.state.rawValue)
      unsafe text = lent.keep(status.reason)
      unsafe count = UInt64(clamping: status.posts)
      unsafe time = status.lastSyncAt ?? 0
    case .viewClosed(let reason): unsafe say(HUB_EVENT_VIEW_CLOSED, lent.keep(reason))
    case .notice(let sentence): unsafe say(HUB_EVENT_NOTICE, lent.keep(sentence))
    }
  }

  private mutating func name(_ kind: some BinaryInteger, _ code: hub_string) {
    unsafe self.kind = UInt32(kind)
    unsafe self.code = code
  }

  private mutating func say(_ kind: some BinaryInteger, _ text: hub_string) {
    unsafe self.kind = UInt32(kind)
    unsafe self.text = text
  }

  private mutating func show(
    _ subject: String?, _ preview: String, _ sender: String?, _ time: Int64, _ isUnread: Bool,
    _ lent: Lent
  ) {
    unsafe title = lent.keep(subject)
    unsafe text = lent.keep(preview)
    unsafe self.sender = lent.keep(sender)
    unsafe self.time = time
    if isUnread { unsafe flags = UInt32(HUB_FLAG_UNREAD) }
  }
}

extension Hub.Presentation {
  fileprivate var abiValue: UInt32 {
    switch self {
    case .hub: UInt32(HUB_PRESENTATION_HUB)
    case .standalone: UInt32(HUB_PRESENTATION_STANDALONE)
    }
  }
}

extension Hub.Changes {
  fileprivate var abiFlags: UInt32 {
    var flags: UInt32 = 0
    if !posts.isEmpty { flags |= UInt32(HUB_MOVED_POSTS) }
    if !conversations.isEmpty { flags |= UInt32(HUB_MOVED_CONVERSATIONS) }
    if config { flags |= UInt32(HUB_MOVED_CONFIG) }
    if everything { flags |= UInt32(HUB_MOVED_EVERYTHING) }
    return flags
  }
}
