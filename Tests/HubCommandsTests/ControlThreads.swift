import CLinux
import Glibc

@testable import HubCommands
@testable import HubHosting
@testable import HubSystem

/// Runs a server until it has served one peer.
final class ServerThread: @unchecked Sendable {
  // The server is touched by this thread alone between init and join.
  let server: ControlServer
  private var thread = pthread_t()

  init(_ server: ControlServer) {
    self.server = server
    pthread_create(
      &thread, nil,
      { argument in
        guard let argument else { return nil }
        let me = Unmanaged<ServerThread>.fromOpaque(argument).takeUnretainedValue()
        var served = false
        while !served || !me.server.connections.isEmpty {
          var entry = pollfd(fd: me.server.descriptor, events: Int16(POLLIN), revents: 0)
          guard poll(&entry, 1, 10_000) > 0 else { return nil }
          me.server.ready()
          served = true
        }
        return nil
      }, Unmanaged.passUnretained(self).toOpaque())
  }

  func join() {
    pthread_join(thread, nil)
  }
}

/// Takes one peer and sends it bytes, whatever it asked.
final class RawAnswer: @unchecked Sendable {
  // Everything is set before the thread starts and only read by it.
  private let listener: Int32
  private let bytes: [UInt8]
  private var thread = pthread_t()

  init(_ listener: Int32, _ bytes: [UInt8]) {
    self.listener = listener
    self.bytes = bytes
    pthread_create(
      &thread, nil,
      { argument in
        guard let argument else { return nil }
        let me = Unmanaged<RawAnswer>.fromOpaque(argument).takeUnretainedValue()
        var entry = pollfd(fd: me.listener, events: Int16(POLLIN), revents: 0)
        guard poll(&entry, 1, 10_000) > 0 else { return nil }
        let peer = accept(me.listener, __SOCKADDR_ARG(__sockaddr__: nil), nil)
        var sent = 0
        while sent < me.bytes.count {
          let count = me.bytes.withUnsafeBytes {
            Glibc.send(
              peer, $0.baseAddress?.advanced(by: sent), $0.count - sent, Int32(MSG_NOSIGNAL))
          }
          guard count > 0 else { break }
          sent += count
        }
        shutdown(peer, Int32(SHUT_WR))
        var byte: UInt8 = 0
        while recv(peer, &byte, 1, 0) > 0 {}
        close(peer)
        return nil
      }, Unmanaged.passUnretained(self).toOpaque())
  }

  func join() {
    pthread_join(thread, nil)
  }
}
