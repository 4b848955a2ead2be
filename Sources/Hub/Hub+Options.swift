extension Hub {
  /// Who syncs the inbox.
  public enum Agent: Hashable, Sendable {
    /// The agent that was installed with this library, where the app has a server and a token.
    ///
    /// One process for each app and data folder, shared with `hubhost`. It is started when none runs,
    /// and leaves by itself a while after the last Hub.
    case automatic
    /// Nobody: the store is shown as it is, and pushes are the app's to hand in.
    case none
    /// The agent that is this program.
    case program(String)
  }

  /// What a Hub does besides showing what is stored.
  public struct Options: Hashable, Sendable {
    /// Who syncs the inbox.
    public var agent = Agent.automatic
    /// Whether `hubhost open URL` reaches this Hub, and `hubhost action` its front end.
    ///
    /// Only the same user can. Of several Hubs of one app and data folder, the one that was made last
    /// gets what comes.
    public var takesLinks = true

    /// The environment that says where folders are, which programs open URLs, and what the agent and
    /// front ends see; nil: all of this process's.
    public var environment: [String: String]?

    /// Syncs where there is a server, and takes links.
    public init() {}
  }
}
