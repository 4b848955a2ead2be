/// What a front end may do beyond what any may, with paths as the kernel takes them.
struct Allowance: Hashable, Sendable {
  static let nothing = Allowance(network: false, files: [])

  var network: Bool
  /// Files, and folders with all below them, that it may read; absolute.
  var files: [String]

  var isEmpty: Bool { !network && files.isEmpty }

  init(network: Bool, files: [String]) {
    self.network = network
    self.files = files
  }

  /// What is asked for or granted, for the user whose home that is.
  ///
  /// A path below a home that is not known is left out.
  init(_ needs: FrontEndNeeds, home: String?) {
    network = needs.network
    files = needs.files.compactMap { Self.absolute($0, home: home) }
  }

  /// Whether all of that is allowed.
  func covers(_ other: Allowance) -> Bool {
    (network || !other.network) && other.files.allSatisfy { allows(reading: $0) }
  }

  private func allows(reading path: String) -> Bool {
    files.contains { $0 == "/" || path == $0 || path.hasPrefix($0 + "/") }
  }

  /// An absolute path without doubled and final slashes; nil: it lies below a home that is not known.
  static func absolute(_ path: String, home: String?) -> String? {
    var full = path
    if path == "~" || path.hasPrefix("~/") {
      guard let home, home.hasPrefix("/") else { return nil }
      full = home + path.dropFirst()
    }
    return "/" + full.split(separator: "/").filter { $0 != "." }.joined(separator: "/")
  }
}
