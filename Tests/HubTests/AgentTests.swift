import FoundationEssentials
import Glibc
import Hub
import HubTestSupport
import Observation
import Synchronization
import Testing

/// An embedded Hub with a server: the agent that syncs for it.
@Suite(.timeLimit(.minutes(2)))
struct AgentTests {
  private let one = [(id: Fixture.pa, subject: "Gate change")]
  private let two = [(id: Fixture.pb, subject: "Half time")]

  @Test func `a Hub with a server starts the agent, and what comes is in the badge`() throws {
    let server = try PostServer(one)
    let demo = try Demo(server)
    defer { demo.end() }
    let isTold = Atomic(false)
    withObservationTracking {
      _ = demo.hub.sync.status
    } onChange: {
      isTold.store(true, ordering: .relaxed)
    }
    #expect(
      demo.turn { $0.isSynced && $0.hub.badge.newBadge == "1" },
      "\(demo.hub.sync.status)")
    let wasTold = isTold.load(ordering: .relaxed)
    #expect(wasTold)
    let states = demo.events.compactMap { event -> Hub.SyncStatus.State? in
      if case .sync(let status) = event { status.state } else { nil }
    }
    #expect(states.last == .idle)
    #expect(demo.agents.count == 1)
    #expect(demo.notices == [])
    // Refreshing asks the server once more.
    let count = server.requests(to: "/posts").count
    #expect(demo.hub.refresh())
    #expect(demo.turn { _ in server.requests(to: "/posts").count > count })
  }

  @Test func `the app that the agent reads is the user's alone, and no token is an argument`() throws {
    let demo = try Demo(try PostServer(one), token: "acct-secret")
    defer { demo.end() }
    #expect(demo.turn { $0.isSynced }, "\(demo.report)")
    var status = stat()
    #expect(stat(demo.data + "/app.json5", &status) == 0)
    #expect(status.st_mode & 0o777 == 0o600)
    let agent = try #require(demo.agents.first)
    for file in ["cmdline", "environ"] {
      let text = FileManager.default.contents(atPath: "/proc/\(agent)/\(file)") ?? Data()
      #expect(!text.isEmpty)
      #expect(!String(decoding: text, as: UTF8.self).contains("acct-secret"), "\(file)")
    }
    #expect(!"\(demo.hub.app)".contains("acct-secret"))
  }

  @Test func `without an agent nothing is asked, and refreshing says so`() throws {
    let server = try PostServer(one)
    var options = Hub.Options()
    options.agent = .none
    let demo = try Demo(server, options: options)
    defer { demo.end() }
    #expect(!demo.hub.refresh())
    demo.settle()
    #expect(demo.hub.sync.status.state == .offline)
    #expect(demo.agents == [])
    #expect(server.server.requests == [])
    #expect(access(demo.data + "/app.json5", F_OK) != 0)
  }

  @Test func `an app without a server has no agent`() throws {
    let demo = try Demo()
    #expect(!demo.hub.refresh())
    #expect(demo.hub.sync.status.state == .offline)
    #expect(demo.notices == [])
  }

  @Test func `an agent that is not there leaves the Hub offline, with the reason`() throws {
    let folder = try PluginFolder()
    var options = Hub.Options()
    options.agent = .program(folder.path + "/hubagent")
    let demo = try Demo(try PostServer(one), folder: folder, options: options)
    defer { demo.end() }
    #expect(demo.turn { $0.hub.sync.status.state == .offline && $0.hub.sync.status.reason != nil })
    #expect(demo.hub.sync.status.reason?.contains("/hubagent") == true)
    try demo.hub.push(Fixture.push())
    #expect(demo.hub.badge.newBadge == "1")
  }

  @Test func `an agent that dies is started again, and no dead one stays behind`() throws {
    let demo = try Demo(try PostServer(one))
    defer { demo.end() }
    #expect(demo.turn { $0.isSynced }, "\(demo.report)")
    let first = try #require(demo.agents.first)
    kill(first, SIGKILL)
    #expect(demo.turn { $0.hub.sync.status.state == .offline })
    #expect(demo.turn { $0.isSynced && !$0.agents.contains(first) && $0.agents.count == 1 })
    // Collected: it is no child any more.
    #expect(waitpid(first, nil, WNOHANG) == -1)
  }

  @Test func `two Hubs with two servers have an agent each`() throws {
    let (first, second) = (try Demo(try PostServer(one)), try Demo(try PostServer(one + two)))
    defer {
      first.end()
      second.end()
    }
    #expect(first.turn { $0.isSynced && $0.hub.badge.newBadge == "1" })
    #expect(second.turn { $0.isSynced && $0.hub.badge.newBadge == "2" })
    #expect(first.agents.count == 1)
    #expect(second.agents.count == 1)
    #expect(first.agents != second.agents)
  }

  @Test func `two Hubs on the same data share one agent`() throws {
    let server = try PostServer(one)
    let first = try Demo(server)
    let second = try Demo(server, folder: first.folder)
    defer {
      second.hub.close()
      first.end()
    }
    #expect(first.turn { $0.isSynced })
    #expect(second.turn { $0.isSynced && $0.hub.badge.newBadge == "1" })
    #expect(first.agents.count == 1)
  }

  @Test func `another user of the app is taken over by the agent that runs`() throws {
    let server = try PostServer(one)
    let first = try Demo(server, user: "fan-1")
    #expect(first.turn { $0.isSynced })
    let agents = first.agents
    #expect(server.requests(to: "/posts").allSatisfy { $0.item("userID") == "fan-1" })
    first.hub.close()
    let second = try Demo(server, folder: first.folder, user: "fan-2")
    defer { second.end() }
    #expect(second.turn { _ in server.requests(to: "/posts").last?.item("userID") == "fan-2" })
    #expect(second.turn { $0.isSynced })
    #expect(second.agents == agents)
    // What was asked for the first user may still be under way; nothing is after the change.
    let users = server.requests(to: "/posts").map { $0.item("userID") }
    #expect(Set(users.drop { $0 == "fan-1" }) == ["fan-2"])
  }

  @Test(arguments: [0, 60, 200])
  func `a Hub that is closed while it meets its agent leaves no descriptor open`(
    _ milliseconds: Int32
  ) throws {
    let server = try PostServer(one)
    let folder = try PluginFolder()
    let before = openDescriptors(to: folder.path)
    for _ in 0..<3 {
      let demo = try Demo(server, folder: folder)
      demo.settle()
      poll(nil, 0, milliseconds)
      demo.settle()
      demo.hub.close()
      #expect(openDescriptors(to: folder.path) == before)
    }
    try Demo(server, folder: folder).end()
  }
}

/// How many descriptors lead to files and sockets of a folder.
private func openDescriptors(to folder: String) -> Int {
  let names = (try? FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd")) ?? []
  return names.count { name in
    (try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/fd/\(name)"))?
      .hasPrefix(folder) == true
  }
}
