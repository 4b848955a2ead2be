package import EngageClient
package import FoundationEssentials
package import HubModel
package import HubStore

/// The server over a transport: calls become requests and outcomes answers.
package final class EngageConnection: EngageService {
  /// Who calls, and where the server is; the next call takes what stands here then.
  package var caller: EngageCaller
  /// What is told with events of the device and the app.
  package var device: [String: EngageEvent.Value] = [:]

  let transport: any HTTPTransport
  let clock: any AgentClock
  private let renewal: TokenRenewal?
  /// Calls that waited for a token, by their tickets; nil while they still wait.
  private var waited: [UInt64: HTTPTransfer?] = [:]
  /// Set in the numbers of tickets of calls that waited; the transport counts from 1.
  private static let waitedMark: UInt64 = 1 << 63

  /// - Parameters:
  ///   - transport: what carries the requests.
  ///   - caller: who calls, and where the server is.
  ///   - clock: for tokens that expire and for `Retry-After`.
  ///   - tokens: where new tokens of the user come from, and the timers for waiting; nil: nowhere, and a
  ///     token that is about to expire is left out.
  package init(
    transport: any HTTPTransport, caller: EngageCaller, clock: any AgentClock,
    tokens: (source: any TokenSource, timers: any AgentTimers)? = nil
  ) {
    self.transport = transport
    self.caller = caller
    self.clock = clock
    renewal = tokens.map { TokenRenewal(source: $0.source, clock: clock, timers: $0.timers) }
  }

  package func cancel(_ ticket: EngageTicket) {
    guard ticket.number & Self.waitedMark != 0 else {
      return transport.cancel(HTTPTransfer(number: ticket.number))
    }
    guard let transfer = waited.removeValue(forKey: ticket.number) else { return }
    if let transfer { transport.cancel(transfer) }
    renewal?.giveUp(ticket.number & ~Self.waitedMark)
  }

  /// Starts a transfer, once the user's token is good for it or cannot be had (reference 2.1).
  func carry(_ call: EngageCall, _ start: @escaping (HTTPRequest) -> HTTPTransfer) -> EngageTicket {
    guard let renewal, caller.identity.userID != nil,
      caller.bearer?.needsRenewal(at: clock.now) ?? true, renewal.isWorthwhile
    else { return EngageTicket(number: start(request(for: call)).number) }
    var ticket: UInt64 = 0
    let number = renewal.wait { [weak self] in
      guard let self, self.waited[ticket] != nil else { return }
      self.waited[ticket] = .some(start(self.request(for: call)))
    } taking: { [weak self] in
      self?.caller.bearer = $0
    }
    ticket = number | Self.waitedMark
    waited[ticket] = .some(nil)
    return EngageTicket(number: ticket)
  }

  private func start<Value>(
    _ call: EngageCall, _ then: @escaping (ServiceAnswer<Value>) -> Void,
    _ value: @escaping (EngageAnswer) -> Value?
  ) -> EngageTicket {
    var ticket: EngageTicket?
    let started = carry(call) { [transport, clock] request in
      transport.start(request) { [weak self] outcome in
        if let ticket { self?.waited[ticket.number] = nil }
        let answer = EngageAnswer(outcome, to: call, now: clock.now)
        if let value = value(answer) { return then(.value(value)) }
        switch answer {
        case .notModified: then(.notModified)
        case .failure(let failure): then(.problem(EngageProblem(failure)))
        default:
          // All that is left is 410 on a call where it means a reset.
          then(.problem(EngageProblem(.status(410), "\(call.name): the server answered 410.")))
        }
      }
    }
    ticket = started
    return started
  }

  /// The request, without a user's token that is about to expire.
  private func request(for call: EngageCall) -> HTTPRequest {
    var caller = caller
    if let bearer = caller.bearer, bearer.needsRenewal(at: clock.now) { caller.bearer = nil }
    return caller.request(for: call)
  }

  // MARK: - Calls

  package func posts(
    cursor: String?, then: @escaping (ServiceAnswer<PostsPage>) -> Void
  ) -> EngageTicket {
    start(.posts(cursor: cursor), then) { if case .posts(let page) = $0 { page } else { nil } }
  }

  package func subscriptions(
    then: @escaping (ServiceAnswer<SubscriptionsAnswer>) -> Void
  ) -> EngageTicket {
    start(.subscriptions, then) { if case .subscriptions(let all) = $0 { all } else { nil } }
  }

  package func participants(
    then: @escaping (ServiceAnswer<ParticipantsAnswer>) -> Void
  ) -> EngageTicket {
    start(.participants, then) { if case .participants(let all) = $0 { all } else { nil } }
  }

  package func conversations(
    _ place: PagePlace, modifiedSince: Timestamp?,
    then: @escaping (ServiceAnswer<ConversationsPage>) -> Void
  ) -> EngageTicket {
    start(.conversations(place.position, ifModifiedSince: modifiedSince), then) {
      if case .conversations(let page) = $0 { page } else { nil }
    }
  }

  package func replies(
    of conversation: UUID, _ place: PagePlace,
    then: @escaping (ServiceAnswer<RepliesPage>) -> Void
  ) -> EngageTicket {
    start(.replies(conversation: conversation, place.position), then) {
      if case .replies(let page) = $0 { page } else { nil }
    }
  }

  package func send(
    _ reply: Reply, then: @escaping (ServiceAnswer<Void>) -> Void
  ) -> EngageTicket {
    let call = EngageCall.sendReply(
      conversation: reply.conversationID, externalID: reply.externalID ?? "",
      content: reply.visibleContent)
    return start(call, then) { $0 == .sent ? () : nil }
  }

  package func markRead(
    _ conversation: UUID, upTo reply: UUID?, then: @escaping (ServiceAnswer<ReadAnswer>) -> Void
  ) -> EngageTicket {
    start(.markRead(conversation: conversation, lastReplyID: reply), then) {
      if case .read(let answer) = $0 { answer } else { nil }
    }
  }

  package func config(
    then: @escaping (ServiceAnswer<HubConfigAnswer>) -> Void
  ) -> EngageTicket {
    start(.config, then) { if case .config(let answer) = $0 { answer } else { nil } }
  }

  package func home(then: @escaping (ServiceAnswer<HomeAnswer>) -> Void) -> EngageTicket {
    start(.home, then) { if case .home(let answer) = $0 { answer } else { nil } }
  }

  package func send(
    events: [StoredEvent], then: @escaping (ServiceAnswer<Void>) -> Void
  ) -> EngageTicket {
    let encoded = events.map { event in
      EngageEvent(
        id: event.id, name: event.name, attributes: EventAttributes.read(event.attributes),
        device: device, timestamp: event.createdAt
      ).encoded
    }
    return start(.events(encoded), then) { $0 == .delivered ? () : nil }
  }
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
  /// A failure of the wire protocol as the agent sees it.
  init(_ failure: EngageFailure) {
    let kind: Kind =
      switch failure.cause {
      case .transport(let kind): Self.kind(kind)
      case .status(let status): .status(status)
      case .content: failure.isRetryable ? .broken : .badAnswer
      }
    self.init(
      kind, failure.message + ".", retryAfter: failure.retryAfterSeconds.map { Int64($0) * 1000 })
  }

  /// A failure of a transfer.
  init(_ failure: HTTPFailure) {
    self.init(Self.kind(failure.kind), failure.message + ".")
  }

  private static func kind(_ kind: HTTPFailure.Kind) -> Kind {
    switch kind {
    case .unreachable, .timedOut: .transport
    case .untrusted, .broken, .tooLarge, .cancelled: .broken
    }
  }
}

/// The attributes of a stored event, read back from their JSON.
private enum EventAttributes {
  private struct Attribute: Decodable {
    var value: EngageEvent.Value

    init(from decoder: any Decoder) throws {
      let container = try decoder.singleValueContainer()
      if let text = try? container.decode(String.self) {
        value = .text(text)
      } else if let flag = try? container.decode(Bool.self) {
        value = .flag(flag)
      } else if let number = try? container.decode(Int.self) {
        value = .number(number)
      } else {
        value = .object(try container.decode([String: Attribute].self).mapValues(\.value))
      }
    }
  }

  static func read(_ json: String) -> [String: EngageEvent.Value] {
    let read = try? JSONDecoder().decode([String: Attribute].self, from: Data(json.utf8))
    return read?.mapValues(\.value) ?? [:]
  }
}
