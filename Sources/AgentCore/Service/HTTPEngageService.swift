package import EngageClient
package import FoundationEssentials
package import HubModel
package import HubStore

/// The server over HTTP: calls become requests of a transport, and their outcomes answers.
package final class HTTPEngageService: EngageService {
  /// Who calls; a change holds for the calls that start afterwards.
  package var caller: EngageCaller
  private let transport: any HTTPTransport
  private let now: () -> Timestamp

  /// - Parameters:
  ///   - caller: where the server is, and who calls.
  ///   - transport: what carries the requests.
  ///   - now: the time of day, for `Retry-After` and for tokens that expire.
  package init(
    caller: EngageCaller, transport: any HTTPTransport, now: @escaping () -> Timestamp
  ) {
    self.caller = caller
    self.transport = transport
    self.now = now
  }

  private typealias Wire = EngageClient.EngageAnswer

  /// Starts a call; `read` takes the value out of the answer that belongs to it.
  private func start<Value>(
    _ call: EngageCall, _ read: @escaping (Wire) -> Value?,
    _ then: @escaping (EngageAnswer<Value>) -> Void
  ) -> EngageTicket {
    let transfer = transport.start(request(for: call)) { [now] outcome in
      let answer = Wire(outcome, to: call, now: now())
      if let value = read(answer) { return then(.value(value)) }
      switch answer {
      case .notModified: then(.notModified)
      case .reset:
        then(.problem(EngageProblem(.status(410), "\(call.name): the server has begun anew.")))
      case .failure(let failure): then(.problem(EngageProblem(failure)))
      default: then(.problem(EngageProblem(.badAnswer, "\(call.name): another answer came.")))
      }
    }
    return EngageTicket(transfer)
  }

  /// The request, without a user's token that is about to expire (reference 2.1).
  private func request(for call: EngageCall) -> HTTPRequest {
    var caller = caller
    if let bearer = caller.bearer, bearer.needsRenewal(at: now()) { caller.bearer = nil }
    return caller.request(for: call)
  }

  package func cancel(_ ticket: EngageTicket) {
    transport.cancel(HTTPTransfer(number: ticket.number))
  }
}

@available(*, unavailable)
extension HTTPEngageService: Sendable {}

// MARK: - Calls

extension HTTPEngageService {
  package func posts(
    cursor: String?, then: @escaping (EngageAnswer<PostsPage>) -> Void
  ) -> EngageTicket {
    start(.posts(cursor: cursor), { if case .posts(let page) = $0 { page } else { nil } }, then)
  }

  package func subscriptions(
    then: @escaping (EngageAnswer<SubscriptionsAnswer>) -> Void
  ) -> EngageTicket {
    start(.subscriptions, { if case .subscriptions(let all) = $0 { all } else { nil } }, then)
  }

  package func participants(
    then: @escaping (EngageAnswer<ParticipantsAnswer>) -> Void
  ) -> EngageTicket {
    start(.participants, { if case .participants(let all) = $0 { all } else { nil } }, then)
  }

  package func conversations(
    _ place: PagePlace, modifiedSince: Timestamp?,
    then: @escaping (EngageAnswer<ConversationsPage>) -> Void
  ) -> EngageTicket {
    start(
      .conversations(place.position, ifModifiedSince: modifiedSince),
      { if case .conversations(let page) = $0 { page } else { nil } }, then)
  }

  package func replies(
    of conversation: UUID, _ place: PagePlace,
    then: @escaping (EngageAnswer<RepliesPage>) -> Void
  ) -> EngageTicket {
    start(
      .replies(conversation: conversation, place.position),
      { if case .replies(let page) = $0 { page } else { nil } }, then)
  }

  package func send(
    _ reply: Reply, then: @escaping (EngageAnswer<Void>) -> Void
  ) -> EngageTicket {
    start(
      .sendReply(
        conversation: reply.conversationID, externalID: reply.externalID ?? reply.id.uuidString,
        content: reply.content),
      { if case .sent = $0 { () } else { nil } }, then)
  }

  package func markRead(
    _ conversation: UUID, upTo reply: UUID?, then: @escaping (EngageAnswer<ReadAnswer>) -> Void
  ) -> EngageTicket {
    start(
      .markRead(conversation: conversation, lastReplyID: reply),
      { if case .read(let answer) = $0 { answer } else { nil } }, then)
  }

  package func config(
    then: @escaping (EngageAnswer<HubConfigAnswer>) -> Void
  ) -> EngageTicket {
    start(.config, { if case .config(let answer) = $0 { answer } else { nil } }, then)
  }

  package func home(then: @escaping (EngageAnswer<HomeAnswer>) -> Void) -> EngageTicket {
    start(.home, { if case .home(let answer) = $0 { answer } else { nil } }, then)
  }

  package func send(
    events: [StoredEvent], then: @escaping (EngageAnswer<Void>) -> Void
  ) -> EngageTicket {
    let device = caller.identity
    let encoded = events.map { EncodedEvent($0, of: device) }
    return start(.events(encoded), { if case .delivered = $0 { () } else { nil } }, then)
  }
}

// MARK: - Pages of posts and the stream

extension HTTPEngageService {
  package func body(
    _ request: BodyRequest, then: @escaping (EngageAnswer<FetchedBody>) -> Void
  ) -> EngageTicket {
    // Another host than the server's: it learns nothing of account and user.
    var headers = [
      HTTPRequest.Header("accept", "text/html, application/xhtml+xml;q=0.9, text/*;q=0.8"),
      HTTPRequest.Header("accept-encoding", "gzip"),
      HTTPRequest.Header("user-agent", caller.userAgent),
    ]
    if let etag = request.etag { headers.append(HTTPRequest.Header("if-none-match", etag)) }
    if let time = request.lastModified {
      headers.append(HTTPRequest.Header("if-modified-since", time))
    }
    let transfer = transport.start(
      HTTPRequest(
        url: request.url, headers: headers, maxAnswerBytes: request.maxBytes,
        timeoutMilliseconds: request.timeoutMilliseconds)
    ) { then(Self.page($0)) }
    return EngageTicket(transfer)
  }

  private static func page(_ outcome: HTTPOutcome) -> EngageAnswer<FetchedBody> {
    switch outcome {
    case .failure(let failure): .problem(EngageProblem(.transport, failure.message.sentence))
    case .answer(let answer) where answer.status == 304: .notModified
    case .answer(let answer) where answer.status == 200:
      .value(
        FetchedBody(
          bytes: answer.body, contentType: answer.header("content-type"),
          etag: answer.header("etag"), lastModified: answer.header("last-modified")))
    case .answer(let answer):
      .problem(
        EngageProblem(.status(answer.status), "The page's server answered \(answer.status)."))
    }
  }

  package func stream(
    lastEventID: String?, signal: @escaping (StreamSignal) -> Void
  ) -> EngageTicket {
    let call = EngageCall.stream(lastEventID: lastEventID)
    var reader = SSEReader(lastEventID: lastEventID ?? "")
    var retry: Int?
    var isStream = false
    let transfer = transport.stream(
      request(for: call),
      opened: { answer in
        isStream = answer.status == 200 && answer.isEventStream
        if isStream { signal(.opened) }
      },
      receive: { bytes in
        guard isStream else { return }
        let events = reader.feed(bytes)
        if let wait = reader.retryMilliseconds, wait != retry {
          retry = wait
          signal(.retry(Int64(wait)))
        }
        if events.isEmpty { signal(.alive) }
        for event in events {
          signal(.event(id: event.id.isEmpty ? nil : event.id, payload: Array(event.data.utf8)))
        }
      },
      then: { [now] outcome in
        signal(.ended(Self.end(outcome, of: call, isStream: isStream, now: now())))
      })
    return EngageTicket(transfer)
  }

  private static func end(
    _ outcome: HTTPOutcome, of call: EngageCall, isStream: Bool, now: Timestamp
  ) -> EngageProblem? {
    if case .answer(let answer) = outcome, answer.status == 200, !isStream {
      // A page of a proxy, say: there is no stream here.
      return EngageProblem(.status(404), "\(call.name): the server answered with no stream.")
    }
    switch Wire(outcome, to: call, now: now) {
    case .failure(let failure): return EngageProblem(failure)
    default: return nil
    }
  }
}

// MARK: - Between the two

extension EngageTicket {
  fileprivate init(_ transfer: HTTPTransfer) { self.init(number: transfer.number) }
}

extension PagePlace {
  fileprivate var position: EngageCall.PagePosition {
    switch self {
    case .start: .start
    case .cursor(let cursor): .after(cursor: cursor)
    case .before(let cursor): .before(cursor: cursor)
    }
  }
}

extension EngageProblem {
  fileprivate init(_ failure: EngageFailure) {
    let kind: Kind =
      switch failure.cause {
      case .transport: .transport
      case .status(let status): .status(status)
      // An answer that ended before it began is a broken transfer (reference 2.2).
      case .content: failure.isRetryable ? .transport : .badAnswer
      }
    self.init(
      kind, failure.message.sentence, retryAfter: failure.retryAfterSeconds.map { Int64($0) * 1000 }
    )
  }
}

extension HTTPAnswer {
  fileprivate var isEventStream: Bool {
    let type = header("content-type") ?? ""
    return type.prefix { $0 != ";" }.lowercased().filter { $0 != " " } == "text/event-stream"
  }
}

extension String {
  fileprivate var sentence: String { hasSuffix(".") ? self : self + "." }
}

extension EncodedEvent {
  /// A stored event as it goes out; what was stored is one JSON object already.
  fileprivate init(_ event: StoredEvent, of device: EngageIdentity) {
    self.init(
      id: event.id, name: event.name, attributes: event.attributes, device: device,
      timestamp: event.createdAt)
  }
}
