import FoundationEssentials
import Glibc
import HubTestSupport

/// An installation whose app has a server, and the agents that work for it.
///
/// Agents that are left when it goes are ended.
final class AgentWorld {
  static let accountToken = "acct-7f3e91c2d4"
  static let userToken = "user-a85b60e1f9"
  private static let agentProgram = PluginFixtures.products + "/hubagent"

  let model: AgentServerModel
  let server: ScriptedServer
  let installation: Installation
  /// Agents that were started here; they run as long as this does.
  private var services: [PipedProcess] = []

  /// - Parameters:
  ///   - agent: the keys of `agent` in the app file.
  ///   - endpoint: the server's address; nil: that of the model.
  ///   - hasServer: whether the app file has a server at all.
  /// - Throws: when the server or the folders cannot be made.
  init(
    agent: String = "idleSeconds: 60", endpoint: String? = nil, hasServer: Bool = true
  ) throws {
    model = AgentServerModel()
    server = try model.serve()
    installation = try Installation(
      rest: hasServer
        ? Self.keys(agent: agent, endpoint: endpoint ?? server.base) : "agent: { \(agent) },")
  }

  deinit {
    for agent in agents { kill(agent, SIGKILL) }
  }

  /// The keys of an app with a server.
  static func keys(
    agent: String, endpoint: String, account: String = accountToken, user: String = "fan-9"
  ) -> String {
    """
    endpoint: "\(endpoint)", accountToken: "\(account)",
    user: { userID: "\(user)", token: "\(userToken)" }, agent: { \(agent) },
    """
  }

  /// A page of the model's server.
  func page(_ id: String) -> String { "\(server.base)/p/\(id)" }

  // MARK: - Agents

  /// The processes of this installation's agents that run.
  var agents: [Int32] {
    let names = (try? FileManager.default.contentsOfDirectory(atPath: "/proc")) ?? []
    return names.compactMap { Int32($0) }.filter { number in
      let line = Self.commandLine(of: number)
      return line.first?.hasSuffix("/hubagent") == true && line.contains(installation.data)
        && !Self.isDead(number)
    }
  }

  /// The arguments of a process, with its program; empty when it is gone.
  static func commandLine(of process: Int32) -> [String] {
    read("/proc/\(process)/cmdline").split(separator: 0).map { String(decoding: $0, as: UTF8.self) }
  }

  /// The bytes of a file of the system; empty when it cannot be read.
  static func read(_ path: String) -> [UInt8] {
    Array((try? Data(contentsOf: URL(filePath: path))) ?? Data())
  }

  /// Whether a process has ended and only waits to be looked at.
  private static func isDead(_ process: Int32) -> Bool {
    let text = String(decoding: read("/proc/\(process)/stat"), as: UTF8.self)
    return text.isEmpty || text.contains(") Z ")
  }

  /// Waits until as many agents run.
  func waitsForAgents(_ count: Int) -> Bool { waits { self.agents.count == count } }

  /// Starts an agent in the foreground, as a service does.
  @discardableResult
  func startAgent(_ arguments: [String] = ["--stay"]) throws -> PipedProcess {
    let agent = try installation.start(
      ["agent", "--data", installation.data] + arguments, hasInput: false)
    services.append(agent)
    guard waits(until: { self.socketMode != nil }) else {
      throw Failure(description: "the agent does not listen: \(agent.errorText)")
    }
    return agent
  }

  /// What the agents that hosts started have said.
  var log: String {
    String(decoding: Self.read(installation.data + "/agent.log"), as: UTF8.self)
  }

  /// The socket of the agent; nil when there is none.
  var socketPath: String? {
    let root = (installation.environment["XDG_RUNTIME_DIR"] ?? "") + "/hubhost"
    let folders = (try? FileManager.default.contentsOfDirectory(atPath: root)) ?? []
    return folders.map { "\(root)/\($0)/agent" }.first { Self.mode($0) != nil }
  }

  /// The mode of the agent's socket; nil when there is none.
  var socketMode: UInt32? { socketPath.flatMap(Self.mode) }

  /// The permission bits of a file; nil when there is none.
  static func mode(_ path: String) -> UInt32? {
    var about = stat()
    guard lstat(path, &about) == 0 else { return nil }
    return about.st_mode & 0o7777
  }

  // MARK: - Waiting

  /// Looks until something is so; false when it is not in time.
  func waits(seconds: Int = 30, until isDone: () throws -> Bool) -> Bool {
    let clock = ContinuousClock()
    let deadline = clock.now + .seconds(seconds)
    while clock.now < deadline {
      if (try? isDone()) == true { return true }
      poll(nil, 0, 20)
    }
    return (try? isDone()) == true
  }

  /// Has a host ask for what is new until the server hears of it: a refresh that joins a sync whose part of that
  /// has ended asks for nothing.
  func refreshes(_ host: JSONLinesHost, _ path: String) -> Bool {
    let known = server.requests.count { $0.path == path }
    return waits {
      host.does("\"command\":\"refresh\"") && server.requests.count { $0.path == path } > known
    }
  }

  /// Sends a push on the stream, as an event.
  func push(_ payload: String, event: String) {
    server.push("id: \(event)\ndata: \(payload)\n\n")
  }
}
