import FoundationEssentials
import HubModel

/// Configuration, badge, and which conversation is on screen.
extension HubCore {
  mutating func adopt(_ config: HubConfig) {
    let before = path
    guard coordinator.adopt(config) else { return }
    emit(.configChanged(config))
    if path != before {
      dropHubAlert()
      dismissHubTop()
      let isVisible = root == .hub(isShown: true)
      if isVisible, before.first == .messages { emit(.dismiss(.messages)) }
      hubTop = isVisible ? .shown : .idle
      emit(.pathChanged(path))
    }
    dropHandoffWithoutHub()
  }

  mutating func count(_ unread: Int) {
    let counted = HubBadge(unread: unread)
    guard counted != badge else { return }
    badge = counted
    emit(.badgeChanged(text: badge.text, count: badge.count))
  }

  mutating func conversationAppeared(_ id: UUID) {
    if foreground.appeared(id) { emit(.clearNotifications(id)) }
  }

  /// Keeps the foreground state true to the screens that the core put up itself.
  mutating func followVisibleConversation() {
    let visible = topConversation
    guard visible != visibleConversation else { return }
    if let gone = visibleConversation { foreground.disappeared(gone) }
    visibleConversation = visible
    if let visible { conversationAppeared(visible) }
  }

  private var topConversation: UUID? {
    let top: HubDestination?
    if let standalone = standalones.last(where: { $0.state == .shown }) {
      top = standalone.destination
    } else {
      top = hubOnScreen
    }
    guard case .conversation(let id) = top else { return nil }
    return id
  }
}
