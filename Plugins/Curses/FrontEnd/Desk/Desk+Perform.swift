import HubFrontEndKit
import HubKeys

/// What the actions do: the one way for keys, links, JSON lines and `hubhost action`.
extension Desk {
  /// Does an action on what is in front.
  ///
  /// - Returns: `state` when it makes no sense there, and what the host answered; a sentence for the user stands in the last
  ///   line then, where the screen does not show the reason anyway.
  func perform(_ call: KeyCall) -> HubStatus {
    switch call.action {
    case .move, .halfPage, .page, .home, .end: move(call)
    case .open: openSelected()
    case .back: goBack()
    case .nextItem: showNeighbour(older: true)
    case .previousItem: showNeighbour(older: false)
    case .nextUnread: goToNextUnread()
    case .markRead: markRead()
    case .markAllRead: markAllRead(asks: call.number != 0)
    case .search: search(call.text)
    case .jumpToDate: jump(to: call.text)
    case .refresh: refresh()
    case .openLink: call.number == 0 ? askForLink() : openLink(call.number)
    case .reply: beginReply(with: call.text ?? "")
    case .send: send()
    case .retry: retry()
    case .delete: askToDelete()
    case .nextFailed: goToNextFailed()
    case .selectTab: selectTab(call.number - 1)
    case .nextTab: selectTab(by: 1)
    case .previousTab: selectTab(by: -1)
    case .help, .redraw, .suspend, .quit: performOnProgram(call.action)
    }
  }

  private func performOnProgram(_ action: KeyAction) -> HubStatus {
    switch action {
    case .help: showHelp()
    case .redraw: wantsRepaint = true
    case .suspend: return host.suspend()
    default: host.quit(reason: "user")
    }
    return .ok
  }

  /// Says why an action makes no sense now.
  func refuse(_ text: String, _ status: HubStatus = .state) -> HubStatus {
    say(text)
    return status
  }

  // MARK: Moving

  private func move(_ call: KeyCall) -> HubStatus {
    let screen = focus
    switch screen {
    case .alert, .prompt: return .state
    case .tab where tab == nil: return .state
    case .list: moveInList(call)
    default: scroll(by: lines(call, on: screen), on: screen)
    }
    return .ok
  }

  private func lines(_ call: KeyCall, on screen: KeyScreen) -> Int {
    let page = max(1, pageRows(on: screen) - 1)
    return switch call.action {
    case .move: call.number
    case .halfPage: call.number * max(1, page / 2)
    case .page: call.number * page
    case .home: -Int.max
    default: Int.max
    }
  }

  private func pageRows(on screen: KeyScreen) -> Int {
    switch screen {
    case .standalone:
      Box.standalone(depth: standalones.count - 1, width: columns, height: rows).innerHeight
    case .conversation, .composer: max(1, (conversation?.composerRows.lowerBound ?? contentRows))
    case .help: rows - 6
    default: contentRows
    }
  }

  func scroll(by lines: Int, on screen: KeyScreen) {
    switch screen {
    case .conversation, .composer: scrollThread(by: lines)
    case .help: help?.scroll(by: lines)
    case .standalone:
      guard !standalones.isEmpty else { return }
      standalones[standalones.count - 1].scroll(by: lines, host: host)
    case .tab: tab?.scroll(by: lines)
    case .post: open?.scroll(by: lines, host: host)
    case .list: list.model.scrollRows(by: lines, host)
    case .alert, .prompt: break
    }
  }

  private func moveInList(_ call: KeyCall) {
    switch call.action {
    case .move: list.model.move(by: call.number, host)
    case .halfPage: list.model.halfPage(by: call.number, host)
    case .page: list.model.page(by: call.number, host)
    case .home: list.model.showNewest(host)
    default: list.model.showOldest(host)
    }
  }
}
