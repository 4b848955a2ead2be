import CLinux
import Glibc
import HubModel
import HubOptions
import HubSystem

/// A command's line to the agent; blocks.
struct AgentClient {
  /// Milliseconds that a started agent has until it listens.
  static let startPatience = 20_000
  private static let attemptInterval: UInt32 = 2_000

  private let channel: LineChannel
  private let received = ReceivedNews()

  private init(_ channel: LineChannel) {
    self.channel = channel
  }

  /// The line to the running agent; nil when none runs.
  static func running(in folder: ControlFolder) throws(CommandError) -> AgentClient? {
    guard case .connected(let socket) = UnixSocket.connect(folder.agentSocket) else { return nil }
    guard UnixSocket.peerUserID(socket.number) == folder.userID else {
      throw CommandError(
        .refused,
        "the socket \(folder.agentSocket) belongs to another user, so nothing was sent to it; remove "
          + "it")
    }
    return AgentClient(LineChannel(socket))
  }

  /// The line to the agent, which is started where none runs.
  ///
  /// - Throws: code 69 when there is none to be had; that of an agent that ends at once.
  static func started(
    in folder: ControlFolder, by launch: AgentLaunch
  ) throws(CommandError) -> AgentClient {
    if let running = try running(in: folder) { return running }
    let process = try launch.start()
    let deadline = MonotonicClock.milliseconds() + Self.startPatience
    var isOurs = true
    while MonotonicClock.milliseconds() < deadline {
      if let running = try running(in: folder) { return running }
      var code: Int32 = 0
      // One that left since another holds the lock is no fault; that one listens soon.
      if isOurs, unsafe waitpid(process, &code, WNOHANG) == process {
        let exit = code & 0x7f == 0 ? code >> 8 & 0xff : nil
        guard exit == ExitCode.tryAgain.rawValue else { throw launch.failure(exit: exit) }
        isOurs = false
      }
      usleep(Self.attemptInterval)
    }
    throw launch.failure(exit: nil)
  }

  /// Asks something that is answered, and waits for the answer for as long as it takes.
  ///
  /// - Throws: code 69 when the agent is gone before.
  func ask(_ request: AgentRequest) throws(CommandError) -> AgentNews {
    send(request)
    while let news = next() {
      switch news {
      case .done, .tapped, .found: return news
      default: continue
      }
    }
    throw CommandError(.unavailable, "the agent ended before it answered; try again")
  }

  func send(_ request: AgentRequest) {
    channel.send(request.line)
  }

  /// Waits for the next news.
  ///
  /// - Parameter output: a descriptor whose reader may leave meanwhile.
  /// - Returns: nil when the agent is gone, or the reader of our output.
  func next(output: Int32? = nil) -> AgentNews? {
    while true {
      if let news = received.take() { return news }
      guard !channel.isOver else { return nil }
      let events = Int16(POLLIN) | (channel.hasBacklog ? Int16(POLLOUT) : 0)
      var entries = [
        pollfd(fd: channel.descriptor, events: events, revents: 0),
        // No event is asked for: a pipe without reader tells all the same.
        pollfd(fd: output ?? -1, events: 0, revents: 0),
      ]
      guard unsafe poll(&entries, nfds_t(entries.count), -1) >= 0 || errno == EINTR else {
        return nil
      }
      if entries[1].revents & Int16(POLLERR) != 0 { return nil }
      channel.flush()
      received.add(channel.receive().compactMap { AgentNews(line: $0) })
    }
  }
}

/// News that came and are not taken yet.
private final class ReceivedNews {
  private var news: ArraySlice<AgentNews> = []

  func add(_ more: [AgentNews]) { news += more }

  func take() -> AgentNews? { news.popFirst() }
}
