import CLinux
import Glibc
package import HubHosting
import HubOptions
package import HubSystem

/// Asks the newest running host of an app; blocks, for a bounded time.
package struct ControlClient {
  /// Seconds from the first byte of the request to the end of the answer.
  package static let patience = 10

  let folder: ControlFolder
  let peerUserID: (Int32) -> UInt32?
  let patience: Int

  /// - Parameters:
  ///   - folder: where the hosts' sockets are.
  ///   - peerUserID: who is at the other end of a descriptor; nil counts as a stranger.
  ///   - patience: milliseconds for the whole exchange.
  package init(
    folder: ControlFolder, peerUserID: @escaping (Int32) -> UInt32?, patience: Int
  ) {
    self.folder = folder
    self.peerUserID = peerUserID
    self.patience = patience
  }

  package init(folder: ControlFolder) {
    self.init(
      folder: folder, peerUserID: UnixSocket.peerUserID, patience: Self.patience * 1000)
  }

  /// Whether a host listens.
  package var isHostRunning: Bool {
    folder.sockets().contains { path in
      if case .connected(let socket) = UnixSocket.connect(path) {
        return peerUserID(socket.number) == folder.userID
      }
      return false
    }
  }

  /// The answer of the newest host that runs; nil when none does.
  ///
  /// - Throws: code 77 when the socket is not the user's, 75 when the host does not answer in time,
  ///   69 when what it says is no answer.
  package func ask(_ request: ControlRequest) throws(CommandError) -> ControlAnswer? {
    for path in folder.sockets() {
      switch UnixSocket.connect(path) {
      case .connected(let socket):
        guard peerUserID(socket.number) == folder.userID else {
          throw CommandError(
            .refused,
            "the socket \(path) belongs to another user, so nothing was sent to it; remove it")
        }
        if let answer = try exchange(request, socket.number) { return answer }
      case .refused: unsafe unlink(path)
      case .failed(EAGAIN): throw Self.tooSlow
      case .failed(let number):
        throw CommandError(
          .unavailable,
          "cannot reach the host at \(path): \(SystemError.text(number)); end that host and try again"
        )
      }
    }
    return nil
  }

  /// Nil when the host ended before it answered.
  private func exchange(
    _ request: ControlRequest, _ socket: Int32
  ) throws(CommandError) -> ControlAnswer? {
    let deadline = MonotonicClock.milliseconds() + patience
    guard try send(request.line, socket, deadline) else { return nil }
    guard let line = try receive(socket, deadline) else { return nil }
    guard let answer = ControlAnswer(line: line) else {
      throw CommandError(
        .unavailable, "the running host gave no answer that makes sense; end it and try again")
    }
    return answer
  }

  private func send(
    _ line: [UInt8], _ socket: Int32, _ deadline: Int
  ) throws(CommandError) -> Bool {
    var rest = line[...]
    while !rest.isEmpty {
      let count = unsafe rest.withUnsafeBytes {
        unsafe Glibc.send(socket, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL))
      }
      if count >= 0 {
        rest = rest.dropFirst(count)
      } else if errno == EAGAIN {
        try wait(socket, POLLOUT, deadline)
      } else if errno != EINTR {
        return false
      }
    }
    return true
  }

  private func receive(_ socket: Int32, _ deadline: Int) throws(CommandError) -> [UInt8]? {
    var bytes: [UInt8] = []
    var chunk = [UInt8](repeating: 0, count: 4096)
    while bytes.count <= ControlLine.maximumLength {
      let count = unsafe chunk.withUnsafeMutableBytes {
        unsafe recv(socket, $0.baseAddress, $0.count, 0)
      }
      if count > 0 {
        let end = chunk[..<count].firstIndex(of: UInt8(ascii: "\n"))
        bytes += chunk[..<(end ?? count)]
        if end != nil, bytes.count <= ControlLine.maximumLength { return bytes }
      } else if count < 0, errno == EAGAIN {
        try wait(socket, POLLIN, deadline)
      } else if count == 0 || errno != EINTR {
        return nil
      }
    }
    throw CommandError(
      .unavailable,
      "the running host's answer is longer than \(ControlLine.maximumLength >> 10) KiB; end it and "
        + "try again")
  }

  private func wait(_ socket: Int32, _ event: Int32, _ deadline: Int) throws(CommandError) {
    let left = deadline - MonotonicClock.milliseconds()
    var entry = pollfd(fd: socket, events: Int16(event), revents: 0)
    guard left > 0, unsafe poll(&entry, 1, Int32(left)) != 0 else { throw Self.tooSlow }
  }

  private static let tooSlow = CommandError(
    .tryAgain, "the running host does not answer; try again, or end it and start another")
}
