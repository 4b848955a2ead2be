@testable import CursesFrontEnd

extension Frame {
  /// The text of a row as the terminal shows it, one string a cell put together.
  func text(row: Int) -> String {
    var cells = [String](repeating: " ", count: width)
    for placed in rows[row] {
      var column = placed.column
      for piece in placed.line.pieces {
        for character in piece.text {
          let columns = CellText.columns(of: String(character))
          guard columns > 0, column < width else { continue }
          cells[column] = String(character)
          for rest in column + 1..<max(column + 1, min(column + columns, width)) {
            cells[rest] = ""
          }
          column += columns
        }
      }
    }
    return cells.joined()
  }
}
