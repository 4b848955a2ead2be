/// Finds the known name that somebody who mistyped one probably meant.
enum NearestName {
  /// Names longer than this are not compared; no name of ours is half as long.
  static let maximumLength = 64

  /// The nearest of the known names, letter case aside; nil when none is near enough to be meant.
  ///
  /// Near enough is one slip for every three letters, two at least where a word has four.
  static func of(_ name: String, among known: [String]) -> String? {
    guard name.utf8.count <= maximumLength else { return nil }
    let wanted = Array(name.lowercased())
    var best: (name: String, distance: Int)?
    for candidate in known {
      let distance = distance(wanted, Array(candidate.lowercased()))
      if distance < best?.distance ?? .max { best = (candidate, distance) }
    }
    guard let best else { return nil }
    let longest = max(wanted.count, best.name.count)
    let allowed = longest < 4 ? 1 : max(2, longest / 3)
    return best.distance <= allowed ? best.name : nil
  }

  /// Insertions, deletions, changes and swaps of neighbours that turn one into the other.
  static func distance(_ first: [Character], _ second: [Character]) -> Int {
    var beforeLast: [Int] = []
    var last = Array(0...second.count)
    for (row, letter) in first.enumerated() {
      var current = [row + 1]
      for (column, other) in second.enumerated() {
        var cost = min(
          last[column + 1] + 1, current[column] + 1, last[column] + (letter == other ? 0 : 1))
        if row > 0, column > 0, letter == second[column - 1], first[row - 1] == other {
          cost = min(cost, beforeLast[column - 1] + 1)
        }
        current.append(cost)
      }
      (beforeLast, last) = (last, current)
    }
    return last[second.count]
  }
}
