import HubFrontEndKit

/// What the host tells the front end.
extension Desk {
  /// The Hub's tab is visible now.
  func showHub(badge: String?) {
    tab = nil
    isHubShown = true
    self.badge = badge
    app = host.app
    sync = host.sync
    isListStale = isListLoaded
  }

  /// Something is to be read, in the Hub or on top.
  func present(_ screen: any ReadingScreen, _ presentation: Presentation) {
    // What a link brings is not to lie under the help.
    help = nil
    switch presentation {
    case .hub:
      keepDrafts()
      open = screen
      opened += 1
    case .standalone:
      keepDrafts()
      standalones.append(screen)
    }
  }

  /// Another tab is visible now.
  func showTab(tag: String, title: String, text: String?) {
    keepDrafts()
    tab = TabScreen(tag: tag, title: title, text: text)
  }

  /// Something goes away.
  func dismiss(_ what: Dismissal) {
    switch what {
    case .post: if open is PostScreen { closeOpen() }
    case .conversation: if open is ConversationScreen { closeOpen() }
    case .standalone: popStandalone()
    case .alert: if !alerts.isEmpty { alerts.removeFirst() }
    }
  }

  /// Rows moved: the inbox is read again when it is drawn, and what is open with it.
  func inboxChanged(_ moved: Moved) {
    isListStale = true
    if moved.config { app = host.app }
    let ids = Set(moved.posts + moved.conversations)
    if let id = open?.item.id, moved.everything || ids.contains(id) { open?.reload(host) }
    for index in standalones.indices
    where moved.everything || ids.contains(standalones[index].item.id) {
      standalones[index].reload(host)
    }
    if let id = conversation?.item.id, moved.everything || ids.contains(id) { ended(.thread) }
    markSeen()
  }

  /// A sync begins, goes on or ends; why one failed is said once.
  func syncChanged() {
    let before = sync
    sync = host.sync
    if sync?.state != .syncing { ended(.sync) }
    for case let screen as ConversationScreen in standalones + [open].compactMap({ $0 }) {
      screen.syncChanged()
    }
    guard let sync, let reason = sync.reason else { return }
    if sync.state != before?.state || reason != before?.reason {
      say(reason, isWarning: sync.state == .failed)
    }
  }

  /// The configuration is another one.
  func configChanged() {
    app = host.app
  }

  /// Something to say, after what was said before is answered.
  ///
  /// What waits already is not said twice, and of a flood the newest is dropped.
  func alert(code: String, title: String, message: String) {
    if code == "page-not-fetched" || code == "messages-not-fetched" { return explain(message) }
    let alert = Alert(code: code, title: CellText.oneLine(title), message: message)
    guard !alerts.contains(alert) else { return }
    guard alerts.count < Self.mostAlerts else {
      let text = alert.title.isEmpty ? message : "\(alert.title): \(message)"
      return host.log(.warning, "Not shown, since \(Self.mostAlerts) alerts wait: \(text)")
    }
    alerts.append(alert)
  }

  /// Why what is read is not all here: said once, and in the place of what is missing.
  private func explain(_ message: String) {
    say(message, isWarning: true)
    if standalones.isEmpty {
      open?.explain(message)
    } else {
      standalones[standalones.count - 1].explain(message)
    }
  }

  /// The app was asked to open a URL.
  func urlOpened(_ url: String, by: String, reason: String?) {
    switch by {
    case "refused": say("Not opened: \(reason ?? url)", isWarning: true)
    case "system": say("Opened \(url)")
    default: break
    }
  }

  /// Takes the topmost standalone presentation away.
  func popStandalone() {
    keepDrafts()
    _ = standalones.popLast()
    conversation?.reloadDraft(host)
    markSeen()
  }

  /// Closes what is open in the Hub; the inbox comes back as it was, or at what was read last.
  func closeOpen() {
    if selectsOpen, let place = open?.item.place, isListLoaded {
      list.model.select(place, host)
    }
    selectsOpen = false
    keepDrafts()
    open = nil
    opened += 1
  }
}
