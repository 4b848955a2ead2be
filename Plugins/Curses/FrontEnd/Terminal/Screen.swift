import CLinux
import CNcurses
import HubFrontEndKit

/// The terminal, through ncurses: draws frames and gives the terminal back.
///
/// Only what changed since the frame before is written, and of that only what the terminal does not show already.
@safe
final class Screen {
  /// Milliseconds after which an escape byte is the Esc key.
  static let escapeDelay: Int32 = 25

  /// Whether text beyond ASCII can be shown.
  let isUnicode: Bool
  /// Whether the terminal reports the mouse.
  private(set) var hasMouse = false

  private let outputFD: Int32
  private let output: UnsafeMutablePointer<FILE>
  private let input: UnsafeMutablePointer<FILE>
  private let screen: OpaquePointer
  private let window: UnsafeMutablePointer<WINDOW>
  /// A pad is never drawn, so that reading keys from it draws nothing.
  let keys: UnsafeMutablePointer<WINDOW>
  private let wantsColor: Bool
  private var hasColor = false
  private var drawn: Frame?
  private var cells: [Int32] = []
  private let pasteOn: [UInt8]
  private let pasteOff: [UInt8]
  private(set) var isPasting = false
  /// What is being pasted, from its first mark to its last.
  var paste: PasteCollector?

  /// Takes the terminal.
  ///
  /// - Throws: a sentence, when the terminal is not known or cannot place a cursor.
  init(_ terminal: TerminalInfo) throws(FrontEndError) {
    let files = unsafe try Self.openFiles(terminal)
    unsafe (input, output) = unsafe files
    set_escdelay(Self.escapeDelay)
    guard let screen = unsafe hub_newterm(files.output, files.input) else {
      unsafe Self.close(files)
      throw Self.unknownTerminal()
    }
    unsafe self.screen = screen
    guard unsafe hub_capability("cup") != nil, let window = unsafe newwin(0, 0, 0, 0),
      let keys = unsafe newpad(1, 1)
    else {
      endwin()
      unsafe delscreen(screen)
      unsafe Self.close(files)
      throw Self.unknownTerminal()
    }
    unsafe self.window = window
    unsafe self.keys = keys
    outputFD = terminal.output
    wantsColor = terminal.wantsColor
    isUnicode = terminal.isUnicode && Self.localeIsUTF8
    // Most descriptions of terminals lack these, and those that do not know them pass them over: a
    // newline that is pasted must not send a reply.
    pasteOn = Self.capability("BE", else: "\u{1B}[?2004h")
    pasteOff = Self.capability("BD", else: "\u{1B}[?2004l")
    prepare()
  }

  private func prepare() {
    cbreak()
    noecho()
    nonl()
    unsafe nodelay(keys, true)
    unsafe keypad(keys, true)
    curs_set(0)
    defineKeys()
    mouseinterval(0)
    let buttons = hub_button_first() | hub_button_wheel_up() | hub_button_wheel_down()
    hasMouse = mousemask(buttons, nil) != 0
    if wantsColor, has_colors() {
      start_color()
      hasColor = use_default_colors() == OK
    }
  }

  /// What is on, for the host to undo if this process cannot.
  var modes: TerminalModes {
    var modes: TerminalModes = [.screen, .keypad]
    if hasMouse { modes.insert(.mouse) }
    if isPasting { modes.insert(.paste) }
    return modes
  }

  /// The dot that consoles with few glyphs have, too.
  var hasFewGlyphs: Bool {
    guard let name = unsafe termname() else { return false }
    return unsafe strncmp(name, "linux", 5) == 0
  }

  // MARK: Colours

  /// Takes the colours of the app.
  func setColors(_ app: AppInfo) {
    guard hasColor else { return }
    let palette = Palette(
      colors: Int(hub_curses_colors()), scheme: app.colorScheme, accent: app.accent)
    init_pair(Pair.plain, palette.text, palette.ground)
    init_pair(Pair.accent, palette.accent, palette.ground)
    init_pair(Pair.warning, palette.warning, palette.ground)
    isOwnGround = palette.ground != Palette.own
    unsafe wbkgd(window, chtype(0x20) | chtype(isOwnGround ? COLOR_PAIR(Int32(Pair.plain)) : 0))
    drawn = nil
  }

  private enum Pair {
    static let plain: Int16 = 1
    static let accent: Int16 = 2
    static let warning: Int16 = 3
  }

  private var isOwnGround = false

  private func set(_ ink: Ink) {
    var attributes: attr_t = 0
    if ink.traits.contains(.bold) { attributes |= hub_attribute_bold() }
    if ink.traits.contains(.italic) { attributes |= hub_attribute_italic() }
    if ink.traits.contains(.underline) { attributes |= hub_attribute_underline() }
    if ink.traits.contains(.reverse) { attributes |= hub_attribute_reverse() }
    var pair: Int16 = isOwnGround ? Pair.plain : 0
    switch ink.role {
    case .plain: break
    case .faint: attributes |= hub_attribute_dim()
    case .accent: if hasColor { pair = Pair.accent }
    case .warning: if hasColor { pair = Pair.warning }
    }
    unsafe wattr_set(window, attributes, pair, nil)
  }

  // MARK: Drawing

  /// Shows a frame.
  func draw(_ frame: Frame) {
    let before = drawn?.width == frame.width && drawn?.height == frame.height ? drawn : nil
    for row in 0..<frame.height where before?.rows[row] != frame.rows[row] {
      draw(frame.rows[row], row: row, width: frame.width)
    }
    if before?.cursor.isVisible != frame.cursor.isVisible {
      curs_set(frame.cursor.isVisible ? 1 : 0)
    }
    unsafe wmove(window, Int32(frame.cursor.row), Int32(frame.cursor.column))
    unsafe wnoutrefresh(window)
    doupdate()
    drawn = frame
  }

  private func draw(_ placed: [Frame.Placed], row: Int, width: Int) {
    let row = Int32(row)
    if placed.first?.column != 0 || placed.first?.line.columns != width {
      set(.plain)
      unsafe wmove(window, row, 0)
      unsafe wclrtoeol(window)
    }
    for line in placed {
      var column = line.column
      for piece in line.line.pieces {
        set(piece.ink)
        // The column is set for each piece: one that went wrong moves no other.
        unsafe wmove(window, row, Int32(column))
        put(piece.text)
        column += piece.columns
      }
    }
  }

  private func put(_ text: String) {
    cells.removeAll(keepingCapacity: true)
    if isUnicode {
      Cells.append(text, to: &cells) { Int(wcwidth(wchar_t($0))) }
    } else {
      Cells.appendASCII(text, to: &cells)
    }
    unsafe cells.withUnsafeBufferPointer { buffer in
      _ = unsafe waddnwstr(window, buffer.baseAddress, Int32(buffer.count))
    }
  }

  /// Sends the whole screen again with the next frame.
  func repaint() {
    hub_curses_repaint()
    drawn = nil
  }

  /// Takes another size.
  func resize(columns: Int, rows: Int) {
    let (columns, rows) = (Int32(clamping: max(1, columns)), Int32(clamping: max(1, rows)))
    _ = resizeterm(rows, columns)
    unsafe wresize(window, rows, columns)
    unsafe werase(window)
    repaint()
  }

  // MARK: Pasting

  /// Asks the terminal to mark what is pasted, or to stop that.
  func setPasting(_ isOn: Bool) {
    guard isOn != isPasting, !pasteOn.isEmpty, !pasteOff.isEmpty else { return }
    isPasting = isOn
    let bytes = isOn ? pasteOn : pasteOff
    _ = unsafe bytes.withUnsafeBytes { unsafe write(outputFD, $0.baseAddress, $0.count) }
  }

  // MARK: Leaving

  /// Gives the terminal back for a while.
  func suspend() {
    setPasting(false)
    endwin()
  }

  /// Takes the terminal again; the next frame is drawn whole.
  func resume() {
    repaint()
    doupdate()
    // endwin switched the keypad off, and ncurses would switch it on again only after the first key.
    unsafe keypad(keys, true)
    curs_set(drawn?.cursor.isVisible == true ? 1 : 0)
  }

  /// Gives the terminal back for good; nothing may be called after it.
  func close() {
    setPasting(false)
    endwin()
    unsafe delwin(keys)
    unsafe delwin(window)
    unsafe delscreen(screen)
    unsafe Self.close((input, output))
  }

  // MARK: Opening

  private static var localeIsUTF8: Bool {
    guard let name = unsafe nl_langinfo(nl_item(CODESET)) else { return false }
    return unsafe strcmp(name, "UTF-8") == 0
  }

  private typealias Files = (
    input: UnsafeMutablePointer<FILE>, output: UnsafeMutablePointer<FILE>
  )

  private static func openFiles(_ terminal: TerminalInfo) throws(FrontEndError) -> Files {
    guard let input = unsafe file(terminal.input, "r") else { throw noDescriptor }
    guard let output = unsafe file(terminal.output, "w") else {
      unsafe fclose(input)
      throw noDescriptor
    }
    return unsafe (input, output)
  }

  private static func file(_ fd: Int32, _ mode: String) -> UnsafeMutablePointer<FILE>? {
    let copy = hub_fcntl(fd, F_DUPFD_CLOEXEC, 3)
    guard copy >= 0 else { return nil }
    if let file = unsafe fdopen(copy, mode) { return unsafe file }
    _ = CLinux.close(copy)
    return nil
  }

  private static func close(_ files: Files) {
    unsafe fclose(files.input)
    unsafe fclose(files.output)
  }

  private static var noDescriptor: FrontEndError {
    FrontEndError("The terminal cannot be opened: too many files are open in this process.")
  }

  private static func unknownTerminal() -> FrontEndError {
    let name = unsafe getenv("TERM").map { unsafe String(cString: $0) } ?? ""
    let words =
      name.isEmpty ? "TERM is not set" : "The terminal type “\(name)” in TERM is not known"
    return FrontEndError(
      "\(words), or it cannot place a cursor: set TERM to a type that `infocmp` shows, or use "
        + "--frontend plain.")
  }

  private static func capability(_ name: String, else text: String) -> [UInt8] {
    guard let found = unsafe hub_capability(name) else { return Array(text.utf8) }
    return Array(unsafe String(cString: found).utf8)
  }
}
