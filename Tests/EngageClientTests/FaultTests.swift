import HubTestSupport
import Testing

@testable import EngageClient

/// What bad servers do, and what it costs.
@Suite(.timeLimit(.minutes(5)))
struct FaultTests {
  /// Limits that end a slow transfer within a second or two.
  private static let quick: CurlLimits = {
    var limits = CurlLimits()
    limits.lowSpeedBytes = 1_000
    limits.lowSpeedSeconds = 1
    return limits
  }()

  private func failure(
    _ play: ServerPlay, limits: CurlLimits = CurlLimits(), maxBytes: Int = 1 << 20,
    milliseconds: Int = 20_000
  ) throws -> HTTPFailure {
    let server = try ScriptedServer()
    server.on("/a", play)
    let outcome = try Bench(limits).get(
      "\(server.base)/a", headers: [HTTPRequest.Header("accept-encoding", "gzip")],
      maxBytes: maxBytes, milliseconds: milliseconds)
    let failure = try Fixture.unwrap(outcome?.failure)
    #expect(failure.message.contains("127.0.0.1:\(server.port)"))
    return failure
  }

  @Test
  func `a server that is not there is unreachable`() throws {
    var server: ScriptedServer? = try ScriptedServer()
    let base = try Fixture.unwrap(server?.base)
    server = nil
    let failure = try Bench().get("\(base)/a")?.failure
    #expect(failure?.kind == .unreachable)
  }

  @Test
  func `leaving without a byte, early, or with a wrong length is broken`() throws {
    let body = [UInt8](repeating: 0x61, count: 100)
    let plays: [ServerPlay] = [
      .close, .cut(ServerAnswer(body: body), afterBytes: 50),
      .cut(ServerAnswer(body: body, framing: .chunked), afterBytes: 50),
      .answer(ServerAnswer(body: body, framing: .claimed(101))),
      .raw(Array("HTTP/1.1 200".utf8)),
    ]
    for play in plays { #expect(try failure(play).kind == .broken, "\(play)") }
  }

  @Test
  func `what is no HTTP is broken`() throws {
    let lines = [
      "garbage\r\n\r\n", "\u{16}\u{3}\u{1}\0\0", "HTTP/9.9 nope\r\n\r\n",
      "HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\nzz\r\n",
      "HTTP/1.1 200 OK\r\ncontent-encoding: gzip\r\ncontent-length: 5\r\n\r\nhello",
      "HTTP/1.1 200 OK\r\ncontent-length: -5\r\n\r\n",
    ]
    for line in lines { #expect(try failure(.raw(Array(line.utf8))).kind == .broken, "\(line)") }
  }

  @Test(arguments: [
    ("garbage\r\n\r\n", "is no HTTP"), ("HTTP/9.9 nope\r\n\r\n", "is no HTTP"),
    (
      "HTTP/1.1 200 OK\r\ncontent-encoding: gzip\r\ncontent-length: 5\r\n\r\nhello",
      "cannot be decompressed"
    ),
  ])
  func `an answer that is wrong is not called broken off`(answer: String, words: String) throws {
    let message = try failure(.raw(Array(answer.utf8))).message
    #expect(message.contains(words) && !message.contains("broke off"), "\(message)")
  }

  @Test
  func `a body that is longer than it was said to be is cut`() throws {
    let server = try ScriptedServer()
    server.on("/a", .answer(ServerAnswer(body: Array("hello".utf8), framing: .claimed(2))))
    #expect(try Bench().get("\(server.base)/a")?.answer?.text == "he")
  }

  @Test
  func `a server that hangs costs the time of the request`() throws {
    #expect(try failure(.hang, milliseconds: 300).kind == .timedOut)
    let answer = ServerAnswer(body: [1, 2, 3], framing: .claimed(10))
    #expect(try failure(.held(answer, name: "never"), milliseconds: 300).kind == .timedOut)
  }

  @Test
  func `a server that drips is given up long before the time of the request`() throws {
    let body = [UInt8](repeating: 0x61, count: 100_000)
    let drip = ServerPlay.drip(ServerAnswer(body: body), everyMilliseconds: 20)
    #expect(try failure(drip, limits: Self.quick, milliseconds: 600_000).kind == .timedOut)
    #expect(try failure(.hang, limits: Self.quick, milliseconds: 600_000).kind == .timedOut)
  }

  @Test
  func `a server that drips costs the time of the request at most`() throws {
    let body = [UInt8](repeating: 0x61, count: 100_000)
    let drip = ServerPlay.drip(ServerAnswer(body: body), everyMilliseconds: 20)
    #expect(try failure(drip, milliseconds: 400).kind == .timedOut)
  }

  @Test
  func `an answer has a largest size, however its length is told`() throws {
    let limit = 10_000
    let framings: [ServerAnswer.Framing] = [.length, .chunked, .untilClose]
    for framing in framings {
      let server = try ScriptedServer()
      let body = [UInt8](repeating: 0x61, count: limit)
      server.on(
        "/a", .answer(ServerAnswer(body: body, framing: framing)),
        .answer(ServerAnswer(body: body + [0x61], framing: framing)))
      let bench = try Bench()
      #expect(bench.get("\(server.base)/a", maxBytes: limit)?.answer?.body == body)
      let failure = bench.get("\(server.base)/a", maxBytes: limit)?.failure
      #expect(failure?.kind == .tooLarge && failure?.message.contains("\(limit)") == true)
    }
  }

  @Test
  func `100 MB are not read`() throws {
    let limit = 1 << 20
    for framing in [ServerAnswer.Framing.length, .untilClose] {
      let flood = ServerPlay.flood(ServerAnswer(framing: framing), bytes: 100 << 20)
      #expect(try failure(flood, maxBytes: limit).kind == .tooLarge)
    }
  }

  @Test
  func `the size that counts is the one after decompression`() throws {
    let bomb = Gzip.compressed([UInt8](repeating: 0, count: 50 << 20))
    #expect(bomb.count < 100_000)
    let answer = ServerAnswer(headers: ["content-encoding: gzip"], body: bomb)
    #expect(try failure(.answer(answer), maxBytes: 1 << 20).kind == .tooLarge)
    // A bomb in a bomb is opened as far as the outer one lasts.
    let twice = ServerAnswer(
      headers: ["content-encoding: gzip, gzip"], body: Gzip.compressed(bomb))
    #expect(try failure(.answer(twice), maxBytes: 1 << 20).kind == .tooLarge)
  }

  @Test
  func `a head has a largest size`() throws {
    var limits = CurlLimits()
    limits.maxHeaderBytes = 1_000
    let server = try ScriptedServer()
    // Status line, the field, the length and the empty line.
    let rest = "HTTP/1.1 200 Status\r\nx: \r\ncontent-length: 0\r\n\r\n".utf8.count
    let field = String(repeating: "y", count: 1_000 - rest)
    server.on(
      "/a", .status(200, headers: ["x: \(field)"]), .status(200, headers: ["x: \(field)y"]))
    let bench = try Bench(limits)
    #expect(bench.get("\(server.base)/a")?.answer?.header("x") == field)
    #expect(bench.get("\(server.base)/a")?.failure?.kind == .tooLarge)
    let many = Array(repeating: "a: b", count: 100_000)
    #expect(try failure(.status(200, headers: many)).kind == .tooLarge)
    let long = "a: " + String(repeating: "b", count: 300_000)
    let tooLong = try failure(.status(200, headers: [long]))
    #expect(tooLong.kind == .tooLarge && tooLong.message.contains("a line that is too long"))
  }

  @Test
  func `a connection that the server closed meanwhile is replaced`() throws {
    let server = try ScriptedServer()
    server.on("/a", .json("{}"), .close, .json("{}"))
    let bench = try Bench()
    #expect(bench.get("\(server.base)/a")?.answer?.status == 200)
    #expect(bench.get("\(server.base)/a")?.answer?.status == 200)
    #expect(server.connectionCount == 2)
  }
}
