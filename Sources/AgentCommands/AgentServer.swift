import CLinux
import Glibc
import HubLog
import HubLoop
import HubOptions
import HubSystem

/// A host or a command that is connected to the agent.
final class AgentPeer {
  let number: UInt64
  let channel: LineChannel
  /// Whether it said that it is a host.
  var isHost = false
  var screens = AgentRequest.Screens()
  var hearsNotifications = false

  init(number: UInt64, channel: LineChannel) {
    self.number = number
    self.channel = channel
  }

  func send(_ news: AgentNews) {
    channel.send(news.line)
  }
}

/// The agent's end of its socket.
///
/// A peer that is not the user is dropped before a byte of it is read; one that sends what is no
/// request is cut off. Nothing here blocks.
final class AgentServer {
  /// Peers served at once; more are turned away.
  static let maximumPeers = 64

  /// Called for each request.
  var onRequest: (AgentRequest, AgentPeer) -> Void = { _, _ in }
  /// Called when somebody has come, before a word of it is heard.
  var onArrival: () -> Void = {}
  /// Called when a peer is gone.
  var onLeave: (AgentPeer) -> Void = { _ in }
  private(set) var peers: [UInt64: AgentPeer] = [:]

  private let loop: EventLoop
  private let folder: ControlFolder
  private var listener: ControlListener
  private var lastNumber: UInt64 = 0

  /// Listens in the folder.
  ///
  /// - Throws: code 73 when the socket cannot be made, 78 when its path would be too long.
  init(loop: EventLoop, folder: ControlFolder) throws {
    self.loop = loop
    self.folder = folder
    listener = try ControlListener(agentIn: folder)
    try watch()
  }

  private func watch() throws {
    try loop.watch(listener.socket.number, .readable) { [unowned self] _ in takePeers() }
  }

  /// Tells all peers, or those that a condition holds for.
  func tell(_ news: AgentNews, where isMeant: (AgentPeer) -> Bool = { _ in true }) {
    for peer in peers.values where isMeant(peer) {
      peer.send(news)
      settle(peer)
    }
  }

  /// Tells one peer, if it is still there.
  func tell(_ news: AgentNews, to number: UInt64) {
    guard let peer = peers[number] else { return }
    peer.send(news)
    settle(peer)
  }

  /// Takes the name away, unless somebody has come meanwhile: a peer that connected is never left
  /// without an answer by an agent that leaves because nobody is here.
  ///
  /// - Returns: whether nobody is here; false: it listens again.
  /// - Throws: code 73 when it cannot listen again.
  func leave() throws -> Bool {
    listener.withdraw()
    takePeers()
    guard !peers.isEmpty else { return true }
    try? loop.unwatch(listener.socket.number)
    listener = try ControlListener(agentIn: folder)
    try watch()
    return false
  }

  /// Ends all connections.
  func close() {
    try? loop.unwatch(listener.socket.number)
    for peer in peers.values { try? loop.unwatch(peer.channel.descriptor) }
    peers = [:]
  }

  /// Takes all connections that wait.
  private func takePeers() {
    let flags = Int32(SOCK_NONBLOCK.rawValue | SOCK_CLOEXEC.rawValue)
    while let socket = unsafe Descriptor(
      accept4(listener.socket.number, __SOCKADDR_ARG(__sockaddr__: nil), nil, flags))
    {
      guard peers.count < Self.maximumPeers, UnixSocket.peerUserID(socket.number) == folder.userID
      else {
        continue
      }
      lastNumber += 1
      let peer = AgentPeer(number: lastNumber, channel: LineChannel(socket))
      do throws(EventLoop.Fault) {
        try loop.watch(peer.channel.descriptor, .readable) { [unowned self] _ in serve(peer) }
        peers[peer.number] = peer
        onArrival()
      } catch {
        Log.error("A host cannot be served: \(error)")
      }
    }
  }

  private func serve(_ peer: AgentPeer) {
    peer.channel.flush()
    for line in peer.channel.receive() {
      guard peers[peer.number] != nil else { return }
      guard let request = AgentRequest(line: line) else {
        Log.warning("A peer sent what is no request; use hubhost and hubagent of one version")
        return drop(peer)
      }
      onRequest(request, peer)
    }
    settle(peer)
  }

  /// Watches for writing while something waits to be written; drops a peer that left.
  private func settle(_ peer: AgentPeer) {
    guard peers[peer.number] != nil else { return }
    if peer.channel.isOver { return drop(peer) }
    let events: EventLoop.Events = peer.channel.hasBacklog ? [.readable, .writable] : .readable
    try? loop.modify(peer.channel.descriptor, events)
  }

  private func drop(_ peer: AgentPeer) {
    guard peers.removeValue(forKey: peer.number) != nil else { return }
    try? loop.unwatch(peer.channel.descriptor)
    onLeave(peer)
  }
}
