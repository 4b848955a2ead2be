import HubText

/// What a terminal shows: the sequences that ncurses writes for xterm, screen, linux and vt100.
///
/// Everything that is not drawing (a title, a query, the clipboard, a reset) is not done but noted
/// down in `effects`, so that a test can say that there was none.
package struct ScreenModel {
  /// One cell of the screen; the second half of a wide character holds an empty text.
  package struct Cell: Hashable, Sendable {
    package var text = " "
    /// The graphic rendition that was set, as its parameters; empty for the default.
    package var rendition = ""
  }

  package private(set) var columns: Int
  package private(set) var rows: Int
  package private(set) var cells: [[Cell]]
  package private(set) var cursorRow = 0
  package private(set) var cursorColumn = 0
  package private(set) var isAlternate = false
  package private(set) var isCursorVisible = true
  /// What was asked of the terminal beyond drawing, each kind once: `OSC`, `CSI n`.
  package private(set) var effects: Set<String> = []
  /// The kinds of all sequences so far: `CSI H`, `ESC 7`, `CSI ?1049h`.
  package private(set) var kinds: Set<String> = []
  /// The private modes that are on and are not on in a new terminal, such as `?1000`.
  package private(set) var modes: Set<String> = []
  /// Parameters of all graphic renditions so far.
  package private(set) var renditions: Set<String> = []

  private var parser = SequenceParser()
  private var rendition = ""
  private var top = 0
  private var bottom: Int
  private var saved: (row: Int, column: Int) = (0, 0)
  private var isWrapPending = false
  private var isLineDrawing = false
  private var last = ""
  private var primary: [[Cell]]?

  package init(columns: Int = 80, rows: Int = 24) {
    self.columns = columns
    self.rows = rows
    bottom = rows - 1
    cells = Self.blank(columns, rows)
  }

  private static func blank(_ columns: Int, _ rows: Int) -> [[Cell]] {
    Array(repeating: Array(repeating: Cell(), count: columns), count: rows)
  }

  // MARK: Looking

  /// The text of a row, without blanks at its end.
  package func line(_ row: Int) -> String {
    guard cells.indices.contains(row) else { return "" }
    var line = cells[row].map(\.text).joined()
    while line.last == " " { line.removeLast() }
    return line
  }

  /// All rows.
  package var lines: [String] { (0..<rows).map { line($0) } }

  /// All rows as one text, for searching and for messages.
  package var text: String { lines.joined(separator: "\n") }

  // MARK: Writing

  /// Gives the screen another size, as a terminal without reflow does.
  package mutating func resize(columns: Int, rows: Int) {
    var resized = Self.blank(columns, rows)
    for row in 0..<min(rows, self.rows) {
      for column in 0..<min(columns, self.columns) { resized[row][column] = cells[row][column] }
    }
    self.columns = columns
    self.rows = rows
    cells = resized
    primary = nil
    top = 0
    bottom = rows - 1
    cursorRow = min(cursorRow, rows - 1)
    cursorColumn = min(cursorColumn, columns - 1)
    isWrapPending = false
  }

  /// Draws what a program wrote; a sequence may go on in the next piece.
  package mutating func write(_ bytes: some Sequence<UInt8>) {
    for byte in bytes {
      for token in parser.take(byte) { draw(token) }
    }
  }

  private mutating func draw(_ token: SequenceParser.Token) {
    switch token {
    case .character(let scalar): put(scalar)
    case .control(let byte): control(byte)
    case .escape(let text): escape(text)
    case .sequence(let parameters, let final): sequence(parameters, final)
    case .string(let kind): note(kind)
    case .invalid(let what): note(what)
    }
  }

  private mutating func note(_ kind: String) {
    kinds.insert(kind)
    effects.insert(kind)
  }

  private mutating func control(_ byte: UInt8) {
    switch byte {
    case 0x08:
      cursorColumn = max(0, cursorColumn - 1)
      isWrapPending = false
    case 0x09: cursorColumn = min(columns - 1, (cursorColumn / 8 + 1) * 8)
    case 0x0A, 0x0B, 0x0C: lineFeed()
    case 0x0D:
      cursorColumn = 0
      isWrapPending = false
    case 0x0E: isLineDrawing = true
    case 0x0F: isLineDrawing = false
    case 0x00: break
    default: note("C0 \(byte)")
    }
  }

  private mutating func escape(_ text: String) {
    kinds.insert("ESC \(text)")
    switch text {
    case "7": saved = (cursorRow, cursorColumn)
    case "8": moveTo(saved.row, saved.column)
    case "D": lineFeed()
    case "M": reverseLineFeed()
    case "E":
      cursorColumn = 0
      lineFeed()
    case "(0": isLineDrawing = true
    case "(B": isLineDrawing = false
    case "=", ">", ")0", ")B", "H": break
    default: effects.insert("ESC \(text)")
    }
  }
}

// MARK: - Sequences

extension ScreenModel {
  private mutating func sequence(_ parameters: String, _ final: Character) {
    let isPrivate = parameters.first.map { "<=>?".contains($0) } ?? false
    let kind = isPrivate ? "CSI \(parameters)\(final)" : "CSI \(final)"
    kinds.insert(kind)
    if isPrivate { return mode(parameters, final) }
    let numbers = parameters.split(separator: ";", omittingEmptySubsequences: false)
      .map { Int($0) ?? 0 }
    let count = max(1, numbers.first ?? 1)
    switch final {
    case "A": moveTo(cursorRow - count, cursorColumn)
    case "B", "e": moveTo(cursorRow + count, cursorColumn)
    case "C", "a": moveTo(cursorRow, cursorColumn + count)
    case "D": moveTo(cursorRow, cursorColumn - count)
    case "E": moveTo(cursorRow + count, 0)
    case "F": moveTo(cursorRow - count, 0)
    case "G", "`": moveTo(cursorRow, count - 1)
    case "H", "f": moveTo(count - 1, max(1, numbers.count > 1 ? numbers[1] : 1) - 1)
    case "d": moveTo(count - 1, cursorColumn)
    case "r": setRegion(numbers)
    case "m":
      rendition = ["", "0"].contains(parameters) ? "" : parameters
      renditions.insert(parameters)
    case "b": for _ in 0..<count { place(last) }
    default: edit(numbers.first ?? 0, count, final, kind)
    }
  }

  private mutating func edit(_ number: Int, _ count: Int, _ final: Character, _ kind: String) {
    switch final {
    case "J": eraseScreen(number)
    case "K": eraseLine(number)
    case "X": erase(cursorRow, cursorColumn..<min(columns, cursorColumn + count))
    case "P":
      let gone = min(count, columns - cursorColumn)
      cells[cursorRow].removeSubrange(cursorColumn..<cursorColumn + gone)
      cells[cursorRow] += Array(repeating: Cell(), count: gone)
    case "@":
      let new = min(count, columns - cursorColumn)
      cells[cursorRow].insert(contentsOf: Array(repeating: Cell(), count: new), at: cursorColumn)
      cells[cursorRow].removeLast(new)
    case "L": scroll(from: cursorRow, by: -count)
    case "M": scroll(from: cursorRow, by: count)
    case "S": scroll(from: top, by: count)
    case "T": scroll(from: top, by: -count)
    case "l", "h", "g": break
    case "t": windowOperation(number)
    default: effects.insert(kind)
    }
  }

  private mutating func windowOperation(_ number: Int) {
    // 22 and 23 keep the title on the terminal's stack; the others ask or move the window.
    if number != 22, number != 23 { effects.insert("CSI \(number)t") }
  }

  private mutating func mode(_ parameters: String, _ final: Character) {
    guard parameters.hasPrefix("?"), final == "h" || final == "l" else {
      // Keyboard modes of xterm, and the cursor's shape on the Linux console.
      let isHarmless =
        (parameters.hasPrefix(">") && final == "m") || (parameters.hasPrefix("?") && final == "c")
      if !isHarmless { effects.insert("CSI \(parameters)\(final)") }
      return
    }
    for number in parameters.dropFirst().split(separator: ";") {
      // Wrapping and the cursor are on in a new terminal.
      if !["7", "25"].contains(number) {
        if final == "h" { modes.insert("?\(number)") } else { modes.remove("?\(number)") }
      }
      switch number {
      case "1049", "47", "1047": alternate(final == "h")
      case "25": isCursorVisible = final == "h"
      // Cursor keys, columns, wrapping, blinking, mouse, focus, meta, paste, one drawing at a time.
      case "1", "3", "4", "5", "7", "12", "1000", "1002", "1003", "1004", "1005", "1006", "1034":
        break
      case "2004", "2026": break
      default: effects.insert("CSI ?\(number)\(final)")
      }
    }
  }

  private mutating func alternate(_ isOn: Bool) {
    guard isOn != isAlternate else { return }
    isAlternate = isOn
    if isOn {
      primary = cells
      cells = Self.blank(columns, rows)
    } else {
      cells = primary ?? Self.blank(columns, rows)
      primary = nil
    }
  }

  private mutating func setRegion(_ numbers: [Int]) {
    let first = max(1, numbers.first ?? 1)
    let last = numbers.count > 1 && numbers[1] > 0 ? numbers[1] : rows
    guard first < last, last <= rows else { return }
    top = first - 1
    bottom = last - 1
    moveTo(0, 0)
  }
}

// MARK: - Cells

extension ScreenModel {
  private mutating func moveTo(_ row: Int, _ column: Int) {
    cursorRow = min(max(0, row), rows - 1)
    cursorColumn = min(max(0, column), columns - 1)
    isWrapPending = false
  }

  private mutating func put(_ scalar: Unicode.Scalar) {
    let text = isLineDrawing ? Self.lineDrawing[scalar] ?? String(scalar) : String(scalar)
    let width = TextWidth.columns(of: text)
    guard width > 0 else { return combine(scalar) }
    place(text)
  }

  private mutating func combine(_ scalar: Unicode.Scalar) {
    var column = isWrapPending ? cursorColumn : cursorColumn - 1
    guard column >= 0 else { return }
    if cells[cursorRow][column].text.isEmpty, column > 0 { column -= 1 }
    cells[cursorRow][column].text.unicodeScalars.append(scalar)
  }

  private mutating func place(_ text: String) {
    let width = TextWidth.columns(of: text)
    guard width > 0 else { return }
    if isWrapPending || cursorColumn + width > columns {
      cursorColumn = 0
      lineFeed()
    }
    isWrapPending = false
    clearHalves(cursorColumn..<cursorColumn + width)
    cells[cursorRow][cursorColumn] = Cell(text: text, rendition: rendition)
    if width == 2 { cells[cursorRow][cursorColumn + 1] = Cell(text: "", rendition: rendition) }
    last = text
    if cursorColumn + width < columns {
      cursorColumn += width
    } else {
      cursorColumn = columns - 1
      isWrapPending = true
    }
  }

  /// A wide character of which one half is written over is gone.
  private mutating func clearHalves(_ range: Range<Int>) {
    if range.lowerBound > 0, cells[cursorRow][range.lowerBound].text.isEmpty {
      cells[cursorRow][range.lowerBound - 1].text = " "
    }
    if range.upperBound < columns, cells[cursorRow][range.upperBound].text.isEmpty {
      cells[cursorRow][range.upperBound].text = " "
    }
  }

  private mutating func lineFeed() {
    isWrapPending = false
    if cursorRow == bottom { return scroll(from: top, by: 1) }
    cursorRow = min(rows - 1, cursorRow + 1)
  }

  private mutating func reverseLineFeed() {
    isWrapPending = false
    if cursorRow == top { return scroll(from: top, by: -1) }
    cursorRow = max(0, cursorRow - 1)
  }

  /// Moves the rows from there to the region's end up, or down for a negative number.
  private mutating func scroll(from first: Int, by count: Int) {
    guard (top...bottom).contains(first) else { return }
    let height = bottom - first + 1
    let moved = min(abs(count), height)
    let empty = Self.blank(columns, moved)
    if count > 0 {
      cells.removeSubrange(first..<first + moved)
      cells.insert(contentsOf: empty, at: bottom - moved + 1)
    } else {
      cells.removeSubrange((bottom - moved + 1)...bottom)
      cells.insert(contentsOf: empty, at: first)
    }
  }

  private mutating func erase(_ row: Int, _ range: Range<Int>) {
    for column in range { cells[row][column] = Cell() }
  }

  private mutating func eraseLine(_ how: Int) {
    switch how {
    case 0: erase(cursorRow, cursorColumn..<columns)
    case 1: erase(cursorRow, 0..<cursorColumn + 1)
    default: erase(cursorRow, 0..<columns)
    }
  }

  private mutating func eraseScreen(_ how: Int) {
    if how != 1 { eraseLine(how == 0 ? 0 : 2) } else { eraseLine(1) }
    if how == 0 || how == 2 {
      for row in cursorRow + 1..<max(rows, cursorRow + 1) { erase(row, 0..<columns) }
    }
    if how == 1 || how == 2 { for row in 0..<cursorRow { erase(row, 0..<columns) } }
  }

  private static let lineDrawing: [Unicode.Scalar: String] = [
    "j": "┘", "k": "┐", "l": "┌", "m": "└", "n": "┼", "q": "─", "t": "├", "u": "┤", "v": "┴",
    "w": "┬", "x": "│", "~": "·", "`": "◆", "a": "▒",
  ]
}
