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
    switch HubKeys.meaning(of: key, on: focus) {
    case .call(let call): _ = perform(call)
    case .typing(let key): handle(typing: key)
    case nil: handle(unbound: key, types: types, isTyping: isTyping)
    }
  }

  private func handle(unbound key: String, types: String, isTyping: Bool) {
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

  // MARK: Mouse

  private func click(column: Int, row: Int, isDouble: Bool) {
    message = nil
    if row == 0, let index = tabPlaces.firstIndex(where: { $0.contains(column) }) {
      guard standalones.isEmpty, focus != .alert, focus != .help, focus != .prompt else { return }
      _ = selectTab(index)
      return
    }
    switch focus {
    case .alert: closeAlert()
    case .list:
      let index = list.model.top + row - 1
      guard (1...contentRows).contains(row), list.model.rows.indices.contains(index) else { return }
      let wasSelected = list.model.selected == index
      list.model.move(by: index - list.model.selected, host)
      if wasSelected || isDouble { _ = perform(KeyCall(.open)) }
    case .conversation, .composer: clickInConversation(row: row - 1)
    default: break
    }
  }

  private func wheel(_ lines: Int) {
    if focus == .alert || focus == .prompt { return }
    scroll(by: lines, on: focus)
  }
}
