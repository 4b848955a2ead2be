/// A value for one argument of an action, as text.
package struct ActionBinding: Hashable, Sendable, Codable {
  package var name: String
  package var value: String

  package init(_ name: String, _ value: String) {
    self.name = name
    self.value = value
  }
}

/// The call of an action as people and links write it; nothing in it is checked against the action.
package struct ActionRequest: Hashable, Sendable {
  package var name: String
  /// In the order in which they were written; a name may stand here twice.
  package var bindings: [ActionBinding]

  package init(name: String, bindings: [ActionBinding] = []) {
    self.name = name
    self.bindings = bindings
  }

  /// Reads words: the name, then `argument=value`.
  ///
  /// - Returns: nil when there is no name, or a word behind it has no `=` or nothing before it.
  package init?(words: [String]) {
    guard let name = words.first, !name.isEmpty else { return nil }
    var bindings: [ActionBinding] = []
    for word in words.dropFirst() {
      guard let sign = word.firstIndex(of: "="), sign != word.startIndex else { return nil }
      bindings.append(
        ActionBinding(String(word[..<sign]), String(word[word.index(after: sign)...])))
    }
    self.init(name: name, bindings: bindings)
  }

  /// Reads a line such as `search text="two words"`.
  ///
  /// Blanks separate words; inside single or double quotes they stand for themselves.
  ///
  /// - Returns: nil also when a quote is not closed.
  package init?(line: String) {
    var words: [String] = []
    var word: String?
    var quote: Character?
    for character in line {
      if let open = quote {
        if character == open { quote = nil } else { word = (word ?? "") + String(character) }
      } else if character == "\"" || character == "'" {
        quote = character
        word = word ?? ""
      } else if character.isWhitespace {
        if let word { words.append(word) }
        word = nil
      } else {
        word = (word ?? "") + String(character)
      }
    }
    guard quote == nil else { return nil }
    if let word { words.append(word) }
    self.init(words: words)
  }
}
