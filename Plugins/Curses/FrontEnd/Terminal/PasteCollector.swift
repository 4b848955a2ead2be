/// Collects what is pasted, which comes in as many pieces as the terminal makes of it.
struct PasteCollector {
  /// What ends a paste, where the terminal library did not make a key of it because it came in two
  /// pieces.
  private static let end = Array("\u{1B}[201~".unicodeScalars)

  /// What came and was not handed on.
  private var held: [Unicode.Scalar] = []
  /// Scalars that came in all.
  private var count = 0

  /// Takes in one more; true: it was the last of the mark that ends the paste.
  ///
  /// What is more than any text can hold is left out.
  mutating func add(_ scalar: Unicode.Scalar) -> Bool {
    count += 1
    guard count <= Composer.mostBytes || Self.end.contains(scalar) else { return false }
    held.append(scalar)
    guard held.suffix(Self.end.count) == Self.end[...] else { return false }
    held.removeLast(Self.end.count)
    return true
  }

  /// Hands on what came; unless it is the last of the paste, what may be the beginning of a mark or
  /// half of a line break waits.
  mutating func take(isLast: Bool) -> String {
    var waiting = 0
    if !isLast {
      for length in 1..<Self.end.count where held.suffix(length) == Self.end.prefix(length) {
        waiting = length
      }
      if held.last == "\r" { waiting = 1 }
    }
    let ready = held.dropLast(waiting)
    held = Array(held.suffix(waiting))
    return String(String.UnicodeScalarView(ready))
  }
}
