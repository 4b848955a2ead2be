import HubText
import Testing

struct TextWidthTests {
  @Test(arguments: [
    ("", 0), ("abc", 3), ("a\tb\n", 2), ("é", 1), ("e\u{301}", 1), ("\u{301}", 0),
    ("日本語", 6), ("ｱ", 1), ("Ａ", 2), ("한국", 4), ("\u{1112}\u{1161}\u{11AB}", 2), ("👍", 2), ("👍🏽", 2),
    ("👩‍👩‍👧‍👦", 2),
    ("🏳️‍🌈", 2), ("🇩🇪", 2), ("🇩🇪🇫🇷", 4), ("🇩", 1), ("❤", 1), ("❤️", 2), ("1️⃣", 2), ("☝🏽", 2),
    ("שלום", 4), ("مرحبا", 5), ("नमस्ते", 3), ("\u{600}1", 2), ("\u{600}", 1), ("สวัสดี", 4),
    ("…–“”", 4), ("\u{1FAE8}", 2),
    ("\u{20000}", 2), ("\u{FFFD}", 1), ("\u{200B}", 0), ("\u{1B}", 0), ("\u{9B}", 0),
  ])
  func `a text takes columns`(text: String, expected: Int) {
    #expect(TextWidth.columns(of: text) == expected)
    #expect(text.reduce(0) { $0 + TextWidth.columns(of: $1) } == expected)
  }

  @Test func `the table names its Unicode version`() {
    #expect(TextWidth.unicodeVersion.split(separator: ".").count == 3)
  }

  @Test(arguments: [
    ("abcdef", 3, "abc"), ("abc", 3, "abc"), ("abc", 9, "abc"), ("abc", 0, ""), ("abc", -1, ""),
    ("日本語", 5, "日本"), ("日本語", 1, ""), ("a👩‍👩‍👧‍👦b", 2, "a"), ("a👩‍👩‍👧‍👦b", 3, "a👩‍👩‍👧‍👦"),
    ("e\u{301}x", 1, "e\u{301}"),
  ])
  func `a prefix never cuts a cluster`(text: String, columns: Int, expected: String) {
    #expect(TextWidth.prefix(of: text, columns: columns) == expected)
  }

  @Test(arguments: [
    ("abc", 5, "abc  "), ("abc", 3, "abc"), ("abcd", 3, "ab…"), ("日本語", 6, "日本語"),
    ("日本語", 5, "日本…"), ("日本語", 4, "日… "), ("日本", 1, "…"), ("", 2, "  "), ("abc", 0, ""),
    ("e\u{301}e\u{301}", 1, "…"),
  ])
  func `a text fits exactly`(text: String, columns: Int, expected: String) {
    #expect(TextWidth.fit(text, columns: columns) == expected)
  }

  @Test func `any safe text fits exactly in any width`() {
    var random = SplitMix(seed: 3)
    for _ in 0..<2000 {
      let text = SafeText.line(random.text(length: random.below(20)))
      let columns = random.below(30)
      let fitted = TextWidth.fit(text, columns: columns)
      let detail = "\(Array(text.unicodeScalars)) in \(columns)"
      #expect(TextWidth.columns(of: fitted) == columns, "\(detail)")
      #expect(
        TextWidth.columns(of: text) == text.reduce(0) { $0 + TextWidth.columns(of: $1) },
        "\(detail)")
    }
  }
}
