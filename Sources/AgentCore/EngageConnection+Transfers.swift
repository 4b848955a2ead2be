import EngageClient
import HubModel

extension EngageConnection {
  /// The page of a post: a plain request, without anything that says who we are.
  package func body(
    _ request: BodyRequest, then: @escaping (ServiceAnswer<FetchedBody>) -> Void
  ) -> EngageTicket {
    var headers = [
      HTTPRequest.Header("user-agent", caller.userAgent),
      HTTPRequest.Header("accept", "text/html, text/plain;q=0.9, */*;q=0.1"),
      HTTPRequest.Header("accept-encoding", "gzip"),
    ]
    if let etag = request.etag, Self.isField(etag) {
      headers.append(HTTPRequest.Header("if-none-match", etag))
    }
    if let time = request.lastModified, Self.isField(time) {
      headers.append(HTTPRequest.Header("if-modified-since", time))
    }
    let transfer = transport.start(
      HTTPRequest(
        url: request.url, headers: headers, maxAnswerBytes: request.maxBytes,
        timeoutMilliseconds: request.timeoutMilliseconds,
        reach: HTTPRequest.Reach(of: request.url, from: caller.endpoint))
    ) { outcome in
      then(Self.body(outcome))
    }
    return EngageTicket(number: transfer.number)
  }

  private static func body(_ outcome: HTTPOutcome) -> ServiceAnswer<FetchedBody> {
    switch outcome {
    case .failure(let failure): return .problem(EngageProblem(failure))
    case .answer(let answer) where answer.status == 304: return .notModified
    case .answer(let answer) where answer.status == 200:
      return .value(
        FetchedBody(
          bytes: answer.body, contentType: answer.header("content-type"),
          etag: answer.header("etag"), lastModified: answer.header("last-modified")))
    case .answer(let answer):
      return .problem(
        EngageProblem(.status(answer.status), "The page's server answered \(answer.status)."))
    }
  }

  /// Whether a value that a server gave can stand in a header field again.
  private static func isField(_ value: String) -> Bool {
    1...1024 ~= value.utf8.count && value.utf8.allSatisfy { 0x20...0x7E ~= $0 }
  }

  // MARK: - Stream

  /// The stream of pushes as Server-Sent Events; one of another content type is none.
  package func stream(
    lastEventID: String?, signal: @escaping (StreamSignal) -> Void
  ) -> EngageTicket {
    let call = EngageCall.stream(lastEventID: lastEventID)
    let reader = StreamReader(lastEventID: lastEventID, clock: clock, signal: signal)
    return carry(call) { [transport, clock] request in
      transport.stream(request) { answer in
        reader.open(answer)
      } receive: { bytes in
        reader.receive(bytes)
      } then: { outcome in
        reader.end(EngageAnswer(outcome, to: call, now: clock.now))
      }
    }
  }
}

/// Turns the pieces of one stream into signals.
private final class StreamReader {
  /// The names of events that are pushes; one without a name is called `message`.
  private static let pushTypes: Set<String> = ["message", "push"]

  private var events: SSEReader
  private let clock: any AgentClock
  private let signal: (StreamSignal) -> Void
  private var retry: Int?
  /// Bytes since `countedSince`, in monotonic milliseconds.
  private var byteCount = 0
  private var countedSince: Int64 = 0
  private var skipped = 0
  /// The id that resumes the stream as far as it was told.
  private var lastID: String
  /// Why what comes is no stream of events.
  private var refusal: EngageProblem?
  private var isOpen = false

  init(
    lastEventID: String?, clock: any AgentClock, signal: @escaping (StreamSignal) -> Void
  ) {
    self.clock = clock
    lastID = lastEventID ?? ""
    events = SSEReader(lastEventID: lastID)
    self.signal = signal
  }

  func open(_ answer: HTTPAnswer) {
    guard 200..<300 ~= answer.status else { return }
    let type = answer.header("content-type")?.lowercased() ?? ""
    guard answer.status == 200, type.hasPrefix("text/event-stream") else {
      refusal = EngageProblem(
        answer.status == 200 ? .badAnswer : .status(answer.status),
        "GET /stream: the server answered \(answer.status) and no stream of events.")
      return
    }
    isOpen = true
    signal(.opened)
  }

  func receive(_ bytes: [UInt8]) {
    guard isOpen else { return }
    guard isWithinBudget(bytes.count) else {
      isOpen = false
      return signal(
        .ended(
          EngageProblem(
            .loop,
            "GET /stream: the server sends more than \(AgentLimits.mostStreamBytes) bytes a "
              + "minute.")))
    }
    let found = events.feed(bytes)
    if let wait = events.retryMilliseconds, wait != retry {
      retry = wait
      signal(.retry(Int64(wait)))
    }
    if found.isEmpty { signal(.alive) }
    for event in found {
      lastID = event.id
      let id = event.id.isEmpty ? nil : event.id
      // What has another name is no push: a ping, or what a later server knows.
      signal(
        Self.pushTypes.contains(event.type)
          ? .event(id: id, payload: Array(event.data.utf8)) : .passed(id: id, skipped: 0))
    }
    if events.skippedCount != skipped || events.lastEventID != lastID {
      let id = events.lastEventID
      signal(
        .passed(
          id: id.isEmpty || id == lastID ? nil : id, skipped: events.skippedCount - skipped))
      skipped = events.skippedCount
      lastID = id
    }
  }

  /// Counts what came: reading costs time even when it brings no event.
  private func isWithinBudget(_ bytes: Int) -> Bool {
    let now = clock.monotonicMilliseconds
    if now - countedSince >= AgentLimits.streamWindow {
      countedSince = now
      byteCount = 0
    }
    byteCount += bytes
    return byteCount <= AgentLimits.mostStreamBytes
  }

  func end(_ answer: EngageAnswer) {
    if let refusal { return signal(.ended(refusal)) }
    if case .failure(let failure) = answer { return signal(.ended(EngageProblem(failure))) }
    signal(.ended(nil))
  }
}
