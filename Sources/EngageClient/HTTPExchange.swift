/// One HTTP request, complete: a transport adds nothing to it but its own connection headers.
package struct HTTPRequest: Hashable, Sendable {
  package enum Method: String, Sendable {
    case get = "GET"
    case post = "POST"
  }

  package var method: Method
  /// Absolute; `https`, or `http` to a loopback host.
  package var url: String
  /// Names in lower case, in the order in which they are sent; no value holds a line break.
  package var headers: [Header]
  /// Sent with POST only.
  package var body: [UInt8]
  /// Most bytes of an answer after decompression; an answer beyond it fails with `tooLarge`.
  package var maxAnswerBytes: Int
  /// Milliseconds for everything from the name lookup to the last byte.
  package var timeoutMilliseconds: Int
  /// Where it may lead, its redirects included.
  package var reach: Reach

  /// Which machines a request may be made to.
  package enum Reach: Hashable, Sendable {
    case anywhere
    /// Public addresses only: who named the URL has no business in this machine or its network.
    case publicOnly
  }

  /// A header field.
  package struct Header: Hashable, Sendable {
    package var name: String
    package var value: String

    package init(_ name: String, _ value: String) {
      self.name = name
      self.value = value
    }
  }

  package init(
    _ method: Method = .get, url: String, headers: [Header] = [], body: [UInt8] = [],
    maxAnswerBytes: Int, timeoutMilliseconds: Int, reach: Reach = .anywhere
  ) {
    self.method = method
    self.url = url
    self.headers = headers
    self.body = body
    self.maxAnswerBytes = maxAnswerBytes
    self.timeoutMilliseconds = timeoutMilliseconds
    self.reach = reach
  }
}

/// What came back for a request.
package enum HTTPOutcome: Hashable, Sendable {
  case answer(HTTPAnswer)
  /// No whole answer came; always worth another try (reference 2.2).
  case failure(HTTPFailure)
}

/// A whole answer.
package struct HTTPAnswer: Hashable, Sendable {
  package var status: Int
  /// Names in lower case.
  package var headers: [HTTPRequest.Header]
  package var body: [UInt8]

  package init(status: Int, headers: [HTTPRequest.Header] = [], body: [UInt8] = []) {
    self.status = status
    self.headers = headers
    self.body = body
  }

  /// The value of the first field with a name in lower case.
  package func header(_ name: String) -> String? {
    headers.first { $0.name == name }?.value
  }
}

/// Why no whole answer came.
package struct HTTPFailure: Error, Hashable, Sendable {
  package enum Kind: Hashable, Sendable {
    /// No connection: name not found, refused, no route.
    case unreachable
    /// The certificate or the handshake was refused.
    case untrusted
    case timedOut
    /// The other side closed early or sent what is no HTTP.
    case broken
    case tooLarge
    case cancelled
  }

  package var kind: Kind
  /// One sentence without the token, as safe text.
  package var message: String

  package init(_ kind: Kind, _ message: String) {
    self.kind = kind
    self.message = message
  }
}

/// What carries requests; the real one is libcurl on the agent's loop, tests have a scripted one.
///
/// Everything happens on the thread of the loop. `then` is called exactly once, never from inside
/// `start` or `cancel` and never after `cancel`.
package protocol HTTPTransport: AnyObject {
  /// Starts a request.
  func start(
    _ request: HTTPRequest, then: @escaping (HTTPOutcome) -> Void
  ) -> HTTPTransfer
  /// Starts a request whose answer never ends: `receive` gets its pieces as they come.
  ///
  /// `opened` comes once with the status and headers, if any came; `then` comes once at the end.
  /// The request's time is the time until the answer begins, its size the most that comes at once.
  func stream(
    _ request: HTTPRequest, opened: @escaping (HTTPAnswer) -> Void,
    receive: @escaping ([UInt8]) -> Void, then: @escaping (HTTPOutcome) -> Void
  ) -> HTTPTransfer
  /// Stops a transfer; nothing is called for it any more.
  func cancel(_ transfer: HTTPTransfer)
}

/// The number of a running transfer, unique in its transport.
package struct HTTPTransfer: Hashable, Sendable {
  package var number: UInt64

  package init(number: UInt64) { self.number = number }
}
