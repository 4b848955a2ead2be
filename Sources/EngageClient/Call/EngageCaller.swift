import FoundationEssentials
import HubModel

/// Everything that makes a request out of a call: where the server is, and who calls.
package struct EngageCaller: Hashable, Sendable {
  package var endpoint: EngageEndpoint
  package var accountToken: Secret
  package var identity: EngageIdentity
  /// The user's token, if the app gave one; whoever calls renews it before (reference 2.1).
  package var bearer: BearerToken?
  /// Who may see the user's token besides the endpoint's host and `*.rover.io`.
  package var authorizedDomains: [DomainPattern]
  /// See `userAgent(app:version:hubhost:)`.
  package var userAgent: String

  package init(
    endpoint: EngageEndpoint, accountToken: Secret, identity: EngageIdentity,
    bearer: BearerToken? = nil, authorizedDomains: [DomainPattern] = [], userAgent: String
  ) {
    self.endpoint = endpoint
    self.accountToken = accountToken
    self.identity = identity
    self.bearer = bearer
    self.authorizedDomains = authorizedDomains
    self.userAgent = userAgent
  }

  /// `AppName/version Linux hubhost/x`, with what cannot stand in a product's name left out
  /// (RFC 9110, 10.1.5).
  package static func userAgent(app: String, version: String? = nil, hubhost: String) -> String {
    func token(_ text: String) -> String {
      String(
        decoding: text.utf8.filter { byte in
          Character(Unicode.Scalar(byte)).isASCII
            && (Character(Unicode.Scalar(byte)).isLetter
              || Character(Unicode.Scalar(byte)).isNumber || "!#$%&'*+-.^_`|~".utf8.contains(byte))
        }, as: UTF8.self)
    }
    let name = token(app)
    let parts = [name.isEmpty ? "App" : name, token(version ?? "")].filter { !$0.isEmpty }
    return "\(parts.joined(separator: "/")) Linux hubhost/\(token(hubhost))"
  }

  /// The whole request of a call (reference 2.1 and 2.3).
  package func request(for call: EngageCall) -> HTTPRequest {
    HTTPRequest(
      call.method, url: url(of: call), headers: headers(of: call), body: body(of: call),
      maxAnswerBytes: call.maxAnswerBytes, timeoutMilliseconds: timeout(of: call))
  }

  private func url(of call: EngageCall) -> String {
    var items = call.query
    // The upload of events says who it is in its body.
    if case .events = call {} else { items += identityQuery }
    let query = items.map(\.encoded).joined(separator: "&")
    return endpoint.base + call.path + (query.isEmpty ? "" : "?\(query)")
  }

  private var identityQuery: [QueryItem] {
    (identity.userID.map { [QueryItem("userID", $0)] } ?? [])
      + [QueryItem("deviceIdentifier", identity.deviceIdentifier)]
  }

  private func headers(of call: EngageCall) -> [HTTPRequest.Header] {
    var headers = [
      HTTPRequest.Header("x-rover-account-token", accountToken.revealed),
      HTTPRequest.Header("user-agent", userAgent),
    ]
    func add(_ name: String, _ value: String) {
      headers.append(HTTPRequest.Header(name, value))
    }
    // A stream that is compressed comes in lumps, not when it is sent.
    if case .stream = call {} else { add("accept-encoding", "gzip") }
    if call.method == .post { add("content-type", "application/json") }
    if let bearer, mayAuthorize(call) {
      add("authorization", "Bearer \(bearer.secret.revealed)")
    }
    switch call {
    case .conversations(.start, .some(let time)): add("if-modified-since", time.httpDate)
    case .events: add("content-encoding", "gzip")
    case .stream(let id):
      add("accept", "text/event-stream")
      add("cache-control", "no-cache")
      if let id, Self.isSendable(id) { add("last-event-id", id) }
    default: break
    }
    return headers
  }

  /// Whether the user's token goes with a call: a user is known, except with events, and the host
  /// is one of those that may see it.
  private func mayAuthorize(_ call: EngageCall) -> Bool {
    if case .events = call {} else { guard identity.userID != nil else { return false } }
    let own = [DomainPattern("*.rover.io"), DomainPattern(endpoint.host)]
    return (own + authorizedDomains).contains { $0.matches(endpoint.host) }
  }

  /// Whether an id that came from the server can stand in a header field.
  private static func isSendable(_ id: String) -> Bool {
    1...EngageLimits.maxEventIDBytes ~= id.utf8.count
      && id.utf8.allSatisfy { $0 >= 0x20 && $0 != 0x7F }
  }

  private func timeout(of call: EngageCall) -> Int {
    if case .stream = call { return EngageLimits.streamOpenMilliseconds }
    return EngageLimits.callTimeoutMilliseconds
  }

  private func body(of call: EngageCall) -> [UInt8] {
    switch call {
    case .sendReply(_, let externalID, let content):
      JSONBody.reply(content: content, externalID: externalID)
    case .markRead(_, let id): JSONBody.readMark(id?.uuidString)
    case .events(let events): Gzip.compressed(JSONBody.events(events))
    default: []
    }
  }
}
