import Glibc
import HubFrontEnds
import HubHosting
import HubLog
import HubLoop
package import HubModel
import HubOptions
import HubStore
import HubSystem
import HubText

/// `hubhost run`: shows the Hub with a front end until the user leaves.
package struct RunCommand {
  /// The reason with which a front end ends the host when its output cannot be written.
  static let outputFailed = "output failed"

  let context: CommandContext
  let app: AppDescription

  /// Runs the host; the URL is a link that launched the app.
  ///
  /// - Returns: the exit code; 1 when the URL is not ours.
  package static func run(_ context: CommandContext, _ app: AppDescription, _ url: String?) -> Int32
  {
    do {
      return try RunCommand(context: context, app: app).run(url).rawValue
    } catch let error as CommandError {
      context.console.error(error.message)
      return error.code.rawValue
    } catch let error as StoreError {
      context.console.error(error.message)
      return error.exitCode.rawValue
    } catch {
      context.console.error("\(error)")
      return ExitCode.unavailable.rawValue
    }
  }

  private func run(_ url: String?) throws -> ExitCode {
    let folder = try context.dataFolder(app)
    // A runner loads its front end while the store is opened.
    let early = EarlyRunner(context: context, app: app, dataFolder: folder)
    let store = try openStore(folder)
    let loop = try EventLoop()
    let stage = try Stage(context: context, app: app, store: store, loop: loop, early: early)
    defer { stage.leave() }
    try stage.enter()
    let companion = try companion(stage, loop)
    // The first frame comes before anything else that a host does.
    let taken = stage.session.launch(url: url)
    stage.leavesWhenIdle = true
    stage.session.idleCheck()
    // A host that has shown all it will leaves without having met anybody.
    let company =
      loop.isQuitting
      ? nil
      : Company(
        stage: stage, loop: loop, folder: folder, context: context, app: app, agent: companion)
    let reason = loop.run()
    Log.debug("The loop ended: \(reason)")
    company?.leave()
    stage.leave()
    if let failure = stage.failure { throw failure }
    if reason == Self.outputFailed { return .inputOutput }
    return taken ? stage.exitCode : .notOurs
  }

  /// The line to the agent, which is begun after the first frame; nil where there is to be none.
  private func companion(_ stage: Stage, _ loop: EventLoop) throws -> AgentCompanion? {
    guard !context.arguments.has(.noAgent), stage.session.store.access == .readWrite else {
      return nil
    }
    // Nothing is lacking where an agent without a server cannot be met.
    guard app.hasServer || (try? context.agentFolder(app)) != nil else { return nil }
    let companion = AgentCompanion(
      loop: loop, folder: try context.agentFolder(app),
      launch: app.hasServer ? try context.agentLaunch(app) : nil)
    let session = stage.session
    companion.onStatus = { session.syncChanged() }
    companion.onChange = { session.noticeChangesByOthers() }
    companion.tell = { [console = context.console] in console.warning($0) }
    if app.hasServer {
      session.agent = companion
    } else {
      session.onScreens = { companion.screens(listShown: $0, conversation: $1) }
    }
    return companion
  }

  private func openStore(_ folder: String) throws(StoreError) -> HubStore {
    let store: HubStore
    do {
      store = try HubStore(folder: folder, access: .readWrite)
    } catch  where error.code == .readOnly || error.code == .permission {
      // Reading goes on where it can.
      context.console.warning(error.message)
      store = try HubStore(folder: folder, access: .readOnly)
    }
    for notice in store.openReport.notices { context.console.warning(notice) }
    return store
  }
}
