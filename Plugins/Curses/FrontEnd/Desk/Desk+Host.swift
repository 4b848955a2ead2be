import HubFrontEndKit

/// What the host tells the front end.
extension Desk {
  /// The Hub's tab is visible now.
  func showHub(badge: String?) {
    tab = nil
    isHubShown = true
    self.badge = badge
    app = host.app
    isListStale = isListLoaded
  }

  /// Something is to be read, in the Hub or on top.
  func present(_ screen: any ReadingScreen, _ presentation: Presentation) {
    // What a link brings is not to lie under the help.
    help = nil
    switch presentation {
    case .hub:
      open = screen
      opened += 1
    case .standalone:
      standalones.append(screen)
    }
  }

  /// Another tab is visible now.
  func showTab(tag: String, title: String, text: String?) {
    tab = TabScreen(tag: tag, title: title, text: text)
  }

  /// Something goes away.
  func dismiss(_ what: Dismissal) {
    switch what {
    case .post: if open is PostScreen { closeOpen() }
    case .conversation: if open is ConversationScreen { closeOpen() }
    case .standalone: _ = standalones.popLast()
    case .alert: if !alerts.isEmpty { alerts.removeFirst() }
    }
  }

  /// Rows moved: the inbox is read again when it is drawn, and what is open with it.
  func inboxChanged(_ moved: Moved) {
    isListStale = true
    if moved.config { app = host.app }
    let ids = Set(moved.posts + moved.conversations)
    if let id = open?.item.id, moved.everything || ids.contains(id) { open?.reload() }
    for index in standalones.indices
    where moved.everything || ids.contains(standalones[index].item.id) {
      standalones[index].reload()
    }
    markSeen()
  }

  /// A reply that comes while the end of its conversation is in sight has been seen.
  private func markSeen() {
    let visible = standalones.last ?? (tab == nil ? open : nil)
    guard let conversation = visible as? ConversationScreen, conversation.staysAtEnd else { return }
    let id = conversation.item.id
    guard host.item(.conversation, id)?.isUnread == true else { return }
    _ = host.markRead(.conversation, id)
  }

  /// The configuration is another one.
  func configChanged() {
    app = host.app
  }

  /// Something to say, after what was said before is answered.
  func alert(code: String, title: String, message: String) {
    alerts.append(Alert(code: code, title: CellText.oneLine(title), message: message))
  }

  /// The app was asked to open a URL.
  func urlOpened(_ url: String, by: String, reason: String?) {
    switch by {
    case "refused": say("Not opened: \(reason ?? url)", isWarning: true)
    case "system": say("Opened \(url)")
    default: break
    }
  }

  /// Closes what is open in the Hub; the inbox comes back as it was, or at what was read last.
  func closeOpen() {
    if selectsOpen, let place = open?.item.place, isListLoaded {
      list.model.select(place, host)
    }
    selectsOpen = false
    open = nil
    opened += 1
  }
}
