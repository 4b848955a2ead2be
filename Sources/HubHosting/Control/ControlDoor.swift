import HubCore
package import HubFrontEnds
import HubLog
package import HubLoop
import HubModel
import HubOptions
package import HubSystem
import Synchronization

/// The door of a host: links and actions that are handed in through its control socket.
package final class ControlDoor {
  // Two hosts of one process choose the names of their sockets one after the other.
  private static let naming = Mutex(())

  private let server: ControlServer
  private let loop: EventLoop

  /// Opens the door; it is served by the loop.
  ///
  /// - Throws: code 73 when the socket cannot be made, 78 when its path would be too long.
  package init(
    _ session: HubSession, loop: EventLoop, folder: ControlFolder
  ) throws(CommandError) {
    self.loop = loop
    server = try Self.naming.withLock { (_) throws(CommandError) in
      try ControlServer(folder: folder)
    }
    server.handler = { [unowned server] request, ticket in
      switch request {
      case .open(let url):
        _ = session.open(url) { handled, opened in
          server.answer(ticket, ControlAnswer(handled, opened))
        }
      case .action(let request):
        server.answer(ticket, ControlAnswer(calling: request, in: session))
      }
    }
    do throws(EventLoop.Fault) {
      try loop.watch(server.descriptor, .readable) { [server] _ in server.ready() }
    } catch {
      Log.error("The control socket cannot be watched: \(error)")
    }
  }

  /// Closes it, so that no client waits for a host that leaves.
  package func close() {
    try? loop.unwatch(server.descriptor)
    server.handler = { _, _ in }
  }
}

extension ControlAnswer {
  /// What became of a link, and of what it opened in turn.
  fileprivate init(_ isOurs: Bool, _ opened: [OpenedURL]) {
    // Whether an app with a handler of its own takes the link, only the handler has said.
    self.init(
      opened: opened.map { Opened(url: $0.url, by: $0.by.rawValue, reason: $0.reason) },
      handled: isOurs && opened.first?.by != .refused)
  }

  /// Calls an action and answers with what came of it.
  fileprivate init(calling request: ActionRequest, in session: HubSession) {
    do throws(ActionFault) {
      _ = try session.callAction(request)
      self.init(opened: [], handled: true)
    } catch {
      let isUsage = error.code == .notFound || error.code == .argument
      self.init(opened: [], handled: false, problem: error.message, isUsage: isUsage)
    }
  }
}
