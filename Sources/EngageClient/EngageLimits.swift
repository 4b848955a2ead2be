import HubModel

/// What speaking to a server may cost at most, and how long it waits.
package enum EngageLimits {
  /// Largest page of posts, conversations and the like, in bytes after decompression.
  package static let maxPageBytes = WireLimits.maxAnswerBytes
  /// Largest answer that is no page, in bytes after decompression.
  package static let maxSmallAnswerBytes = 1 << 20
  /// Most bytes of the push stream that come in one turn of the loop, after decompression.
  package static let maxStreamTurnBytes = 8 << 20
  /// Milliseconds for one call, from the name lookup to the last byte.
  package static let callTimeoutMilliseconds = 60_000
  /// Milliseconds until the push stream must have begun.
  package static let streamOpenMilliseconds = 30_000
  /// The longest wait that a server can ask for with `Retry-After`, in seconds.
  package static let maxRetryAfterSeconds = 3_600
  /// Most events in one upload (reference 6).
  package static let maxEventsPerCall = 100
  /// Longest token in bytes.
  package static let maxSecretBytes = WireLimits.maxTokenBytes
  /// Longest id of a stream's event that is sent back, in bytes.
  package static let maxEventIDBytes = 1_024
  /// A bearer token that ends sooner than this, in seconds, is replaced before a call (reference
  /// 2.1).
  package static let tokenMarginSeconds: Int64 = 60
  /// How long a call waits for that, in milliseconds; then it goes out without one.
  package static let tokenWaitMilliseconds = 10_000
}
