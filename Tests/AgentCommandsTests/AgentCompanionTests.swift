import CLinux
import FoundationEssentials
import Glibc
import HubFrontEnds
import HubLoop
import HubModel
import HubSystem
import HubTestSupport
import Testing

@testable import HubCommands
@testable import HubHosting

/// A host's end of the line, with an agent that the test plays.
struct AgentCompanionTests {
  let runtime: PluginFolder
  let folder: ControlFolder
  let loop: EventLoop

  init() throws {
    runtime = try PluginFolder()
    chmod(runtime.path, 0o700)
    let places = Places(environment: Environment(["XDG_RUNTIME_DIR": runtime.path]))
    folder = try ControlFolder(places: places, appID: "a.b", dataFolder: runtime.path)
    loop = try EventLoop()
  }

  /// A companion whose agent is a script.
  private func companion(_ script: String = "#!/bin/sh\nexit 1\n") throws -> AgentCompanion {
    let program = try runtime.write("agent-\(UUID().uuidString)", Array(script.utf8), mode: 0o755)
    return AgentCompanion(
      loop: loop, folder: folder,
      launch: AgentLaunch(
        appFile: "/app", dataFolder: runtime.path, environment: ["PATH": "/usr/bin:/bin"],
        executable: program))
  }

  /// Turns the loop until something is so; false when it is not in time.
  private func turns(_ isDone: () -> Bool) -> Bool {
    let clock = ContinuousClock()
    let deadline = clock.now + .seconds(30)
    while !isDone(), clock.now < deadline { loop.step(timeoutMilliseconds: 20) }
    return isDone()
  }

  /// The agent's end, as the test plays it.
  private final class Agent {
    let listener: ControlListener
    private(set) var channel: LineChannel?
    private(set) var requests: [AgentRequest] = []

    init(_ folder: ControlFolder) throws { listener = try ControlListener(agentIn: folder) }

    /// Takes a connection and what came over it.
    func look() {
      let flags = Int32(SOCK_NONBLOCK.rawValue | SOCK_CLOEXEC.rawValue)
      if let socket = Descriptor(
        accept4(listener.socket.number, __SOCKADDR_ARG(__sockaddr__: nil), nil, flags))
      {
        channel = LineChannel(socket)
        requests = []
      }
      requests += (channel?.receive() ?? []).compactMap { AgentRequest(line: $0) }
    }

    /// Whether something is so after a look.
    func looks(_ isSo: (Agent) -> Bool) -> Bool {
      look()
      return isSo(self)
    }

    func hangUp() { channel = nil }

    func forget() { requests = [] }
  }

  @Test func `what is asked before there is an agent reaches it, after the greeting`() throws {
    let agent = try Agent(folder)
    let companion = try companion()
    let id = UUID()
    companion.screens(listShown: true, conversation: nil)
    companion.refresh()
    companion.outboxChanged(in: id)
    companion.bodyWanted(of: id) { _ in }
    companion.begin()
    agent.look()
    #expect(
      agent.requests == [
        .host, .screens(AgentRequest.Screens(hub: true, list: true)), .refresh,
        .outbox(conversation: id), .opened(post: id),
      ])
    #expect(companion.status.state == .syncing)
    companion.end()
  }

  @Test func `the agent's status is the companion's, and garbage changes nothing`() throws {
    let agent = try Agent(folder)
    let companion = try companion()
    var told = 0
    var changes = 0
    companion.onStatus = { told += 1 }
    companion.onChange = { changes += 1 }
    companion.begin()
    agent.look()
    for line in ["no JSON", "{}", "{\"status\":{\"activity\":7}}", "\u{FF}"] {
      agent.channel?.send(Array("\(line)\n".utf8))
    }
    agent.channel?.send(
      AgentNews.status(AgentNews.Status(activity: "failed", reason: "No.", lastSync: 5)).line)
    agent.channel?.send(AgentNews.changed.line)
    #expect(turns { changes == 1 })
    #expect(told == 1)
    #expect(
      companion.status
        == SyncStatus(.failed, lastSyncAt: Timestamp(milliseconds: 5), reason: "No."))
    companion.end()
  }

  @Test func `a search that the agent does not live to answer is given up`() throws {
    let agent = try Agent(folder)
    let companion = try companion()
    companion.begin()
    var ended: [Int] = []
    companion.find(.post(UUID().uuidString)) { ended.append(1) }
    companion.find(.conversation(UUID())) { ended.append(2) }
    // What is no UUID is not asked for.
    companion.find(.post("x")) { ended.append(3) }
    #expect(ended == [3])
    #expect(turns { agent.looks { $0.requests.count == 4 } })
    agent.channel?.send(AgentNews.found(ticket: 1, isFound: true).line)
    #expect(turns { ended == [3, 1] })
    agent.hangUp()
    #expect(turns { ended == [3, 1, 2] })
    #expect(companion.status.state == .offline)
    companion.end()
  }

  @Test func `why a page or messages do not come is told to who waits for them, once`() throws {
    let agent = try Agent(folder)
    let companion = try companion()
    let (post, conversation) = (UUID(), UUID())
    var told: [String] = []
    companion.bodyWanted(of: post) { told.append("page: \($0 ?? "-")") }
    companion.messagesWanted(of: conversation) { told.append("messages: \($0 ?? "-")") }
    companion.begin()
    #expect(
      turns {
        agent.looks {
          $0.requests.contains(.replies(conversation: conversation, ticket: 1))
            && $0.requests.contains(.opened(post: post))
        }
      })
    for _ in 0..<2 {
      agent.channel?.send(AgentNews.bodyFailed(post: post, reason: "No page.").line)
      agent.channel?.send(
        AgentNews.done(ticket: 1, problem: "No messages.", isOffline: false).line)
    }
    #expect(turns { told.count == 2 })
    companion.messagesWanted(of: conversation) { told.append("messages: \($0 ?? "-")") }
    companion.bodyWanted(of: post) { told.append("page: \($0 ?? "-")") }
    agent.hangUp()
    #expect(turns { told.count == 4 })
    #expect(told == ["page: No page.", "messages: No messages.", "messages: -", "page: -"])
    // There is nobody to ask any more.
    companion.bodyWanted(of: post) { told.append("page: \($0 ?? "-")") }
    companion.messagesWanted(of: conversation) { told.append("messages: \($0 ?? "-")") }
    #expect(told.count == 6)
    companion.end()
  }

  @Test func `an agent that hangs up is looked for again, and hears what is shown`() throws {
    let agent = try Agent(folder)
    let companion = try companion()
    companion.begin()
    agent.look()
    agent.channel?.send(AgentNews.status(AgentNews.Status(activity: "idle")).line)
    #expect(turns { companion.status.state == .idle })
    agent.hangUp()
    #expect(turns { companion.status.state == .offline })
    // What the first connection said is not looked at any more.
    agent.forget()
    let id = UUID()
    companion.screens(listShown: false, conversation: id)
    companion.bodyWanted(of: id) { _ in }
    #expect(turns { agent.looks { !$0.requests.isEmpty } })
    #expect(
      agent.requests == [
        .host, .screens(AgentRequest.Screens(hub: true, conversation: id)), .opened(post: id),
      ])
    companion.end()
  }

  @Test func `a refresh looks for the agent at once`() throws {
    let agent = try Agent(folder)
    let companion = try companion()
    companion.begin()
    agent.look()
    agent.hangUp()
    #expect(turns { companion.status.state == .offline })
    companion.refresh()
    agent.look()
    #expect(agent.requests.first == .host)
    // The attempt that waited is off: there is one connection.
    agent.channel?.send(AgentNews.status(AgentNews.Status(activity: "idle")).line)
    #expect(turns { companion.status.state == .idle })
    companion.end()
  }

  @Test func `a missing program is one sentence, and offline`() throws {
    let companion = AgentCompanion(
      loop: loop, folder: folder,
      launch: AgentLaunch(
        appFile: "/app", dataFolder: runtime.path, environment: [:],
        executable: runtime["nowhere/hubagent"]))
    companion.begin()
    #expect(companion.status.state == .offline)
    let reason = companion.status.reason ?? ""
    #expect(reason.contains("install hubagent beside hubhost"), "\(reason)")
    #expect(!reason.contains(".."), "\(reason)")
    companion.end()
  }

  @Test(arguments: ["exit 78", "kill -9 $$"])
  func `an agent that ends at once is told with its log, and tried again`(end: String) throws {
    let companion = try companion("#!/bin/sh\necho x >> \(runtime["starts"])\n\(end)\n")
    companion.begin()
    #expect(turns { companion.status.state == .offline })
    #expect(companion.status.reason?.contains(AgentLaunch.logName) == true)
    #expect(turns { Self.lines(runtime["starts"]) == 2 })
    companion.end()
  }

  @Test func `one that finds another at work is waited for`() throws {
    let companion = try companion("#!/bin/sh\nexit 75\n")
    companion.begin()
    for _ in 0..<10 { loop.step(timeoutMilliseconds: 20) }
    #expect(companion.status.state == .syncing)
    let agent = try Agent(folder)
    #expect(turns { agent.looks { $0.requests.first == .host } })
    companion.end()
  }

  @Test func `a log that cannot be written is what the sentence is about`() throws {
    mkdir(runtime[AgentLaunch.logName], 0o700)
    let companion = try companion()
    companion.begin()
    #expect(companion.status.reason?.contains("log") == true)
    #expect(companion.status.reason?.contains("install hubagent") == false)
    companion.end()
  }

  @Test func `after its end a companion does nothing`() throws {
    let agent = try Agent(folder)
    let companion = try companion()
    companion.begin()
    companion.end()
    companion.refresh()
    companion.outboxChanged(in: UUID())
    var isDone = false
    companion.find(.conversation(UUID())) { isDone = true }
    #expect(isDone)
    agent.look()
    #expect(agent.requests == [.host, .screens(AgentRequest.Screens())])
  }

  private static func lines(_ path: String) -> Int {
    (try? Data(contentsOf: URL(filePath: path)))?.count { $0 == 0x0A } ?? 0
  }
}
