import CHubFrontEnd
import FoundationEssentials

/// One message between a host and its runner.
struct RunnerMessage: Hashable {
  /// What it is; the first group goes from the host to the runner, the second the other way.
  enum Kind: UInt8, CaseIterable, Hashable {
    case hello = 1
    case call
    case answer
    case ping
    case stop
    /// The first calls are sent: the front end's own timers and descriptors may follow.
    case go

    case ready = 16
    case refused
    case acknowledged
    case result
    case pong
    case request
    case log
    case registrations
    case stopped
  }

  var kind: Kind
  /// The number of the call, the request or the ping that it belongs to.
  var number: UInt64 = 0
  var payload: [UInt8] = []
}

/// The first message: what the runner is to hold, and proof that both sides speak the same.
struct RunnerHello: Codable, Hashable {
  /// The version of the messages that this program speaks, and the oldest that it understands.
  static let current = 1
  static let oldest = 1

  var oldest = Self.oldest
  var current = Self.current
  /// Bytes of the structs that cross the border as they are.
  var sizes = Self.ownSizes
  /// The shared object.
  var path: String
  /// The host's version, as front ends see it.
  var version: String
  var inputIsTerminal: Bool
  var outputIsTerminal: Bool

  static var ownSizes: [Int] {
    [
      RecordShape.item, .query, .appInfo, .tab, .counts, .terminal, .line, .link, .pathEntry,
      .reply,
    ].map(\.size)
  }
}

/// The answer to the first message, once the front end stands.
struct RunnerReady: Codable, Hashable {
  var description: FrontEndDescription
  /// Names of the methods that it has.
  var methods: [String]
  /// What it may not do.
  var confinement: Confinement
}

/// The answer to the first message when the front end cannot be had.
struct RunnerRefusal: Codable, Hashable {
  var code: String
  var message: String
}
