import CLinux
import Glibc
import HubLoop
import HubOptions
import HubSystem
import HubTestSupport
import Testing

@testable import AgentCommands
@testable import HubCommands

/// The agent's end of its socket, with peers that the test plays.
struct AgentServerTests {
  let runtime: PluginFolder
  let loop: EventLoop

  init() throws {
    runtime = try PluginFolder()
    chmod(runtime.path, 0o700)
    loop = try EventLoop()
  }

  private func folder(owner: UInt32 = getuid()) throws -> ControlFolder {
    let places = Places(
      environment: Environment(["XDG_RUNTIME_DIR": runtime.path]), userID: owner)
    return try ControlFolder(places: places, appID: "a.b", dataFolder: runtime.path)
  }

  private func connect(_ folder: ControlFolder) throws -> LineChannel {
    guard case .connected(let socket) = UnixSocket.connect(folder.agentSocket) else {
      throw SystemCallError("connect")
    }
    return LineChannel(socket)
  }

  private func turn() { for _ in 0..<20 { loop.step(timeoutMilliseconds: 5) } }

  @Test func `a request is heard, and news go to those that they are meant for`() throws {
    let folder = try folder()
    let server = try AgentServer(loop: loop, folder: folder)
    var heard: [AgentRequest] = []
    server.onRequest = { request, peer in
      heard.append(request)
      if request == .host { peer.isHost = true }
    }
    let host = try connect(folder)
    let command = try connect(folder)
    host.send(AgentRequest.host.line)
    command.send(AgentRequest.sync(ticket: 1).line)
    turn()
    #expect(Set(heard) == [.host, .sync(ticket: 1)])
    server.tell(.changed, where: \.isHost)
    server.tell(.bye)
    turn()
    #expect(host.receive().compactMap { AgentNews(line: $0) } == [.changed, .bye])
    #expect(command.receive().compactMap { AgentNews(line: $0) } == [.bye])
    server.close()
    #expect(host.receive().isEmpty && host.isOver)
  }

  @Test func `who comes while the agent leaves is served, who comes later finds no name`() throws {
    let folder = try folder()
    let server = try AgentServer(loop: loop, folder: folder)
    var heard = 0
    server.onRequest = { _, _ in heard += 1 }
    let early = try connect(folder)
    // Not a turn of the loop has taken it yet.
    #expect(try !server.leave())
    early.send(AgentRequest.refresh.line)
    let next = try connect(folder)
    next.send(AgentRequest.refresh.line)
    turn()
    #expect(heard == 2)
    withExtendedLifetime((early, next)) {}
    server.close()

    let lonely = try AgentServer(loop: loop, folder: folder)
    #expect(try lonely.leave())
    if case .refused = UnixSocket.connect(folder.agentSocket) {
    } else {
      Issue.record("an agent that leaves was found")
    }
    lonely.close()
  }

  @Test(arguments: ["no JSON", "{}", "\u{0}", "{\"sync\":true}"])
  func `a peer that sends what is no request is cut off, the others are not`(line: String) throws {
    let folder = try folder()
    let server = try AgentServer(loop: loop, folder: folder)
    var heard = 0
    var left = 0
    server.onRequest = { _, _ in heard += 1 }
    server.onLeave = { _ in left += 1 }
    let good = try connect(folder)
    let bad = try connect(folder)
    bad.send(Array("\(line)\n".utf8) + AgentRequest.refresh.line)
    good.send(AgentRequest.refresh.line)
    turn()
    #expect(heard == 1)
    #expect(left == 1)
    #expect(server.peers.count == 1)
    #expect(bad.receive().isEmpty && bad.isOver)
    server.close()
  }

  @Test func `so many peers are served at once, and one more when one has left`() throws {
    let folder = try folder()
    let server = try AgentServer(loop: loop, folder: folder)
    var peers: [LineChannel] = []
    while peers.count < AgentServer.maximumPeers {
      for _ in 0..<16 { peers.append(try connect(folder)) }
      turn()
    }
    #expect(server.peers.count == AgentServer.maximumPeers)
    let late = try connect(folder)
    turn()
    #expect(late.receive().isEmpty && late.isOver)
    peers.removeLast()
    turn()
    #expect(server.peers.count == AgentServer.maximumPeers - 1)
    let later = try connect(folder)
    turn()
    #expect(later.receive().isEmpty && !later.isOver)
    server.close()
  }

  @Test(.enabled(if: getuid() == 0, "needs root for a folder of somebody else: not tested here"))
  func `a peer of another user is turned away before it is heard`() throws {
    let stranger: UInt32 = 65_534
    for path in [runtime.path, runtime["hubhost"]] {
      mkdir(path, 0o700)
      chown(path, stranger, stranger)
    }
    let own = ControlFolder.name(appID: "a.b", dataFolder: Paths.canonical(runtime.path))
    mkdir(runtime["hubhost/\(own)"], 0o700)
    chown(runtime["hubhost/\(own)"], stranger, stranger)
    let folder = try folder(owner: stranger)
    let server = try AgentServer(loop: loop, folder: folder)
    var heard = 0
    server.onRequest = { _, _ in heard += 1 }
    let peer = try connect(folder)
    peer.send(AgentRequest.host.line)
    turn()
    #expect(heard == 0)
    #expect(server.peers.isEmpty)
    #expect(peer.receive().isEmpty && peer.isOver)
    // Nor does a command or a host say anything to an agent of another user.
    var code: Int32?
    do throws(CommandError) {
      _ = try AgentClient.running(in: folder)
    } catch {
      code = error.code.rawValue
    }
    #expect(code == 77)
    server.close()
  }
}
