import HubTestSupport
import HubText
import Testing

struct SafeTextTests {
  @Test(arguments: EscapeCorpus.items)
  func `hostile text does nothing as a line`(item: EscapeCorpus.Item) {
    let line = SafeText.line(utf8: item.bytes.span)
    #expect(EscapeCorpus.violation(in: Array(line.utf8)) == nil)
    #expect(SafeText.line(item.text) == line)
  }

  @Test(arguments: EscapeCorpus.items)
  func `hostile text does nothing as a block`(item: EscapeCorpus.Item) {
    let block = SafeText.block(utf8: item.bytes.span)
    #expect(EscapeCorpus.violation(in: Array(block.utf8), allowing: [0x09, 0x0A]) == nil)
    #expect(SafeText.block(item.text) == block)
  }

  @Test(arguments: [
    ("", ""), ("plain", "plain"), ("a\nb\tc", "a b c"), ("a\r\nb\rc", "a b c"),
    ("\u{1B}[31mred", "\u{FFFD}[31mred"), ("a\u{7F}b", "a\u{FFFD}b"),
    ("a\u{9B}31m", "a\u{FFFD}31m"), ("a\u{85}b\u{2028}c\u{0B}d\u{0C}e", "a b c d e"),
    ("a\u{202E}b", "ab"), ("a\u{200B}b\u{FEFF}c\u{AD}d", "abcd"), ("x\u{E0041}y", "xy"),
    ("\u{3164}\u{115F}\u{1160}\u{FFA0}", ""), ("a\u{FFFE}b\u{10FFFF}c", "abc"),
    ("12345678\u{1B}", "12345678\u{FFFD}"), ("1234567\u{7F}9", "1234567\u{FFFD}9"),
    ("\u{301}a", "a"), ("a\u{200D}b", "ab"), ("a\u{FE0F}b", "ab"), ("1\u{FE0F}", "1"),
  ])
  func `a line becomes`(input: String, expected: String) {
    #expect(Array(SafeText.line(input).utf8) == Array(expected.utf8))
  }

  @Test(arguments: [
    ("a\nb\tc", "a\nb\tc"), ("a\r\nb\rc", "a\nb\nc"), ("a\u{2029}b", "a\nb"),
    ("a\n\u{301}b", "a\nb"), ("\0", "\u{FFFD}"),
  ])
  func `a block becomes`(input: String, expected: String) {
    #expect(Array(SafeText.block(input).utf8) == Array(expected.utf8))
  }

  @Test(arguments: [
    "Grüße, señor – “quoted” … €", "日本語のテキスト", "한국어", "नमस्ते क्‍ष", "می‌خواهم",
    "👩‍👩‍👧‍👦 👍🏽 🏳️‍🌈 🇩🇪 1️⃣ ❤️ 👩🏽‍❤️‍💋‍👨🏿", "e\u{301}", "สวัสดี ที่นี่", "שלום עולם", "葛\u{E0100}",
    "e" + String(repeating: "\u{301}", count: SafeText.maximumMarks), "\u{E0B0} \u{FFFC}",
  ])
  func `honest text passes unchanged`(text: String) {
    #expect(Array(SafeText.line(text).utf8) == Array(text.utf8))
    let isSafe = SafeText.isSafeLine(text.utf8Span.span)
    #expect(isSafe)
  }

  @Test func `marks beyond the limit go`() {
    let many = "e" + String(repeating: "\u{301}", count: SafeText.maximumMarks + 1) + "x"
    #expect(SafeText.line(many).unicodeScalars.count == SafeText.maximumMarks + 2)
    let spread = String(repeating: "e" + String(repeating: "\u{301}", count: 8), count: 4)
    #expect(SafeText.line(spread) == spread)
  }

  @Test(arguments: [
    ([0x61, 0xC0, 0x8A, 0x62] as [UInt8], "a\u{FFFD}\u{FFFD}b"),
    ([0xE2, 0x82], "\u{FFFD}"), ([0xE2, 0x82, 0x61], "\u{FFFD}a"),
    ([0xF0, 0x9F, 0x98, 0x61], "\u{FFFD}a"), ([0xED, 0xA0, 0x80], "\u{FFFD}\u{FFFD}\u{FFFD}"),
    ([0xF4, 0x90, 0x80, 0x80], "\u{FFFD}\u{FFFD}\u{FFFD}\u{FFFD}"),
    ([0x80, 0x9B, 0xFF, 0x7A], "\u{FFFD}\u{FFFD}\u{FFFD}z"),
  ])
  func `invalid UTF-8 loses nothing after it`(bytes: [UInt8], expected: String) {
    let line = SafeText.line(utf8: bytes.span)
    #expect(line == expected)
    #expect(line == String(decoding: bytes, as: UTF8.self))
  }

  @Test func `appending goes behind what is there`() {
    var output: [UInt8] = Array("<".utf8)
    SafeText.appendLine([0x61, 0x0A, 0xFF].span, to: &output)
    SafeText.appendBlock([0x61, 0x0A].span, to: &output)
    #expect(String(decoding: output, as: UTF8.self) == "<a \u{FFFD}a\n")
  }

  @Test func `random scalars become safe, and stay as they are then`() {
    var random = SplitMix(seed: 20_26)
    for _ in 0..<3000 {
      let text = random.text(length: random.below(24))
      let line = SafeText.line(text)
      #expect(EscapeCorpus.violation(in: Array(line.utf8)) == nil, "\(Array(text.unicodeScalars))")
      #expect(Array(SafeText.line(line).utf8) == Array(line.utf8), "\(Array(text.unicodeScalars))")
      let block = SafeText.block(text)
      #expect(Array(SafeText.block(block).utf8) == Array(block.utf8))
      let isSafe = SafeText.isSafeBlock(block.utf8Span.span)
      #expect(isSafe)
    }
  }

  @Test func `random bytes become what repairing first and cleaning then makes of them`() {
    var random = SplitMix(seed: 7)
    for _ in 0..<3000 {
      let bytes = random.bytes(length: random.below(32))
      let repaired = String(decoding: bytes, as: UTF8.self)
      let line = SafeText.line(utf8: bytes.span)
      #expect(line == SafeText.line(repaired), "\(bytes)")
    }
  }
}
