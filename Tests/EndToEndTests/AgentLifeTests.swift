import FoundationEssentials
import Glibc
import HubTestSupport
import Testing

/// How agents begin, end and begin again.
@Suite(.serialized) struct AgentLifeTests {
  /// Whether a host says that the sync stands so.
  private func syncs(_ host: JSONLinesHost, _ state: String, from: Int = 0) -> JSONValue? {
    host.event(from: from) { $0["event"]?.text == "sync" && $0["state"]?.text == state }
  }

  @Test func `four hosts that start at once share one agent`() throws {
    let world = try AgentWorld()
    world.model.add(posts: [Fixture.postA])
    let hosts = try (0..<4).map { _ in try JSONLinesHost(world.installation) }
    for host in hosts {
      #expect(host.event { $0["badge"]?.text == "1" } != nil, "\(host.process.errorText)")
    }
    #expect(world.waitsForAgents(1), "\(world.agents) \(world.log)")
    #expect(hosts.allSatisfy { $0.faults.isEmpty })
    for host in hosts { #expect(host.finish() == .exited(status: 0)) }
  }

  @Test(arguments: [0, 1])
  func `an agent leaves so many seconds after its last host`(seconds: Int) throws {
    let world = try AgentWorld(agent: "idleSeconds: \(seconds)")
    world.model.add(posts: [Fixture.postA])
    let host = try JSONLinesHost(world.installation)
    #expect(host.event { $0["badge"]?.text == "1" } != nil, "\(host.process.errorText)")
    #expect(world.agents.count == 1)
    #expect(host.finish() == .exited(status: 0))
    #expect(world.waitsForAgents(0))
    #expect(world.socketPath == nil)
    // The next one starts another.
    let outcome = try world.installation.run(["sync"])
    #expect(outcome.code == 0, "\(outcome)")
    #expect(world.waitsForAgents(0))
  }

  @Test func `an agent that nobody needs stays until a reply in its window is sent`() throws {
    let world = try AgentWorld(agent: "idleSeconds: 0")
    world.model.addConversation()
    let path = try world.installation.folder.write("payload.json", Array(Fixture.pushC.utf8))
    world.model.state.withLock { $0.sendStatuses = [503, 503] }
    let waits = try world.installation.run(["reply", "--push", path, "later"])
    #expect(waits.code == 0, "\(waits)")
    #expect(waits.errorText.contains("waits in the outbox"), "\(waits)")
    #expect(world.waits { world.model.state.withLock { $0.taken.map(\.text) } == ["later"] })
    #expect(world.waitsForAgents(0))
  }

  @Test func `an agent that is to stay stays with nobody, and ends in good order by SIGTERM`()
    throws
  {
    let world = try AgentWorld(agent: "idleSeconds: 0")
    world.model.add(posts: [Fixture.postA])
    let agent = try world.startAgent()
    #expect(world.socketMode == 0o600)
    for path in [world.socketPath ?? "", world.installation.data + "/x"] {
      let folder = String(path.prefix(upTo: path.lastIndex(of: "/") ?? path.endIndex))
      #expect(AgentWorld.mode(folder) == 0o700, "\(folder)")
    }
    for name in ["agent.lock", "device-id"] {
      #expect(AgentWorld.mode(world.installation.data + "/" + name) == 0o600, "\(name)")
    }
    #expect(try world.installation.run(["sync"]).code == 0)
    #expect(world.agents == [agent.child])
    let second = try world.installation.run(["agent"])
    #expect(second.code == 75, "\(second)")
    #expect(second.errorLines.count == 1)
    #expect(second.errorText.contains("an agent runs already"))
    agent.signal(SIGTERM)
    #expect(agent.finish() == .exited(status: 0), "\(agent.errorText)")
    #expect(world.socketPath == nil)
  }

  @Test func `with --no-agent none is started, and the Hub says that it is offline`() throws {
    let world = try AgentWorld()
    let host = try JSONLinesHost(world.installation, ["--no-agent"])
    #expect(host.event("show-hub") != nil)
    #expect(host.ask("\"command\":\"refresh\"")?["ok"] == .bool(false))
    #expect(host.finish() == .exited(status: 0))
    #expect(world.agents.isEmpty)
    #expect(world.server.requests.isEmpty)
  }

  @Test func `a host of an app without a server starts no agent, and nothing is synced`() throws {
    let installation = try Installation()
    let host = try JSONLinesHost(installation)
    #expect(host.event("show-hub") != nil)
    #expect(host.finish() == .exited(status: 0))
    #expect(!FileManager.default.fileExists(atPath: installation.data + "/agent.lock"))
    let outcome = try installation.run(["sync"])
    #expect(outcome.code == 78, "\(outcome)")
    #expect(outcome.errorLines.count == 1)
    #expect(outcome.errorText.contains("names no server"), "\(outcome)")
  }

  @Test func `an agent that is killed is noticed and started again`() throws {
    let world = try AgentWorld()
    world.model.add(posts: [Fixture.postA])
    let host = try JSONLinesHost(world.installation)
    #expect(syncs(host, "idle") != nil, "\(host.process.errorText)")
    for round in 0..<2 {
      let old = world.agents
      #expect(old.count == 1)
      let start = host.count
      for agent in old { kill(agent, SIGKILL) }
      #expect(syncs(host, "offline", from: start) != nil)
      world.model.add(posts: [Fixture.post(Self.id(round), "After \(round)")])
      #expect(host.event(from: start) { $0["badge"]?.text == "\(round + 2)" } != nil)
      // The badge comes out of the store: the line to the new agent may be made later.
      #expect(syncs(host, "idle", from: start) != nil)
      #expect(world.agents.count == 1)
      #expect(world.agents != old)
    }
    #expect(host.finish() == .exited(status: 0))
  }

  private static func id(_ number: Int) -> String {
    "00000000-0000-4000-8000-\(100_000_000_000 + number)"
  }

  @Test func `a refresh does not wait until a killed agent would be started again`() throws {
    let world = try AgentWorld()
    let host = try JSONLinesHost(world.installation)
    #expect(syncs(host, "idle") != nil)
    let start = host.count
    for agent in world.agents { kill(agent, SIGKILL) }
    #expect(syncs(host, "offline", from: start) != nil)
    #expect(host.does("\"command\":\"refresh\""))
    #expect(syncs(host, "idle", from: start) != nil)
    #expect(world.waitsForAgents(1))
  }

  @Test func `SIGHUP has the agent take over another user, and a bad file changes nothing`() throws
  {
    let world = try AgentWorld()
    let agent = try world.startAgent()
    #expect(world.server.waitForRequests(1, to: "/posts"))
    try world.installation.write(app: "{ id: \"com.example.demo\", name: ")
    agent.signal(SIGHUP)
    #expect(agent.read { $0.errorText.contains("the app file was not taken over: ") })
    #expect(agent.errorText.contains("line 1"), "\(agent.errorText)")
    #expect(try world.installation.run(["agent"]).code == 78)
    let app = """
      { id: "com.example.demo", name: "Demo", urlSchemes: ["rv-demo"], appSchemes: ["demo"],
        \(AgentWorld.keys(agent: "", endpoint: world.server.base, account: "acct-2", user: "fan-2")) }
      """
    try world.installation.write(app: app)
    let before = world.server.requests.count
    agent.signal(SIGHUP)
    #expect(
      world.waits {
        world.server.requests.dropFirst(before).contains {
          $0.path == "/posts" && $0.item("userID") == "fan-2"
            && $0.values("x-rover-account-token") == ["acct-2"]
        }
      })
    #expect(
      world.server.requests.prefix(before).allSatisfy {
        $0.item("userID") == "fan-9"
          && $0.values("x-rover-account-token") == [AgentWorld.accountToken]
      })
    // One that is of another app.
    try world.installation.write(app: app.replacing("example.demo", with: "example.other"))
    agent.signal(SIGHUP)
    #expect(agent.read { $0.errorText.contains("com.example.other now") }, "\(agent.errorText)")
    agent.signal(SIGTERM)
    #expect(agent.finish() == .exited(status: 0))
  }

  private func app(_ world: AgentWorld, user: String) -> String {
    """
    { id: "com.example.demo", name: "Demo", urlSchemes: ["rv-demo"], appSchemes: ["demo"],
      \(AgentWorld.keys(agent: "", endpoint: world.server.base, user: user)) }
    """
  }

  @Test func `who comes after the app file was changed is served by what stands there now`() throws
  {
    let world = try AgentWorld()
    world.model.addConversation()
    try world.startAgent()
    // Started for the user before, and still there.
    let host = try JSONLinesHost(world.installation)
    #expect(syncs(host, "idle") != nil)
    try world.installation.write(app: app(world, user: "fan-77"))
    let before = world.server.requests.count
    #expect(try world.installation.run(["sync"]).code == 0)
    let asked = world.server.requests.dropFirst(before).filter { $0.path == "/posts" }
    // The agent may have asked once more before.
    #expect(asked.last?.item("userID") == "fan-77")
    let start = host.count
    let answer = host.ask(
      "\"command\":\"reply\",\"conversation\":\"\(Fixture.ca)\",\"text\":\"late\"")
    #expect(answer?["ok"] == .bool(false))
    #expect(host.event(from: start) { $0["code"]?.text == "user-changed" } != nil)
    #expect(try world.installation.query("SELECT count(*) FROM replies WHERE state = 0") == "0")
    #expect(host.finish() == .exited(status: 0))
  }

  @Test func `an agent leaves when its data folder was removed, and the next one begins anew`()
    throws
  {
    let world = try AgentWorld(agent: "idleSeconds: 600")
    world.model.add(posts: [Fixture.postA])
    #expect(try world.installation.run(["sync"]).code == 0)
    try FileManager.default.removeItem(atPath: world.installation.data)
    #expect(world.waitsForAgents(0))
    #expect(try world.installation.run(["sync"]).code == 0)
    #expect(try world.installation.run(["badge"]).text == "1\n")
  }

  @Test func `what the user before left unsent is told when the server begins anew, and is gone`()
    throws
  {
    let world = try AgentWorld()
    world.model.addConversation()
    world.model.state.withLock { $0.sendStatuses = [503] }
    let agent = try world.startAgent()
    let path = try world.installation.folder.write("payload.json", Array(Fixture.pushC.utf8))
    #expect(try world.installation.run(["reply", "--push", path, "secret words"]).code == 0)
    let app = """
      { id: "com.example.demo", name: "Demo", urlSchemes: ["rv-demo"], appSchemes: ["demo"],
        \(AgentWorld.keys(agent: "", endpoint: world.server.base, user: "fan-77")) }
      """
    try world.installation.write(app: app)
    agent.signal(SIGHUP)
    let unsent = "SELECT count(*) FROM replies WHERE state IN (0, 3)"
    #expect(world.waits { try world.installation.query(unsent + " AND state = 3") == "1" })
    #expect(try world.installation.run(["sync"]).code == 0)
    #expect(try world.installation.query(unsent) == "1")
    world.server.on("/posts", .status(410), .json(Fixture.page([])))
    #expect(try world.installation.run(["sync"]).code == 0)
    #expect(agent.read { $0.errorText.contains("since the server began anew: secret words") })
    #expect(try world.installation.query(unsent) == "0")
    #expect(world.model.state.withLock { $0.taken.isEmpty })
  }

  @Test func `SIGHUP while the user's token is got ends that, and begins it anew`() throws {
    let world = try AgentWorld()
    let installation = world.installation
    let calls = installation.folder["calls"]
    // The first one says something when nobody listens to it any more.
    let script = "#!/bin/sh\necho x >>'\(calls)'\necho token-new\nsleep 1\n"
    let program = try installation.folder.write("token", Array(script.utf8), mode: 0o755)
    let slow = try installation.folder.write(
      "slow", Array("#!/bin/sh\necho x >>'\(calls)'\nsleep 1\necho token-old\n".utf8), mode: 0o755)
    func app(_ program: String) -> String {
      """
      { id: "com.example.demo", name: "Demo", urlSchemes: ["rv-demo"], appSchemes: ["demo"],
        endpoint: "\(world.server.base)", accountToken: "t",
        user: { userID: "fan-9", tokenCommand: ["\(program)"] } }
      """
    }
    try installation.write(app: app(slow))
    let agent = try world.startAgent()
    #expect(world.waits { AgentWorld.read(calls).count == 2 })
    try installation.write(app: app(program))
    agent.signal(SIGHUP)
    #expect(
      world.waits {
        world.server.requests.contains { $0.values("authorization") == ["Bearer token-new"] }
      }, "\(agent.errorText)")
    // Longer than the first one would have taken.
    _ = world.waits(seconds: 2) { false }
    #expect(world.agents == [agent.child], "\(agent.errorText)")
    #expect(!world.server.requests.contains { $0.values("authorization") == ["Bearer token-old"] })
    agent.signal(SIGTERM)
    #expect(agent.finish() == .exited(status: 0))
  }

  @Test func `a socket that a dead agent left behind is in nobody's way`() throws {
    let world = try AgentWorld()
    world.model.add(posts: [Fixture.postA])
    let agent = try world.startAgent()
    agent.signal(SIGKILL)
    #expect(agent.finish() == .killed(signal: SIGKILL))
    #expect(world.socketPath != nil)
    let outcome = try world.installation.run(["sync"])
    #expect(outcome.code == 0, "\(outcome)")
    #expect(try world.installation.run(["badge"]).text == "1\n")
  }

  @Test func `one command after the other is answered, though the agent leaves at once`() throws {
    let world = try AgentWorld(agent: "idleSeconds: 0")
    world.model.add(posts: [Fixture.postA])
    for round in 1...20 {
      let outcome = try world.installation.run(["sync"])
      #expect(outcome.code == 0, "\(round): \(outcome)")
    }
  }

  @Test func `without hubagent beside hubhost one sentence says so, and the Hub is offline`() throws
  {
    let world = try AgentWorld()
    let bin = try world.installation.folder.makeFolder("alone")
    let lone = bin + "/hubhost"
    try ProgramFile.copy(Installation.program, to: lone)
    try ProgramFile.copy(PluginFixtures.products + "/libhub-jsonl.so", to: bin + "/libhub-jsonl.so")
    func run(_ arguments: [String]) throws -> PipedProcess {
      try PipedProcess(lone, arguments, environment: world.installation.environment)
    }
    let host = try run(["-f", "jsonl"])
    #expect(
      host.read { $0.text.contains("\"state\":\"offline\"") }, "\(host.text)\(host.errorText)")
    #expect(host.text.contains("install hubagent beside hubhost"), "\(host.text)")
    host.closeInput()
    #expect(host.finish() == .exited(status: 0))
    for arguments in [["sync"], ["agent"]] {
      let command = try run(arguments)
      command.closeInput()
      #expect(command.finish() == .exited(status: 69), "\(command.errorText)")
      #expect(command.errorText.split(separator: "\n").count == 1)
      #expect(command.errorText.contains("install hubagent beside hubhost"))
    }
  }

  @Test func `an agent's log is kept by those that come later, and is begun anew when it is long`()
    throws
  {
    let world = try AgentWorld(agent: "idleSeconds: 0")
    try FileManager.default.createDirectory(
      atPath: world.installation.data, withIntermediateDirectories: true)
    let path = world.installation.data + "/agent.log"
    try Data("what was said before\n".utf8).write(to: URL(filePath: path))
    #expect(try world.installation.run(["sync"]).code == 0)
    #expect(world.log.contains("what was said before"))
    #expect(world.waitsForAgents(0))
    try Data(repeating: 0x0A, count: (1 << 20) + 1).write(to: URL(filePath: path))
    #expect(try world.installation.run(["sync"]).code == 0)
    #expect(world.log.utf8.count < 1 << 20)
  }

  // MARK: - Exit codes

  @Test func `sync says 69 without a server, 75 when the server fails, and 78 for a bad file`()
    throws
  {
    let dead = try AgentWorld(endpoint: "http://127.0.0.1:9")
    let refused = try dead.installation.run(["sync"])
    #expect(refused.code == 69, "\(refused)")
    #expect(refused.errorLines.count == 1)
    #expect(refused.errorText.hasPrefix("hubhost: the sync failed: "), "\(refused)")

    let world = try AgentWorld()
    world.server.on("/posts", .status(500))
    let failed = try world.installation.run(["sync"])
    #expect(failed.code == 75, "\(failed)")
    #expect(failed.errorLines.count == 1)
    #expect(failed.errorText.contains("500"), "\(failed)")
    world.server.on("/posts", .status(403))
    #expect(try world.installation.run(["sync"]).code == 75)

    try world.installation.write(app: "{")
    #expect(try world.installation.run(["sync"]).code == 78)
  }

  @Test func `a 410 starts over once, and everything comes back`() throws {
    let world = try AgentWorld()
    world.model.add(posts: [Fixture.postA, Fixture.postB])
    world.model.addConversation()
    #expect(try world.installation.run(["sync"]).code == 0)
    #expect(try world.installation.run(["badge"]).text == "3\n")
    world.server.on("/posts", .status(410), .json(Fixture.page([Fixture.postB])))
    // The sync that it overtakes is run once more.
    #expect(try world.installation.run(["sync"]).code == 0, "\(world.log)")
    #expect(try world.installation.run(["badge"]).text == "2\n")
  }

  @Test func `a 410 while a host looks on brings everything back by itself`() throws {
    let world = try AgentWorld()
    world.model.add(posts: [Fixture.postA, Fixture.postB])
    let host = try JSONLinesHost(world.installation)
    #expect(host.event { $0["badge"]?.text == "2" } != nil)
    world.server.on("/posts", .status(410), .json(Fixture.page([Fixture.postB])))
    let start = host.count
    #expect(world.refreshes(host, "/posts"))
    #expect(host.event(from: start) { $0["badge"]?.text == "1" } != nil)
    #expect(host.finish() == .exited(status: 0))
    #expect(host.faults.isEmpty, "\(host.faults)")
  }

  @Test func `a server that goes on saying 410 is not asked without end`() throws {
    let world = try AgentWorld()
    world.server.on("/posts", .status(410))
    let outcome = try world.installation.run(["sync"])
    #expect(outcome.code == 75, "\(outcome)")
    #expect(outcome.errorText.contains("out of date"), "\(outcome)")
    // The agent's own sync and the one asked for, each once more at most, be they one or two.
    _ = world.waits(seconds: 1) { false }
    let count = world.server.requests.count { $0.path == "/posts" }
    #expect(2...4 ~= count)
    _ = world.waits(seconds: 2) { false }
    #expect(world.server.requests.count { $0.path == "/posts" } == count)
    #expect(world.log.contains("out of date"), "\(world.log)")
    // The agent stays, and who comes later learns why nothing is there.
    let host = try JSONLinesHost(world.installation)
    let failed = syncs(host, "failed")
    #expect(failed?["reason"]?.text?.contains("out of date") == true, "\(world.log)")
    #expect(host.finish() == .exited(status: 0))
  }

  // MARK: - Disks

  @Test(.enabled(if: StoreFaultTests.canMount, StoreFaultTests.cannotMount))
  func `a data folder that is full or read-only is told in one sentence`() throws {
    let world = try AgentWorld(agent: "idleSeconds: 0")
    try FileManager.default.createDirectory(
      atPath: world.installation.data, withIntermediateDirectories: true)
    let disk = try #require(
      StoreFaultTests.SmallDisk(at: world.installation.data, kibibytes: 64))
    _ = try ChildProcess.run(
      "/bin/sh", ["-c", "cat /dev/zero >'\(world.installation.data)/fill' 2>/dev/null; true"])
    let full = try world.installation.run(["sync"])
    #expect(full.code == 74 || full.code == 73, "\(full)")
    #expect(full.errorLines.count == 1, "\(full)")
    #expect(full.errorText.contains("make room"), "\(full)")
    #expect(disk.makeReadOnly())
    let readOnly = try world.installation.run(["sync"])
    #expect(readOnly.code == 69, "\(readOnly)")
    #expect(readOnly.errorLines.count == 1, "\(readOnly)")
    #expect(readOnly.errorText.contains("writable"), "\(readOnly)")
    #expect(world.agents.isEmpty)
    withExtendedLifetime(disk) {}
  }
}
