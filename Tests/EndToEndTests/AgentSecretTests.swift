import FoundationEssentials
import Glibc
import HubTestSupport
import Testing

/// The tokens of account and user are told to the server, and to nobody else.
@Suite(.serialized) struct AgentSecretTests {
  private static let tokens = [AgentWorld.accountToken, AgentWorld.userToken]

  private func tells(_ bytes: [UInt8]) -> Bool {
    Self.tokens.contains { bytes.firstRange(of: Array($0.utf8)) != nil }
  }

  /// What every process of an installation shows of itself: its arguments and its environment.
  private func processes(of world: AgentWorld) -> [(number: Int32, bytes: [UInt8])] {
    let names = (try? FileManager.default.contentsOfDirectory(atPath: "/proc")) ?? []
    return names.compactMap { Int32($0) }.compactMap { number in
      let bytes =
        AgentWorld.read("/proc/\(number)/cmdline") + AgentWorld.read("/proc/\(number)/environ")
      let marker = Array(world.installation.folder.path.utf8)
      return bytes.firstRange(of: marker) == nil ? nil : (number, bytes)
    }
  }

  @Test func `no process, log, trace, file or sentence has a token in it`() throws {
    let world = try AgentWorld(agent: "events: true")
    let installation = world.installation
    world.model.add(posts: [Fixture.post(Fixture.pa, "Gate", url: world.page(Fixture.pa))])
    world.model.addConversation()
    let agent = try world.startAgent(["--stay", "--log-level", "debug"])
    #expect(try installation.run(["sync"]).code == 0)
    let trace = installation.folder["trace"]
    let host = try JSONLinesHost(
      installation, ["--trace-abi", trace, "--log-level", "debug", Fixture.linkPA])
    #expect(host.event("present-post") != nil)
    #expect(host.does("\"command\":\"reply\",\"conversation\":\"\(Fixture.ca)\",\"text\":\"Yes\""))
    #expect(world.waits { world.model.state.withLock { !$0.taken.isEmpty } })
    // Faults of every kind, which are what sentences are about.
    for path in ["/posts", "/config", "/conversations", "/subscriptions", "/participants"] {
      world.server.on(path, .status(401), .raw(Array("no HTTP\r\n\r\n".utf8)), .close, .json("{"))
    }
    var told: [UInt8] = []
    for _ in 0..<4 {
      let outcome = try installation.run(["sync", "--log-level", "debug"])
      told += outcome.output + outcome.errors
    }
    let pending = try installation.run(["events", "--pending"])
    #expect(pending.code == 0, "\(pending)")
    told += pending.output + pending.errors

    let shown = processes(of: world)
    #expect(shown.contains { $0.number == agent.child })
    #expect(shown.contains { $0.number == host.process.child })
    for process in shown { #expect(!tells(process.bytes), "process \(process.number)") }
    #expect(host.finish() == .exited(status: 0))
    agent.signal(SIGTERM)
    #expect(agent.finish() == .exited(status: 0))
    #expect(!agent.errorText.isEmpty)
    for (name, bytes) in [
      ("agent", agent.errors + agent.output), ("host", host.process.errors + host.process.output),
      ("commands", told), ("trace", AgentWorld.read(trace)),
    ] {
      #expect(!tells(bytes), "\(name)")
    }
    #expect(!AgentWorld.read(trace).isEmpty)
    for name in try FileManager.default.contentsOfDirectory(atPath: installation.data) {
      #expect(!tells(AgentWorld.read(installation.data + "/" + name)), "\(name)")
    }
    // They did reach the server.
    let posts = world.server.requests.filter { $0.path == "/posts" }
    #expect(posts.allSatisfy { $0.values("x-rover-account-token") == [AgentWorld.accountToken] })
    #expect(posts.allSatisfy { $0.values("authorization") == ["Bearer \(AgentWorld.userToken)"] })
    // The page of a post is no call of the protocol.
    for request in world.server.requests where request.path.hasPrefix("/p/") {
      #expect(request.headers.allSatisfy { !tells(Array($0.value.utf8)) }, "\(request)")
    }
    #expect(world.server.requests.allSatisfy { !tells(Array($0.target.utf8)) })
  }

  @Test func `a redirect to another host is not given the tokens`() throws {
    let other = try ScriptedServer { _ in .json(Fixture.page([Fixture.postA])) }
    let world = try AgentWorld()
    for path in ["/posts", "/config", "/conversations"] {
      world.server.on(path, .answer(.redirect(302, to: "http://localhost:\(other.port)\(path)")))
    }
    world.server.on("/stream", .answer(.redirect(307, to: "http://localhost:\(other.port)/stream")))
    let outcome = try world.installation.run(["sync"])
    #expect(outcome.code == 75 || outcome.code == 0, "\(outcome)")
    for request in other.requests {
      #expect(request.headers.allSatisfy { !tells(Array($0.value.utf8)) }, "\(request)")
    }
    #expect(!tells(Array(world.log.utf8)))
  }

  @Test func `agents and hosts make no core dump, and print no memory when they crash`() throws {
    let world = try AgentWorld()
    let agent = try world.startAgent()
    let limits = String(decoding: AgentWorld.read("/proc/\(agent.child)/limits"), as: UTF8.self)
    #expect(
      limits.split(separator: "\n").contains {
        $0.split(separator: " ").starts(with: ["Max", "core", "file", "size", "0", "0"])
      }, "\(limits)")
    let host = try JSONLinesHost(world.installation)
    #expect(host.event("show-hub") != nil)
    // A file of the process belongs to root when it makes no dump, and to its user when it does.
    if getuid() != 0 {
      var about = stat()
      for process in [agent.child, host.process.child] {
        #expect(stat("/proc/\(process)/environ", &about) == 0 && about.st_uid == 0)
      }
    }
    for process in [agent.child, host.process.child] { kill(process, SIGSEGV) }
    #expect(agent.finish() == .killed(signal: SIGSEGV))
    #expect(host.process.finish() == .killed(signal: SIGSEGV))
    // Nor does the language's runtime print what is in registers and memory.
    for text in [agent.errorText, host.process.errorText] {
      #expect(!text.contains("Registers"), "\(text)")
    }
  }
}
