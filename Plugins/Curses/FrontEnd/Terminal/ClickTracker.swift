/// Tells a double click from two clicks.
struct ClickTracker {
  /// Milliseconds between two presses at the same place that make one double click.
  static let interval: Int64 = 400

  private var last: (column: Int, row: Int, time: Int64)?

  /// Takes a press in, and says whether it is the second of two.
  mutating func press(column: Int, row: Int, at time: Int64) -> Bool {
    if let last, last.column == column, last.row == row, time - last.time <= Self.interval {
      self.last = nil
      return true
    }
    last = (column, row, time)
    return false
  }
}
