/// The letters that stand for a missing picture (reference 7.6).
public enum Initials: Sendable {
  /// The first letter of the first and of the last word, in upper case; nil for a blank name,
  /// which is shown as a person icon.
  public static func text(for name: String) -> String? {
    let words = name.split(whereSeparator: \.isWhitespace)
    guard let first = words.first?.first else { return nil }
    guard words.count > 1, let last = words.last?.first else { return first.uppercased() }
    return first.uppercased() + last.uppercased()
  }
}
