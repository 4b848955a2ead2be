import AgentCore
import EngageClient
import FoundationEssentials
import HubModel
import HubStore
import Testing

/// A transport that answers when the test says.
private final class FakeTransport: HTTPTransport {
  private(set) var requests: [HTTPRequest] = []
  private(set) var cancelled: [HTTPTransfer] = []
  private var then: ((HTTPOutcome) -> Void)?
  private var opened: ((HTTPAnswer) -> Void)?
  private var receive: (([UInt8]) -> Void)?

  func start(_ request: HTTPRequest, then: @escaping (HTTPOutcome) -> Void) -> HTTPTransfer {
    requests.append(request)
    self.then = then
    return HTTPTransfer(number: UInt64(requests.count))
  }

  func stream(
    _ request: HTTPRequest, opened: @escaping (HTTPAnswer) -> Void,
    receive: @escaping ([UInt8]) -> Void, then: @escaping (HTTPOutcome) -> Void
  ) -> HTTPTransfer {
    self.opened = opened
    self.receive = receive
    return start(request, then: then)
  }

  func cancel(_ transfer: HTTPTransfer) { cancelled.append(transfer) }

  func answer(_ status: Int, _ body: String = "", headers: [HTTPRequest.Header] = []) {
    then?(.answer(HTTPAnswer(status: status, headers: headers, body: Array(body.utf8))))
  }

  func fail(_ kind: HTTPFailure.Kind) { then?(.failure(HTTPFailure(kind, "no luck"))) }

  func open(_ status: Int, type: String) {
    opened?(HTTPAnswer(status: status, headers: [.init("content-type", type)]))
  }

  func receive(_ text: String) { receive?(Array(text.utf8)) }
}

struct EngageConnectionTests {
  private let transport = FakeTransport()
  private let connection: EngageConnection

  init() throws {
    let caller = EngageCaller(
      endpoint: try EngageEndpoint("https://engage.example"),
      accountToken: try #require(Secret("acct-1")),
      identity: EngageIdentity(userID: nil, deviceIdentifier: "D-1"), userAgent: "Demo")
    connection = EngageConnection(transport: transport, caller: caller, clock: VirtualTime())
  }

  private var url: String? { transport.requests.last?.url }

  @Test func `case 101: a call becomes a request and its answer a value`() throws {
    var posts: [UUID]?
    _ = connection.posts(cursor: "c 1") {
      if case .value(let page) = $0 { posts = page.posts.map(\.id) }
    }
    #expect(
      url
        == "https://engage.example/posts?include=subscriptions&cursor=c%201&deviceIdentifier=D-1")
    transport.answer(200, #"{"posts":[],"hasMore":false}"#)
    #expect(posts == [])
  }

  @Test(arguments: [
    (410, EngageProblem.Kind.status(410), false), (503, .status(503), true),
    (404, .status(404), false), (200, .broken, true),
  ])
  func `statuses keep their meaning`(
    number: Int, kind: EngageProblem.Kind, isRetryable: Bool
  ) throws {
    var problem: EngageProblem?
    _ = connection.subscriptions { if case .problem(let found) = $0 { problem = found } }
    transport.answer(number)
    #expect(problem?.kind == kind)
    #expect(problem?.isRetryable == isRetryable)
    #expect(problem?.isGone == (number == 410))
    #expect(problem?.message.hasPrefix("GET /subscriptions: the server answered") == true)
  }

  @Test(arguments: [
    (HTTPFailure.Kind.unreachable, EngageProblem.Kind.transport), (.timedOut, .transport),
    (.broken, .broken), (.tooLarge, .broken), (.untrusted, .broken),
  ])
  func `failures of a transfer may be tried again`(
    failure: HTTPFailure.Kind, kind: EngageProblem.Kind
  ) throws {
    var problem: EngageProblem?
    _ = connection.home { if case .problem(let found) = $0 { problem = found } }
    transport.fail(failure)
    #expect(problem == EngageProblem(kind, "GET /home: no luck."))
    #expect(problem?.isRetryable == true)
  }

  @Test func `Retry-After comes in milliseconds`() throws {
    var problem: EngageProblem?
    _ = connection.config { if case .problem(let found) = $0 { problem = found } }
    transport.answer(429, headers: [.init("retry-after", "7")])
    #expect(problem?.retryAfter == 7_000)
  }

  @Test func `304 means something for conversations only`() throws {
    var isNotModified = false
    _ = connection.conversations(.start, modifiedSince: at(13, 0)) {
      if case .notModified = $0 { isNotModified = true }
    }
    #expect(transport.requests.last?.headers.contains { $0.name == "if-modified-since" } == true)
    transport.answer(304)
    #expect(isNotModified)
  }

  @Test(arguments: [(202, true), (200, false), (204, false)])
  func `only 202 takes a reply, another 2xx may be tried again`(number: Int, isSent: Bool) throws {
    var problem: EngageProblem?
    var sent = false
    _ = connection.send(own("hi", in: Known.ca, at: at(13, 0))) {
      switch $0 {
      case .value: sent = true
      case .problem(let found): problem = found
      case .notModified: break
      }
    }
    transport.answer(number, "{}")
    #expect(sent == isSent)
    #expect(problem?.isRetryable == (isSent ? nil : true))
  }

  @Test func `a page of a post says nothing of who asks`() throws {
    var body: FetchedBody?
    _ = connection.body(
      BodyRequest(
        url: "http://posts.example/1", etag: "\"v1\"", lastModified: "x\r\nevil: 1",
        maxBytes: 10, timeoutMilliseconds: 20)
    ) { if case .value(let found) = $0 { body = found } }
    let request = try #require(transport.requests.last)
    #expect(request.url == "http://posts.example/1")
    #expect(
      request.headers.map(\.name) == ["user-agent", "accept", "accept-encoding", "if-none-match"])
    #expect(request.maxAnswerBytes == 10 && request.timeoutMilliseconds == 20)
    transport.answer(
      200, "<p>", headers: [.init("etag", "\"v2\""), .init("content-type", "text/html")])
    #expect(
      body == FetchedBody(bytes: Array("<p>".utf8), contentType: "text/html", etag: "\"v2\""))
  }

  @Test func `the stream's events become signals, whatever pieces they come in`() throws {
    var signals: [StreamSignal] = []
    let ticket = connection.stream(lastEventID: "e-1") { signals.append($0) }
    #expect(transport.requests.last?.headers.contains(.init("last-event-id", "e-1")) == true)
    transport.open(200, type: "text/event-stream; charset=utf-8")
    transport.receive(": hello\n\nretry: 900\nid: e-2\ndata: {\"ro")
    transport.receive("ver\":{}}\n\n")
    transport.answer(200)
    #expect(
      signals == [
        .opened, .retry(900), .alive,
        .event(id: "e-2", payload: Payload.text(#"{"rover":{}}"#)), .ended(nil),
      ])
    connection.cancel(ticket)
    #expect(transport.cancelled == [HTTPTransfer(number: 1)])
  }

  @Test func `an event of another name is no push, and is passed with its id`() throws {
    var signals: [StreamSignal] = []
    _ = connection.stream(lastEventID: "e-1") { signals.append($0) }
    transport.open(200, type: "text/event-stream")
    transport.receive("event: ping\ndata: {}\n\nevent: push\nid: e-2\ndata: a\n\n")
    transport.receive("event: message\ndata: b\n\nevent: later\nid: e-3\ndata: c\n\n")
    #expect(
      signals == [
        .opened, .passed(id: "e-1", skipped: 0), .event(id: "e-2", payload: Payload.text("a")),
        .event(id: "e-2", payload: Payload.text("b")), .passed(id: "e-3", skipped: 0),
      ])
  }

  @Test func `an event that is too large is passed with its id`() throws {
    var signals: [StreamSignal] = []
    _ = connection.stream(lastEventID: "e-1") { signals.append($0) }
    transport.open(200, type: "text/event-stream")
    transport.receive("id: e-2\ndata: ")
    transport.receive(String(repeating: "x", count: SSEReader.maxDataBytes + 1))
    transport.receive("\n\n")
    #expect(signals.suffix(2) == [.alive, .passed(id: "e-2", skipped: 1)])
    transport.receive("id: e-3\n\n")
    #expect(signals.last == .passed(id: "e-3", skipped: 0))
  }

  @Test func `a stream that brings too many bytes a minute ends with the reason`() throws {
    var signals: [StreamSignal] = []
    _ = connection.stream(lastEventID: nil) { signals.append($0) }
    transport.open(200, type: "text/event-stream")
    let megabyte = String(repeating: ":", count: 1 << 20)
    for _ in 0..<(AgentLimits.mostStreamBytes >> 20) { transport.receive(megabyte) }
    #expect(signals.last == .alive)
    transport.receive("\n")
    guard case .ended(let problem?) = signals.last else {
      Issue.record("\(String(describing: signals.last))")
      return
    }
    #expect(problem.kind == .loop)
  }

  @Test(arguments: [
    ("http://127.0.0.1/", HTTPRequest.Reach.publicOnly), ("https://engage.example/1", .anywhere),
  ])
  func `a page of a post from elsewhere does not lead into this machine`(
    url: String, reach: HTTPRequest.Reach
  ) throws {
    _ = connection.body(BodyRequest(url: url, maxBytes: 10, timeoutMilliseconds: 20)) { _ in }
    #expect(transport.requests.last?.reach == reach)
  }

  @Test(arguments: [
    (200, "text/html", EngageProblem.Kind.badAnswer), (204, "text/plain", .status(204)),
    (404, "text/html", .status(404)),
  ])
  func `what is no stream of events ends with the reason`(
    number: Int, type: String, kind: EngageProblem.Kind
  ) throws {
    var signals: [StreamSignal] = []
    _ = connection.stream(lastEventID: nil) { signals.append($0) }
    transport.open(number, type: type)
    transport.receive("data: x\n\n")
    transport.answer(number)
    guard signals.count == 1, case .ended(let problem?) = signals[0] else {
      Issue.record("\(signals)")
      return
    }
    #expect(problem.kind == kind)
  }

  @Test func `events are sent as they were recorded`() throws {
    connection.device = ["os": .text("Linux")]
    let event = AnalyticsEvent.notificationOpened(
      id: "n-1", campaignID: "c", source: .pushNotification)
    var isSent = false
    _ = connection.send(
      events: [
        StoredEvent(
          id: Known.pa, name: event.name, attributes: event.attributes, createdAt: at(13, 20))
      ]
    ) { if case .value = $0 { isSent = true } }
    #expect(url == "https://engage.example/graphql")
    transport.answer(200, "{}")
    #expect(isSent)
  }
}

// MARK: - The user's token

/// A source that gives a token when the test says.
private final class FakeTokens: TokenSource {
  private(set) var askedCount = 0
  private var then: ((BearerToken?) -> Void)?

  func renew(then: @escaping (BearerToken?) -> Void) {
    askedCount += 1
    self.then = then
  }

  func give(_ token: BearerToken?) { then?(token) }
}

struct TokenRenewalTests {
  private let transport = FakeTransport()
  private let tokens = FakeTokens()
  private let time = VirtualTime()
  private let connection: EngageConnection

  init() throws {
    let caller = EngageCaller(
      endpoint: try EngageEndpoint("https://engage.example"),
      accountToken: try #require(Secret("acct-1")),
      identity: EngageIdentity(userID: "fan-9", deviceIdentifier: "D-1"),
      bearer: try Self.token("t1", secondsLeft: 30), userAgent: "Demo")
    connection = EngageConnection(
      transport: transport, caller: caller, clock: time, tokens: (tokens, time))
  }

  /// A JSON Web Token that ends that long after the moment of the cases.
  private static func token(_ name: String, secondsLeft: Int64) throws -> BearerToken {
    let end = VirtualTime.start.milliseconds / 1000 + secondsLeft
    let payload = Data("{\"exp\":\(end),\"name\":\"\(name)\"}".utf8).base64EncodedString()
    return BearerToken(try #require(Secret("e30.\(payload).\(name)")))
  }

  private var sent: [String?] {
    transport.requests.map { $0.headers.first { $0.name == "authorization" }?.value }
  }

  @Test func `case 110: a token that expires is renewed once, and calls wait for it`() throws {
    _ = connection.posts(cursor: nil) { _ in }
    _ = connection.subscriptions { _ in }
    #expect(sent.isEmpty)
    time.run(1000)
    let new = try Self.token("t2", secondsLeft: 3600)
    tokens.give(new)
    #expect(sent == ["Bearer \(new.secret.revealed)", "Bearer \(new.secret.revealed)"])
    _ = connection.participants { _ in }
    #expect(tokens.askedCount == 1)
    #expect(transport.requests.count == 3)
  }

  @Test(arguments: [
    (EngageLimits.tokenWaitMilliseconds - 1, 0), (EngageLimits.tokenWaitMilliseconds, 1),
  ])
  func `a token that does not come is left out after 10 s`(wait: Int, count: Int) throws {
    _ = connection.posts(cursor: nil) { _ in }
    time.run(Int64(wait))
    #expect(sent == Array(repeating: nil, count: count))
    guard count == 1 else { return }
    // The source is left alone for a while, and a late token still serves.
    _ = connection.posts(cursor: nil) { _ in }
    #expect(tokens.askedCount == 1)
    let new = try Self.token("t2", secondsLeft: 3600)
    tokens.give(new)
    _ = connection.posts(cursor: nil) { _ in }
    #expect(sent == [nil, nil, "Bearer \(new.secret.revealed)"])
  }

  @Test func `a source without a token is asked again after a minute`() {
    _ = connection.posts(cursor: nil) { _ in }
    tokens.give(nil)
    #expect(sent == [nil])
    time.run(EngageLimits.tokenMarginSeconds * 1000 - 1)
    _ = connection.posts(cursor: nil) { _ in }
    #expect(tokens.askedCount == 1)
    time.run(1)
    _ = connection.posts(cursor: nil) { _ in }
    #expect(tokens.askedCount == 2)
  }

  @Test func `a call that is cancelled while it waits is never sent`() throws {
    let ticket = connection.posts(cursor: nil) { _ in }
    connection.cancel(ticket)
    tokens.give(try Self.token("t2", secondsLeft: 3600))
    #expect(transport.requests.isEmpty)
    let other = connection.posts(cursor: nil) { _ in }
    connection.cancel(other)
    #expect(transport.cancelled == [HTTPTransfer(number: 1)])
  }
}
