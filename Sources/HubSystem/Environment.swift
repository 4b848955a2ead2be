/// The environment variables that a command sees, by name.
package struct Environment: Hashable, Sendable {
  package var variables: [String: String]

  package init(_ variables: [String: String]) {
    self.variables = variables
  }

  /// The value of a variable; empty counts as not set.
  package subscript(name: String) -> String? {
    guard let value = variables[name], !value.isEmpty else { return nil }
    return value
  }

  /// The value of a variable that must hold an absolute path; a relative one is ignored, as the XDG
  /// base directory specification asks.
  package func folder(_ name: String) -> String? {
    guard let value = self[name], value.hasPrefix("/") else { return nil }
    return value
  }
}
