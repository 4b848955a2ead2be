import HubCalendar
import HubFrontEndKit
import HubText
import Testing

@testable import CursesFrontEnd

/// Texts that take more, or less, than a column a character.
let hostileTexts = [
  "", "plain", "Grüße aus Köln – „Zitat“ ’n’", "日本語の件名がとても長い場合にどうなるか確認する",
  "e\u{301}a\u{308}\u{303}\u{304}\u{305}\u{306}\u{307}", "👨‍👩‍👧 👍🏽 🇩🇪 ❤️ 1️⃣ ☺︎", "שלום עולם",
  "مرحبا بالعالم", "हिन्दी क्षत्रिय नमस्ते", "한국어 \u{1112}\u{1161}\u{11AB}", "\u{301}lone mark",
  "tab\tand\nnewline", "a\u{200D}b", "\u{FFFD}\u{FFFD}", "ｆｕｌｌ　ｗｉｄｔｈ", "🇩🇪🇫🇷🇯🇵🇺🇸",
  String(repeating: "long ", count: 500), String(repeating: "漢", count: 300),
]

struct TextTests {
  @Test(arguments: hostileTexts)
  func `a text is fitted into exactly so many columns`(text: String) {
    for columns in 0...30 {
      let fitted = CellText.fit(text, columns: columns)
      #expect(TextWidth.columns(of: fitted) == columns)
      #expect(CellText.columns(of: fitted) == columns)
    }
  }

  @Test(arguments: hostileTexts)
  func `a text is cut only when it is too wide`(text: String) {
    let columns = CellText.columns(of: text)
    #expect(columns == TextWidth.columns(of: text))
    #expect(CellText.cut(text, columns: columns) == text)
    if columns > 0 {
      #expect(CellText.columns(of: CellText.cut(text, columns: columns - 1)) < columns)
    }
  }

  @Test func `what is plain takes one column and stands alone`() {
    for value in UInt32(0x20)...0x2FFF where CellText.isPlain(value) {
      guard let scalar = Unicode.Scalar(value) else { continue }
      #expect(TextWidth.columns(of: Character(scalar)) == 1, "U+\(String(value, radix: 16))")
      #expect(String(scalar).count + "a".count == "a\(scalar)".count)
    }
  }

  @Test func `no line that is drawn holds a control`() {
    let line = CellText.oneLine("a\tb\nc\u{1B}[31m\u{7F}")
    #expect(line == "a b c [31m ")
  }

  @Test(arguments: hostileTexts)
  func `cells are as many as the columns of the text`(text: String) {
    func width(_ scalar: UInt32) -> Int {
      Unicode.Scalar(scalar).map { TextWidth.columns(of: Character($0)) } ?? -1
    }
    let line = CellText.oneLine(text)
    var cells: [Int32] = []
    Cells.append(line, to: &cells, width: width)
    #expect(cells.reduce(0) { $0 + width(UInt32($1)) } == TextWidth.columns(of: line))
    cells = []
    Cells.appendASCII(line, to: &cells)
    #expect(cells.count == TextWidth.columns(of: line))
    #expect(cells.allSatisfy { (0x20..<0x7F).contains($0) })
  }

  @Test func `a scalar that the terminal library cannot place is a question mark`() {
    var cells: [Int32] = []
    Cells.append("a日b", to: &cells) { $0 < 0x80 ? 1 : -1 }
    #expect(cells == [0x61, 0x3F, 0x20, 0x62])
  }

  @Test func `a cell holds five scalars at most`() {
    var cells: [Int32] = []
    Cells.append("e" + String(repeating: "\u{301}", count: 20), to: &cells) { $0 < 0x80 ? 1 : 0 }
    #expect(cells.count == Cells.mostScalars)
  }

  @Test func `a line is cut or padded to a width`() {
    var line = Line("subject", .bold)
    line.add("日本語", .faint)
    #expect(line.columns == 13)
    for width in 0...40 { #expect(line.fit(width).columns == width) }
    #expect(line.fit(10).text == "subject日…")
  }
}

struct RowTimeTests {
  /// Thursday, 5 March 2026, 15:00.
  let times = ScreenTimes(now: 1_772_722_800_000, calendar: .utc)

  @Test(
    arguments: [
      (1_772_701_500_000, "9:05 AM"), (1_772_668_740_000, "Yesterday"),
      (1_772_294_400_000, "Saturday"),
      (1_772_118_000_000, "Feb 26"), (1_772_118_000_001, "Thursday"),
      (1_767_139_200_000, "2025-12-31"),
      (1_772_668_800_000, "12:00 AM"), (1_772_712_000_000, "12:00 PM"),
      (1_772_755_199_999, "11:59 PM"),
      (1_772_755_200_000, "Friday"), (2_000_000_000_000, "Wednesday"), (-1, "1969-12-31"),
    ] as [(Int64, String)])
  func `case 205: the time of a row`(time: Int64, text: String) {
    #expect(times.row(time) == text)
    #expect(text.utf8.count <= ScreenTimes.columns)
  }

  @Test(
    arguments: [
      (1_772_722_800_000, "Today, 3:00 PM"), (1_772_636_400_000, "Yesterday, 3:00 PM"),
      (1_772_204_400_000, "Friday, 3:00 PM"), (1_772_118_000_000, "Thu, Feb 26, 3:00 PM"),
      (1_767_139_200_000, "Wed, Dec 31, 2025, 12:00 AM"),
    ] as [(Int64, String)])
  func `the time of a separator in a thread`(time: Int64, text: String) {
    #expect(times.separator(time) == text)
  }

  @Test func `the time of a post is told in full`() {
    #expect(times.full(1_772_458_509_000) == "Mon, Mar 2, 2026, 1:35 PM")
  }

  @Test(arguments: [Int64.min, -62_135_596_800_000, -1, 0, 253_402_300_799_999, .max])
  func `any time has words`(time: Int64) {
    let local = ScreenTimes(now: 1_772_722_800_000)
    #expect(!local.row(time).isEmpty)
    #expect((1...12).contains(LocalCalendar.system.civil(time).month))
  }

  @Test(arguments: [
    "2026-02-30", "2026-13-01", "2026-1-", "26-01-01", "", "x", "2026-01-01-01", "२०२६",
  ])
  func `what is no date is refused`(text: String) {
    #expect(TypedDate.end(text) == nil)
  }

  @Test(arguments: [("2026-03-05", 5, 3, 2026), ("2024-02", 29, 2, 2024), ("2025", 31, 12, 2025)])
  func `a typed date is the end of its last day`(text: String, day: Int, month: Int, year: Int) {
    let civil = TypedDate.end(text).map(LocalCalendar.system.civil)
    #expect(civil?.day == day)
    #expect(civil?.month == month)
    #expect(civil?.year == year)
    #expect(TypedDate.end(text).map { LocalCalendar.system.civil($0 + 1).hour } == 0)
  }
}
