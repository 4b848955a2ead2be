/// One line of the screen: pieces of text in their inks, in order.
struct Line: Hashable, Sendable {
  /// A piece in one ink.
  struct Piece: Hashable, Sendable {
    var text: String
    var ink: Ink
    /// Columns that the text takes.
    var columns: Int
  }

  private(set) var pieces: [Piece] = []
  /// Columns of all pieces.
  private(set) var columns = 0

  /// An empty line.
  init() {}

  /// A line of one piece, as wide as its text.
  init(_ text: String, _ ink: Ink = .plain) {
    add(text, ink)
  }

  /// The text of all pieces.
  var text: String { pieces.map(\.text).joined() }

  /// Adds a piece as wide as its text.
  mutating func add(_ text: String, _ ink: Ink = .plain) {
    append(text, ink, columns: CellText.columns(of: text))
  }

  /// Adds a piece of exactly that many columns.
  mutating func add(_ text: String, _ ink: Ink = .plain, fit columns: Int) {
    guard columns > 0 else { return }
    append(CellText.fit(text, columns: columns), ink, columns: columns)
  }

  /// Adds all pieces of another line.
  mutating func add(_ line: Line) {
    for piece in line.pieces { append(piece.text, piece.ink, columns: piece.columns) }
  }

  /// The line in exactly that many columns: padded in an ink, or cut.
  func fit(_ width: Int, padding ink: Ink = .plain) -> Line {
    if columns == width { return self }
    var line = Line()
    for piece in pieces {
      let room = width - line.columns
      guard room > 0 else { break }
      if piece.columns <= room {
        line.append(piece.text, piece.ink, columns: piece.columns)
      } else {
        line.add(piece.text, piece.ink, fit: room)
      }
    }
    if line.columns < width { line.add("", ink, fit: width - line.columns) }
    return line
  }

  private mutating func append(_ text: String, _ ink: Ink, columns: Int) {
    guard !text.isEmpty else { return }
    self.columns += columns
    if let last = pieces.last, last.ink == ink {
      pieces[pieces.count - 1].text += text
      pieces[pieces.count - 1].columns += columns
    } else {
      pieces.append(Piece(text: text, ink: ink, columns: columns))
    }
  }
}
