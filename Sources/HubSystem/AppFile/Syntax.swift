/// The small grammars that the command line and the app file share.
enum Syntax {
  /// Bytes of a URL that is taken at all; what browsers and openers bear is less.
  static let maximumURLLength = 8 << 10

  /// A letter, digit or hyphen of a domain name.
  static func isNameByte(_ byte: UInt8) -> Bool {
    isLetter(byte) || isDigit(byte) || byte == UInt8(ascii: "-")
  }

  static func isLetter(_ byte: UInt8) -> Bool {
    (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte | 0x20)
  }

  static func isDigit(_ byte: UInt8) -> Bool {
    (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
  }

  /// RFC 3986 3.1: a letter, then letters, digits, `+`, `-` and `.`.
  static func isScheme(_ text: some StringProtocol) -> Bool {
    guard let first = text.utf8.first, isLetter(first) else { return false }
    return text.utf8.dropFirst().allSatisfy {
      isNameByte($0) || $0 == UInt8(ascii: "+") || $0 == UInt8(ascii: ".")
    }
  }

  /// The scheme of a URL as it is written; nil when the text is no URL.
  ///
  /// A URL of ours has a scheme and something behind it, no blank space, no control characters, and
  /// at most `maximumURLLength` bytes.
  static func scheme(of url: String) -> String? {
    guard url.utf8.count <= maximumURLLength, let colon = url.firstIndex(of: ":"),
      url.index(after: colon) < url.endIndex, isScheme(url[..<colon]),
      url.unicodeScalars.allSatisfy({ !isRefused($0) })
    else { return nil }
    return String(url[..<colon])
  }

  private static func isRefused(_ scalar: Unicode.Scalar) -> Bool {
    scalar.properties.isWhitespace || scalar.properties.generalCategory == .control
  }
}

/// An http or https address, taken apart as far as trust in it needs.
struct WebAddress {
  let isEncrypted: Bool
  /// Lower-cased, without port; an IPv6 address keeps its brackets.
  let host: String

  /// Nil unless the text is http or https, a host and maybe a port and a path: no user, no query.
  init?(_ text: String) {
    guard let scheme = Syntax.scheme(of: text)?.lowercased(), scheme == "http" || scheme == "https",
      !text.contains("?"), !text.contains("#"), !text.contains("\\")
    else { return nil }
    let rest = text.dropFirst(scheme.utf8.count + 1)
    guard rest.hasPrefix("//") else { return nil }
    let authority = rest.dropFirst(2).prefix { $0 != "/" }
    guard !authority.contains("@"), let host = Self.host(of: authority) else { return nil }
    isEncrypted = scheme == "https"
    self.host = host
  }

  /// The host of `host[:port]`; nil when either is malformed.
  private static func host(of authority: Substring) -> String? {
    let host: Substring
    if authority.hasPrefix("[") {
      guard let end = authority.firstIndex(of: "]") else { return nil }
      host = authority[...end]
      guard host.dropFirst().dropLast().allSatisfy({ $0.isHexDigit || $0 == ":" || $0 == "." })
      else { return nil }
    } else {
      host = authority.prefix { $0 != ":" }
      guard !host.isEmpty, host.utf8.allSatisfy({ Syntax.isNameByte($0) || $0 == 0x2E }) else {
        return nil
      }
    }
    let port = authority[host.endIndex...]
    guard port.isEmpty || (port.first == ":" && UInt16(port.dropFirst()) != nil) else { return nil }
    return host.lowercased()
  }

  /// This machine: `localhost`, 127.0.0.0/8 and ::1.
  var isLoopback: Bool {
    if host == "localhost" || host == "[::1]" { return true }
    let parts = host.split(separator: ".", omittingEmptySubsequences: false)
    return parts.count == 4 && parts[0] == "127" && parts.allSatisfy { UInt8($0) != nil }
  }
}
