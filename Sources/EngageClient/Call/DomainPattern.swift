/// A pattern of hosts that may see the user's bearer token (reference 2.1).
package struct DomainPattern: Hashable, Sendable {
  /// `*.example.com`, or a host.
  package let text: String

  package init(_ text: String) { self.text = text }

  /// Whether a host is one of them, compared exactly, case included.
  ///
  /// `*.x` is `x` and everything below it; without a wildcard only the host itself; with more than
  /// one wildcard none.
  package func matches(_ host: String) -> Bool {
    guard !host.isEmpty else { return false }
    guard text.hasPrefix("*.") else { return text == host }
    let domain = text.dropFirst(2)
    guard !domain.isEmpty, !domain.contains("*.") else { return false }
    return host == domain || host.hasSuffix(".\(domain)")
  }
}
