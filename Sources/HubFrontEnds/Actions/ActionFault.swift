/// Why an action was not called, or what it said: one sentence for people.
package struct ActionFault: Error, Hashable, Sendable, CustomStringConvertible {
  /// The kind of fault.
  package enum Code: Hashable, Sendable {
    /// The front end has no such action, or there is no front end of that name.
    case notFound
    /// A value is missing, given twice, unknown, or does not go.
    case argument
    /// It was called and returned a negative status, or it cannot be called now.
    case failed(Int32)
  }

  package let code: Code
  /// One sentence that says what, where and what to do.
  package let message: String

  package init(_ code: Code, _ message: String) {
    self.code = code
    self.message = message
  }

  package var description: String { message }
}
