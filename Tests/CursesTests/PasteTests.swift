import Testing

@testable import CursesFrontEnd

/// A paste in pieces, as a terminal hands it over.
struct PasteTests {
  private static let text = "one\r\ntwo\rthree [201~ \u{1B}[20 é 👩‍🚀 end"

  @Test(arguments: 1...12)
  func `in whatever pieces it comes, a paste is its text and ends at its mark`(size: Int) {
    var collector = PasteCollector()
    var text = ""
    var isOver = false
    for (index, scalar) in (Self.text + "\u{1B}[201~").unicodeScalars.enumerated() {
      #expect(!isOver)
      isOver = collector.add(scalar)
      if !isOver, index % size == 0 {
        let piece = collector.take(isLast: false)
        #expect(!piece.hasSuffix("\r") && !piece.hasSuffix("\u{1B}"))
        text += piece
      }
    }
    text += collector.take(isLast: true)
    #expect(isOver)
    // Scalar by scalar: a piece may end between the two halves of a line break.
    #expect(Array(text.unicodeScalars) == Array(Self.text.unicodeScalars))
  }

  @Test func `what is longer than any text is left out, its end is found`() {
    var collector = PasteCollector()
    for _ in 0..<Composer.mostBytes + 100 { _ = collector.add("x") }
    let ends = "\u{1B}[201~".unicodeScalars.map { collector.add($0) }
    #expect(ends == [false, false, false, false, false, true])
    #expect(collector.take(isLast: true).unicodeScalars.count == Composer.mostBytes)
  }
}
