import HubFrontEndKit
import HubKeys

/// Searching, and what is asked in the last line.
extension Desk {
  /// Asks for a text without one; else searches at once, and ends the search for an empty text.
  func search(_ text: String?) -> HubStatus {
    guard showInbox() else { return .state }
    guard let text else {
      var search = Prompt(purpose: .search(list.model.selectedItem?.place))
      search.editor.insert(list.model.search ?? "")
      prompt = search
      return .ok
    }
    if text.isEmpty {
      endSearch(selecting: list.model.selectedItem?.place)
    } else {
      stopSearchTimer()
      list.model.setSearch(text, host)
    }
    return .ok
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
      if !text.isEmpty { _ = jump(to: text) }
    case .link(let asked):
      prompt = nil
      guard reading?.item.id == asked else {
        return say("Another item came up meanwhile: no link was opened.", isWarning: true)
      }
      if !text.isEmpty { _ = openLink(Int(text) ?? 0) }
    case .markAllRead, .deleteReply: answerYesNo(answered.purpose, "n")
    }
  }

  /// Goes to the newest item of a day, a month or a year, or asks for one.
  func jump(to date: String?) -> HubStatus {
    guard let date else {
      guard showInbox() else { return .state }
      prompt = Prompt(purpose: .date)
      return .ok
    }
    guard let time = TypedDate.end(date) else {
      say("“\(date)” is no date: write it as 2026-03-05.", isWarning: true)
      return .argument
    }
    guard showInbox() else { return .state }
    list.model.show(time: time, host)
    return .ok
  }

  /// Acts on a y or an n.
  func answerYesNo(_ purpose: Prompt.Purpose, _ answer: String) {
    if case .deleteReply(let reply) = purpose { return answerDelete(reply, answer) }
    answerMarkAllRead(answer)
  }

  private func answerMarkAllRead(_ answer: String) {
    prompt = nil
    if answer == "y" || answer == "Y" { _ = markAllRead(asks: false) }
  }

  func markAllRead(asks: Bool) -> HubStatus {
    guard !asks else {
      prompt = Prompt(purpose: .markAllRead)
      return .ok
    }
    isListStale = true
    return report(
      host.markAllRead(), failure: "Could not mark everything as read",
      success: "Everything is read.")
  }
}
