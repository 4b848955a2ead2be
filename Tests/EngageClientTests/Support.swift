import FoundationEssentials
import HubLoop
import HubModel
import HubTestSupport

@testable import EngageClient

/// The fixtures of the cases.
enum Fixture {
  static let conversation = "8E2F6A90-71BB-4C3D-8F10-6D5E4C3B2A01"
  static let reply = "C3D4E5F6-0A1B-4C2D-8E3F-1A2B3C4D5E02"
  /// 2026-03-05T13:20:00.000Z.
  static let now = Timestamp(milliseconds: 1_772_716_800_000)

  static func id(_ text: String) throws -> UUID { try unwrap(UUID(uuidString: text)) }

  static func unwrap<Value>(_ value: Value?) throws -> Value {
    guard let value else { throw Missing() }
    return value
  }

  static func secret(_ text: String) throws -> Secret { try unwrap(Secret(text)) }

  static func caller(
    _ endpoint: String = "https://engage.example", userID: String? = nil, token: String? = nil,
    domains: [String]? = nil
  ) throws -> EngageCaller {
    EngageCaller(
      endpoint: try EngageEndpoint(endpoint), accountToken: try secret("acct-1"),
      identity: EngageIdentity(userID: userID, deviceIdentifier: "D-1"),
      bearer: try token.map { BearerToken(try secret($0)) },
      authorizedDomains: domains.map { $0.map { DomainPattern($0) } },
      userAgent: EngageCaller.userAgent(app: "Demo", version: "2.1", hubhost: "0.2"))
  }

  struct Missing: Error {}
}

/// A transport on a loop that a test turns.
final class Bench {
  let loop: EventLoop
  let transport: CurlTransport

  init(_ limits: CurlLimits = CurlLimits()) throws {
    loop = try EventLoop()
    transport = try CurlTransport(loop: loop, limits: limits)
  }

  /// Turns the loop until something is so; false when it is not within half a minute.
  func turn(until isDone: () -> Bool) -> Bool {
    let clock = ContinuousClock()
    let deadline = clock.now + .seconds(30)
    while !isDone() {
      guard clock.now < deadline else { return false }
      loop.step(timeoutMilliseconds: 100)
    }
    return true
  }

  /// The outcome of a request; nil when none comes.
  func fetch(_ request: HTTPRequest) -> HTTPOutcome? {
    var outcome: HTTPOutcome?
    _ = transport.start(request) { outcome = $0 }
    _ = turn { outcome != nil }
    return outcome
  }

  func get(
    _ url: String, headers: [HTTPRequest.Header] = [], maxBytes: Int = 1 << 20,
    milliseconds: Int = 20_000
  ) -> HTTPOutcome? {
    fetch(
      HTTPRequest(
        url: url, headers: headers, maxAnswerBytes: maxBytes, timeoutMilliseconds: milliseconds))
  }
}

extension HTTPOutcome {
  var answer: HTTPAnswer? { if case .answer(let answer) = self { answer } else { nil } }
  var failure: HTTPFailure? { if case .failure(let failure) = self { failure } else { nil } }
}

extension HTTPAnswer {
  var text: String { String(decoding: body, as: UTF8.self) }
}
