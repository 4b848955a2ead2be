import Glibc
import HubLoop
import HubTestSupport
import Testing

@testable import EngageClient

@Suite(.timeLimit(.minutes(5)))
struct TransportTests {
  @Test
  func `a request arrives as it was made, and its answer comes back whole`() throws {
    let server = try ScriptedServer()
    server.on(
      "/a",
      .answer(
        ServerAnswer(201, headers: ["X-One:  1 ", "X-Two: 2"], body: Array("hello".utf8))))
    let bench = try Bench()
    let request = HTTPRequest(
      .post, url: "\(server.base)/a?b=c%20d",
      headers: [
        HTTPRequest.Header("x-rover-account-token", "acct-1"),
        HTTPRequest.Header("content-type", "application/json"), HTTPRequest.Header("x-empty", ""),
      ], body: Array("{}".utf8), maxAnswerBytes: 5, timeoutMilliseconds: 20_000)
    let answer = bench.fetch(request)?.answer
    #expect(answer?.status == 201 && answer?.text == "hello")
    #expect(answer?.header("x-one") == "1" && answer?.header("x-two") == "2")
    let seen = try Fixture.unwrap(server.requests.first)
    #expect(seen.method == "POST" && seen.target == "/a?b=c%20d" && seen.text == "{}")
    #expect(
      seen.headers.map { "\($0.name): \($0.value)" } == [
        "host: 127.0.0.1:\(server.port)", "x-rover-account-token: acct-1",
        "content-type: application/json", "x-empty: ", "content-length: 2",
      ])
    #expect(bench.transport.count == 0)
  }

  @Test
  func `nothing is called from inside start, and each answer comes once`() throws {
    let server = try ScriptedServer()
    server.on("/a", .json("{}"))
    let bench = try Bench()
    var outcomes: [HTTPOutcome] = []
    for url in ["\(server.base)/a", "no address", "ftp://127.0.0.1/", "http://[::"] {
      _ = bench.transport.start(
        HTTPRequest(url: url, maxAnswerBytes: 10, timeoutMilliseconds: 20_000)
      ) { outcomes.append($0) }
      #expect(outcomes.isEmpty)
    }
    #expect(bench.turn { outcomes.count == 4 })
    #expect(outcomes.compactMap(\.failure?.kind) == [.unreachable, .unreachable, .unreachable])
    #expect(outcomes.compactMap(\.answer?.status) == [200])
    bench.loop.step(timeoutMilliseconds: 0)
    #expect(outcomes.count == 4)
  }

  @Test
  func `connections are kept`() throws {
    let server = try ScriptedServer()
    server.on("/a", .json("{}"))
    let bench = try Bench()
    for _ in 0..<5 { #expect(bench.get("\(server.base)/a")?.answer?.status == 200) }
    #expect(server.connectionCount == 1)
  }

  @Test(arguments: [ServerAnswer.Framing.length, .chunked, .untilClose])
  func `every framing of a body is understood`(framing: ServerAnswer.Framing) throws {
    let server = try ScriptedServer()
    let body = Array(String(repeating: "0123456789", count: 700).utf8)
    server.on("/a", .answer(ServerAnswer(body: body, framing: framing)))
    #expect(try Bench().get("\(server.base)/a")?.answer?.body == body)
  }

  @Test(arguments: [100, 204, 304, 400, 410, 500, 503])
  func `any status is an answer`(status: Int) throws {
    let server = try ScriptedServer()
    // What is less than 200 only announces the answer.
    let start = status < 200 ? "HTTP/1.1 100 Continue\r\nx-early: 1\r\n\r\n" : ""
    let rest = "HTTP/1.1 \(max(status, 200)) X\r\ncontent-length: 0\r\nretry-after: 7\r\n\r\n"
    server.on("/a", .raw(Array((start + rest).utf8)))
    let answer = try Bench().get("\(server.base)/a")?.answer
    #expect(answer?.status == max(status, 200) && answer?.header("retry-after") == "7")
    #expect(answer?.header("x-early") == nil)
  }

  @Test
  func `compressed answers are unpacked when compression was offered`() throws {
    let server = try ScriptedServer()
    let body = Array(String(repeating: "abc", count: 5_000).utf8)
    server.on(
      "/a",
      .answer(ServerAnswer(headers: ["content-encoding: gzip"], body: Gzip.compressed(body))))
    let bench = try Bench()
    let offer = [HTTPRequest.Header("accept-encoding", "gzip")]
    #expect(bench.get("\(server.base)/a", headers: offer)?.answer?.body == body)
    #expect(bench.get("\(server.base)/a")?.answer?.body == Gzip.compressed(body))
    #expect(server.requests.map { $0.values("accept-encoding") } == [["gzip"], []])
  }

  @Test
  func `a cancelled transfer is never heard of`() throws {
    let server = try ScriptedServer()
    server.on("/a", .hang)
    server.on("/b", .json("{}"))
    let bench = try Bench()
    let hanging = bench.transport.start(
      HTTPRequest(url: "\(server.base)/a", maxAnswerBytes: 10, timeoutMilliseconds: 20_000)
    ) { _ in Issue.record("called") }
    var isSeen = false
    #expect(
      bench.turn {
        isSeen = server.requests.count == 1
        return isSeen
      })
    bench.transport.cancel(hanging)
    bench.transport.cancel(hanging)
    let bad = bench.transport.start(
      HTTPRequest(url: "x", maxAnswerBytes: 10, timeoutMilliseconds: 20_000)
    ) { _ in Issue.record("called") }
    bench.transport.cancel(bad)
    #expect(bench.get("\(server.base)/b")?.answer?.status == 200)
    #expect(bench.transport.count == 0)
  }

  @Test
  func `callbacks may start and cancel`() throws {
    let server = try ScriptedServer()
    server.on("/a", .json("{}"))
    server.on("/hang", .hang)
    let bench = try Bench()
    func request(_ path: String) -> HTTPRequest {
      HTTPRequest(url: server.base + path, maxAnswerBytes: 10, timeoutMilliseconds: 20_000)
    }
    var second: HTTPOutcome?
    let hanging = bench.transport.start(request("/hang")) { _ in Issue.record("called") }
    _ = bench.transport.start(request("/a")) { _ in
      bench.transport.cancel(hanging)
      _ = bench.transport.start(request("/a")) { second = $0 }
    }
    #expect(bench.turn { second != nil })
    #expect(second?.answer?.status == 200 && bench.transport.count == 0)
  }

  @Test
  func `letting go of the transport ends everything`() throws {
    let server = try ScriptedServer()
    server.on("/a", .hang)
    let bench = try Bench()
    var transport: CurlTransport? = try CurlTransport(loop: bench.loop)
    _ = transport?.start(
      HTTPRequest(url: "\(server.base)/a", maxAnswerBytes: 10, timeoutMilliseconds: 20_000)
    ) { _ in Issue.record("called") }
    #expect(bench.turn { server.requests.count == 1 })
    transport = nil
    // Only the loop's own descriptors are left, and they are silent.
    #expect(bench.loop.step(timeoutMilliseconds: 0) == 0)
  }

  @Test
  func `a server that hangs holds nobody else up`() throws {
    let server = try ScriptedServer()
    server.on("/hang", .hang)
    server.on("/quick", .json("{}"))
    let bench = try Bench()
    let hanging = bench.transport.start(
      HTTPRequest(url: "\(server.base)/hang", maxAnswerBytes: 10, timeoutMilliseconds: 120_000)
    ) { _ in }
    #expect(bench.turn { server.requests.count == 1 })
    var ticks = 0
    let timer = try bench.loop.addTimer(everyMilliseconds: 1) { _ in ticks += 1 }
    #expect(bench.turn { ticks >= 20 })
    for _ in 0..<3 { #expect(bench.get("\(server.base)/quick")?.answer?.status == 200) }
    try bench.loop.cancelTimer(timer)
    #expect(bench.transport.count == 1)
    bench.transport.cancel(hanging)
  }

  @Test
  func `a proxy of the environment is used, but never for this machine`() async {
    await #expect(processExitsWith: .success) {
      let proxy = try ScriptedServer { _ in .json("proxied") }
      let server = try ScriptedServer { _ in .json("direct") }
      setenv("http_proxy", proxy.base, 1)
      let bench = try Bench()
      let far = bench.get("http://192.0.2.1/x")?.answer?.text
      let near = bench.get("\(server.base)/x")?.answer?.text
      try #require(far == "proxied" && near == "direct")
      try #require(proxy.requests.map(\.target) == ["http://192.0.2.1/x"])
    }
  }

  @Test
  func `a connection that goes away while it is written to does not end the process`() async {
    await #expect(processExitsWith: .success) {
      let server = try ScriptedServer()
      let bench = try Bench()
      // The server leaves before it has read so much.
      let body = [UInt8](repeating: 0x61, count: 32 << 20)
      for _ in 0..<3 {
        let outcome = bench.fetch(
          HTTPRequest(
            .post, url: "\(server.base)/a", body: body, maxAnswerBytes: 10,
            timeoutMilliseconds: 20_000))
        try #require(outcome?.failure != nil)
      }
    }
  }

  @Test
  func `a name that does not exist holds nobody up`() throws {
    let bench = try Bench()
    var outcome: HTTPOutcome?
    var ticks = 0
    _ = try bench.loop.addTimer(everyMilliseconds: 1) { _ in ticks += 1 }
    _ = bench.transport.start(
      HTTPRequest(
        url: "https://nobody.invalid/", maxAnswerBytes: 10, timeoutMilliseconds: 2_000)
    ) { outcome = $0 }
    #expect(bench.turn { outcome != nil && ticks > 5 })
    // Where no name server answers at all, the time limit comes first.
    let kind = try Fixture.unwrap(outcome?.failure?.kind)
    #expect([.unreachable, .timedOut].contains(kind))
    #expect(outcome?.failure?.message.contains("nobody.invalid") == true)
  }
}
