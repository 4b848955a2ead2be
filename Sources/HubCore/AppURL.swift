/// A URL that the app is asked to open, checked and taken apart (RFC 3986, section 3).
///
/// More is accepted than the RFC allows where the phones accept it: blanks and letters beyond ASCII
/// stand for themselves.
package struct AppURL: Hashable, Sendable {
  /// Longest URL, in bytes of UTF-8.
  package static let maximumLength = 8 * 1024

  /// The URL as it came.
  package let text: String
  /// The scheme, letter case as it came.
  package let scheme: String
  /// The host, percent-decoded, letter case as it came; nil when there is none or it is empty.
  package let host: String?
  /// The path, percent-decoded.
  package let path: String
  /// What stands between `?` and `#`, as it came; nil when there is no `?`.
  package let query: String?

  /// Takes a URL apart; nil when it is too long, holds control characters (also percent-encoded
  /// ones in host or path), has no scheme, a broken port or a percent sign that encodes nothing.
  package init?(_ text: String) {
    guard text.utf8.count <= Self.maximumLength, Self.isClean(text) else { return nil }
    // Bytes, not characters: a combining mark must not hide a delimiter.
    let bytes = Array(text.utf8)
    guard let colon = bytes.firstIndex(of: UInt8(ascii: ":")), Self.isScheme(bytes[..<colon])
    else { return nil }
    var rest = bytes[(colon + 1)...].prefix { $0 != UInt8(ascii: "?") && $0 != UInt8(ascii: "#") }
    var host: String?
    if rest.starts(with: "//".utf8) {
      rest = rest.dropFirst(2)
      let authority = rest.prefix { $0 != UInt8(ascii: "/") }
      guard let name = Self.host(of: authority) else { return nil }
      host = name.isEmpty ? nil : name
      rest = rest[authority.endIndex...]
    }
    guard let path = Self.decode(rest) else { return nil }
    self.text = text
    self.scheme = String(decoding: bytes[..<colon], as: UTF8.self)
    self.host = host
    self.path = path
    query = Self.query(of: bytes[(colon + 1)...])
  }

  /// The parts of the path between the slashes, without the empty ones.
  package var pathParts: [String] {
    path.utf8.split(separator: UInt8(ascii: "/")).map { String(Substring($0)) }
  }

  private static func query(of bytes: ArraySlice<UInt8>) -> String? {
    let rest = bytes.prefix { $0 != UInt8(ascii: "#") }
    guard let mark = rest.firstIndex(of: UInt8(ascii: "?")) else { return nil }
    return String(decoding: rest[(mark + 1)...], as: UTF8.self)
  }

  /// The host of an authority: what stands between user and port, percent-decoded; nil when the
  /// authority is broken.
  private static func host(of authority: ArraySlice<UInt8>) -> String? {
    var name = authority
    if let at = name.lastIndex(of: UInt8(ascii: "@")) { name = name[(at + 1)...] }
    var port: ArraySlice<UInt8> = []
    if name.first == UInt8(ascii: "[") {
      guard let bracket = name.firstIndex(of: UInt8(ascii: "]")) else { return nil }
      port = name[(bracket + 1)...]
      guard port.isEmpty || port.first == UInt8(ascii: ":") else { return nil }
      name = name[...bracket]
    } else if let colon = name.firstIndex(of: UInt8(ascii: ":")) {
      port = name[colon...]
      name = name[..<colon]
    }
    guard port.dropFirst().allSatisfy({ UInt8(ascii: "0")...UInt8(ascii: "9") ~= $0 }) else {
      return nil
    }
    return decode(name)
  }

  private static func decode(_ bytes: ArraySlice<UInt8>) -> String? {
    guard let decoded = PercentCoding.decode(bytes), isClean(decoded) else { return nil }
    return decoded
  }

  private static func isScheme(_ bytes: ArraySlice<UInt8>) -> Bool {
    guard let first = bytes.first, isLetter(first) else { return false }
    return bytes.allSatisfy {
      isLetter($0) || UInt8(ascii: "0")...UInt8(ascii: "9") ~= $0 || "+-.".utf8.contains($0)
    }
  }

  private static func isLetter(_ byte: UInt8) -> Bool {
    UInt8(ascii: "a")...UInt8(ascii: "z") ~= byte | 0x20
  }

  /// Whether text is free of control characters (C0, DEL and C1).
  private static func isClean(_ text: String) -> Bool {
    text.unicodeScalars.allSatisfy { $0.properties.generalCategory != .control }
  }
}
