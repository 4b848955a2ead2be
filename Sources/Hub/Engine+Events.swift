import FoundationEssentials
import HubCore
import HubFrontEnds
import HubModel
import HubStore
import HubText

/// What the session does, as events for the app.
extension Engine {
  func session(does effect: HubEffect) {
    if case .badgeChanged(let text, let count) = effect { badge.set(text, count: count) }
    if let event = event(for: effect) { tell(event) }
  }

  func session(moved: MovedRows) {
    tell(
      .changed(
        Hub.Changes(
          posts: moved.everything ? [] : moved.posts.map(\.uuidString),
          conversations: moved.everything ? [] : moved.conversations.map(\.uuidString),
          config: moved.config, everything: moved.everything)))
  }

  func tell(_ event: Hub.Event) {
    events.send(event)
    tellApp(event)
  }

  private func event(for effect: HubEffect) -> Hub.Event? {
    switch effect {
    case .opened(let url, let by, let reason):
      .opened(
        url: SafeText.line(url), by: Hub.Opener(rawValue: by.rawValue) ?? .refused,
        reason: reason.map { SafeText.line($0) })
    case .showHub(let tab, _, _): .showHub(tab: tab)
    case .showTab(let tag): .showTab(tag)
    case .presentPost(let id, let presentation):
      post(id).map { .presentPost($0, Hub.Presentation(presentation)) }
    case .presentConversation(let id, let presentation):
      conversation(id).map { .presentConversation($0, Hub.Presentation(presentation)) }
    case .dismiss(let layer): .dismiss(layer.rawValue)
    case .alert(let code, let title, let message):
      .alert(
        code: code.rawValue, title: SafeText.line(title), message: SafeText.line(message))
    case .warn(let code, let message):
      .alert(code: code.rawValue, title: "Warning", message: SafeText.line(message))
    case .badgeChanged(let text, let count): .badge(text, count: count)
    case .pathChanged(let path): .path(path.map { Hub.PathEntry($0) })
    default: nil
    }
  }

  private func post(_ id: UUID) -> Hub.Post? {
    guard let item = try? session.store.item(kind: .post, id: id) else { return nil }
    return Hub.Post(
      id: id.uuidString, subject: SafeText.line(item.subject ?? ""),
      preview: SafeText.line(item.preview ?? ""), sender: item.sender.map { SafeText.line($0) },
      url: item.url.map { SafeText.line($0) }, receivedAt: item.key.activityAt.milliseconds,
      isUnread: item.isUnread)
  }

  private func conversation(_ id: UUID) -> Hub.Conversation? {
    guard let item = try? session.store.item(kind: .conversation, id: id) else { return nil }
    return Hub.Conversation(
      id: id.uuidString, subject: item.subject.map { SafeText.line($0) },
      preview: SafeText.line(item.preview ?? ""), sender: item.sender.map { SafeText.line($0) },
      activityAt: item.key.activityAt.milliseconds, isUnread: item.isUnread)
  }
}

extension Hub.Presentation {
  init(_ presentation: Presentation) {
    self = presentation == .hub ? .hub : .standalone
  }
}

extension Hub.PathEntry {
  init(_ entry: PathEntry) {
    self =
      switch entry {
      case .messages: .messages
      case .post(let id): .post(SafeText.line(id))
      case .conversation(let id): .conversation(id.uuidString)
      }
  }
}
