import FoundationEssentials
package import HubModel
import HubSystem

/// What a host is asked over its control socket: one JSON object on one line.
package enum ControlRequest: Hashable, Sendable {
  /// Give a URL to the app, as the platform would.
  case open(url: String)
  /// Call an action of the front end.
  case action(ActionRequest)

  private struct Line: Codable {
    var open: String?
    var action: String?
    var values: [ActionBinding]?
  }

  /// The request of a line without its end; nil when it is none that this host knows.
  package init?(line: some Collection<UInt8>) {
    guard let parsed = try? JSONDecoder().decode(Line.self, from: Data(line)) else { return nil }
    if let url = parsed.open {
      self = .open(url: url)
    } else if let name = parsed.action {
      self = .action(ActionRequest(name: name, bindings: parsed.values ?? []))
    } else {
      return nil
    }
  }

  /// The line, its end included.
  package var line: [UInt8] {
    switch self {
    case .open(let url): ControlLine.encode(Line(open: url))
    case .action(let request):
      ControlLine.encode(Line(action: request.name, values: request.bindings))
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
  /// The problem lies in the request itself: a name or a value that does not go.
  package var isUsage: Bool

  package init(opened: [Opened], handled: Bool, problem: String? = nil, isUsage: Bool = false) {
    self.opened = opened
    self.handled = handled
    self.problem = problem
    self.isUsage = isUsage
  }

  private struct Line: Codable {
    var opened: [Opened]?
    var handled: Bool?
    var problem: String?
    var usage: Bool?
  }

  /// The answer of a line without its end; nil when it is none.
  package init?(line: some Collection<UInt8>) {
    guard let parsed = try? JSONDecoder().decode(Line.self, from: Data(line)) else { return nil }
    guard parsed.handled != nil || parsed.problem != nil else { return nil }
    self.init(
      opened: parsed.opened ?? [], handled: parsed.handled ?? false, problem: parsed.problem,
      isUsage: parsed.usage ?? false)
  }

  /// The line, its end included.
  package var line: [UInt8] {
    ControlLine.encode(
      Line(opened: opened, handled: handled, problem: problem, usage: isUsage ? true : nil))
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
