/// What cannot be used to speak to a server, as one sentence that says what and what to do.
package struct EngageError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The kind of fault; the set can grow.
  package struct Code: Hashable, Sendable {
    private let name: String

    private init(_ name: String) { self.name = name }

    /// No web address, or one that would send the token over the network in the clear.
    package static let badEndpoint = Code("bad-endpoint")
    /// The system's libcurl cannot be used.
    package static let unusable = Code("unusable")
  }

  package let code: Code
  /// One sentence for people, without its full stop and without a token.
  package let message: String

  init(_ code: Code, _ message: String) {
    self.code = code
    self.message = message
  }

  package var description: String { message }
}
