import Glibc
import HubFrontEndKit
import HubTestSupport
import Testing

@testable import JSONLinesFrontEnd

struct InputTests {
  @Test func `the end of input ends the program once all is answered and told`() throws {
    let session = try Session.started()
    session.host.type("{\"command\":\"back\",\"id\":1}\n{\"command\":\"back\",\"id\":2}".utf8)
    session.host.endInput()
    session.host.turn()
    session.host.turn()
    #expect(session.host.quitReason == nil)
    // What the commands led to arrives on later turns.
    for _ in 0..<5 {
      session.front.pathChanged()
      session.host.turn()
      #expect(session.host.quitReason == nil)
    }
    #expect(session.host.turnUntilQuit(most: JSONLinesFrontEnd.quietTurns))
    session.front.stop()
    let lines = try session.lines().map(withoutSequence)
    #expect(
      lines.prefix(2) == [
        #"{"event":"result","for":1,"ok":true,"value":null}"#,
        #"{"event":"result","for":2,"ok":true,"value":null}"#,
      ])
    #expect(lines.last == #"{"event":"bye","reason":"end of input"}"#)
    #expect(session.host.isIdle)
  }

  @Test func `events without end do not keep it from ending`() throws {
    let session = try Session.started()
    session.host.endInput()
    var turns = 0
    while session.host.quitReason == nil, turns < 1000 {
      session.front.pathChanged()
      session.host.turn()
      turns += 1
    }
    #expect(session.host.quitReason == "end of input")
    #expect(turns >= JSONLinesFrontEnd.mostTurns)
    _ = try session.lines()
  }

  @Test func `quit as the last line without a newline is a quit`() throws {
    let session = try Session.started()
    session.host.type(#"{"command":"quit"}"#.utf8)
    session.host.endInput()
    #expect(session.host.turnUntilQuit(most: 5))
    #expect(session.host.quitReason == "quit")
  }

  @Test func `input from a file is read though it cannot be watched`() throws {
    let session = try Session()
    let text = String(repeating: "{\"command\":\"back\"}\r\n", count: 3500)
    session.host.replaceInput(try file(text))
    try session.front.start()
    #expect(session.host.turnUntilQuit())
    #expect(session.host.calls.count == 3500)
    #expect(session.host.quitReason == "end of input")
    #expect(try session.lines().count == 3501)
  }

  @Test func `without any input the program tells what there is and ends`() throws {
    let session = try Session()
    session.host.replaceInput(open("/dev/null", O_RDONLY))
    try session.front.start()
    _ = session.front.showHub(tab: "hub", badge: nil)
    #expect(session.host.turnUntilQuit())
    #expect(try session.lines().count == 2)
  }

  @Test func `a line comes in any pieces`() throws {
    let session = try Session.started()
    for byte in "{\"command\":\"open\",\"url\":\"ü\"}".utf8 {
      session.host.type([byte])
      session.host.turn()
    }
    #expect(try session.lines().isEmpty)
    session.host.type([0x0A])
    session.host.turn()
    #expect(session.host.calls == ["open ü"])
  }

  @Test(arguments: [(0, true), (1, false)])
  func `a line of 1 MiB is read and a longer one is not`(extra: Int, isRead: Bool) throws {
    let session = try Session()
    let frame = #"{"command":"open","id":1,"url":""}"#.utf8.count
    let url = String(repeating: "x", count: LineAssembler.maximumLineBytes - frame + extra)
    session.host.replaceInput(
      try file(#"{"command":"open","id":1,"url":"\#(url)"}"# + "\n{\"command\":\"back\"}\n"))
    try session.front.start()
    #expect(session.host.turnUntilQuit())
    let results = try session.lines().dropFirst().map(JSONValue.init(json:))
    #expect(results.map { $0["ok"] } == [.bool(isRead), .bool(true)])
    #expect(session.host.calls.count == (isRead ? 2 : 1))
    if isRead { return }
    #expect(results[0]["error"]?["code"] == .string("too-long"))
    #expect(results[0]["for"] == .null)
  }

  @Test func `the assembler keeps nothing of a line that is too long`() {
    var assembler = LineAssembler()
    let piece = [UInt8](repeating: 0x78, count: LineAssembler.maximumLineBytes)
    #expect(assembler.add(piece) == [])
    #expect(assembler.add(piece) == [])
    #expect(
      assembler.add([0x0A, 0x61, 0x0A, 0x0A, 0x62]) == [.tooLong, .bytes([0x61]), .bytes([])])
    #expect(assembler.end() == .bytes([0x62]))
    #expect(assembler.end() == nil)
    #expect(assembler.add(piece + [0x0A]) == [.bytes(piece)])
    #expect(assembler.add(piece + [0x78]) == [])
    #expect(assembler.end() == .tooLong)
  }

  @Test(arguments: [UInt64(1), 2, 3, 4, 5])
  func `any lines get one result each, in order`(seed: UInt64) throws {
    var random = SeededNumbers(seed: seed)
    let session = try Session.started(posts: 3)
    var sent = 0
    var results: [JSONValue] = []
    for _ in 0..<60 {
      var batch: [UInt8] = []
      for _ in 0..<Int.random(in: 1...5, using: &random) {
        sent += 1
        batch += line(number: sent, &random) + [0x0A]
      }
      while !batch.isEmpty {
        let count = Int.random(in: 1...batch.count, using: &random)
        session.host.type(batch.prefix(count))
        session.host.turn()
        batch.removeFirst(count)
      }
      results += try session.lines().map(JSONValue.init(json:)).filter {
        $0["event"] == .string("result")
      }
    }
    #expect(results.count == sent)
    for (index, result) in results.enumerated() where result["for"] != .null {
      #expect(result["for"] == .number(Double(index + 1)))
    }
    #expect(session.host.quitReason == nil)
  }

  /// A line with an id that may be good, bad, or a good one that was damaged.
  private func line(number: Int, _ random: inout SeededNumbers) -> [UInt8] {
    let commands = [
      #""command":"back""#, #""command":"list","limit":2"#, #""command":"path""#,
      #""command":"open","url":"x""#, #""command":"open""#, #""command":"nothing""#,
      #""command":"push","payload":{"a":[true,null,-1.5e3]}"#, #""x":1"#, "",
    ]
    let command = commands[Int.random(in: 0..<commands.count, using: &random)]
    var bytes = Array("{\"id\":\(number)\(command.isEmpty ? "" : ",")\(command)}".utf8)
    if Bool.random(using: &random) { return bytes }
    let place = Int.random(in: 0..<bytes.count, using: &random)
    switch Int.random(in: 0..<4, using: &random) {
    // Never a newline, never a digit: the id must stay the line's number, or be lost.
    case 0: bytes[place] = UInt8.random(in: 0x80...0xFF, using: &random)
    case 1: bytes.removeLast(bytes.count - place)
    case 2: bytes.insert(UInt8(ascii: "{"), at: place)
    default: bytes = (0..<place).map { _ in UInt8.random(in: 0x0B...0x2F, using: &random) }
    }
    return bytes
  }

  private func file(_ text: String) throws -> Int32 {
    var name = Array("/tmp/hubhost-input-XXXXXX".utf8CString)
    let descriptor = mkstemp(&name)
    try #require(descriptor >= 0)
    unlink(name)
    let bytes = Array(text.utf8)
    #expect(write(descriptor, bytes, bytes.count) == bytes.count)
    lseek(descriptor, 0, SEEK_SET)
    return descriptor
  }
}
