import HubFrontEndKit
import HubKeys

/// What the user does.
extension Desk {
  /// Acts on one key, paste, click or turn of the wheel.
  func handle(_ input: Input) {
    switch input {
    case .key(let name, let types): handle(key: name, types: types)
    case .paste(let text): paste(text)
    case .click(let column, let row, let isDouble):
      click(column: column, row: row, isDouble: isDouble)
    case .wheel(let lines): wheel(lines)
    }
  }

  private func handle(key: String, types: String) {
    message = nil
    let focus = focus
    if focus == .prompt, let purpose = prompt?.purpose, purpose.isYesOrNo, !types.isEmpty {
      return answerYesNo(purpose, types)
    }
    let isTyping = takesText
    if !isTyping, pressAction(key) { return }
    if let action = HubKeys.action(for: key, on: focus) {
      return perform(action, key: key, on: focus)
    }
    if let meant = Self.plainKeys(of: key) {
      // No key of this screen: the two that it is made of, one after the other.
      for name in meant { handle(key: name, types: name == meant.last ? types : "") }
    } else if isTyping, !types.isEmpty {
      paste(types)
    }
  }

  /// What an Alt key or a line feed is where it is not bound: the keys that terminals send for it.
  private static func plainKeys(of key: String) -> [String]? {
    if key == "Ctrl-J" { return ["Enter"] }
    return key.hasPrefix("Alt-") ? ["Esc", String(key.dropFirst(4))] : nil
  }

  /// Takes in typed or pasted text where text is asked for.
  private func paste(_ text: String) {
    switch focus {
    case .composer: write(text)
    case .prompt where prompt?.purpose.isYesOrNo == false:
      prompt?.editor.insert(text)
      promptChanged()
    default: break
    }
  }

  /// Does what a key means on a screen.
  func perform(_ action: KeyAction, key: String, on screen: KeyScreen) {
    switch action {
    case .down, .up, .halfPageDown, .halfPageUp, .pageDown, .pageUp, .first, .last:
      move(action, on: screen)
    case .open: openSelected()
    case .back: goBack(from: screen)
    case .nextPost: showNeighbour(older: true)
    case .previousPost: showNeighbour(older: false)
    case .openNumberedLink: openLink(Int(key) ?? 0)
    case .openLink: askForLink()
    case .nextUnread: goToNextUnread()
    case .markRead: markSelectedRead()
    case .markAllRead: prompt = Prompt(purpose: .markAllRead)
    case .search: beginSearch()
    case .nextMatch: list.model.move(by: 1, host)
    case .previousMatch: list.model.move(by: -1, host)
    case .clearSearch: endSearch(selecting: list.model.selectedItem?.place)
    case .jumpToDate: prompt = Prompt(purpose: .date)
    case .refresh: refresh()
    case .nextTab: selectTab(by: 1)
    case .previousTab: selectTab(by: -1)
    case .selectTab: selectTab((Int(key) ?? 0) - 1)
    case .accept: accept(on: screen)
    case .cancel: cancelPrompt()
    case .erase where screen == .composer: edit { $0.erase() }
    case .erase:
      prompt?.editor.erase()
      promptChanged()
    case .clearLine:
      prompt?.editor.clear()
      promptChanged()
    case .help: showHelp()
    case .redraw: wantsRepaint = true
    case .suspend: _ = host.suspend()
    case .leave, .quit: host.quit(reason: "user")
    default: performInConversation(action)
    }
  }

  // MARK: Moving

  private func move(_ action: KeyAction, on screen: KeyScreen) {
    if screen == .list { return moveInList(action) }
    let page = max(1, pageRows(on: screen) - 1)
    let lines =
      switch action {
      case .down: 1
      case .up: -1
      case .halfPageDown: max(1, page / 2)
      case .halfPageUp: -max(1, page / 2)
      case .pageDown: page
      case .pageUp: -page
      case .first: -Int.max
      default: Int.max
      }
    scroll(by: lines, on: screen)
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

  private func moveInList(_ action: KeyAction) {
    switch action {
    case .down: list.model.move(by: 1, host)
    case .up: list.model.move(by: -1, host)
    case .halfPageDown: list.model.halfPage(by: 1, host)
    case .halfPageUp: list.model.halfPage(by: -1, host)
    case .pageDown: list.model.page(by: 1, host)
    case .pageUp: list.model.page(by: -1, host)
    case .first: list.model.showNewest(host)
    default: list.model.showOldest(host)
    }
  }

  // MARK: Mouse

  private func click(column: Int, row: Int, isDouble: Bool) {
    message = nil
    if row == 0, let index = tabPlaces.firstIndex(where: { $0.contains(column) }) {
      guard standalones.isEmpty, focus != .alert, focus != .help, focus != .prompt else { return }
      return selectTab(index)
    }
    switch focus {
    case .alert: accept(on: .alert)
    case .list:
      let index = list.model.top + row - 1
      guard (1...contentRows).contains(row), list.model.rows.indices.contains(index) else { return }
      let wasSelected = list.model.selected == index
      list.model.move(by: index - list.model.selected, host)
      if wasSelected || isDouble { openSelected() }
    case .conversation, .composer: clickInConversation(row: row - 1)
    default: break
    }
  }

  private func wheel(_ lines: Int) {
    if focus == .alert || focus == .prompt { return }
    scroll(by: lines, on: focus)
  }
}
