import HubTestSupport
import Testing

/// The screen model itself: it draws what terminals draw, and sees what acts.
@Suite struct ScreenModelTests {
  private func screen(_ text: String, columns: Int = 10, rows: Int = 4) -> ScreenModel {
    var screen = ScreenModel(columns: columns, rows: rows)
    screen.write(Array(text.utf8))
    return screen
  }

  @Test(arguments: [
    ("abc", ["abc", "", "", ""]), ("0123456789ab", ["0123456789", "ab", "", ""]),
    ("a\r\nb\r\nc\r\nd\r\ne", ["b", "c", "d", "e"]), ("\u{1B}[2;3Hx", ["", "  x", "", ""]),
    ("abcdef\u{1B}[1;3H\u{1B}[2X", ["ab  ef", "", "", ""]),
    ("abcdef\u{1B}[1;3H\u{1B}[2P", ["abef", "", "", ""]),
    ("abcdef\u{1B}[1;3H\u{1B}[2@", ["ab  cdef", "", "", ""]),
    ("-\u{1B}[4b", ["-----", "", "", ""]), ("日本\u{1B}[1;2Hx", [" x本", "", "", ""]),
    ("e\u{301}x", ["e\u{301}x", "", "", ""]), ("ab\u{1B}[1K\u{1B}[2;1Hc", ["", "c", "", ""]),
    ("a\r\nb\r\nc\r\nd\u{1B}[2;3r\u{1B}[3;1H\nx", ["a", "c", "x", "d"]),
    ("a\r\nb\r\nc\u{1B}[1;1H\u{1B}[L", ["", "a", "b", "c"]),
    ("a\r\nb\r\nc\u{1B}[1;1H\u{1B}[M", ["b", "c", "", ""]),
    ("a\r\nb\r\nc\u{1B}[2;1H\u{1B}[J", ["a", "", "", ""]),
    ("a\u{1B}[?1049hb\u{1B}[?1049l", ["a", "", "", ""]),
    ("\u{1B}(0q\u{1B}(Bq", ["─q", "", "", ""]),
  ])
  func `drawing`(text: String, lines: [String]) {
    let screen = screen(text)
    #expect(screen.lines == lines)
    #expect(screen.effects.isEmpty)
  }

  @Test func `a sequence may come in pieces`() {
    var screen = ScreenModel(columns: 10, rows: 2)
    for byte in "\u{1B}[2;3H日".utf8 { screen.write([byte]) }
    #expect(screen.lines == ["", "  日"])
  }

  @Test(arguments: [
    ("\u{1B}]2;title\u{07}", "OSC 2;"), ("\u{1B}]52;c;YQ==\u{1B}\\", "OSC 52;"),
    ("\u{1B}[6n", "CSI n"), ("\u{1B}[c", "CSI c"), ("\u{1B}[21t", "CSI 21t"), ("\u{1B}c", "ESC c"),
    ("\u{1B}P$qm\u{1B}\\", "DCS"), ("\u{1B}_G\u{1B}\\", "APC"), ("\u{07}", "C0 7"),
    ("\u{9B}31m", "C1"), ("\u{05}", "C0 5"),
  ])
  func `what acts is seen`(text: String, effect: String) {
    #expect(screen(text).effects == [effect])
  }

  @Test func `bytes that are no UTF-8 are seen`() {
    var screen = ScreenModel(columns: 10, rows: 2)
    screen.write([0x61, 0x9B, 0x62, 0xE2, 0x82, 0x63])
    #expect(screen.effects == ["byte 155", "cut UTF-8"])
    #expect(screen.line(0) == "abc")
  }

  @Test func `modes that stay on are seen`() {
    #expect(screen("\u{1B}[?1000;1006h\u{1B}[?25l\u{1B}[?1000l").modes == ["?1006"])
    #expect(!screen("\u{1B}[?25l").isCursorVisible)
  }
}
