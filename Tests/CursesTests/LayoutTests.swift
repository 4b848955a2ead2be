import HubCalendar
import HubFrontEndKit
import Testing

@testable import CursesFrontEnd

struct LayoutTests {
  private let times = ScreenTimes(now: 1_772_722_800_000, calendar: .utc)

  @Test(arguments: hostileTexts)
  func `a row takes exactly the width, whatever it holds`(text: String) {
    var item = FakeHost.post(0, at: 1_772_722_800_000, subject: text)
    item.sender = text
    item.preview = text
    for width in [1, 2, 5, 20, 39, 40, 55, 56, 80, 99, 100, 120, 200, 400] {
      for isSelected in [false, true] {
        let line = ListLayout(width: width, dot: "●").line(
          item, time: times.row(item.activityAt), isSelected: isSelected)
        #expect(line.columns == width)
        #expect(line.pieces.reduce(0) { $0 + CellText.columns(of: $1.text) } == width)
      }
    }
  }

  @Test func `case 203: a missing subject has words, an empty one stays empty`() {
    let layout = ListLayout(width: 120, dot: "●")
    var item = FakeHost.post(1, at: 0)
    item.subject = nil
    item.sender = nil
    item.preview = nil
    let line = layout.line(item, time: "9:05 AM", isSelected: false).text
    #expect(line.hasPrefix("  9:05 AM    Unknown          No subject  Unknown"))
    item.subject = ""
    #expect(layout.line(item, time: "", isSelected: false).text.contains("No subject") == false)
  }

  @Test func `a row holds dot, time, sender, subject and preview`() {
    let item = FakeHost.post(0, at: 0)
    let line = ListLayout(width: 120, dot: "●").line(item, time: "Yesterday", isSelected: false)
    #expect(line.text.hasPrefix("● Yesterday  Swift Blog       Post #0  Preview of 0 "))
  }

  @Test(arguments: hostileTexts)
  func `a box is a rectangle`(text: String) {
    for width in 1...40 {
      for height in 1...6 {
        let box = Box(column: 0, row: 0, width: width, height: height)
        let lines = box.lines(
          title: CellText.oneLine(text), hint: "q closes", text: [Line(CellText.oneLine(text))],
          glyphs: .unicode)
        #expect(lines.allSatisfy { $0.columns == width })
        #expect(lines.count <= height)
      }
    }
  }

  @Test func `boxes lie inside the screen`() {
    for width in [20, 21, 40, 120, 300] {
      for height in [5, 6, 10, 40] {
        for depth in 0..<12 {
          let box = Box.standalone(depth: depth, width: width, height: height)
          #expect(box.column >= 0 && box.column + box.width <= width)
          #expect(box.row >= 0 && box.row + box.height <= height)
        }
        let alert = Alert(
          code: "x", title: "Title", message: String(repeating: "word ", count: 200))
        let placed = alert.placed(width: width, height: height, glyphs: .ascii)
        #expect(placed.box.row >= 0 && placed.lines.count <= height)
        #expect(placed.lines.contains { $0.text.contains("[ OK ]") })
      }
    }
  }

  @Test(arguments: hostileTexts)
  func `the bars take exactly the width and keep the badge`(text: String) {
    let host = FakeHost()
    host.app.name = text
    host.app.tabs = [.init(tag: "a", title: text), .init(tag: "hub", title: text)]
    for width in 20...140 {
      let bar = TabBar.layOut(app: host.app, visibleTab: "hub", badge: "12", width: width)
      #expect(bar.line.columns == width)
      #expect(StatusLine.line(left: text, right: "unread 1 of 2", width: width).columns == width)
    }
    let bar = TabBar.layOut(app: FakeHost().app, visibleTab: "hub", badge: "12", width: 20)
    #expect(bar.line.text.contains("(12)"))
  }

  @Test(arguments: [
    (80, "? keys  Enter opens  q leaves"), (42, "? keys  Enter opens"), (30, "? keys"),
  ])
  func `hints are shown whole or not at all`(width: Int, shown: String) {
    let line = StatusLine.line(
      left: "? keys  Enter opens  q leaves", right: "unread 168 of 168", width: width)
    #expect(line.text.hasPrefix(shown + "  ") && !line.text.contains("…"))
  }

  @Test func `of a text without end only the beginning is looked at`() {
    let family = "👨\u{200D}👩\u{200D}👧\u{200D}👦"
    for part in ["x", "e\u{301}", "漢", family, "a" + String(repeating: "\u{301}", count: 8)] {
      let text = String(repeating: part, count: 10_000)
      let head = CellText.head(text, columns: 20)
      #expect(head.utf8.count < 21 * 18 * 4 && CellText.columns(of: head) > 20)
      #expect(CellText.oneLine(text, columns: 20) == CellText.cut(text, columns: 20))
      #expect(CellText.head(part, columns: 20) == part)
    }
  }

  @Test func `the spans of a body become pieces, wrong ones are left out`() {
    let line = DocumentLine(
      text: "ä bold link end",
      spans: [
        .init(offset: 3, length: 4, style: .bold), .init(offset: 8, length: 4, style: [], link: 1),
        .init(offset: 2, length: 3, style: .italic), .init(offset: 90, length: 4, style: .bold),
      ])
    let pieces = Line(line).pieces
    #expect(pieces.map(\.text) == ["ä ", "bold", " ", "link", " end"])
    #expect(pieces.map(\.ink) == [.plain, .bold, .plain, .link, .plain])
  }

  @Test(arguments: [
    (UInt32(0xFF0000), 256, Int16(196)), (0x00FF00, 256, 46), (0x0000FF, 256, 21),
    (0x808080, 256, 244), (0xFF0000, 8, 1), (0xFFFFFF, 8, 7), (0x00FF00, 16, 10),
  ])
  func `the nearest colour of a terminal`(color: UInt32, colors: Int, index: Int16) {
    #expect(Palette.nearest(to: color, of: colors) == index)
  }

  @Test func `light and dark have a ground of their own, auto has the terminal's`() {
    let auto = Palette(colors: 256, scheme: .auto, accent: nil)
    #expect((auto.ground, auto.text) == (Palette.own, Palette.own))
    let light = Palette(colors: 8, scheme: .light, accent: 0x0000FF)
    #expect((light.ground, light.text, light.accent) == (7, 0, 4))
    #expect(Palette(colors: 256, scheme: .dark, accent: nil).text == 15)
  }
}
