import CLinux
import Glibc
import HubOptions
import Testing

@testable import HubCommands
@testable import HubHosting
@testable import HubSystem

struct ControlSocketTests {
  let runtime = TemporaryFolder()

  private func folder(_ data: String = "/data", id: String = "a.b") throws -> ControlFolder {
    let places = Places(environment: Environment(["XDG_RUNTIME_DIR": runtime.path]))
    return try ControlFolder(places: places, appID: id, dataFolder: data)
  }

  private func server(
    _ folder: ControlFolder, peer: @escaping (Int32) -> UInt32? = UnixSocket.peerUserID,
    clock: Clock = Clock()
  ) throws -> ControlServer {
    try ControlServer(folder: folder, peerUserID: peer) { clock.time }
  }

  private final class Clock {
    var time = 0
  }

  /// A peer of the server in this thread: sends without waiting, and reads what is there.
  private func connect(_ server: ControlServer) throws -> Int32 {
    guard case .connected(let socket) = UnixSocket.connect(server.path) else {
      throw CommandError(.unavailable, "no connection")
    }
    return dup(socket.number)
  }

  private func send(_ text: String, _ peer: Int32) {
    let bytes = Array(text.utf8)
    var sent = 0
    while sent < bytes.count {
      let count = bytes.withUnsafeBytes {
        Glibc.send(peer, $0.baseAddress?.advanced(by: sent), $0.count - sent, Int32(MSG_NOSIGNAL))
      }
      guard count > 0 else { return }
      sent += count
    }
  }

  /// What the peer can read now; nil once the server has closed and nothing is left.
  private func received(_ peer: Int32) -> String? {
    var buffer = [UInt8](repeating: 0, count: 1 << 20)
    let count = recv(peer, &buffer, buffer.count, Int32(MSG_DONTWAIT))
    if count < 0 { return "" }
    return count == 0 ? nil : String(decoding: buffer[..<count], as: UTF8.self)
  }

  private let answer = ControlAnswer(
    opened: [
      ControlAnswer.Opened(url: "rv://posts/x", by: "router"),
      ControlAnswer.Opened(url: "file:///x", by: "refused", reason: "not \"ours\""),
    ], handled: true)

  // MARK: One exchange

  @Test func `a request reaches the host and its answer comes back`() throws {
    let server = try server(folder())
    var requests: [ControlRequest] = []
    server.handler = { request, ticket in
      requests.append(request)
      server.answer(ticket, answer)
    }
    let peer = try connect(server)
    defer { close(peer) }
    send("{\"open\":\"rv://posts/x\"}\n", peer)
    server.ready()
    server.ready()
    #expect(requests == [.open(url: "rv://posts/x")])
    let line = try #require(received(peer))
    #expect(line.hasSuffix("\n"))
    #expect(ControlAnswer(line: line.utf8.dropLast()) == answer)
    #expect(received(peer) == nil)
    #expect(server.connections.isEmpty)
  }

  @Test func `a request in pieces and an answer that comes later are one exchange`() throws {
    let server = try server(folder())
    var tickets: [ControlServer.Ticket] = []
    server.handler = { tickets.append($1) }
    let peer = try connect(server)
    defer { close(peer) }
    for piece in ["{\"op", "en\":\"a:b\"", "}\n{\"more\":"] {
      send(piece, peer)
      server.ready()
      server.ready()
    }
    try #require(tickets.count == 1)
    #expect(received(peer) == "")
    server.answer(tickets[0], answer)
    #expect(received(peer).flatMap { ControlAnswer(line: $0.utf8.dropLast()) } == answer)
    server.answer(tickets[0], answer)
  }

  @Test func `the blocking client asks a server in another thread`() throws {
    let folder = try folder()
    let server = try server(folder)
    let answer = answer
    server.handler = { server.answer($1, answer) }
    let thread = ServerThread(server)
    defer { thread.join() }
    let received = try ControlClient(folder: folder).ask(.open(url: "rv://posts/x"))
    #expect(received == answer)
  }

  // MARK: Trust

  @Test func `folder and socket are closed to others`() throws {
    let server = try server(folder())
    var status = stat()
    #expect(lstat(server.path, &status) == 0)
    #expect(status.st_mode & 0o777 == 0o600)
    #expect(status.st_mode & S_IFMT == S_IFSOCK)
    #expect(Places.isPrivate(try folder().path, getuid()))
  }

  @Test(arguments: [nil, getuid() + 1])
  func `a stranger, or a peer whom the system does not name, is dropped unread`(
    user: UInt32?
  ) throws {
    let server = try server(folder(), peer: { _ in user })
    server.handler = { _, _ in Issue.record("the request of a stranger was read") }
    let peer = try connect(server)
    defer { close(peer) }
    send("{\"open\":\"a:b\"}\n", peer)
    server.ready()
    server.ready()
    #expect(server.connections.isEmpty)
    #expect(received(peer) ?? "" == "")
  }

  @Test(arguments: [nil, getuid() + 1])
  func `the client sends nothing to a stranger's socket`(user: UInt32?) throws {
    let folder = try folder()
    let server = try server(folder)
    let client = ControlClient(folder: folder, peerUserID: { _ in user }, patience: 1000)
    let error = #expect(throws: CommandError.self) { try client.ask(.open(url: "a:b")) }
    #expect(error?.code == .refused)
    server.handler = { _, _ in Issue.record("something was sent") }
    server.ready()
    server.ready()
  }

  // MARK: Limits

  @Test func `a request line has a longest length`() throws {
    let server = try server(folder())
    var lengths: [Int] = []
    server.handler = { request, ticket in
      lengths.append(request.line.count - 1)
      server.answer(ticket, answer)
    }
    let frame = "{\"open\":\"\"}".utf8.count
    for excess in [0, 1] {
      let peer = try connect(server)
      defer { close(peer) }
      let url = String(repeating: "x", count: ControlLine.maximumLength - frame + excess)
      send("{\"open\":\"\(url)\"}\n", peer)
      server.ready()
      server.ready()
      let line = received(peer) ?? ""
      let problem = ControlAnswer(line: line.utf8.dropLast())?.problem
      #expect((problem != nil) == (excess == 1))
    }
    #expect(lengths == [ControlLine.maximumLength])
  }

  @Test func `only so many peers are served at once`() throws {
    let server = try server(folder())
    var peers: [Int32] = []
    defer { for peer in peers { close(peer) } }
    for _ in 0...ControlServer.maximumConnections {
      peers.append(try connect(server))
      server.ready()
    }
    #expect(server.connections.count == ControlServer.maximumConnections)
    #expect(peers.map(received) == peers.dropLast().map { _ in "" } + [nil])
  }

  @Test func `a silent peer is dropped when its time is over`() throws {
    let clock = Clock()
    let server = try server(folder(), clock: clock)
    let peer = try connect(server)
    defer { close(peer) }
    server.ready()
    clock.time = ControlServer.patience
    server.tick()
    #expect(server.connections.count == 1)
    clock.time += 1
    server.tick()
    #expect(server.connections.isEmpty)
    #expect(received(peer) == nil)
  }

  @Test func `a peer whose request is with the host is not dropped`() throws {
    let clock = Clock()
    let server = try server(folder(), clock: clock)
    var tickets: [ControlServer.Ticket] = []
    server.handler = { tickets.append($1) }
    let peer = try connect(server)
    send("{\"open\":\"a:b\"}\n", peer)
    server.ready()
    server.ready()
    clock.time = 100 * ControlServer.patience
    server.tick()
    #expect(server.connections.count == 1)
    close(peer)
    server.ready()
    #expect(server.connections.isEmpty)
    try #require(tickets.count == 1)
    server.answer(tickets[0], answer)
  }

  @Test(arguments: ["", "x", "{}", "[]", "{\"open\":7}", "{\"shut\":\"a:b\"}", "\u{0}"])
  func `a line that is no request is answered with what is wrong`(line: String) throws {
    let server = try server(folder())
    server.handler = { _, _ in Issue.record("this was no request") }
    let peer = try connect(server)
    defer { close(peer) }
    send(line + "\n", peer)
    server.ready()
    server.ready()
    let text = try #require(received(peer))
    #expect(ControlAnswer(line: text.utf8.dropLast())?.problem != nil)
  }

  @Test(arguments: [0, 1])
  func `the client takes an answer up to a length`(excess: Int) throws {
    let folder = try folder()
    let listener = try ControlListener(folder: folder)
    let frame = ControlAnswer(opened: [], handled: true, problem: "").line.count - 1
    let text = String(repeating: "x", count: ControlLine.maximumLength - frame + excess)
    let line = ControlAnswer(opened: [], handled: true, problem: text).line
    let thread = RawAnswer(listener.socket.number, line)
    defer { thread.join() }
    let client = ControlClient(folder: folder)
    if excess == 0 {
      #expect(try client.ask(.open(url: "a:b"))?.problem == text)
    } else {
      let error = #expect(throws: CommandError.self) { try client.ask(.open(url: "a:b")) }
      #expect(error?.code == .unavailable)
    }
  }

  @Test func `a host that does not answer costs the client its patience and no more`() throws {
    let folder = try folder()
    let server = try server(folder)
    let client = ControlClient(folder: folder, peerUserID: UnixSocket.peerUserID, patience: 50)
    let error = #expect(throws: CommandError.self) { try client.ask(.open(url: "a:b")) }
    #expect(error?.code == .tryAgain)
    #expect(server.connections.isEmpty)
  }

  // MARK: Names

  @Test func `nobody there is no error`() throws {
    #expect(try ControlClient(folder: try folder()).ask(.open(url: "a:b")) == nil)
  }

  @Test func `the socket of a host that died is removed by client and host`() throws {
    let folder = try folder()
    func leaveSocket(_ name: String) {
      guard let socket = UnixSocket.make() else { return }
      let number = socket.number
      let path = "\(folder.path)/\(name).sock"
      #expect(UnixSocket.withAddress(path) { hub_bind(number, $0, $1) } == 0)
    }
    leaveSocket("1")
    #expect(folder.sockets().count == 1)
    #expect(try ControlClient(folder: folder).ask(.open(url: "a:b")) == nil)
    #expect(folder.sockets().isEmpty)
    leaveSocket("2")
    let server = try server(folder)
    #expect(folder.sockets() == [server.path])
  }

  @Test func `other files in the folder are left alone`() throws {
    let folder = try folder()
    let name = folder.path.dropFirst(runtime.path.utf8.count + 1) + "/notes.sock"
    runtime.write(String(name), "mine")
    #expect(try ControlClient(folder: folder).ask(.open(url: "a:b")) == nil)
    #expect(access(folder.path + "/notes.sock", F_OK) == 0)
  }

  @Test func `the newest of several hosts is asked`() throws {
    let folder = try folder()
    let older = try server(folder)
    let newer = try server(folder)
    #expect(older.path != newer.path)
    var times = [timespec(tv_sec: 1, tv_nsec: 0), timespec(tv_sec: 1, tv_nsec: 0)]
    #expect(utimensat(AT_FDCWD, older.path, &times, 0) == 0)
    #expect(folder.sockets() == [newer.path, older.path])
  }

  @Test func `a host takes its socket away when it ends`() throws {
    let folder = try folder()
    var server: ControlServer? = try server(folder)
    let path = try #require(server?.path)
    #expect(access(path, F_OK) == 0)
    server = nil
    #expect(access(path, F_OK) != 0)
  }

  @Test func `each app and each data folder has a folder of its own, with a short name`() throws {
    let paths = [
      try folder("/data"), try folder("/data2"), try folder("/data", id: "a.c"),
      try folder("/data", id: String(repeating: "a", count: 100) + ".x"),
      try folder("/data", id: String(repeating: "a", count: 100) + ".y"),
    ].map(\.path)
    #expect(Set(paths).count == paths.count)
    #expect(try folder("/data").path == paths[0])
    for path in paths {
      #expect(path.utf8.count <= runtime.path.utf8.count + "/hubhost/".utf8.count + 32 + 17)
    }
  }

  @Test func `a path that is too long for a socket is refused with a sentence`() throws {
    let most = ControlFolder.maximumPathLength
    #expect(UnixSocket.withAddress(String(repeating: "x", count: most)) { _, _ in 1 } == 1)
    #expect(UnixSocket.withAddress(String(repeating: "x", count: most + 1)) { _, _ in 1 } == nil)
    let long = runtime.path + "/" + String(repeating: "x", count: most)
    mkdir(long, 0o700)
    let places = Places(environment: Environment(["XDG_RUNTIME_DIR": long]))
    let folder = try ControlFolder(places: places, appID: "a.b", dataFolder: "/data")
    let error = #expect(throws: CommandError.self) { try ControlServer(folder: folder) }
    #expect(error?.code == .badAppFile)
    #expect(error?.message.contains("XDG_RUNTIME_DIR") == true)
  }
}
