/// Text that has acted on terminals, status bars and readers elsewhere: for every path on which text leaves.
package enum EscapeCorpus {
  /// One hostile text.
  package struct Item: Sendable, CustomStringConvertible {
    package var name: String
    /// May be invalid UTF-8.
    package var bytes: [UInt8]

    package var description: String { name }

    /// As a string, with U+FFFD for what is invalid.
    package var text: String { String(decoding: bytes, as: UTF8.self) }
  }

  /// All of it.
  package static let items: [Item] = controls + sequences + queries + layout + unicode + markup

  /// Whether bytes hold something that no output may hold; says what, or nil.
  ///
  /// - Parameters:
  ///   - bytes: What was written.
  ///   - allowed: Controls that are part of the output's own form, such as a newline.
  /// - Returns: What was found and where; nil for nothing.
  package static func violation(in bytes: [UInt8], allowing allowed: Set<UInt8> = []) -> String? {
    for (index, byte) in bytes.enumerated() where byte < 0x20 || byte == 0x7F {
      if !allowed.contains(byte) { return "control \(byte) at \(index)" }
    }
    guard let text = String(validating: bytes, as: UTF8.self) else { return "invalid UTF-8" }
    for character in text {
      let scalars = character.unicodeScalars
      for scalar in scalars where isForbidden(scalar) {
        return "U+" + String(scalar.value, radix: 16, uppercase: true)
      }
      let marks = scalars.count { isMark($0) }
      if marks > 8 { return "\(marks) marks in a cluster" }
    }
    return nil
  }

  private static func isMark(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.properties.generalCategory {
    case .nonspacingMark, .spacingMark, .enclosingMark: true
    default: false
    }
  }

  private static func isForbidden(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0x80...0x9F, 0xAD, 0x034F, 0x061C, 0x115F, 0x1160, 0x17B4, 0x17B5, 0x180E, 0x200B: true
    case 0x200E, 0x200F, 0x2028...0x202E, 0x2060...0x206F, 0x3164, 0xFEFF, 0xFFA0: true
    case 0xFFF0...0xFFFB, 0xFDD0...0xFDEF, 0xE0000...0xE00FF, 0xE01F0...0xE0FFF: true
    default: scalar.value & 0xFFFE == 0xFFFE
    }
  }

  private static func item(_ name: String, _ text: String) -> Item {
    Item(name: name, bytes: Array(text.utf8))
  }

  private static let controls: [Item] =
    (UInt8(0)...0x1F).map { byte in
      Item(name: "C0 control \(byte)", bytes: [0x61, byte, 0x62])
    } + [
      Item(name: "DEL", bytes: [0x61, 0x7F, 0x62]),
      Item(name: "C1 as scalars", bytes: (UInt8(0x80)...0x9F).flatMap { [0xC2, $0] }),
      Item(name: "C1 as raw bytes", bytes: Array(UInt8(0x80)...0x9F)),
      Item(name: "every byte", bytes: Array(UInt8(0)...0xFF)),
      item("ESC at the end of a field", "title\u{1B}"),
      item("the rest of a split sequence", "[2Jtitle"),
    ]

  private static let sequences: [Item] =
    ["]", "P", "_", "^", "X"].flatMap { opener in
      [
        item("ESC \(opener) ended by BEL", "a\u{1B}\(opener)0;x\u{07}b"),
        item("ESC \(opener) ended by ST", "a\u{1B}\(opener)0;x\u{1B}\\b"),
        item("ESC \(opener) ended by C1 ST", "a\u{1B}\(opener)0;x\u{9C}b"),
        item("ESC \(opener) without an end", "a\u{1B}\(opener)0;x"),
      ]
    }
    + ["<", "=", ">", "?", ":"].map { item("CSI with \($0)", "a\u{1B}[\($0)1;2mb") }
    + [
      item("window title", "\u{1B}]2;pwned\u{07}"),
      item(
        "hyperlink with another label",
        "\u{1B}]8;;http://evil.example\u{1B}\\bank\u{1B}]8;;\u{1B}\\"),
      item("hyperlink in C1", "\u{9D}8;;http://evil.example\u{9C}bank\u{9D}8;;\u{9C}"),
      item("desktop notification 9", "\u{1B}]9;hello\u{07}"),
      item("font change 50", "\u{1B}]50;#3\u{07}"),
      item("clipboard 52", "\u{1B}]52;c;cm0gLXJmIH4=\u{07}"),
      item("notification 777", "\u{1B}]777;notify;a;b\u{07}"),
      item("file write 1337", "\u{1B}]1337;File=name=YQ==:YQ==\u{07}"),
      item("tmux passthrough", "\u{1B}Ptmux;\u{1B}\u{1B}]52;c;YQ==\u{07}\u{1B}\\"),
      item("graphics", "\u{1B}_Gf=100;AAAA\u{1B}\\"),
      item("sixel", "\u{1B}Pq#0;2;0;0;0#0~~@@vv@@~~\u{1B}\\"),
      item("reset", "\u{1B}c"), item("clear", "\u{1B}[2J\u{1B}[H"),
      item("alternate screen", "\u{1B}[?1049h"),
      item("bracketed paste", "\u{1B}[200~rm -rf ~\n\u{1B}[201~"),
      Item(name: "raw C1 CSI", bytes: [0x9B, 0x33, 0x31, 0x6D, 0x61]),
      item("charset shift", "a\u{0E}b\u{0F}c\u{1B}(0d"),
    ]

  private static let queries: [Item] = [
    item("cursor report", "\u{1B}[6n"), item("title report", "\u{1B}[21t"),
    item("device attributes", "\u{1B}[c"), item("keyboard query", "\u{1B}[?u"),
    item("status string", "\u{1B}P$qm\u{1B}\\"), item("termcap query", "\u{1B}P+q544e\u{1B}\\"),
    item("answerback", "\u{05}"), item("colour query", "\u{1B}]11;?\u{07}"),
  ]

  private static let layout: [Item] = [
    item("overwrite by carriage return", "good\rbad!"),
    item("overwrite by backspace", "good\u{8}\u{8}bad"),
    item("newline in a field", "one\ntwo"), item("tab in a field", "one\ttwo"),
    item("CR LF", "one\r\ntwo"),
    item("line separators", "a\u{2028}b\u{2029}c\u{85}d\u{0B}e\u{0C}f"),
    item("long line", String(repeating: "\u{1B}[31mx", count: 20_000)),
    item("emoji sequences", "👩‍👩‍👧‍👦 👍🏽 🏳️‍🌈 🇩🇪 1️⃣ ❤️"),
  ]

  private static let unicode: [Item] =
    [
      0x061C, 0x00AD, 0x115F, 0x1160, 0x180E, 0x200B, 0x200C, 0x200D, 0x200E, 0x200F, 0x202A,
      0x202B, 0x202C, 0x202D, 0x202E, 0x2060, 0x2061, 0x2062, 0x2063, 0x2064, 0x2065, 0x2066,
      0x2067, 0x2068, 0x2069, 0x206A, 0x3164, 0xFE0F, 0xFEFF, 0xFFA0, 0xFFF9, 0xFFFA, 0xFFFB,
      0xFFFE, 0xFFFF, 0xFDD0, 0x1FFFE, 0xE0001, 0xE0041, 0xE007F, 0xE0100, 0x10FFFF,
    ].compactMap { (value: UInt32) in
      Unicode.Scalar(value).map { scalar in
        item("U+" + String(value, radix: 16, uppercase: true), "user\(scalar)gnp.exe")
      }
    } + [
      item("1,000 combining marks", "e" + String(repeating: "\u{301}", count: 1000) + "x"),
      item("1,000 enclosing marks", "e" + String(repeating: "\u{20DD}", count: 1000) + "x"),
      item("1,000 joined pictures", String(repeating: "👩\u{200D}", count: 1000)),
      item("1,000 variation selectors", "❤" + String(repeating: "\u{FE0F}", count: 1000)),
      item("mark first", "\u{301}title"),
      item("tag sequence", "🏴\u{E0067}\u{E0062}\u{E0065}\u{E006E}\u{E0067}\u{E007F}"),
      Item(name: "overlong newline", bytes: [0x61, 0xC0, 0x8A, 0x62]),
      Item(name: "overlong escape", bytes: [0xE0, 0x80, 0x9B, 0x63]),
      Item(name: "surrogate pair", bytes: [0xED, 0xA0, 0xBD, 0xED, 0xB8, 0x80]),
      Item(name: "above U+10FFFF", bytes: [0xF4, 0x90, 0x80, 0x80]),
      Item(name: "cut sequence", bytes: [0x61, 0xE2, 0x82]),
      Item(name: "FE and FF", bytes: [0xFE, 0xFF, 0x61]),
    ]

  private static let markup: [Item] = [
    item("Pango", "<span foreground=\"red\">x</span> & 'y'"),
    item("tmux style", "#[fg=red]x"), item("tmux command", "#(touch /tmp/pwned)"),
    item("JSON", "\"},{\"event\":\"bye\"}\\u001b"), item("roff", ".so /etc/passwd\n'br\\fB"),
    item("shell", "$(touch x); `touch y` | cat"), item("HTML", "<script>alert(1)</script>"),
    item("printf", "%s%n%x"),
  ]
}
