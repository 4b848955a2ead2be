/// Where a server is: the base that the paths of all calls are appended to (reference 2.1).
package struct EngageEndpoint: Hashable, Sendable {
  /// Without a slash at its end; a path prefix is kept.
  package let base: String
  /// Lower-cased, without port; an IPv6 address keeps its brackets.
  package let host: String

  /// The endpoint that a text names.
  ///
  /// - Throws: when it is no web address, has a user, a query or a fragment, or is `http` to
  ///   another machine.
  package init(_ text: String) throws(EngageError) {
    guard let parts = Self.parts(of: text) else {
      throw EngageError(
        .badEndpoint,
        "the endpoint is no web address; write \"https://host\", with a port and a path if need be")
    }
    guard parts.isEncrypted || Self.isLoopback(parts.host) else {
      throw EngageError(
        .badEndpoint,
        "the endpoint must begin with https://; http:// is for this machine alone (127.0.0.1)")
    }
    var base = Substring(text)
    while base.hasSuffix("/") { base = base.dropLast() }
    self.base = String(base)
    host = parts.host
  }

  private static func parts(of text: String) -> (isEncrypted: Bool, host: String)? {
    guard let colon = text.firstIndex(of: ":"),
      text.utf8.allSatisfy({ 0x21...0x7E ~= $0 && !Self.forbidden.contains($0) })
    else { return nil }
    let scheme = text[..<colon].lowercased()
    guard scheme == "https" || scheme == "http", text[colon...].hasPrefix("://") else { return nil }
    let authority = text[colon...].dropFirst(3).prefix { $0 != "/" }
    guard let host = host(of: authority) else { return nil }
    return (scheme == "https", host)
  }

  /// What would begin another part of the URL, or is read differently by different readers.
  private static let forbidden = Set("?#\\@\"<>^`{|}".utf8)

  /// The host of `host[:port]`; nil when either is malformed.
  private static func host(of authority: Substring) -> String? {
    let host: Substring
    if authority.hasPrefix("[") {
      guard let end = authority.firstIndex(of: "]") else { return nil }
      host = authority[...end]
      let inside = host.dropFirst().dropLast()
      guard inside.allSatisfy({ $0.isHexDigit || $0 == ":" || $0 == "." }) else { return nil }
    } else {
      host = authority.prefix { $0 != ":" }
      guard !host.isEmpty,
        host.allSatisfy({ $0.isLetter || $0.isNumber || $0 == "-" || $0 == "_" || $0 == "." })
      else { return nil }
    }
    let port = authority[host.endIndex...]
    guard port.isEmpty || (port.first == ":" && UInt16(port.dropFirst()) != nil) else { return nil }
    return host.lowercased()
  }

  /// Whether a host is this machine: `localhost`, 127.0.0.0/8 and ::1.
  package static func isLoopback(_ host: String) -> Bool {
    if ["localhost", "[::1]", "::1"].contains(host) { return true }
    let parts = host.split(separator: ".", omittingEmptySubsequences: false)
    return parts.count == 4 && parts[0] == "127" && parts.allSatisfy { UInt8($0) != nil }
  }
}
