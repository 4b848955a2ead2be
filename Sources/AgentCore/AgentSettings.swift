/// What the app file says about the agent.
package struct AgentSettings: Hashable, Sendable {
  /// A fingerprint of account and user, by `identity(account:user:)`.
  package var identity: String
  /// Whether events of the user's behaviour are recorded and sent.
  package var sendsEvents: Bool
  /// Whether the server may have a stream of pushes.
  package var holdsStream: Bool
  /// Whether pages of unread posts are fetched ahead.
  package var fetchesAhead: Bool
  /// Whether there is a server; without one pushes come by another way, and nothing is asked or sent.
  package var hasServer: Bool
  /// The app's name, the title of notifications that have no other.
  package var appName: String

  package init(
    identity: String, sendsEvents: Bool = false, holdsStream: Bool = true,
    fetchesAhead: Bool = true, hasServer: Bool = true, appName: String = "Hub"
  ) {
    self.identity = identity
    self.sendsEvents = sendsEvents
    self.holdsStream = holdsStream
    self.fetchesAhead = fetchesAhead
    self.hasServer = hasServer
    self.appName = appName
  }

  /// A fingerprint that tells account and user apart from others and says nothing about them.
  package static func identity(account: String?, user: String?) -> String {
    var hash: UInt64 = 0xcbf2_9ce4_8422_2325
    for part in [account, user] {
      // The length first, so that no two pairs run together to the same bytes.
      let bytes = part.map { Array("\($0.utf8.count):\($0)".utf8) } ?? [0]
      for byte in bytes { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01b3 }
    }
    return String(hash, radix: 16)
  }
}
