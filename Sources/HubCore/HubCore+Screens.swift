import FoundationEssentials
import HubModel

/// Tabs, the Hub's stack, standalones, and what lies on what.
extension HubCore {
  /// Most standalones on each other; one more takes the place of the topmost.
  package static let maximumStandalones = 32

  mutating func launch(_ url: String?, now: Timestamp) {
    guard let url else { return showDefaultRoot() }
    // What the link shows in a moment takes the screen: another tab would only flash, or be printed
    // for nothing, and its own tab twice.
    if !startsHandoff(url), !selectsTab(url),
      let tab = app.tabs.first(where: { $0.tag != AppDescription.hubTag })
    {
      showTab(tab.tag)
    }
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
    isTopNew = true
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
    leaveHub(for: .hub(isShown: false))
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
    } else if root == .hub(isShown: true) {
      goBackInHub()
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
    case .post, .conversation:
      guard hubOnScreen?.pathEntry.layer == layer else { return }
      hubOnScreen = nil
      // While a handoff waits, the path is already its path, not what was on screen.
      if hubTop == .shown { popPath() }
    case .messages:
      if path.last == .messages { popPath() }
    }
  }

  /// The row of a conversation is gone: its screens close by themselves.
  mutating func conversationGone(_ id: UUID) {
    if hubOnScreen == .conversation(id) {
      dismissHubTop()
      if hubTop == .shown { popPath() }
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
      popPath()
    case .standalone(let id):
      standalones.removeAll { $0.id == id }
      if mayShowRoot { settleStandalones() }
    }
  }

  /// Takes what lies on the Hub's list off the screen.
  mutating func dismissHubTop() {
    guard let destination = hubOnScreen else { return }
    hubOnScreen = nil
    emit(.dismiss(destination.pathEntry.layer))
  }

  private mutating func goBackInHub() {
    let wasOnScreen = hubOnScreen != nil
    dismissHubTop()
    // A path that waits for its handoff stays; only what it will replace was closed.
    if hubTop == .idle, handoff != nil { return }
    guard let entry = path.last else { return }
    if !wasOnScreen, entry == .messages { emit(.dismiss(.messages)) }
    popPath()
  }

  private mutating func popPath() {
    _ = coordinator.pop()
    hubTop = .shown
    emit(.pathChanged(path))
  }

  /// Whatever lay on the Hub's list is presented again when the Hub comes back.
  private mutating func leaveHub(for root: HubRoot) {
    self.root = root
    hubTop = .idle
    hubOnScreen = nil
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
      leaveHub(for: .hub(isShown: false))
    }
    emit(.showHub(tab: AppDescription.hubTag, badge: badge.text, path: path))
  }

  private mutating func showTab(_ tag: String) {
    clearOverlays()
    leaveHub(for: .tab(tag))
    emit(.showTab(tag))
  }
}
