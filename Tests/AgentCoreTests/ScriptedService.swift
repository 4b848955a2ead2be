import AgentCore
import FoundationEssentials
import HubModel
import HubStore

/// A server that answers as the test says, records what it was asked, and takes virtual time.
///
/// A script that returns nil never answers.
final class ScriptedService: EngageService {
  typealias Script<Value> = () -> ServiceAnswer<Value>?

  let time: VirtualTime
  /// Each request as one line, in order.
  private(set) var requests: [String] = []
  /// When each request came, in milliseconds since the beginning of the test.
  private(set) var times: [Int64] = []
  var latency: () -> Int64 = { 0 }
  /// Called before a 410 is handed over.
  var onGoneDelivered: () -> Void = {}
  /// Whether answers come although the call was cancelled, as a bad transport might do it.
  var ignoresCancel = false

  var onPosts: (String?) -> ServiceAnswer<PostsPage>? = { _ in .value(PostsPage(posts: [])) }
  var onSubscriptions: Script<SubscriptionsAnswer> = {
    wire(#"{"subscriptions":[]}"#, SubscriptionsAnswer.init(decoding:))
  }
  var onParticipants: Script<ParticipantsAnswer> = {
    wire(#"{"participants":[]}"#, ParticipantsAnswer.init(decoding:))
  }
  var onConversations: (PagePlace, Timestamp?) -> ServiceAnswer<ConversationsPage>? = { _, _ in
    .value(ConversationsPage(conversations: []))
  }
  var onReplies: (UUID, PagePlace) -> ServiceAnswer<RepliesPage>? = { _, _ in
    .value(RepliesPage(replies: []))
  }
  var onSend: (Reply) -> ServiceAnswer<Void>? = { _ in .value(()) }
  var onRead: (UUID, UUID?) -> ServiceAnswer<ReadAnswer>? = { id, reply in
    .value(
      ReadAnswer(
        conversationID: id, lastReadAt: Timestamp(milliseconds: 0), lastReadReplyID: reply))
  }
  var onConfig: Script<HubConfigAnswer> = {
    wire(#"{"hub":{"isInboxEnabled":true}}"#, HubConfigAnswer.init(decoding:))
  }
  var onHome: Script<HomeAnswer> = {
    wire(#"{"experienceURL":null}"#, HomeAnswer.init(decoding:))
  }
  var onEvents: ([StoredEvent]) -> ServiceAnswer<Void>? = { _ in .value(()) }
  var onBody: (BodyRequest) -> ServiceAnswer<FetchedBody>? = { _ in
    .problem(EngageProblem(.status(404), "no page"))
  }
  var onStream: (String?) -> [StreamSignal] = { _ in
    [.ended(EngageProblem(.status(404), "no stream"))]
  }

  private var last: UInt64 = 0
  private var cancelled: Set<EngageTicket> = []
  private var signal: ((StreamSignal) -> Void)?
  private var streamTicket: EngageTicket?
  private let begin: Int64

  init(_ time: VirtualTime) {
    self.time = time
    begin = time.monotonicMilliseconds
  }

  /// The requests whose line begins with a prefix.
  func requests(_ prefix: String) -> [String] {
    requests.filter { $0.hasPrefix(prefix) }
  }

  /// When requests with a prefix came.
  func times(_ prefix: String) -> [Int64] {
    zip(requests, times).filter { $0.0.hasPrefix(prefix) }.map(\.1)
  }

  func forgetRequests() {
    requests = []
    times = []
  }

  /// Sends something on the open stream.
  func send(_ signal: StreamSignal) {
    self.signal?(signal)
  }

  var hasStream: Bool { signal != nil }

  private func ticket(_ line: String) -> EngageTicket {
    requests.append(line)
    times.append(time.monotonicMilliseconds - begin)
    last += 1
    return EngageTicket(number: last)
  }

  private func answer<Value>(
    _ line: String, _ script: () -> ServiceAnswer<Value>?,
    _ then: @escaping (ServiceAnswer<Value>) -> Void
  ) -> EngageTicket {
    let ticket = ticket(line)
    guard let answer = script() else { return ticket }
    _ = time.schedule(after: latency()) { [weak self] in
      guard let self, self.ignoresCancel || !self.cancelled.contains(ticket) else { return }
      if case .problem(let problem) = answer, problem.isGone { self.onGoneDelivered() }
      then(answer)
    }
    return ticket
  }

  /// Sends something later, unless the stream is another one by then.
  func send(after milliseconds: Int64, _ signal: @escaping () -> StreamSignal?) {
    guard let ticket = streamTicket, hasStream else { return }
    _ = time.schedule(after: milliseconds) { [weak self] in
      guard let self, self.streamTicket == ticket, self.hasStream else { return }
      if let signal = signal() { self.send(signal) }
    }
  }

  /// Breaks the connection of the stream.
  func dropStream() {
    guard let signal else { return }
    if let streamTicket { cancelled.insert(streamTicket) }
    self.signal = nil
    signal(.ended(EngageProblem(.transport, "The connection broke.")))
  }

  func cancel(_ ticket: EngageTicket) {
    cancelled.insert(ticket)
    if ticket == streamTicket { signal = nil }
  }

  // MARK: - Calls

  func posts(
    cursor: String?, then: @escaping (ServiceAnswer<PostsPage>) -> Void
  ) -> EngageTicket {
    answer("GET /posts" + (cursor.map { "?cursor=\($0)" } ?? ""), { onPosts(cursor) }, then)
  }

  func subscriptions(
    then: @escaping (ServiceAnswer<SubscriptionsAnswer>) -> Void
  ) -> EngageTicket {
    answer("GET /subscriptions", onSubscriptions, then)
  }

  func participants(
    then: @escaping (ServiceAnswer<ParticipantsAnswer>) -> Void
  ) -> EngageTicket {
    answer("GET /participants", onParticipants, then)
  }

  func conversations(
    _ place: PagePlace, modifiedSince: Timestamp?,
    then: @escaping (ServiceAnswer<ConversationsPage>) -> Void
  ) -> EngageTicket {
    let since = modifiedSince.map { " since=\($0.milliseconds)" } ?? ""
    return answer(
      "GET /conversations\(place.query)\(since)", { onConversations(place, modifiedSince) }, then)
  }

  func replies(
    of conversation: UUID, _ place: PagePlace,
    then: @escaping (ServiceAnswer<RepliesPage>) -> Void
  ) -> EngageTicket {
    answer(
      "GET /conversations/\(conversation.uuidString)/replies\(place.query)",
      { onReplies(conversation, place) }, then)
  }

  func send(_ reply: Reply, then: @escaping (ServiceAnswer<Void>) -> Void) -> EngageTicket {
    answer(
      "POST /replies \(reply.text) \(reply.externalID ?? "-")", { onSend(reply) }, then)
  }

  func markRead(
    _ conversation: UUID, upTo reply: UUID?, then: @escaping (ServiceAnswer<ReadAnswer>) -> Void
  ) -> EngageTicket {
    answer(
      "POST /read \(conversation.uuidString) \(reply?.uuidString ?? "{}")",
      { onRead(conversation, reply) }, then)
  }

  func config(then: @escaping (ServiceAnswer<HubConfigAnswer>) -> Void) -> EngageTicket {
    answer("GET /config", onConfig, then)
  }

  func home(then: @escaping (ServiceAnswer<HomeAnswer>) -> Void) -> EngageTicket {
    answer("GET /home", onHome, then)
  }

  func send(
    events: [StoredEvent], then: @escaping (ServiceAnswer<Void>) -> Void
  ) -> EngageTicket {
    answer("POST /graphql \(events.count)", { onEvents(events) }, then)
  }

  func body(
    _ request: BodyRequest, then: @escaping (ServiceAnswer<FetchedBody>) -> Void
  ) -> EngageTicket {
    answer(
      "GET \(request.url)" + (request.etag.map { " etag=\($0)" } ?? ""), { onBody(request) }, then)
  }

  func stream(
    lastEventID: String?, signal: @escaping (StreamSignal) -> Void
  ) -> EngageTicket {
    let ticket = ticket("GET /stream" + (lastEventID.map { " after=\($0)" } ?? ""))
    streamTicket = ticket
    self.signal = signal
    for next in onStream(lastEventID) {
      _ = time.schedule(after: latency()) { [weak self] in
        guard let self, !self.cancelled.contains(ticket) else { return }
        signal(next)
        if case .ended = next { self.signal = nil }
      }
    }
    return ticket
  }
}

extension PagePlace {
  fileprivate var query: String {
    switch self {
    case .start: ""
    case .cursor(let cursor): "?cursor=\(cursor)"
    case .before(let before): "?before=\(before)"
    }
  }
}

/// A value of the wire as an answer.
func wire<Value>(
  _ text: String, _ decode: ([UInt8]) throws(WireError) -> Value
) -> ServiceAnswer<Value> {
  do {
    return .value(try decode(Array(text.utf8)))
  } catch {
    return .problem(EngageProblem(.badAnswer, "\(error)"))
  }
}

func status<Value>(_ number: Int, retryAfter: Int64? = nil) -> ServiceAnswer<Value> {
  .problem(
    EngageProblem(.status(number), "The server answered \(number).", retryAfter: retryAfter))
}

func noConnection<Value>() -> ServiceAnswer<Value> {
  .problem(EngageProblem(.transport, "No connection."))
}
