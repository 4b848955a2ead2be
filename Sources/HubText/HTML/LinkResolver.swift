/// Makes the address of a link absolute (RFC 3986, section 5.2) and keeps out what no reader should follow.
struct LinkResolver {
  /// Schemes that hold content or code instead of naming a place.
  static let refusedSchemes: Set<String> = ["javascript", "data", "vbscript", "blob"]
  /// Longer addresses are no links.
  static let maximumLength = 8192

  private struct Parts {
    var scheme: String?
    var authority: Substring?
    var path: Substring
    var query: Substring?
    var fragment: Substring?
  }

  private let base: Parts?

  init(baseURL: String?) {
    let parts = baseURL.map { Self.parse(Self.cleaned($0)[...]) }
    base = parts?.scheme == nil ? nil : parts
  }

  /// The absolute form of an address; nil for none, a refused scheme, and a place in the same text.
  func resolve(_ address: String) -> String? {
    let text = Self.cleaned(address)
    guard !text.isEmpty, text.utf8.count <= Self.maximumLength, !text.hasPrefix("#") else {
      return nil
    }
    var parts = Self.parse(text[...])
    if let scheme = parts.scheme {
      return Self.refusedSchemes.contains(scheme) ? nil : text
    }
    guard let base, let scheme = base.scheme, !Self.refusedSchemes.contains(scheme) else {
      return nil
    }
    if parts.authority == nil {
      parts.authority = base.authority
      if parts.path.isEmpty {
        parts.path = base.path
        parts.query = parts.query ?? base.query
      } else if parts.path.first != "/" {
        parts.path = Self.directory(of: base) + parts.path
      }
    }
    var result = scheme + ":"
    if let authority = parts.authority { result += "//" + authority }
    result += Self.withoutDots(parts.path)
    if let query = parts.query { result += "?" + query }
    if let fragment = parts.fragment { result += "#" + fragment }
    return result
  }

  /// In one line, without the blank space and controls that browsers drop, other spaces encoded.
  private static func cleaned(_ address: String) -> String {
    // Nearly all addresses have neither.
    let hasBlanks = address.utf8.contains { $0 <= 0x20 }
    let safe = SafeText.line(hasBlanks ? withoutBlanks(address) : address)
    return safe.utf8.contains(0x20) ? safe.replacing(" ", with: "%20") : safe
  }

  private static func withoutBlanks(_ address: String) -> String {
    var kept = String.UnicodeScalarView()
    for scalar in address.unicodeScalars
    where scalar != "\t" && scalar != "\n" && scalar != "\r" && scalar != "\0" {
      kept.append(scalar)
    }
    var view = kept[...]
    while let first = view.first, first.value <= 0x20 { view.removeFirst() }
    while let last = view.last, last.value <= 0x20 { view.removeLast() }
    return String(String.UnicodeScalarView(view))
  }

  /// Every delimiter is one byte, so the text is searched by bytes.
  private static func parse(_ text: Substring) -> Parts {
    var rest = text
    var parts = Parts(path: "")
    if let hash = rest.utf8.firstIndex(of: UInt8(ascii: "#")) {
      parts.fragment = rest[rest.utf8.index(after: hash)...]
      rest = rest[..<hash]
    }
    if let colon = rest.utf8.firstIndex(of: UInt8(ascii: ":")), isScheme(rest[..<colon]) {
      parts.scheme = rest[..<colon].lowercased()
      rest = rest[rest.utf8.index(after: colon)...]
    }
    if let mark = rest.utf8.firstIndex(of: UInt8(ascii: "?")) {
      parts.query = rest[rest.utf8.index(after: mark)...]
      rest = rest[..<mark]
    }
    if rest.utf8.starts(with: "//".utf8) {
      rest = rest[rest.utf8.index(rest.startIndex, offsetBy: 2)...]
      let slash = rest.utf8.firstIndex(of: UInt8(ascii: "/")) ?? rest.endIndex
      parts.authority = rest[..<slash]
      rest = rest[slash...]
    }
    parts.path = rest
    return parts
  }

  private static func isScheme(_ text: Substring) -> Bool {
    guard let first = text.utf8.first, isLetter(first) else { return false }
    return text.utf8.allSatisfy {
      isLetter($0) || (0x30...0x39).contains($0) || $0 == 0x2B || $0 == 0x2D || $0 == 0x2E
    }
  }

  private static func isLetter(_ byte: UInt8) -> Bool { (0x61...0x7A).contains(byte | 0x20) }

  private static func directory(of base: Parts) -> Substring {
    guard let slash = base.path.lastIndex(of: "/") else { return base.authority == nil ? "" : "/" }
    return base.path[...slash]
  }

  /// Takes `.` and `..` out of a path (RFC 3986, 5.2.4).
  private static func withoutDots(_ path: Substring) -> String {
    guard path.first == "/" else { return String(path) }
    var kept: [Substring] = []
    let segments = path.dropFirst().split(separator: "/", omittingEmptySubsequences: false)
    for (index, segment) in segments.enumerated() {
      let isLast = index == segments.count - 1
      switch segment {
      case ".": if isLast { kept.append("") }
      case "..":
        _ = kept.popLast()
        if isLast { kept.append("") }
      default: kept.append(segment)
      }
    }
    return "/" + kept.joined(separator: "/")
  }
}
