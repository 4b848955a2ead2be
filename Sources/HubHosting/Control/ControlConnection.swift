import CLinux
import Glibc
import HubSystem

/// One peer of the control server: its request line, then our answer, then the end.
final class ControlConnection {
  /// What the server does next.
  enum Step {
    case request(ControlRequest)
    case wait(Poller.Interest)
    case over
  }

  private enum State {
    case reading
    /// The request is with the host, which answers when it wants.
    case waiting
    case writing
  }

  private let socket: Descriptor
  private var state = State.reading
  /// The request as far as it came, then what is left of the answer.
  private var bytes: [UInt8] = []
  private var deadline: Int

  init(_ socket: consuming Descriptor, until deadline: Int) {
    self.socket = socket
    self.deadline = deadline
  }

  var descriptor: Int32 { socket.number }

  var isWaiting: Bool { state == .waiting }

  func isOverdue(_ time: Int) -> Bool { state != .waiting && time > deadline }

  func answer(_ line: [UInt8], until deadline: Int) {
    bytes = line
    state = .writing
    self.deadline = deadline
  }

  /// Reads or writes what can be without waiting.
  func advance() -> Step {
    switch state {
    case .reading: read()
    case .waiting: .over  // Only a hang-up wakes a waiting peer.
    case .writing: write()
    }
  }

  private func read() -> Step {
    var chunk = [UInt8](repeating: 0, count: 4096)
    while true {
      let count = unsafe chunk.withUnsafeMutableBytes {
        unsafe recv(socket.number, $0.baseAddress, $0.count, 0)
      }
      if count < 0, errno == EINTR { continue }
      if count < 0, errno == EAGAIN { return .wait(.read) }
      guard count > 0 else { return .over }
      let end = chunk[..<count].firstIndex(of: UInt8(ascii: "\n"))
      bytes += chunk[..<(end ?? count)]
      guard bytes.count <= ControlLine.maximumLength else {
        return refuse("the request is longer than \(ControlLine.maximumLength >> 10) KiB")
      }
      guard end != nil else { continue }
      guard let request = ControlRequest(line: bytes) else {
        return refuse("this host does not know the request; use the hubhost of the same version")
      }
      bytes = []
      state = .waiting
      return .request(request)
    }
  }

  private func refuse(_ problem: String) -> Step {
    answer(ControlAnswer(opened: [], handled: false, problem: problem).line, until: deadline)
    return write()
  }

  private func write() -> Step {
    while !bytes.isEmpty {
      let count = unsafe bytes.withUnsafeBytes {
        unsafe send(socket.number, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL))
      }
      if count < 0, errno == EINTR { continue }
      if count < 0, errno == EAGAIN { return .wait(.write) }
      guard count > 0 else { return .over }
      bytes.removeFirst(count)
    }
    return .over
  }
}
