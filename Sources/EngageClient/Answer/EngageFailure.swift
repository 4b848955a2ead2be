package import HubModel

/// Why a call came to nothing.
package struct EngageFailure: Error, Hashable, Sendable, CustomStringConvertible {
  /// Where it failed.
  package enum Cause: Hashable, Sendable {
    case transport(HTTPFailure.Kind)
    case status(Int)
    /// A good status and a body that is no answer to the call.
    case content(WireError)
  }

  package var cause: Cause
  /// Whether the same call may do better later (reference 2.2); only replies and events ask.
  package var isRetryable: Bool
  /// How long the server asked to be left alone, at most `EngageLimits.maxRetryAfterSeconds`.
  package var retryAfterSeconds: Int?
  /// One sentence for people, without its full stop, as safe text.
  package var message: String

  package var description: String { message }

  init(_ failure: HTTPFailure, of call: EngageCall) {
    cause = .transport(failure.kind)
    isRetryable = true
    message = "\(call.name): \(failure.message)"
  }

  init(_ answer: HTTPAnswer, of call: EngageCall, isRetryable: Bool? = nil, now: Timestamp) {
    cause = .status(answer.status)
    self.isRetryable = isRetryable ?? Self.isRetryable(answer.status)
    if self.isRetryable {
      retryAfterSeconds = answer.header("retry-after").flatMap { RetryAfter.seconds($0, now: now) }
    }
    message = "\(call.name): the server answered \(answer.status)\(Self.advice(answer.status))"
  }

  init(_ error: WireError, in answer: HTTPAnswer, of call: EngageCall) {
    cause = .content(error)
    // Status 200 with no body at all is the only bad content that counts as a broken transfer.
    isRetryable = answer.status == 200 && answer.body.isEmpty
    message =
      answer.body.isEmpty
      ? "\(call.name): the server answered \(answer.status) with nothing"
      : "\(call.name): the answer cannot be read: \(error.path.isEmpty ? "it" : error.path) "
        + error.detail
  }

  private static func isRetryable(_ status: Int) -> Bool {
    status == 408 || status == 429 || 500...599 ~= status
  }

  private static func advice(_ status: Int) -> String {
    switch status {
    case 401, 403: "; check accountToken and the user's token"
    case 404: "; check the endpoint"
    default: ""
    }
  }
}
