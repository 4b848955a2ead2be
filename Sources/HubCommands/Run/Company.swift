import HubFrontEnds
import HubHosting
import HubLog
import HubLoop
import HubModel
import HubStore
import HubSystem

/// What a running host has around it: its control socket, an eye on the store, and the agent.
final class Company {
  /// Milliseconds until the store is watched: ending a watch takes the system some 15 ms, which a host
  /// that is only asked something should not wait for.
  static let watchDelay: UInt64 = 50

  private let door: ControlDoor?
  private var watcher: StoreWatcher?
  private let loop: EventLoop
  private let session: HubSession
  private let agent: AgentCompanion?

  /// Starts them, the last two a little later; without one of them the host goes on, and says what is
  /// missing.
  init(
    stage: Stage, loop: EventLoop, folder: String, context: CommandContext, app: AppDescription,
    agent: AgentCompanion?
  ) {
    self.agent = agent
    self.loop = loop
    session = stage.session
    do throws(CommandError) {
      door = try ControlDoor(
        stage.session, loop: loop,
        folder: try ControlFolder(places: context.places, appID: app.id, dataFolder: folder))
    } catch {
      context.console.warning(error.message)
      door = nil
    }
    do throws(EventLoop.Fault) {
      let console = context.console
      _ = try loop.addTimer(afterMilliseconds: Self.watchDelay) { [unowned self] _ in
        watch(folder, console)
        agent?.begin()
      }
    } catch {
      Log.error("The store cannot be watched: \(error)")
    }
  }

  private func watch(_ folder: String, _ console: Console) {
    let session = session
    let loop = loop
    let watcher: StoreWatcher
    do throws(CommandError) {
      watcher = try StoreWatcher(folder: folder, file: HubStore.fileName)
    } catch {
      return console.warning(error.message)
    }
    self.watcher = watcher
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

  /// Ends them, so that no client waits for a host that leaves.
  func leave() {
    door?.close()
    if let watcher { try? loop.unwatch(watcher.descriptor) }
    agent?.end()
  }
}
