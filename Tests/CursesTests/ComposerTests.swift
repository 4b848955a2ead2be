import HubTestSupport
import Testing

@testable import CursesFrontEnd

/// Writing a reply: every change by grapheme cluster.
struct ComposerTests {
  /// A composer whose cursor stands at the bar.
  private func composer(_ text: String) -> Composer {
    let parts = text.split(separator: "|", omittingEmptySubsequences: false)
    var composer = Composer(parts.joined())
    composer.place(at: parts[0].count)
    return composer
  }

  private func shown(_ composer: Composer) -> String { "\(composer.before)|\(composer.after)" }

  private func expect(
    _ text: String, becomes result: String, sourceLocation: SourceLocation = #_sourceLocation,
    by change: (inout Composer) -> Void
  ) {
    var composer = composer(text)
    change(&composer)
    #expect(shown(composer) == result, sourceLocation: sourceLocation)
  }

  @Test(arguments: [
    ("ab|c", "a|bc"), ("|abc", "|abc"), ("e\u{301}|", "|e\u{301}"), ("a👨‍👩‍👧|b", "a|👨‍👩‍👧b"),
    ("漢|字", "|漢字"), ("a\n|b", "a|\nb"), ("🇩🇪🇫🇷|", "🇩🇪|🇫🇷"),
  ])
  func `back and forward go over whole characters`(text: String, left: String) {
    expect(text, becomes: left) { $0.left() }
    let isAtStart = text.hasPrefix("|")
    expect(left, becomes: (isAtStart ? "a|bc" : text)) { $0.right() }
  }

  @Test(arguments: [
    ("one two|", "one |two"), ("one |two", "|one two"), ("one, two...|", "one, |two..."),
    ("|one", "|one"), ("Grüße 漢字|!", "Grüße |漢字!"),
  ])
  func `a word back`(text: String, result: String) {
    expect(text, becomes: result) { $0.wordLeft() }
  }

  @Test(arguments: [
    ("|one two", "one| two"), ("one| two", "one two|"), ("one|", "one|"), ("|...a b", "...a| b"),
  ])
  func `a word forward`(text: String, result: String) {
    expect(text, becomes: result) { $0.wordRight() }
  }

  @Test func `lines begin and end at newlines`() {
    expect("one\ntwo| three\nfour", becomes: "one\n|two three\nfour") { $0.lineStart() }
    expect("one\ntwo| three\nfour", becomes: "one\ntwo three|\nfour") { $0.lineEnd() }
    expect("one\n|two", becomes: "one\n|two") { $0.lineStart() }
  }

  @Test func `what is deleted can be put back`() {
    expect("one two| three", becomes: "one | three") { $0.eraseWord() }
    expect("one| two three", becomes: "one| three") { $0.eraseWordForward() }
    expect("a\none two|x", becomes: "a\n|x") { $0.eraseToStart() }
    expect("a|one two\nx", becomes: "a|\nx") { $0.eraseToEnd() }
    expect("a|\nx", becomes: "a|x") { $0.eraseToEnd() }
    var composer = composer("one two|")
    composer.eraseWord()
    composer.lineStart()
    composer.yank()
    composer.yank()
    #expect(shown(composer) == "twotwo|one ")
    // Nothing to delete keeps what was deleted before.
    composer.clear()
    composer.eraseToStart()
    composer.yank()
    #expect(shown(composer) == "two|")
  }

  @Test func `one character is deleted whole, on either side`() {
    expect("a👨‍👩‍👧|b", becomes: "a|b") { $0.erase() }
    expect("a|👨‍👩‍👧b", becomes: "a|b") { $0.eraseForward() }
    expect("|", becomes: "|") { $0.erase() }
    expect("|", becomes: "|") { $0.eraseForward() }
  }

  @Test func `an input method composes a character out of its parts`() {
    var composer = Composer()
    for part in ["ㄱ", "e", "\u{301}", "👩", "\u{200D}", "🚀"] { composer.insert(part) }
    #expect(composer.text == "ㄱe\u{301}👩\u{200D}🚀")
    #expect(composer.text.count == 3)
    composer.erase()
    #expect(composer.text == "ㄱe\u{301}")
    // A joiner that joins nothing is nothing; between letters it stays.
    for part in ["\u{200D}", "ی", "\u{200C}", "خ", "\u{200C}"] { composer.insert(part) }
    composer.left()
    composer.insert("x")
    #expect(Array(composer.text.unicodeScalars) == Array("ㄱe\u{301}یxخ".unicodeScalars))
  }

  @Test func `a paste keeps its lines, whatever they end with`() {
    #expect(Composer("a\r\nb\rc\nd").text == "a\nb\nc\nd")
    #expect(Composer("a\tb").text == "a    b")
  }

  @Test(arguments: EscapeCorpus.items)
  func `nothing that is pasted can act on a terminal`(item: EscapeCorpus.Item) {
    var composer = Composer("x")
    composer.insert(item.text)
    #expect(EscapeCorpus.violation(in: Array(composer.text.replacing("\n", with: "").utf8)) == nil)
  }

  @Test func `a text is as long as it may be, and no longer`() {
    var composer = Composer(String(repeating: "x", count: Composer.mostBytes - 1))
    func insert(_ text: String) -> Bool { composer.insert(text) }
    #expect(insert("y"))
    #expect(composer.text.utf8.count == Composer.mostBytes)
    #expect(!insert("z"))
    #expect(!insert("\u{301}"))
    #expect(composer.text.hasSuffix("xy"))
    composer.erase()
    #expect(!insert("é"))
    #expect(insert("y"))
    composer.clear()
    #expect(!insert(String(repeating: "漢", count: Composer.mostBytes)))
    #expect(composer.text.utf8.count == Composer.mostBytes - Composer.mostBytes % 3)
  }

  @Test(arguments: [("", true), (" \n\t\u{3000}", true), ("x", false), (" . ", false)])
  func `blank space alone is nothing to send`(text: String, isBlank: Bool) {
    #expect(Composer(text).isBlank == isBlank)
  }

  // MARK: Rows

  private func layout(_ text: String, _ columns: Int) -> ComposerLayout {
    ComposerLayout(composer(text), columns: columns)
  }

  @Test(arguments: [
    ("|", 5, [""], 0, 0), ("abc|", 5, ["abc"], 0, 3), ("abcde|", 5, ["abcde", ""], 1, 0),
    ("one two|", 5, ["one ", "two"], 1, 3), ("abcdefg|", 5, ["abcde", "fg"], 1, 2),
    ("a\n|", 5, ["a", ""], 1, 0), ("a|\n\nb", 5, ["a", "", "b"], 0, 1),
    ("a\n|\nb", 5, ["a", "", "b"], 1, 0), ("漢字漢|字", 5, ["漢字", "漢字"], 1, 2),
    ("a漢字|", 4, ["a漢", "字"], 1, 2), ("漢|", 1, ["漢", ""], 1, 0),
    ("   |  x", 3, ["   ", "  x"], 1, 0),
  ])
  func `a text is laid out in rows, its cursor in one of them`(
    text: String, columns: Int, rows: [String], row: Int, column: Int
  ) {
    let layout = layout(text, columns)
    #expect(layout.rows.map(\.text) == rows)
    #expect(layout.cursor.row == row && layout.cursor.column == column)
  }

  @Test func `every character is in one row, at any width`() {
    for item in EscapeCorpus.items.map(\.text) + ["one two  three\n\nfour 漢字 👨‍👩‍👧 e\u{301}"] {
      let composer = Composer(item)
      for columns in 1...12 {
        let layout = ComposerLayout(composer, columns: columns)
        let text = layout.rows.map(\.text).joined()
        #expect(text == composer.text.filter { $0 != "\n" })
        #expect(layout.rows.indices.contains(layout.cursor.row))
        #expect(layout.cursor.column <= max(2, columns))
      }
    }
  }

  @Test func `a row above or below keeps the column where it can`() {
    let layout = layout("abcdef\n漢字x\ny|", 10)
    #expect(layout.character(row: 0, column: 3) == 3)
    #expect(layout.character(row: 1, column: 3) == 8)
    #expect(layout.character(row: 2, column: 9) == 12)
    #expect(layout.character(row: 9, column: 0) == 11)
  }
}
