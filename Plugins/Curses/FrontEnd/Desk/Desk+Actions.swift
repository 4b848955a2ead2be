import HubFrontEndKit
import HubKeys

/// What the actions on the inbox and on what is open come to.
extension Desk {
  // MARK: Opening and closing

  func openSelected() -> HubStatus {
    guard app.isInboxEnabled else { return .state }
    guard reading == nil else { return refuse("Go back to the inbox first: q.") }
    guard showInbox(), let item = list.model.selectedItem else { return .state }
    return show(item)
  }

  /// Brings the inbox to the front, for actions that work on it wherever they are called.
  ///
  /// - Returns: false when it is switched off, or something lies on top that the user has to close.
  func showInbox() -> Bool {
    guard app.isInboxEnabled else { return false }
    guard standalones.isEmpty else {
      say(Self.closeFirst)
      return false
    }
    cancelPrompt()
    help = nil
    goToHub()
    if open != nil { leaveOpen() }
    loadList()
    return true
  }

  private func show(_ item: Item) -> HubStatus {
    let status = host.showItem(item.kind, item.id)
    if !status.isGood { say("This item cannot be opened (\(status)).", isWarning: true) }
    return status
  }

  private static let closeFirst = "Close this one first: q."

  func showNeighbour(older: Bool) -> HubStatus {
    guard standalones.isEmpty else { return refuse(Self.closeFirst) }
    guard let place = open?.item.place else { return refuse("Nothing is open here.") }
    guard let item = list.model.neighbour(of: place, older: older, host) else {
      return refuse(older ? "This is the last item." : "This is the first item.")
    }
    selectsOpen = true
    return show(item)
  }

  func goToNextUnread() -> HubStatus {
    guard standalones.isEmpty else { return refuse(Self.closeFirst) }
    goToHub()
    if open == nil, app.isInboxEnabled { loadList() }
    let place = open?.item.place ?? list.model.selectedItem?.place
    guard let item = list.model.nextUnread(after: place, host), item.place != place else {
      return refuse("Nothing is unread.")
    }
    guard open == nil else {
      selectsOpen = true
      return show(item)
    }
    list.model.select(item.place, host)
    return .ok
  }

  /// Closes what is on top.
  func goBack() -> HubStatus {
    switch focus {
    case .prompt: cancelPrompt()
    case .alert: closeAlert()
    case .help: help = nil
    case .composer: stopWriting()
    case .standalone: closeStandalone()
    case .conversation where !standalones.isEmpty: closeStandalone()
    case .list, .tab: return refuse("There is nothing to go back from.")
    case .post, .conversation: leaveOpen()
    }
    return .ok
  }

  private func leaveOpen() {
    let before = opened
    _ = host.back()
    // The host usually takes the screen away itself; when it does not know of it, it is closed here.
    if opened == before { closeOpen() }
  }

  private func closeStandalone() {
    popStandalone()
    host.closed(.standalone)
  }

  func closeAlert() {
    guard !alerts.isEmpty else { return }
    alerts.removeFirst()
    host.closed(.alert)
  }

  // MARK: Links

  func openLink(_ number: Int) -> HubStatus {
    guard let reading, !reading.links.isEmpty else {
      return refuse("There is no link here.", .notFound)
    }
    guard let link = reading.links.first(where: { $0.number == number }) else {
      return refuse("There is no link \(number) here.", .notFound)
    }
    let status = host.openLink(in: reading.item.id, url: link.url)
    if status.isGood || message != nil { return status }
    say(
      status == .refused ? "Not opened: \(link.url)" : "Could not open \(link.url) (\(status)).",
      isWarning: true)
    return status
  }

  func askForLink() -> HubStatus {
    guard let reading, !reading.links.isEmpty else {
      return refuse("There is no link here.", .notFound)
    }
    if reading.links.count == 1 { return openLink(reading.links[0].number) }
    prompt = Prompt(purpose: .link(reading.item.id))
    return .ok
  }

  // MARK: The inbox

  /// Marks what is read, or else what is selected in the inbox.
  func markRead() -> HubStatus {
    guard let item = reading?.item ?? selectedInSight else {
      return refuse("No item is selected here.")
    }
    guard (host.item(item.kind, item.id) ?? item).isUnread else { return .ok }
    isListStale = true
    return report(host.markRead(item.kind, item.id), failure: "Could not mark the item as read")
  }

  private var selectedInSight: Item? {
    guard tab == nil, isHubShown, app.isInboxEnabled else { return nil }
    return list.model.selectedItem
  }

  func refresh() -> HubStatus {
    let status = host.refresh()
    if status == .unavailable { return refuse("No agent: nothing to ask.", status) }
    report(status, failure: "Could not look for new items")
    if status.isGood { say("Looking for new items…", until: .sync) }
    return status
  }

  @discardableResult
  func report(_ status: HubStatus, failure: String, success: String? = nil) -> HubStatus {
    if !status.isGood {
      say("\(failure) (\(status)).", isWarning: true)
    } else if let success {
      say(success)
    }
    return status
  }

  // MARK: Tabs

  func selectTab(by step: Int) -> HubStatus {
    guard app.tabs.count > 1 else { return .state }
    let current = app.tabs.firstIndex { $0.tag == visibleTab } ?? 0
    return selectTab((current + step + app.tabs.count) % app.tabs.count)
  }

  func selectTab(_ index: Int) -> HubStatus {
    guard app.tabs.indices.contains(index) else { return .notFound }
    guard app.tabs[index].tag != visibleTab else { return .ok }
    return report(host.selectTab(app.tabs[index].tag), failure: "Could not go to that tab")
  }

  /// Shows the Hub's tab.
  private func goToHub() {
    if tab != nil || !isHubShown { _ = selectTab(app.hubTab) }
  }

  /// Shows all keys and actions.
  func showHelp() {
    help = HelpScreen(actions: host.actions(), keys: actionKeys)
  }

  /// Says once that a key of the app never comes or calls what is not offered here, before anybody presses it in vain.
  ///
  /// Not before the Hub is shown: until it stands, the host of a runner does not know what it offers.
  func tellOfIdleKey() {
    guard !hasToldOfIdleKey else { return }
    hasToldOfIdleKey = true
    let idle = actionKeys.first { $0.help == nil || HubKeys.fault(ofKey: $0.key) != nil }
    if let idle { tell(idle: idle) }
  }

  private func tell(idle key: ActionKey) {
    let name = key.line.prefix { $0 != " " }
    let fault = HubKeys.fault(ofKey: key.key) ?? "no action \(name)"
    say("Key \(key.key) does nothing: \(fault).", isWarning: true)
  }

  /// Calls the action that the app gives a key; false: none.
  func pressAction(_ key: String) -> Bool {
    guard let bound = actionKeys.first(where: { $0.key == key }) else { return false }
    let result = host.press(key: key)
    // What the action itself said is about what the user sees.
    if let fault = result.fault, message == nil {
      if bound.help == nil { tell(idle: bound) } else { say(fault, isWarning: true) }
    }
    return true
  }
}
