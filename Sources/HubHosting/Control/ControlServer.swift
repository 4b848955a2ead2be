import CLinux
import Glibc
import HubOptions
package import HubSystem

/// The host's end of the control socket, driven by the host's loop through one descriptor.
///
/// The loop watches `descriptor` for reading and calls `ready()`. Nothing here blocks: peers that are
/// slow, silent or too long cost at most `maximumConnections` buffers of one line, for `patience`.
/// A peer that is not the user is dropped before a byte of it is read. Use from one thread.
package final class ControlServer {
  /// Peers served at once; more are turned away.
  package static let maximumConnections = 16
  /// Seconds that a peer has for its request, and again for taking the answer.
  package static let patience = 10

  /// Names one request until it is answered.
  package struct Ticket: Hashable, Sendable {
    let number: UInt64
  }

  /// Called by `ready()` for each request; answer with `answer(_:_:)`, now or later.
  package var handler: (ControlRequest, Ticket) -> Void = { _, _ in }

  let listener: ControlListener
  let poller: Poller
  let timer: Descriptor
  let userID: UInt32
  let peerUserID: (Int32) -> UInt32?
  let now: () -> Int
  var connections: [UInt64: ControlConnection] = [:]
  private var nextNumber: UInt64 = 2
  /// Set while the process has no descriptor left to take a peer with.
  private var isPaused = false

  private static let listenerKey: UInt64 = 0
  private static let timerKey: UInt64 = 1

  /// Listens in the folder.
  ///
  /// - Parameters:
  ///   - folder: where the socket goes.
  ///   - peerUserID: who is at the other end of a descriptor; nil counts as a stranger.
  ///   - now: seconds of a clock that only goes forward.
  /// - Throws: code 73 when the socket cannot be made, 78 when its path would be too long.
  package init(
    folder: ControlFolder, peerUserID: @escaping (Int32) -> UInt32?,
    now: @escaping () -> Int
  ) throws(CommandError) {
    listener = try ControlListener(folder: folder)
    let flags = Int32(TFD_NONBLOCK | TFD_CLOEXEC)
    guard let poller = Poller(), let timer = Descriptor(timerfd_create(CLOCK_MONOTONIC, flags))
    else {
      throw CommandError(
        .unavailable, "cannot watch the control socket: \(SystemError.text(errno)); try again later"
      )
    }
    poller.add(timer.number, key: Self.timerKey, .read)
    self.poller = poller
    self.timer = timer
    userID = folder.userID
    self.peerUserID = peerUserID
    self.now = now
    poller.add(listener.socket.number, key: Self.listenerKey, .read)
  }

  /// Listens in the folder, with the system's word for who is there and what time it is.
  ///
  /// - Throws: code 73 when the socket cannot be made, 78 when its path would be too long.
  package convenience init(folder: ControlFolder) throws(CommandError) {
    try self.init(folder: folder, peerUserID: UnixSocket.peerUserID, now: MonotonicClock.seconds)
  }

  /// The path of the socket.
  package var path: String { listener.path }

  /// Readable when `ready()` has something to do.
  package var descriptor: Int32 { poller.descriptor }

  /// Does what can be done now.
  package func ready() {
    for event in poller.ready() {
      switch event {
      case Self.listenerKey: takePeers()
      case Self.timerKey: tick()
      default: serve(event)
      }
    }
  }

  /// Answers a request; one whose peer left is forgotten without a word.
  package func answer(_ ticket: Ticket, _ answer: ControlAnswer) {
    guard let connection = connections[ticket.number], connection.isWaiting else { return }
    connection.answer(answer.line, until: now() + Self.patience)
    serve(ticket.number)
  }

  // MARK: Peers

  private func takePeers() {
    while true {
      let flags = Int32(SOCK_NONBLOCK.rawValue | SOCK_CLOEXEC.rawValue)
      guard
        let peer = unsafe Descriptor(
          accept4(listener.socket.number, __SOCKADDR_ARG(__sockaddr__: nil), nil, flags))
      else {
        if errno == EINTR || errno == ECONNABORTED { continue }
        if errno == EMFILE || errno == ENFILE { pause(true) }
        return
      }
      guard connections.count < Self.maximumConnections, peerUserID(peer.number) == userID else {
        continue
      }
      let number = nextNumber
      nextNumber += 1
      poller.add(peer.number, key: number, .read)
      connections[number] = ControlConnection(peer, until: now() + Self.patience)
      if connections.count == 1 { setTimer() }
    }
  }

  private func serve(_ number: UInt64) {
    guard let connection = connections[number] else { return }
    switch connection.advance() {
    case .request(let request):
      poller.change(connection.descriptor, key: number, .hangUp)
      handler(request, Ticket(number: number))
    case .wait(let interest): poller.change(connection.descriptor, key: number, interest)
    case .over:
      connections[number] = nil
      setTimer()
    }
  }

  // MARK: Time

  /// Drops the peers whose time is over, and listens again where it had to stop.
  func tick() {
    var count: UInt64 = 0
    unsafe read(timer.number, &count, MemoryLayout<UInt64>.size)
    let time = now()
    connections = connections.filter { !$0.value.isOverdue(time) }
    pause(false)
    setTimer()
  }

  private func pause(_ pausing: Bool) {
    guard pausing != isPaused else { return }
    isPaused = pausing
    poller.change(listener.socket.number, key: Self.listenerKey, pausing ? .hangUp : .read)
    setTimer()
  }

  /// Ticks once a second while somebody's patience has to be watched.
  private func setTimer() {
    var period = itimerspec()
    if !connections.isEmpty || isPaused {
      period.it_value.tv_sec = 1
      period.it_interval.tv_sec = 1
    }
    unsafe timerfd_settime(timer.number, 0, &period, nil)
  }
}

extension ControlServer.Ticket: CustomStringConvertible {
  package var description: String { "request \(number)" }
}
