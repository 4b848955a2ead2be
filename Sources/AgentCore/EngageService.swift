package import FoundationEssentials
package import HubModel
package import HubStore

/// The server as the agent sees it: one function for each call of reference 2.3, the pages of
/// posts, and the stream of pushes.
///
/// Everything happens on the agent's thread. `then` is called exactly once, never from inside the
/// function that takes it and never after `cancel`.
package protocol EngageService: AnyObject {
  /// `GET /posts` (E1).
  func posts(
    cursor: String?, then: @escaping (ServiceAnswer<PostsPage>) -> Void
  ) -> EngageTicket
  /// `GET /subscriptions` (E2).
  func subscriptions(
    then: @escaping (ServiceAnswer<SubscriptionsAnswer>) -> Void
  ) -> EngageTicket
  /// `GET /participants` (E3).
  func participants(
    then: @escaping (ServiceAnswer<ParticipantsAnswer>) -> Void
  ) -> EngageTicket
  /// `GET /conversations` (E4); `modifiedSince` is the field `If-Modified-Since`.
  func conversations(
    _ place: PagePlace, modifiedSince: Timestamp?,
    then: @escaping (ServiceAnswer<ConversationsPage>) -> Void
  ) -> EngageTicket
  /// `GET /conversations/{id}/replies` (E5).
  func replies(
    of conversation: UUID, _ place: PagePlace,
    then: @escaping (ServiceAnswer<RepliesPage>) -> Void
  ) -> EngageTicket
  /// `POST /conversations/{id}/replies` (E6); only 202 is a value.
  func send(_ reply: Reply, then: @escaping (ServiceAnswer<Void>) -> Void) -> EngageTicket
  /// `POST /conversations/{id}/read` (E7).
  func markRead(
    _ conversation: UUID, upTo reply: UUID?, then: @escaping (ServiceAnswer<ReadAnswer>) -> Void
  ) -> EngageTicket
  /// `GET /config` (E8).
  func config(then: @escaping (ServiceAnswer<HubConfigAnswer>) -> Void) -> EngageTicket
  /// `GET /home` (E9).
  func home(then: @escaping (ServiceAnswer<HomeAnswer>) -> Void) -> EngageTicket
  /// The upload of events (G1).
  func send(
    events: [StoredEvent], then: @escaping (ServiceAnswer<Void>) -> Void
  ) -> EngageTicket
  /// A page of a post, from any host and without the token.
  func body(
    _ request: BodyRequest, then: @escaping (ServiceAnswer<FetchedBody>) -> Void
  ) -> EngageTicket
  /// `GET /stream`; `ended` is its last signal, and the only one that replaces `then`.
  func stream(
    lastEventID: String?, signal: @escaping (StreamSignal) -> Void
  ) -> EngageTicket
  /// Ends a call; nothing is called for it any more.
  func cancel(_ ticket: EngageTicket)
}

/// The number of a running call, unique in its service.
package struct EngageTicket: Hashable, Sendable {
  package var number: UInt64

  package init(number: UInt64) { self.number = number }
}

/// Which page of a stream is asked for.
package enum PagePlace: Hashable, Sendable {
  case start
  case cursor(String)
  case before(String)

  /// The place of a cursor; nil is the start.
  package static func at(_ cursor: String?) -> PagePlace {
    cursor.map { .cursor($0) } ?? .start
  }
}

/// What came of a call.
package enum ServiceAnswer<Value> {
  case value(Value)
  /// 304.
  case notModified
  case problem(EngageProblem)
}

extension ServiceAnswer: Sendable where Value: Sendable {}

/// Why a call brought nothing.
package struct EngageProblem: Error, Hashable, Sendable {
  package enum Kind: Hashable, Sendable {
    /// A status that is no success for the call, a 2xx that is the wrong one included.
    case status(Int)
    /// The server could not be reached.
    case transport
    /// The server was reached, and no whole answer came.
    case broken
    /// The answer could not be read.
    case badAnswer
    /// The agent did not ask, since the server had asked it to wait.
    case held
    /// The pages of the server lead nowhere.
    case loop
    /// The store could not be written.
    case store
  }

  package var kind: Kind
  /// One sentence as safe text, without the token.
  package var message: String
  /// Milliseconds that the server asked to wait, from `Retry-After`.
  package var retryAfter: Int64?

  package init(_ kind: Kind, _ message: String, retryAfter: Int64? = nil) {
    self.kind = kind
    self.message = message
    self.retryAfter = retryAfter
  }

  /// Whether the server says that everything known of it is out of date.
  package var isGone: Bool { kind == .status(410) }

  /// Whether the same call may succeed later (reference 2.2 and 2.11), as it may once the store has
  /// room again or is no longer kept busy.
  package var isRetryable: Bool {
    switch kind {
    case .status(let status): status == 408 || status == 429 || 500...599 ~= status || isSuccess
    case .transport, .broken, .held, .store: true
    case .badAnswer, .loop: false
    }
  }

  private var isSuccess: Bool {
    if case .status(200...299) = kind { true } else { false }
  }
}

/// A page of a post that is asked for.
package struct BodyRequest: Hashable, Sendable {
  /// With the scheme http or https.
  package var url: String
  package var etag: String?
  package var lastModified: String?
  /// Most bytes of the page.
  package var maxBytes: Int
  package var timeoutMilliseconds: Int

  package init(
    url: String, etag: String? = nil, lastModified: String? = nil, maxBytes: Int,
    timeoutMilliseconds: Int
  ) {
    self.url = url
    self.etag = etag
    self.lastModified = lastModified
    self.maxBytes = maxBytes
    self.timeoutMilliseconds = timeoutMilliseconds
  }
}

/// A page of a post that came.
package struct FetchedBody: Hashable, Sendable {
  package var bytes: [UInt8]
  package var contentType: String?
  package var etag: String?
  package var lastModified: String?

  package init(
    bytes: [UInt8], contentType: String? = nil, etag: String? = nil, lastModified: String? = nil
  ) {
    self.bytes = bytes
    self.contentType = contentType
    self.etag = etag
    self.lastModified = lastModified
  }
}

/// What happens on the stream of pushes.
package enum StreamSignal: Hashable, Sendable {
  /// The server accepted the stream.
  case opened
  /// A push payload; `id` is what resumes the stream behind it.
  case event(id: String?, payload: [UInt8])
  /// The stream went past something that is no push: the id that resumes it now, if it is another
  /// one, and how many events were left out because they are too large.
  case passed(id: String?, skipped: Int)
  /// The server asked to wait that many milliseconds before the next connection.
  case retry(Int64)
  /// Something came that says only that the connection lives.
  case alive
  /// It is over; nil when the server closed it in good order.
  case ended(EngageProblem?)
}
