import CLinux
import Glibc

/// An HTTP server for tests on 127.0.0.1 that plays answers and faults and records requests.
///
/// Each path has a script: its plays are taken in turn, the last one stays. It runs on threads of
/// its own and stops when it is let go of.
package final class ScriptedServer: Sendable {
  /// Decides about a request that no script is there for.
  package typealias Handler = @Sendable (ServerRequest) -> ServerPlay

  package let port: UInt16
  private let listener: Int32
  private let core: ServerCore
  private let acceptor: PlainThread

  /// Starts a server on a free port.
  ///
  /// Without a script a request is handled by `handler`, which may run on several threads at once.
  package init(handler: @escaping Handler = { _ in .status(404) }) throws {
    listener = socket(AF_INET, Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
    var length = socklen_t(MemoryLayout<sockaddr_in>.size)
    let descriptor = listener
    let isBound = withUnsafeMutablePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { generic in
        hub_bind(descriptor, generic, length) == 0 && listen(descriptor, 64) == 0
          && hub_socket_name(descriptor, generic, &length) == 0
      }
    }
    guard isBound else { throw SystemCallError("a server on 127.0.0.1") }
    port = UInt16(bigEndian: address.sin_port)
    let core = ServerCore(handler: handler)
    self.core = core
    acceptor = PlainThread {
      while true {
        let connection = hub_accept(descriptor)
        guard connection >= 0, core.open(connection) else { return }
      }
    }
  }

  deinit {
    shutdown(listener, Int32(SHUT_RDWR))
    acceptor.join()
    close(listener)
    core.stop()
  }

  /// `http://127.0.0.1:PORT`, without a slash at its end.
  package var base: String { "http://127.0.0.1:\(port)" }

  /// Gives a path its script, whatever the method.
  package func on(_ path: String, _ plays: ServerPlay...) {
    core.state.withLock { $0.scripts[path] = plays }
  }

  /// All requests so far, in the order in which they were read.
  package var requests: [ServerRequest] { core.state.withLock { $0.requests } }

  /// How many connections were made so far.
  package var connectionCount: Int { core.state.withLock { $0.connectionCount } }

  /// Waits until there were so many requests to a path; false when they do not come.
  package func waitForRequests(_ count: Int, to path: String) -> Bool {
    core.state.wait { $0.requests.count { $0.path == path } >= count }
  }

  /// Lets all answers go that are held under a name, now and later.
  package func release(_ name: String) {
    core.state.withLock { _ = $0.released.insert(name) }
  }

  /// How many streams are open.
  package var streamCount: Int { core.state.withLock { $0.streams.count } }

  /// Waits until so many streams are open; false when they do not come.
  package func waitForStreams(_ count: Int) -> Bool {
    core.state.wait { $0.streams.count == count }
  }

  /// Sends text on all open streams.
  package func push(_ text: String) {
    core.state.withLock { state in
      for stream in state.streams { _ = ServerCore.send(stream, Array(text.utf8)) }
    }
  }

  /// Ends all open streams.
  package func endStreams() {
    core.state.withLock { state in
      for stream in state.streams { shutdown(stream, Int32(SHUT_RDWR)) }
    }
  }
}
