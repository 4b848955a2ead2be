/// What a transfer may cost besides the limits of its request.
package struct CurlLimits: Hashable, Sendable {
  /// Most redirects that one request follows.
  package var maxRedirects = 5
  /// Most bytes of all header fields of one transfer, those of redirects and interim answers
  /// included.
  package var maxHeaderBytes = 64 << 10
  /// Most bytes of a redirect's body, which nobody reads.
  package var maxRedirectBytes = 64 << 10
  /// Milliseconds for a connection, its name lookup and handshake included.
  package var connectMilliseconds = 15_000
  /// A transfer slower than this, in bytes a second, is given up …
  package var lowSpeedBytes = 64
  /// … after this many seconds; with it, a server that drips costs a bounded time.
  package var lowSpeedSeconds = 20
  /// A stream without a byte for this many milliseconds is given up; the server's heartbeat has to
  /// come more often.
  package var streamIdleMilliseconds = 90_000
  /// Most connections to one host, and in all.
  package var maxHostConnections = 6
  package var maxConnections = 24
  /// A file with the certificates to trust instead of the system's, in PEM; nil for the system's.
  package var rootsFile: String?

  package init() {}
}
