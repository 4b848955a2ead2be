import CNcurses
import HubKeys

extension Screen {
  /// Keys of our own, above those of ncurses.
  private enum OwnKey {
    static let pasteBegins: Int32 = 0x400
    static let pasteEnds: Int32 = 0x401
  }

  /// Inputs taken at a time; what is left comes with the next call.
  private static let mostInputs = 4096
  /// Bytes of the longest control sequence that is skipped.
  private static let mostSequence = 64

  /// Teaches ncurses the marks around pasted text.
  func defineKeys() {
    unsafe define_key("\u{1B}[200~", OwnKey.pasteBegins)
    unsafe define_key("\u{1B}[201~", OwnKey.pasteEnds)
  }

  /// Everything that waits to be read.
  ///
  /// - Parameter isDouble: whether a press at that column and row is the second of two.
  /// - Returns: keys, pastes and mouse events in order.
  func readInputs(isDouble: (_ column: Int, _ row: Int) -> Bool) -> [Input] {
    var inputs: [Input] = []
    while inputs.count < Self.mostInputs, let read = next() {
      if paste != nil {
        if let text = pasted(read) { inputs.append(.paste(text)) }
        continue
      }
      switch read {
      case .character(0x1B): inputs += afterEscape()
      case .character(let character): inputs.append(Self.input(character))
      case .code(KEY_MOUSE): if let mouse = mouse(isDouble) { inputs.append(mouse) }
      case .code(OwnKey.pasteBegins): paste = PasteCollector()
      case .code(let code): if let name = Self.name(ofCode: code) { inputs.append(.key(name)) }
      }
    }
    // A long paste comes in pieces; what is there is shown, and the rest is still no key.
    if let text = paste?.take(isLast: false), !text.isEmpty { inputs.append(.paste(text)) }
    return inputs
  }

  private enum Read {
    case character(UInt32)
    case code(Int32)
  }

  private func next() -> Read? {
    var read: wint_t = 0
    switch unsafe wget_wch(keys, &read) {
    case OK: return .character(read)
    case KEY_CODE_YES: return .code(Int32(bitPattern: read))
    default: return nil
    }
  }

  /// The Esc key, an Alt key, or nothing for a sequence that ncurses does not know, which is skipped whole.
  private func afterEscape() -> [Input] {
    guard let read = next() else { return [.key("Esc")] }
    guard case .character(let character) = read else {
      if case .code(let code) = read, let name = Self.name(ofCode: code) {
        return [.key("Alt-\(name)")]
      }
      return [.key("Esc")]
    }
    switch character {
    case 0x1B: return [.key("Esc"), .key("Esc")]
    case 0x5B:
      for _ in 0..<Self.mostSequence {
        guard case .character(let byte) = next(), !(0x40...0x7E).contains(byte) else { break }
      }
      return []
    case 0x4F:
      _ = next()
      return []
    default:
      guard case .key(let name, let types) = Self.input(character) else { return [.key("Esc")] }
      return [.key("Alt-\(name)", types: types)]
    }
  }

  /// Takes in a piece of a paste; the text once it ends.
  private func pasted(_ read: Read) -> String? {
    let isEnd: Bool
    switch read {
    case .code(OwnKey.pasteEnds): isEnd = true
    case .character(let character):
      isEnd = Unicode.Scalar(character).map { paste?.add($0) ?? false } ?? false
    case .code: isEnd = false
    }
    guard isEnd else { return nil }
    defer { paste = nil }
    return paste?.take(isLast: true)
  }

  private func mouse(_ isDouble: (_ column: Int, _ row: Int) -> Bool) -> Input? {
    var event = MEVENT()
    guard unsafe getmouse(&event) == OK else { return nil }
    if event.bstate & hub_button_wheel_up() != 0 { return .wheel(-3) }
    if event.bstate & hub_button_wheel_down() != 0 { return .wheel(3) }
    guard event.bstate & hub_button_first() != 0 else { return nil }
    let (column, row) = (Int(event.x), Int(event.y))
    return .click(column: column, row: row, isDouble: isDouble(column, row))
  }

  // MARK: Names

  /// The key of a character that is no escape.
  static func input(_ character: UInt32) -> Input {
    switch character {
    case 0x09: return .key("Tab")
    case 0x0D: return .key("Enter")
    case 0x08, 0x7F: return .key("Backspace")
    case 0x20: return .key("Space", types: " ")
    case 0x01...0x1A:
      return .key("Ctrl-\(Character(Unicode.Scalar(UInt8(character) + 0x40)))")
    default:
      guard character >= 0x20, let scalar = Unicode.Scalar(character) else { return .key("") }
      let text = String(Character(scalar))
      return .key(text, types: text)
    }
  }

  private static let mostFunctionKeys = Int32(HubKeys.mostFunctionKeys)

  /// The name of a function key; nil: none that can be bound.
  static func name(ofCode code: Int32) -> String? {
    switch code {
    case KEY_UP: "Up"
    case KEY_DOWN: "Down"
    case KEY_LEFT: "Left"
    case KEY_RIGHT: "Right"
    case KEY_PPAGE: "PageUp"
    case KEY_NPAGE: "PageDown"
    case KEY_HOME, KEY_FIND: "Home"
    case KEY_END, KEY_SELECT: "End"
    case KEY_ENTER: "Enter"
    case KEY_BACKSPACE: "Backspace"
    case KEY_DC: "Delete"
    case KEY_BTAB: "Shift-Tab"
    case KEY_IC: "Insert"
    case KEY_F0 + 1...KEY_F0 + mostFunctionKeys: "F\(code - KEY_F0)"
    default: nil
    }
  }
}
