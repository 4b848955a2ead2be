import HubText

/// A reply that is being written: text over several lines with a cursor between two characters.
///
/// What is typed and pasted is made safe as it comes, so that what is sent is what is seen.
struct Composer {
  /// Bytes of the longest text: the most that the host takes.
  static let mostBytes = 65_536
  /// Scalars that input methods send between two others: U+200C and U+200D.
  private static let joiners: [Unicode.Scalar] = ["\u{200C}", "\u{200D}"]
  /// What a tab becomes.
  private static let tab = "    "

  /// The text before the cursor, and behind it.
  private(set) var before = ""
  private(set) var after = ""
  /// Where a joiner waits for what it joins to, in bytes before the cursor, and which.
  private var held: (at: Int, joiner: String)?

  /// What was deleted last by more than a character, to be put back.
  private(set) var deleted = ""

  var text: String { before + after }

  /// Whether there is nothing to send.
  var isBlank: Bool { before.allSatisfy(\.isWhitespace) && after.allSatisfy(\.isWhitespace) }

  /// A text with the cursor at its end.
  init(_ text: String = "") {
    insert(text)
  }

  /// Puts a text in at the cursor, newlines included; false: not all of it fits.
  ///
  /// A scalar that combines joins the character before it, as it comes from an input method.
  @discardableResult
  mutating func insert(_ typed: String) -> Bool {
    let last = before.last.map(String.init) ?? ""
    let joined = held?.at == before.utf8.count ? held?.joiner ?? "" : ""
    held = nil
    if let scalar = typed.unicodeScalars.first, typed.unicodeScalars.count == 1,
      Self.joiners.contains(scalar)
    {
      // Alone it is nothing, and safe text would not keep it.
      held = (before.utf8.count, typed)
      return true
    }
    let typed = joined + typed
    // Controls that separate are few: every form of a line break is one newline.
    let lines = typed.replacing("\r\n", with: "\n").replacing("\r", with: "\n")
    let safe = SafeText.block(last + lines).replacing("\t", with: Self.tab)
    var room = Self.mostBytes - before.utf8.count - after.utf8.count + last.utf8.count
    let fitting = safe.prefix { character in
      room -= character.utf8.count
      return room >= 0
    }
    // Without room, what is there stays as it is.
    guard !fitting.isEmpty || safe.isEmpty else { return false }
    before.removeLast(last.isEmpty ? 0 : 1)
    before += fitting
    return fitting.endIndex == safe.endIndex
  }

  mutating func clear() {
    before = ""
    after = ""
  }

  // MARK: Moving

  mutating func left() {
    if let character = before.popLast() { after = String(character) + after }
  }

  mutating func right() {
    guard let character = after.first else { return }
    after.removeFirst()
    before.append(character)
  }

  mutating func wordLeft() { move(back: wordBefore) }

  mutating func wordRight() { move(forward: wordBehind) }

  /// To the beginning of the line that the cursor is in; newlines separate lines.
  mutating func lineStart() { move(back: lineBefore) }

  mutating func lineEnd() { move(forward: lineBehind) }

  /// Puts the cursor behind so many characters.
  mutating func place(at count: Int) {
    let all = text
    let index =
      all.index(all.startIndex, offsetBy: max(0, count), limitedBy: all.endIndex) ?? all.endIndex
    before = String(all[..<index])
    after = String(all[index...])
  }

  private mutating func move(back part: Substring) {
    let part = String(part)
    before.removeLast(part.count)
    after = part + after
  }

  private mutating func move(forward part: Substring) {
    let part = String(part)
    after.removeFirst(part.count)
    before += part
  }

  // MARK: Deleting

  /// Deletes the character before the cursor, whole.
  mutating func erase() { _ = before.popLast() }

  /// Deletes the character behind the cursor, whole.
  mutating func eraseForward() {
    if !after.isEmpty { after.removeFirst() }
  }

  mutating func eraseWord() { delete(back: wordBefore) }

  mutating func eraseWordForward() { delete(forward: wordBehind) }

  mutating func eraseToStart() { delete(back: lineBefore) }

  /// Deletes to the end of the line; at the end, the line break.
  mutating func eraseToEnd() {
    let line = lineBehind
    delete(forward: line.isEmpty ? after.prefix(1) : line)
  }

  /// Puts back what was deleted last.
  @discardableResult
  mutating func yank() -> Bool { insert(deleted) }

  private mutating func delete(back part: Substring) {
    guard !part.isEmpty else { return }
    deleted = String(part)
    before.removeLast(deleted.count)
  }

  private mutating func delete(forward part: Substring) {
    guard !part.isEmpty else { return }
    deleted = String(part)
    after.removeFirst(deleted.count)
  }

  // MARK: Parts

  private var wordBefore: Substring {
    let start = Self.start(ofSuffix: before[...], while: { !Self.isWord($0) })
    return before[Self.start(ofSuffix: before[..<start], while: Self.isWord)...]
  }

  private var wordBehind: Substring {
    let gap = after.prefix { !Self.isWord($0) }
    let word = after[gap.endIndex...].prefix(while: Self.isWord)
    return after[..<word.endIndex]
  }

  private var lineBefore: Substring {
    before[Self.start(ofSuffix: before[...], while: { $0 != "\n" })...]
  }

  private var lineBehind: Substring { after.prefix { $0 != "\n" } }

  private static func isWord(_ character: Character) -> Bool {
    character.isLetter || character.isNumber
  }

  private static func start(
    ofSuffix text: Substring, while holds: (Character) -> Bool
  ) -> Substring.Index {
    var index = text.endIndex
    while index > text.startIndex {
      let previous = text.index(before: index)
      guard holds(text[previous]) else { break }
      index = previous
    }
    return index
  }
}
