import FoundationEssentials

/// What a host is asked over its control socket: one JSON object on one line.
package enum ControlRequest: Hashable, Sendable {
  /// Give a URL to the app, as the platform would.
  case open(url: String)

  private struct Line: Codable {
    var open: String?
  }

  /// The request of a line without its end; nil when it is none that this host knows.
  package init?(line: some Collection<UInt8>) {
    guard let parsed = try? JSONDecoder().decode(Line.self, from: Data(line)),
      let url = parsed.open
    else { return nil }
    self = .open(url: url)
  }

  /// The line, its end included.
  package var line: [UInt8] {
    switch self {
    case .open(let url): ControlLine.encode(Line(open: url))
    }
  }
}

/// What a host answers: one JSON object on one line.
package struct ControlAnswer: Hashable, Sendable {
  /// One URL that the app was asked to open, and by whom it was taken.
  package struct Opened: Hashable, Sendable, Codable {
    package var url: String
    /// `router`, `app`, `system` or `refused`.
    package var by: String
    package var reason: String?

    package init(url: String, by: String, reason: String? = nil) {
      self.url = url
      self.by = by
      self.reason = reason
    }
  }

  /// In the order of what happened.
  package var opened: [Opened]
  /// Whether the URL was ours: taken by the router or by the app.
  package var handled: Bool
  /// Why the request was not carried out, a sentence; nil when it was.
  package var problem: String?

  package init(opened: [Opened], handled: Bool, problem: String? = nil) {
    self.opened = opened
    self.handled = handled
    self.problem = problem
  }

  private struct Line: Codable {
    var opened: [Opened]?
    var handled: Bool?
    var problem: String?
  }

  /// The answer of a line without its end; nil when it is none.
  package init?(line: some Collection<UInt8>) {
    guard let parsed = try? JSONDecoder().decode(Line.self, from: Data(line)) else { return nil }
    guard parsed.handled != nil || parsed.problem != nil else { return nil }
    self.init(
      opened: parsed.opened ?? [], handled: parsed.handled ?? false, problem: parsed.problem)
  }

  /// The line, its end included.
  package var line: [UInt8] {
    ControlLine.encode(Line(opened: opened, handled: handled, problem: problem))
  }
}

/// The lines of the control socket.
package enum ControlLine {
  /// Bytes of a line without its end; both sides refuse a longer one.
  package static let maximumLength = 64 << 10

  static func encode(_ value: some Encodable) -> [UInt8] {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    // Text and truth values always encode; an empty line would be refused by the other side.
    let data = (try? encoder.encode(value)) ?? Data()
    return Array(data) + [UInt8(ascii: "\n")]
  }
}
