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
}
