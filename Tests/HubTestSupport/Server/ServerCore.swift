import CLinux
import Glibc

/// What the threads of a scripted server share.
final class ServerCore: Sendable {
  struct State {
    var scripts: [String: [ServerPlay]] = [:]
    var requests: [ServerRequest] = []
    var released: Set<String> = []
    var streams: Set<Int32> = []
    var connections: Set<Int32> = []
    var threads: [PlainThread] = []
    var connectionCount = 0
    var isStopping = false
  }

  let state = Monitor(State())
  private let handler: ScriptedServer.Handler

  init(handler: @escaping ScriptedServer.Handler) { self.handler = handler }

  /// Serves a connection on a thread of its own; false when the server is stopping.
  func open(_ connection: Int32) -> Bool {
    state.withLock { state in
      guard !state.isStopping else {
        close(connection)
        return false
      }
      state.connections.insert(connection)
      state.connectionCount += 1
      state.threads.append(PlainThread { self.serve(connection) })
      return true
    }
  }

  func stop() {
    let threads = state.withLock { state in
      state.isStopping = true
      for connection in state.connections { shutdown(connection, Int32(SHUT_RDWR)) }
      return state.threads
    }
    for thread in threads { thread.join() }
  }

  private func serve(_ connection: Int32) {
    var reader = ServerReader(connection)
    while let request = reader.next(), perform(play(for: request), connection) {}
    state.withLock { state in
      state.streams.remove(connection)
      state.connections.remove(connection)
      close(connection)
    }
  }

  private func play(for request: ServerRequest) -> ServerPlay {
    let scripted = state.withLock { state -> ServerPlay? in
      state.requests.append(request)
      guard var plays = state.scripts[request.path], let first = plays.first else { return nil }
      if plays.count > 1 { plays.removeFirst() }
      state.scripts[request.path] = plays
      return first
    }
    return scripted ?? handler(request)
  }

  /// Does what the script says; false when the connection is over.
  private func perform(_ play: ServerPlay, _ connection: Int32) -> Bool {
    switch play {
    case .answer(let answer): return send(answer, connection)
    case .held(let answer, let name):
      state.wait(seconds: 120) { $0.released.contains(name) || $0.isStopping }
      return send(answer, connection)
    case .hang:
      waitForLeaving(connection)
    case .close: break
    case .cut(let answer, let count):
      _ = Self.send(connection, answer.head + answer.framedBody.prefix(count))
    case .drip(let answer, let pause):
      _ = Self.send(connection, answer.head)
      for byte in answer.framedBody {
        guard Self.send(connection, [byte]), !hasLeft(connection, within: pause) else { break }
      }
    case .flood(let answer, let count): flood(answer, count, connection)
    case .raw(let bytes): _ = Self.send(connection, bytes)
    case .stream:
      let head = ServerAnswer(headers: ["content-type: text/event-stream"], framing: .untilClose)
      guard Self.send(connection, head.head) else { return false }
      state.withLock { _ = $0.streams.insert(connection) }
      waitForLeaving(connection)
    }
    return false
  }

  private func send(_ answer: ServerAnswer, _ connection: Int32) -> Bool {
    Self.send(connection, answer.head + answer.framedBody) && !answer.endsConnection
  }

  private func flood(_ answer: ServerAnswer, _ count: Int, _ connection: Int32) {
    var answer = answer
    if answer.framing == .length { answer.framing = .claimed(count) }
    guard Self.send(connection, answer.head) else { return }
    let block = [UInt8](repeating: 0x20, count: 65_536)
    var left = count
    while left > 0, Self.send(connection, Array(block.prefix(left))) { left -= block.count }
  }

  /// Whether the other side closed, within so many milliseconds.
  private func hasLeft(_ connection: Int32, within milliseconds: Int) -> Bool {
    var ready = pollfd(fd: connection, events: Int16(POLLIN), revents: 0)
    return poll(&ready, 1, Int32(milliseconds)) > 0
  }

  private func waitForLeaving(_ connection: Int32) {
    var block = [UInt8](repeating: 0, count: 1_024)
    while read(connection, &block, block.count) > 0 {}
  }

  /// False when the other side takes no more.
  static func send(_ connection: Int32, _ bytes: [UInt8]) -> Bool {
    var left = bytes[...]
    while !left.isEmpty {
      let count = left.withUnsafeBytes {
        Glibc.send(connection, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL))
      }
      if count < 0 && errno == EINTR { continue }
      guard count > 0 else { return false }
      left = left.dropFirst(count)
    }
    return true
  }
}

/// Reads the requests of one connection.
private struct ServerReader {
  /// A request with a longer body is left in the middle of it.
  private static let maxBodyBytes = 16 << 20

  private let connection: Int32
  private var bytes: [UInt8] = []

  init(_ connection: Int32) { self.connection = connection }

  /// The next request; nil when the other side has left or sent what is none.
  mutating func next() -> ServerRequest? {
    let end = Array("\r\n\r\n".utf8)
    var head: [String]?
    while head == nil {
      if let range = bytes.firstRange(of: end) {
        head = String(decoding: bytes[..<range.lowerBound], as: UTF8.self)
          .split(separator: "\r\n").map(String.init)
        bytes.removeFirst(range.upperBound)
      } else if !fill() {
        return nil
      }
    }
    let words = (head?.first ?? "").split(separator: " ").map(String.init)
    guard words.count == 3 else { return nil }
    let headers = (head ?? []).dropFirst().compactMap { line -> ServerRequest.Field? in
      guard let colon = line.firstIndex(of: ":") else { return nil }
      return ServerRequest.Field(
        name: line[..<colon].lowercased(),
        value: String(line[colon...].dropFirst().drop { $0 == " " }))
    }
    var request = ServerRequest(method: words[0], target: words[1], headers: headers, body: [])
    let length = request.values("content-length").first.flatMap { Int($0) } ?? 0
    guard length <= Self.maxBodyBytes else { return nil }
    while bytes.count < length { guard fill() else { return nil } }
    request.body = Array(bytes.prefix(length))
    bytes.removeFirst(length)
    return request
  }

  private mutating func fill() -> Bool {
    var block = [UInt8](repeating: 0, count: 65_536)
    let count = read(connection, &block, block.count)
    if count < 0 && errno == EINTR { return true }
    if count > 0 { bytes += block.prefix(count) }
    // What begins with no letter is no HTTP; the start of an encrypted connection is none.
    return count > 0 && bytes.first.map { $0 >= 0x41 } ?? true
  }
}
