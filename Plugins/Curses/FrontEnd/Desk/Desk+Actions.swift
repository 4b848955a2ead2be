import HubFrontEndKit
import HubKeys

/// What the user's keys come to.
extension Desk {
  // MARK: Opening and closing

  func openSelected() {
    guard app.isInboxEnabled, let item = list.model.selectedItem else { return }
    show(item)
  }

  private func show(_ item: Item) {
    let status = host.showItem(item.kind, item.id)
    if status.isGood { return }
    say("This item cannot be opened (\(status)).", isWarning: true)
  }

  func showNeighbour(older: Bool) {
    guard standalones.isEmpty else { return say("Close this one first: q.") }
    guard let place = open?.item.place else { return }
    guard let item = list.model.neighbour(of: place, older: older, host) else {
      return say(older ? "This is the last item." : "This is the first item.")
    }
    selectsOpen = true
    show(item)
  }

  func goToNextUnread() {
    guard standalones.isEmpty else { return say("Close this one first: q.") }
    let place = open?.item.place ?? list.model.selectedItem?.place
    guard let item = list.model.nextUnread(after: place, host), item.place != place else {
      return say("Nothing is unread.")
    }
    if open == nil { return list.model.select(item.place, host) }
    selectsOpen = true
    show(item)
  }

  func goBack(from screen: KeyScreen) {
    switch screen {
    case .alert: accept(on: .alert)
    case .help: help = nil
    case .standalone: closeStandalone()
    case .conversation where !standalones.isEmpty: closeStandalone()
    default:
      let before = opened
      _ = host.back()
      // The host usually takes the screen away itself; when it does not know of it, it is closed here.
      if opened == before { closeOpen() }
    }
  }

  private func closeStandalone() {
    popStandalone()
    host.closed(.standalone)
  }

  func accept(on screen: KeyScreen) {
    guard screen == .alert else { return answerPrompt() }
    guard !alerts.isEmpty else { return }
    alerts.removeFirst()
    host.closed(.alert)
  }

  // MARK: Links

  func openLink(_ number: Int) {
    guard let reading else { return }
    guard let link = reading.links.first(where: { $0.number == number }) else {
      return say(
        reading.links.isEmpty ? "There is no link here." : "There is no link \(number) here.")
    }
    let status = host.openLink(in: reading.item.id, url: link.url)
    if status.isGood || message != nil { return }
    say(
      status == .refused ? "Not opened: \(link.url)" : "Could not open \(link.url) (\(status)).",
      isWarning: true)
  }

  func askForLink() {
    guard let reading, !reading.links.isEmpty else { return say("There is no link here.") }
    if reading.links.count == 1 { return openLink(reading.links[0].number) }
    prompt = Prompt(purpose: .link(reading.item.id))
  }

  // MARK: The inbox

  func markSelectedRead() {
    guard app.isInboxEnabled, let item = list.model.selectedItem, item.isUnread else { return }
    report(host.markRead(item.kind, item.id), failure: "Could not mark the item as read")
    isListStale = true
  }

  func refresh() {
    let status = host.refresh()
    if status == .unavailable { return say("No agent: nothing to ask.") }
    report(status, failure: "Could not look for new items")
    if status.isGood { say("Looking for new items…", until: .sync) }
  }

  func report(_ status: HubStatus, failure: String, success: String? = nil) {
    if !status.isGood {
      say("\(failure) (\(status)).", isWarning: true)
    } else if let success {
      say(success)
    }
  }

  // MARK: Tabs

  func selectTab(by step: Int) {
    guard app.tabs.count > 1 else { return }
    let current = app.tabs.firstIndex { $0.tag == visibleTab } ?? 0
    selectTab((current + step + app.tabs.count) % app.tabs.count)
  }

  func selectTab(_ index: Int) {
    guard app.tabs.indices.contains(index) else { return }
    guard app.tabs[index].tag != visibleTab else { return }
    report(host.selectTab(app.tabs[index].tag), failure: "Could not go to that tab")
  }

  // MARK: Prompts

  func beginSearch() {
    guard app.isInboxEnabled else { return }
    var search = Prompt(purpose: .search(list.model.selectedItem?.place))
    search.editor.insert(list.model.search ?? "")
    prompt = search
  }

  /// Searches at once; an empty text ends the search.
  func search(_ text: String) {
    guard app.isInboxEnabled else { return }
    prompt = nil
    goToHub()
    guard !text.isEmpty else { return endSearch(selecting: list.model.selectedItem?.place) }
    stopSearchTimer()
    loadList()
    list.model.setSearch(text, host)
  }

  /// Shows the Hub's tab, for actions that work on the inbox wherever they are called.
  func goToHub() {
    if tab != nil || !isHubShown { selectTab(app.hubTab) }
  }

  /// Shows all keys and actions.
  func showHelp() {
    help = HelpScreen(actions: host.actions(), keys: actionKeys)
  }

  /// Calls the action that the app gives a key; false: none.
  func pressAction(_ key: String) -> Bool {
    guard actionKeys.contains(where: { $0.key == key }) else { return false }
    let result = host.press(key: key)
    if let fault = result.fault { say(fault, isWarning: true) }
    return true
  }

  func endSearch(selecting place: ItemPlace?) {
    stopSearchTimer()
    guard list.model.search != nil else { return }
    list.model.endSearch(selecting: place, host)
  }

  /// Filters while a search is typed; in a large inbox only after a pause.
  func promptChanged() {
    guard case .search = prompt?.purpose else { return }
    guard list.model.counts.total > Self.liveSearchLimit else { return runSearch() }
    stopSearchTimer()
    searchTimer = host.addTimer(every: Self.searchPause) { [weak self] in
      self?.runSearch()
      self?.onTimer?()
    }
  }

  private func runSearch() {
    stopSearchTimer()
    guard let prompt, case .search(let place) = prompt.purpose else { return }
    if prompt.editor.text.isEmpty { return endSearch(selecting: place) }
    guard prompt.editor.text != list.model.search else { return }
    list.model.setSearch(prompt.editor.text, host)
  }

  private func stopSearchTimer() {
    if let searchTimer { host.cancelTimer(searchTimer) }
    searchTimer = nil
  }

  func cancelPrompt() {
    let purpose = prompt?.purpose
    prompt = nil
    if case .search(let place) = purpose { endSearch(selecting: place) }
  }

  func answerPrompt() {
    guard let answered = prompt else { return }
    let text = answered.editor.text
    switch answered.purpose {
    case .search:
      runSearch()
      prompt = nil
    case .date:
      prompt = nil
      guard !text.isEmpty else { return }
      guard let time = TypedDate.end(text) else {
        return say("“\(text)” is no date: write it as 2026-03-05.", isWarning: true)
      }
      list.model.show(time: time, host)
    case .link(let asked):
      prompt = nil
      guard reading?.item.id == asked else {
        return say("Another item came up meanwhile: no link was opened.", isWarning: true)
      }
      guard let number = Int(text) else { return text.isEmpty ? () : openLink(0) }
      openLink(number)
    case .markAllRead, .deleteReply: answerYesNo(answered.purpose, "n")
    }
  }

  /// Acts on a y or an n.
  func answerYesNo(_ purpose: Prompt.Purpose, _ answer: String) {
    if case .deleteReply(let reply) = purpose { return answerDelete(reply, answer) }
    answerMarkAllRead(answer)
  }

  func answerMarkAllRead(_ answer: String) {
    prompt = nil
    guard answer == "y" || answer == "Y" else { return }
    report(
      host.markAllRead(), failure: "Could not mark everything as read",
      success: "Everything is read.")
    isListStale = true
  }
}
