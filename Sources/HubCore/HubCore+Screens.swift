import FoundationEssentials
import HubModel

/// Tabs, the Hub's stack, standalones, and what lies on what.
extension HubCore {
  /// Most standalones on each other; one more takes the place of the topmost.
  package static let maximumStandalones = 32

  mutating func launch(_ url: String?, now: Timestamp) {
    guard let url else { return showDefaultRoot() }
    if let tab = app.tabs.first(where: { $0.tag != AppDescription.hubTag }) { showTab(tab.tag) }
    _ = openURL(url, from: .outside, now: now)
    if root == .nothing, standalones.isEmpty, handoff == nil { showDefaultRoot() }
  }

  /// What is seen when nothing was asked for: the Hub, or the first tab when the Hub is empty.
  mutating func showDefaultRoot() {
    let first = app.tabs.first?.tag ?? AppDescription.hubTag
    select(tab: coordinator.hasRoot ? AppDescription.hubTag : first)
  }

  mutating func select(tab tag: String) {
    guard app.tabs.contains(where: { $0.tag == tag }) else { return }
    if tag == AppDescription.hubTag { showHub() } else { showTab(tag) }
  }

  /// Opens what the user chose in the inbox.
  mutating func select(_ destination: HubDestination) {
    clearOverlays()
    coordinator.select(destination)
    hubTop = .idle
    emit(.pathChanged(path))
    if root == .hub(isShown: true) { lookUpTop() } else { showHub() }
  }

  mutating func hubShown() {
    root = .hub(isShown: true)
    if handoff != nil {
      takeHandoff()
    } else if hubTop == .idle {
      // The user came back to the Hub: its stack is on screen again.
      lookUpTop()
    }
  }

  mutating func hubHidden() {
    guard root == .hub(isShown: true) else { return }
    if alert?.owner == .hub {
      emit(.dismiss(.alert))
      alertClosed()
    }
    root = .hub(isShown: false)
    hubTop = .idle
  }

  mutating func presentStandalone(_ destination: HubDestination) {
    if alert != nil {
      emit(.dismiss(.alert))
      alertClosed(mayShowRoot: false)
    }
    if standalones.count >= Self.maximumStandalones, let top = standalones.popLast() {
      if top.state == .shown { emit(.dismiss(.standalone)) }
    }
    standalones.append(Standalone(id: nextStandalone, destination: destination))
    nextStandalone += 1
    lookUp(destination, .standalone)
  }

  mutating func goBack() {
    if alert != nil {
      emit(.dismiss(.alert))
      alertClosed()
    } else if let top = standalones.popLast() {
      if top.state == .shown { emit(.dismiss(.standalone)) }
      settleStandalones()
    } else if root == .hub(isShown: true), let entry = coordinator.pop() {
      if hubTop != .lookingUp { emit(.dismiss(entry.layer)) }
      hubTop = .shown
      emit(.pathChanged(path))
    }
  }

  mutating func closed(_ layer: HubLayer) {
    switch layer {
    case .alert:
      alertClosed()
    case .standalone:
      guard let index = standalones.lastIndex(where: { $0.state == .shown }) else { return }
      standalones.remove(at: index)
      settleStandalones()
    case .post, .conversation, .messages:
      // While a handoff waits, the path is already its path, not what was on screen.
      guard path.last?.layer == layer, hubTop == .shown else { return }
      _ = coordinator.pop()
      emit(.pathChanged(path))
    }
  }

  /// The row of a conversation is gone: its screens close by themselves.
  mutating func conversationGone(_ id: UUID) {
    if path.last == .conversation(id), hubTop == .shown {
      _ = coordinator.pop()
      emit(.dismiss(.conversation))
      emit(.pathChanged(path))
    }
    for index in standalones.indices where standalones[index].destination == .conversation(id) {
      standalones[index].isGone = standalones[index].state == .shown
    }
    if standalones.last?.isGone == true { settleStandalones() }
  }

  /// Takes alert and standalones off the screen, because something below them was asked for.
  mutating func clearOverlays() {
    let covering = standalones.filter { $0.state == .shown }
    standalones = []
    if alert != nil {
      emit(.dismiss(.alert))
      alertClosed(mayShowRoot: false)
    }
    for _ in covering { emit(.dismiss(.standalone)) }
  }

  /// The alert is off the screen; what it was about goes with it.
  mutating func alertClosed(mayShowRoot: Bool = true) {
    guard let owner = alert?.owner else { return }
    alert = nil
    switch owner {
    case .nobody:
      break
    case .hub:
      _ = coordinator.pop()
      hubTop = .shown
      emit(.pathChanged(path))
    case .standalone(let id):
      standalones.removeAll { $0.id == id }
      if mayShowRoot { settleStandalones() }
    }
  }

  /// What is left on top after a standalone went; with nothing visible at all the Hub is shown.
  private mutating func settleStandalones() {
    while standalones.last?.isGone == true {
      standalones.removeLast()
      emit(.dismiss(.standalone))
    }
    if standalones.isEmpty, root == .nothing { showDefaultRoot() }
  }

  private mutating func showHub() {
    clearOverlays()
    if root != .hub(isShown: true) {
      root = .hub(isShown: false)
      hubTop = .idle
    }
    emit(.showHub(tab: AppDescription.hubTag, badge: badge.text, path: path))
  }

  private mutating func showTab(_ tag: String) {
    clearOverlays()
    root = .tab(tag)
    hubTop = .idle
    emit(.showTab(tag))
  }
}
