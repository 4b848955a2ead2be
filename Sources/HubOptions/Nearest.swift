/// Finds what somebody probably meant.
package enum Nearest {
  /// Longer words get no suggestion, in bytes; the search costs length times length.
  package static let maximumLength = 64

  /// The candidate that is closest to a word, if one is close enough to be worth suggesting.
  ///
  /// Close enough is a third of the word's length in edits, at least one; an edit is a byte added,
  /// dropped, changed, or swapped with its neighbour. Upper and lower case are the same.
  ///
  /// - Returns: the first of the closest candidates, or nil.
  package static func match(_ word: String, in candidates: [String]) -> String? {
    guard word.utf8.count <= maximumLength else { return nil }
    let limit = max(1, word.utf8.count / 3)
    var best: (candidate: String, distance: Int)?
    for candidate in candidates where candidate.utf8.count <= maximumLength {
      let distance = distance(word.lowercased(), candidate.lowercased())
      guard distance <= limit, distance < candidate.utf8.count else { continue }
      if let best, best.distance <= distance { continue }
      best = (candidate, distance)
    }
    return best?.candidate
  }

  /// The number of edits between two words (optimal string alignment, on UTF-8 bytes).
  package static func distance(_ from: String, _ to: String) -> Int {
    let source = Array(from.utf8)
    let target = Array(to.utf8)
    var beforeLast: [Int] = []
    var last = Array(0...target.count)
    for (row, byte) in source.enumerated() {
      var current = [row + 1]
      for (column, other) in target.enumerated() {
        let change = last[column] + (byte == other ? 0 : 1)
        var cost = min(change, last[column + 1] + 1, current[column] + 1)
        if row > 0, column > 0, byte == target[column - 1], source[row - 1] == other {
          cost = min(cost, beforeLast[column - 1] + 1)
        }
        current.append(cost)
      }
      beforeLast = last
      last = current
    }
    return last[target.count]
  }
}
