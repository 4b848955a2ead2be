import HubCore
import HubFrontEnds
import HubLog
import HubModel
import HubStore

/// What a running host has around it: its control socket, and an eye on the store.
final class Company {
  private let server: ControlServer?
  private let watcher: StoreWatcher?
  private let loop: EventLoop
  private let session: HubSession

  /// Starts both; without one of them the host goes on, and says what is missing.
  init(stage: Stage, loop: EventLoop, folder: String, context: CommandContext, app: AppDescription)
  {
    self.loop = loop
    session = stage.session
    do throws(CommandError) {
      server = try ControlServer(
        folder: try ControlFolder(places: context.places, appID: app.id, dataFolder: folder))
    } catch {
      context.console.warning(error.message)
      server = nil
    }
    do throws(CommandError) {
      watcher = try StoreWatcher(folder: folder, file: HubStore.fileName)
    } catch {
      context.console.warning(error.message)
      watcher = nil
    }
    serve()
    watch(context.console)
  }

  private func serve() {
    guard let server else { return }
    let session = session
    server.handler = { [unowned server] request, ticket in
      switch request {
      case .open(let url):
        _ = session.open(url) { handled, opened in
          server.answer(
            ticket,
            ControlAnswer(
              opened: opened.map {
                ControlAnswer.Opened(url: $0.url, by: $0.by.rawValue, reason: $0.reason)
              }, handled: handled))
        }
      }
    }
    do throws(EventLoop.Fault) {
      try loop.watch(server.descriptor, .readable) { _ in server.ready() }
    } catch {
      Log.error("The control socket cannot be watched: \(error)")
    }
  }

  private func watch(_ console: Console) {
    guard let watcher else { return }
    let session = session
    let loop = loop
    do throws(EventLoop.Fault) {
      try loop.watch(watcher.descriptor, .readable) { _ in
        do throws(CommandError) {
          let news = try watcher.drain()
          if !news.isEmpty { session.noticeChangesByOthers() }
        } catch {
          console.warning(error.message)
          try? loop.unwatch(watcher.descriptor)
        }
      }
    } catch {
      Log.error("The store cannot be watched: \(error)")
    }
    // What was written between opening and watching.
    session.noticeChangesByOthers()
  }

  /// Ends both, so that no client waits for a host that leaves.
  func leave() {
    if let server { try? loop.unwatch(server.descriptor) }
    if let watcher { try? loop.unwatch(watcher.descriptor) }
  }
}
