import HubLoop
import HubTestSupport
import Testing

@testable import EngageClient

@Suite(.timeLimit(.minutes(5)))
struct StreamTests {
  /// What a stream told.
  private final class Listener {
    var opened: [HTTPAnswer] = []
    var bytes: [UInt8] = []
    var outcome: HTTPOutcome?

    func open(_ bench: Bench, _ request: HTTPRequest) -> HTTPTransfer {
      bench.transport.stream(
        request, opened: { self.opened.append($0) }, receive: { self.bytes += $0 },
        then: { self.outcome = $0 })
    }

    var text: String { String(decoding: bytes, as: UTF8.self) }
  }

  private func request(
    _ server: ScriptedServer, milliseconds: Int = 20_000, maxBytes: Int = 1 << 20
  ) -> HTTPRequest {
    HTTPRequest(
      url: "\(server.base)/stream", maxAnswerBytes: maxBytes, timeoutMilliseconds: milliseconds)
  }

  @Test
  func `events come as they are sent, and the end is told`() throws {
    let server = try ScriptedServer()
    server.on("/stream", .stream)
    let bench = try Bench()
    let listener = Listener()
    _ = listener.open(bench, request(server))
    #expect(bench.turn { listener.opened.count == 1 })
    #expect(listener.opened.first?.header("content-type") == "text/event-stream")
    #expect(server.waitForStreams(1) && listener.bytes.isEmpty)
    var reader = SSEReader()
    for number in 1...3 {
      server.push("id: \(number)\ndata: n\(number)\n\n")
      #expect(bench.turn { listener.text.hasSuffix("n\(number)\n\n") })
    }
    #expect(reader.feed(listener.bytes).map(\.data) == ["n1", "n2", "n3"])
    #expect(listener.outcome == nil)
    server.endStreams()
    #expect(bench.turn { listener.outcome != nil })
    #expect(listener.outcome?.answer?.status == 200 && listener.opened.count == 1)
  }

  @Test
  func `a stream that is cancelled by what it brings ends`() throws {
    let server = try ScriptedServer()
    server.on("/stream", .stream)
    let bench = try Bench()
    var pieces = 0
    var transfer: HTTPTransfer?
    transfer = bench.transport.stream(
      request(server), opened: { _ in },
      receive: { _ in
        pieces += 1
        transfer.map(bench.transport.cancel)
      }, then: { _ in Issue.record("called") })
    #expect(bench.turn { server.streamCount == 1 })
    server.push(": hello\n\n")
    #expect(bench.turn { pieces == 1 && bench.transport.count == 0 })
    #expect(server.waitForStreams(0))
  }

  @Test
  func `a stream must begin in time`() throws {
    let server = try ScriptedServer()
    server.on("/stream", .hang)
    let bench = try Bench()
    let listener = Listener()
    _ = listener.open(bench, request(server, milliseconds: 200))
    #expect(bench.turn { listener.outcome != nil })
    #expect(listener.outcome?.failure?.kind == .timedOut && listener.opened.isEmpty)
  }

  @Test
  func `a silent stream is given up, one with a heartbeat is not`() throws {
    let server = try ScriptedServer()
    server.on("/stream", .stream)
    var limits = CurlLimits()
    limits.streamIdleMilliseconds = 1_500
    let bench = try Bench(limits)
    let listener = Listener()
    _ = listener.open(bench, request(server))
    #expect(bench.turn { server.streamCount == 1 })
    var beats = 0
    let heart = try bench.loop.addTimer(everyMilliseconds: 50) { _ in
      beats += 1
      server.push(":\n\n")
    }
    // Twice the time that a silent one has.
    #expect(bench.turn { beats >= 60 })
    #expect(listener.outcome == nil)
    try bench.loop.cancelTimer(heart)
    #expect(bench.turn { listener.outcome != nil })
    #expect(listener.outcome?.failure?.kind == .timedOut && listener.opened.count == 1)
  }

  @Test
  func `a refusal instead of a stream is told with its status`() throws {
    let server = try ScriptedServer()
    server.on("/stream", .answer(.json(#"{"why":"no"}"#, status: 404)))
    let bench = try Bench()
    let listener = Listener()
    _ = listener.open(bench, request(server))
    #expect(bench.turn { listener.outcome != nil })
    #expect(listener.opened.map(\.status) == [404] && listener.text == #"{"why":"no"}"#)
    #expect(listener.outcome?.answer?.status == 404)
  }

  @Test
  func `a stream is followed to another place`() throws {
    let server = try ScriptedServer()
    server.on("/stream", .answer(.redirect(307, to: "/other")))
    server.on("/other", .stream)
    let bench = try Bench()
    let listener = Listener()
    let transfer = listener.open(bench, request(server))
    #expect(bench.turn { listener.opened.map(\.status) == [200] })
    bench.transport.cancel(transfer)
  }

  @Test
  func `a stream that floods does not fill the memory`() throws {
    let server = try ScriptedServer()
    server.on("/stream", .flood(ServerAnswer(framing: .untilClose), bytes: 20 << 20))
    let bench = try Bench()
    // Everything is handed on as it comes, so the whole may be larger than one turn's limit.
    var most = 0
    var sum = 0
    var outcome: HTTPOutcome?
    _ = bench.transport.stream(
      request(server, maxBytes: 4 << 20), opened: { _ in },
      receive: { bytes in
        most = max(most, bytes.count)
        sum += bytes.count
      }, then: { outcome = $0 })
    #expect(bench.turn { outcome != nil })
    #expect(most <= 4 << 20)
    #expect(sum == 20 << 20 || outcome?.failure?.kind == .tooLarge)
  }
}
