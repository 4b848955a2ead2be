import Glibc
import HubFrontEndKit
import HubTestSupport

@testable import JSONLinesFrontEnd

/// Standard input of the front end jsonl: pieces, lines, commands, and what is answered.
enum JSONLinesInputTarget {
  static func run(_ bytes: [UInt8]) throws {
    let lines = lines(of: bytes, pieceLength: max(1, bytes.count))
    for length in [1, 7] {
      try check(lines == Self.lines(of: bytes, pieceLength: length), "pieces change the lines")
    }
    let host = FakeTextHost()
    if let id = HubID("00000000-0000-0001-0000-000000000002") {
      host.rows = [Item(kind: .post, id: id, activityAt: 5, isUnread: true)]
    }
    let events = EventWriter(host: host)
    let runner = CommandRunner(host: host, events: events)
    runner.run(lines)
    try check(host.quitReason == nil, "input ends the program: \(host.quitReason ?? "")")
    try checkOutput(of: host, for: lines, hasQuit: runner.hasQuit)
  }

  private static func lines(of bytes: [UInt8], pieceLength: Int) -> [LineAssembler.Line] {
    var assembler = LineAssembler()
    var lines: [LineAssembler.Line] = []
    for start in stride(from: 0, to: bytes.count, by: pieceLength) {
      lines += assembler.add(bytes[start..<min(start + pieceLength, bytes.count)])
    }
    if let last = assembler.end() { lines.append(last) }
    return lines
  }

  private static func checkOutput(
    of host: FakeTextHost, for lines: [LineAssembler.Line], hasQuit: Bool
  ) throws {
    let output = Self.output(of: host)
    try check(output.last.map { $0 == UInt8(ascii: "\n") } ?? true, "the last line has no end")
    var results = 0
    let written = output.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
    for line in written.dropLast() {
      try check(isHarmless(line), "a control character is written")
      let members: [(name: String, value: Range<Int>)]
      do {
        members = try JSONScanner.members(of: Array(line))
      } catch {
        throw Violation(description: "a line that is no JSON object is written: \(error.text)")
      }
      try check(Set(members.map(\.name)).count == members.count, "a key is written twice")
      let told = Dictionary(members) { first, _ in first }.mapValues { Array(Array(line)[$0]) }
      guard told["event"] == Array(#""result""#.utf8) else { continue }
      try check(results < lines.count, "there are more results than lines")
      try checkID(told["for"], of: lines[results])
      results += 1
    }
    try check(hasQuit ? results <= lines.count : results == lines.count, "a line has no result")
  }

  /// A result carries its command's id as the same JSON value.
  private static func checkID(_ told: [UInt8]?, of line: LineAssembler.Line) throws {
    guard case .bytes(let bytes) = line, let members = try? JSONScanner.members(of: bytes),
      let given = members.last(where: { $0.name == "id" })
    else { return try check(told == Array("null".utf8), "a result has an id that nobody gave") }
    guard let mine = value(of: bytes[given.value]) else { return }
    let theirs = told.flatMap { value(of: $0[...]) }
    try check(theirs == mine, "a result has another id than its command")
  }

  /// The JSON value; nil for numbers beyond all range.
  private static func value(of json: ArraySlice<UInt8>) -> JSONValue? {
    try? JSONValue(json: String(decoding: json, as: UTF8.self))
  }

  /// Whether a line is free of C0, DEL and C1.
  private static func isHarmless(_ line: ArraySlice<UInt8>) -> Bool {
    guard let text = String(validating: line, as: UTF8.self) else { return false }
    return text.unicodeScalars.allSatisfy { $0.properties.generalCategory != .control }
  }

  private static func output(of host: FakeTextHost) -> [UInt8] {
    let end = Int(lseek(host.terminal.output, 0, SEEK_END))
    var bytes = [UInt8](repeating: 0, count: max(0, end))
    let count = pread(host.terminal.output, &bytes, bytes.count, 0)
    return count == bytes.count ? bytes : []
  }
}
