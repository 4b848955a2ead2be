/// What the whole screen shows: lines at their columns, later ones over earlier ones.
struct Frame: Equatable {
  /// A line that begins at a column.
  struct Placed: Hashable {
    var column: Int
    var line: Line
  }

  /// Where the terminal's cursor stands.
  struct Cursor: Equatable {
    var column: Int
    var row: Int
    /// Whether it is drawn; hidden ones still tell screen readers where the selection is.
    var isVisible: Bool
  }

  let width: Int
  let height: Int
  private(set) var rows: [[Placed]]
  var cursor = Cursor(column: 0, row: 0, isVisible: false)

  /// An empty frame.
  init(width: Int, height: Int) {
    self.width = max(1, width)
    self.height = max(1, height)
    rows = Array(repeating: [], count: self.height)
  }

  /// Puts lines one under the other, from a row and a column on; what is outside is left out.
  mutating func place(_ lines: some Sequence<Line>, row: Int, column: Int = 0) {
    for (offset, line) in lines.enumerated() where rows.indices.contains(row + offset) {
      guard column < width else { return }
      let cut = column + line.columns > width ? line.fit(width - column) : line
      rows[row + offset].append(Placed(column: column, line: cut))
    }
  }
}
