import HubSystem
import HubTestSupport
import Testing

struct LineChannelTests {
  private static let end = UInt8(ascii: "\n")

  private func text(_ lines: [[UInt8]]) -> [String] {
    lines.map { String(decoding: $0, as: UTF8.self) }
  }

  @Test func `lines come whole, however they are cut`() throws {
    let pair = try SocketPair()
    #expect(pair.channel.receive().isEmpty)
    var lines: [[UInt8]] = []
    for byte in Array("one\n\ntwo\nthr".utf8) { lines += pair.pass([byte]) }
    #expect(text(lines) == ["one", "", "two"])
    #expect(text(pair.pass(Array("ee\nfour\nfive".utf8))) == ["three", "four"])
    #expect(!pair.channel.isOver)
    pair.shut()
    // What is no line yet when the other side leaves is none.
    #expect(pair.channel.receive().isEmpty)
    #expect(pair.channel.isOver)
  }

  @Test func `the last lines of a peer that leaves are still given`() throws {
    let pair = try SocketPair()
    #expect(pair.write(Array("one\ntwo\n".utf8)[...]) == 8)
    pair.shut()
    #expect(text(pair.channel.receive()) == ["one", "two"])
    #expect(pair.channel.isOver)
  }

  @Test func `a line of the longest length is taken, and one byte more ends the connection`() throws
  {
    let longest = [UInt8](repeating: 0x61, count: AgentLine.maximumLength)
    let taken = try SocketPair()
    #expect(taken.pass(longest + [Self.end]).map(\.count) == [AgentLine.maximumLength])
    #expect(!taken.channel.isOver)

    let refused = try SocketPair()
    #expect(refused.pass(longest + [0x61, Self.end]).isEmpty)
    #expect(refused.channel.isOver)

    let unended = try SocketPair()
    _ = unended.pass(longest)
    #expect(!unended.channel.isOver)
    _ = unended.pass([0x61])
    #expect(unended.channel.isOver)
  }

  @Test func `what comes before a line that is too long is given`() throws {
    let pair = try SocketPair()
    let bytes = Array("first\n".utf8) + [UInt8](repeating: 0x61, count: AgentLine.maximumLength + 1)
    #expect(text(pair.pass(bytes)) == ["first"])
    #expect(pair.channel.isOver)
  }

  @Test func `a peer that does not read is kept a backlog for, up to the limit`() throws {
    let pair = try SocketPair()
    let line = [UInt8](repeating: 0x61, count: (1 << 20) - 1) + [Self.end]
    for _ in 0..<16 { pair.channel.send(line) }
    #expect(!pair.channel.isOver)
    #expect(pair.channel.hasBacklog)
    // Some of it is in the socket already; with two more it is over for certain.
    pair.channel.send(line)
    pair.channel.send(line)
    #expect(pair.channel.isOver)
  }

  @Test func `a backlog goes out in order as the peer reads`() throws {
    let pair = try SocketPair()
    let lines = (0..<200).map { number in
      Array("\(number) ".utf8) + [UInt8](repeating: 0x61, count: 9_000) + [Self.end]
    }
    for line in lines { pair.channel.send(line) }
    var received: [UInt8] = []
    while pair.channel.hasBacklog {
      received += pair.read()
      pair.channel.flush()
    }
    received += pair.read()
    #expect(received == Array(lines.joined()))
  }

  @Test func `sending to a peer that is gone ends the connection, and nothing else`() throws {
    let pair = try SocketPair()
    pair.shut()
    pair.channel.send(Array("x\n".utf8))
    #expect(pair.channel.isOver)
    pair.channel.send(Array("y\n".utf8))
    #expect(!pair.channel.hasBacklog || pair.channel.isOver)
  }
}
