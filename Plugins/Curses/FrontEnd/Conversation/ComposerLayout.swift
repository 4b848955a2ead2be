/// A reply that is being written, in rows of a width, and where its cursor stands.
struct ComposerLayout: Hashable {
  /// One row: its characters, counted from the beginning of the text, and its text.
  struct Row: Hashable {
    var characters: Range<Int>
    var text: String
  }

  private(set) var rows: [Row] = []
  private(set) var cursor = (row: 0, column: 0)

  static func == (one: ComposerLayout, other: ComposerLayout) -> Bool {
    one.rows == other.rows && one.cursor == other.cursor
  }

  func hash(into hasher: inout Hasher) {
    hasher.combine(rows)
    hasher.combine(cursor.row)
    hasher.combine(cursor.column)
  }

  /// Lays a text out in rows of at most that many columns, broken at blanks where there are any.
  ///
  /// A cursor at the very end of a full row stands at the beginning of the next one.
  init(_ composer: Composer, columns: Int) {
    let characters = Array(composer.text)
    let widths = characters.map { CellText.columns(of: String($0)) }
    let place = min(composer.before.count, characters.count)
    var start = 0
    repeat {
      let end = Self.end(ofRowFrom: start, characters, widths, columns: max(2, columns))
      let isBreak = end < characters.count && characters[end] == "\n"
      rows.append(Row(characters: start..<end, text: String(characters[start..<end])))
      start = isBreak ? end + 1 : end
      if isBreak, start == characters.count {
        rows.append(Row(characters: start..<start, text: ""))
      }
    } while start < characters.count
    if let last = rows.last, last.characters.count > 0, place == characters.count,
      widths[last.characters].reduce(0, +) >= max(2, columns)
    {
      rows.append(Row(characters: place..<place, text: ""))
    }
    let row = rows.lastIndex { $0.characters.lowerBound <= place } ?? 0
    cursor = (row, widths[rows[row].characters.lowerBound..<place].reduce(0, +))
  }

  private static func end(
    ofRowFrom start: Int, _ characters: [Character], _ widths: [Int], columns: Int
  ) -> Int {
    var used = 0
    var blank: Int?
    var index = start
    while index < characters.count, characters[index] != "\n" {
      if used + widths[index] > columns {
        // Behind the blank, so that every character is in a row.
        if let blank { return blank + 1 }
        return max(index, start + 1)
      }
      used += widths[index]
      if characters[index] == " " { blank = index }
      index += 1
    }
    return index
  }

  /// The character at a place of a row, for moving between rows; a place behind its end is its end.
  func character(row: Int, column: Int) -> Int {
    let row = rows[min(max(0, row), rows.count - 1)]
    var used = 0
    var index = row.characters.lowerBound
    for character in row.text {
      let width = CellText.columns(of: String(character))
      if used + width > column { break }
      used += width
      index += 1
    }
    return index
  }
}
