import HubTestSupport
import Testing

@testable import EngageClient

struct SSEReaderTests {
  private func read(_ text: String) -> [SSEEvent] {
    var reader = SSEReader()
    return reader.feed(Array(text.utf8))
  }

  private func event(_ data: String, type: String = "message", id: String = "") -> SSEEvent {
    SSEEvent(type: type, data: data, id: id)
  }

  @Test
  func `events are what the standard says`() {
    let table: [(String, [SSEEvent])] = [
      ("data: a\n\n", [event("a")]),
      ("data:a\r\rdata:b\r\n\r\ndata: c\n\n", [event("a"), event("b"), event("c")]),
      ("data: one\ndata: two\n\n", [event("one\ntwo")]),
      ("data\ndata\n\ndata:\n\n", [event("\n"), event("")]),
      ("data:  two blanks\n\n", [event(" two blanks")]),
      (": comment\n\n:\n\ndata: a\n: in between\ndata: b\n\n", [event("a\nb")]),
      ("event: add\ndata: 7\n\ndata: 8\n\n", [event("7", type: "add"), event("8")]),
      ("event: add\n\ndata: 8\n\n", [event("8")]),
      ("data: x\nid: 1\n\ndata: y\n\n", [event("x", id: "1"), event("y", id: "1")]),
      ("id: 1\n\ndata: y\n\nid\ndata: z\n\n", [event("y", id: "1"), event("z")]),
      ("id: a\0b\ndata: x\n\n", [event("x")]),
      ("data: unfinished", []), ("data: unfinished\n", []),
      ("Data: a\ndata : b\nfoo: c\n\n", []),
      ("\u{FEFF}data: a\n\n", [event("a")]),
      ("\u{FEFF}\u{FEFF}data: a\n\n", []),
      ("data: a: b\n\n", [event("a: b")]),
      ("data: a\n\n\n\r\n\r", [event("a")]),
    ]
    for (text, expected) in table { #expect(read(text) == expected, "\(text)") }
  }

  @Test
  func `pieces of any size give the same`() {
    let text =
      "\u{FEFF}: hi\r\nid: 4\r\nevent: e\rdata: ü☃\r\ndata: b\r\n\r\nretry: 5\n\ndata: c\r\r"
    let bytes = Array(text.utf8)
    var whole = SSEReader()
    let expected = whole.feed(bytes)
    #expect(expected.map(\.data) == ["ü☃\nb", "c"])
    for size in 1...bytes.count {
      var reader = SSEReader()
      var events: [SSEEvent] = []
      for start in stride(from: 0, to: bytes.count, by: size) {
        events += reader.feed(bytes[start..<min(start + size, bytes.count)])
      }
      #expect(events == expected && reader == whole, "\(size)")
    }
  }

  @Test(
    arguments: [
      ("10", 10), ("0", 0), ("600000", 600_000), ("600001", 600_000),
      ("99999999999999999999", 600_000), ("1x", nil), ("-1", nil), ("", nil),
    ] as [(String, Int?)])
  func `a stream may ask for a wait, up to a limit`(text: String, milliseconds: Int?) {
    var reader = SSEReader()
    _ = reader.feed(Array("retry: \(text)\n".utf8))
    #expect(reader.retryMilliseconds == milliseconds)
  }

  @Test
  func `the last id outlives its event and an id without data counts`() {
    var reader = SSEReader(lastEventID: "5")
    #expect(reader.feed(Array("data: a\n\n".utf8)) == [event("a", id: "5")])
    _ = reader.feed(Array("id: 6\n".utf8))
    #expect(reader.lastEventID == "5")
    _ = reader.feed([0x0A])
    #expect(reader.lastEventID == "6")
  }

  @Test
  func `invalid text is replaced`() {
    var reader = SSEReader()
    let events = reader.feed(Array("data: a".utf8) + [0xFF, 0x0A, 0x0A])
    #expect(events == [event("a\u{FFFD}")])
    var cut = SSEReader()
    #expect(cut.feed([0xEF, 0xBB] + Array("data: a\n\n".utf8)).isEmpty)
  }

  @Test
  func `a line that is too long costs its event only`() {
    for (extra, isKept) in [(0, true), (1, false)] {
      var reader = SSEReader()
      let value = [UInt8](repeating: 0x61, count: SSEReader.maxLineBytes - 5 + extra)
      var events = reader.feed(Array("id: 1\ndata:".utf8) + value + [0x0A, 0x0A])
      #expect(events.count == (isKept ? 1 : 0))
      #expect(reader.skippedCount == (isKept ? 0 : 1) && reader.lastEventID == "1")
      events = reader.feed(Array("data: next\n\n".utf8))
      #expect(events == [event("next", id: "1")])
    }
  }

  @Test
  func `an event with too much data costs itself only`() {
    for (extra, isKept) in [(0, true), (1, false)] {
      var reader = SSEReader()
      let half = [UInt8](repeating: 0x61, count: SSEReader.maxDataBytes / 2)
      let line = Array("data:".utf8) + half + [0x0A]
      let rest = half.dropLast(1).prefix(half.count - 1) + [UInt8](repeating: 0x61, count: extra)
      let events = reader.feed(line + Array("data:".utf8) + rest + [0x0A, 0x0A])
      #expect(events.count == (isKept ? 1 : 0) && reader.skippedCount == (isKept ? 0 : 1))
      #expect(events.first?.data.utf8.count ?? SSEReader.maxDataBytes == SSEReader.maxDataBytes)
    }
  }

  @Test(arguments: ["event", "id"])
  func `a name that is too long costs its event only`(field: String) {
    let longest = String(repeating: "x", count: SSEReader.maxNameBytes)
    #expect(read("\(field): \(longest)\ndata: a\n\n").count == 1)
    #expect(read("\(field): \(longest)x\ndata: a\n\ndata: b\n\n") == [event("b")])
  }

  @Test
  func `a comment of any length is nothing`() {
    let long = String(repeating: "x", count: SSEReader.maxLineBytes + 10)
    #expect(read(":\(long)\ndata: a\n\n") == [event("a")])
  }

  /// Each byte that is no UTF-8 becomes three.
  @Test(arguments: [(SSEReader.maxNameBytes / 3, 1), (SSEReader.maxNameBytes / 3 + 1, 0)])
  func `a name is as long as its text`(bytes: Int, count: Int) {
    let bad = [UInt8](repeating: 0xFF, count: bytes)
    for field in ["id: ", "event: "] {
      var reader = SSEReader()
      let events = reader.feed(Array(field.utf8) + bad + Array("\ndata: x\n\n".utf8))
      #expect(events.count == count && reader.skippedCount == 1 - count)
    }
  }

  @Test(arguments: [(SSEReader.maxDataBytes / 3, 1), (SSEReader.maxDataBytes / 3 + 1, 0)])
  func `data is as large as its text`(bytes: Int, count: Int) {
    var reader = SSEReader()
    let bad = [UInt8](repeating: 0xFF, count: bytes)
    let events = reader.feed(Array("data: ".utf8) + bad + Array("\n\n".utf8))
    #expect(events.count == count && reader.skippedCount == 1 - count)
  }
}
