import HubModel

extension HubApp {
  /// An app file, and what it said when it was read.
  struct Source: Hashable {
    let path: String
    private let description: AppDescription

    init(path: String, description: AppDescription) {
      self.path = path
      self.description = description
    }

    /// Whether the app is still what the file said.
    func says(_ app: AppDescription) -> Bool { description == app }
  }

  /// What one front end may do beyond what any may.
  public struct Grant: Hashable, Sendable {
    /// The name or the id that the front end gives itself.
    public var frontEnd: String
    /// Whether it may use TCP and UDP.
    public var network: Bool
    /// Files, and folders with all below them, that it may read: absolute, or from `~/` on.
    public var files: [String]

    /// Grants a front end the network, files, or both.
    public init(frontEnd: String, network: Bool = false, files: [String] = []) {
      self.frontEnd = frontEnd
      self.network = network
      self.files = files
    }
  }

  /// What the agent does and how long it stays.
  public struct AgentSettings: Hashable, Sendable {
    /// Seconds that it stays after the last Hub, 0 to 86,400.
    public var idleSeconds: Int
    /// Whether what the user does is recorded and sent to the server.
    public var sendsEvents: Bool
    /// Whether the pages of unread posts are fetched before they are opened.
    public var fetchesAhead: Bool
    /// Whether the server's stream of pushes is held; when not, the agent asks from time to time.
    public var holdsStream: Bool

    /// Stays for a minute, fetches ahead, holds the stream, and sends nothing about the user.
    public init() { self.init(AppDescription.Agent()) }

    init(_ agent: AppDescription.Agent) {
      idleSeconds = agent.idleSeconds
      sendsEvents = agent.sendsEvents
      fetchesAhead = agent.fetchesAhead
      holdsStream = agent.holdsStream
    }

    var description: AppDescription.Agent {
      var agent = AppDescription.Agent()
      agent.idleSeconds = idleSeconds
      agent.sendsEvents = sendsEvents
      agent.fetchesAhead = fetchesAhead
      agent.holdsStream = holdsStream
      return agent
    }
  }
}
