import HubFrontEnds
import HubHosting
import HubLog
import HubLoop
import HubModel
import HubStore
import HubSystem
import HubText

/// Who a Hub works with besides its app: the agent, and whoever hands in links.
extension Engine {
  /// Milliseconds until the agent is looked for: the app shows something first.
  private static let agentDelay: UInt64 = 50

  /// Meets them; without one of them the Hub goes on, and says what is missing.
  func meet(_ app: HubApp, _ options: Hub.Options, _ notices: Notices) {
    let description = session.settings.app
    let hasAgent = options.agent != .none
    guard options.takesLinks || hasAgent && description.hasServer else { return }
    let folder: ControlFolder
    do throws(CommandError) {
      folder = try ControlFolder(
        places: Places(environment: Environment(environment)), appID: description.id,
        dataFolder: dataFolder)
    } catch {
      return notices.tell(error.message)
    }
    if options.takesLinks {
      do throws(CommandError) {
        door = try ControlDoor(session, loop: loop, folder: folder)
      } catch {
        notices.tell(error.message)
      }
    }
    guard hasAgent, session.store.access == .readWrite else { return }
    do throws(HubError) {
      try startAgent(app, options.agent, folder)
    } catch {
      notices.tell(error.message)
    }
  }

  private func startAgent(
    _ app: HubApp, _ agent: Hub.Agent, _ folder: ControlFolder
  ) throws(HubError) {
    let (launch, isNew) =
      session.settings.app.hasServer ? try agentLaunch(app, agent) : (nil, false)
    let companion = AgentCompanion(loop: loop, folder: folder, launch: launch, isAppNew: isNew)
    companion.onChange = { [unowned self] in session.noticeChangesByOthers() }
    companion.tell = { [unowned self] in
      tell(.notice(SafeText.line($0.prefix(1).uppercased() + $0.dropFirst())))
    }
    companion.onStatus = { [unowned self] in
      session.syncChanged()
      syncMoved()
    }
    self.companion = companion
    guard launch != nil else {
      session.onScreens = { [weak companion] in
        companion?.screens(listShown: $0, conversation: $1)
      }
      // It starts nothing, and so keeps nobody waiting.
      return companion.begin()
    }
    session.agent = companion
    syncMoved()
    _ = try? loop.addTimer(afterMilliseconds: Self.agentDelay) { [weak companion] _ in
      companion?.begin()
    }
  }

  private func agentLaunch(
    _ app: HubApp, _ agent: Hub.Agent
  ) throws(HubError) -> (AgentLaunch?, isNew: Bool) {
    let program: String
    do throws(FrontEndError) {
      program = if case .program(let path) = agent { path } else { try Installation.agent() }
    } catch {
      throw HubError(error)
    }
    do throws(CommandError) {
      let (file, isNew) = try agentFile(app)
      let launch = AgentLaunch(
        appFile: file, dataFolder: dataFolder, environment: environment, executable: program)
      return (launch, isNew)
    } catch {
      throw HubError(error)
    }
  }

  /// The app file that the agent reads: the app's own, or one that says what the app says.
  private func agentFile(_ app: HubApp) throws(CommandError) -> (path: String, isNew: Bool) {
    let description = session.settings.app
    if let source = app.source, source.says(description) { return (source.path, false) }
    return try AgentAppFile.write(description, dataFolder: dataFolder)
  }

  private func syncMoved() {
    let status = Hub.SyncStatus(session.syncStatus)
    if sync.set(status) { tell(.sync(status)) }
  }

  /// Leaves them; the agent stays or leaves by its own rules.
  func leaveCompany() {
    door?.close()
    door = nil
    companion?.end()
    companion = nil
  }
}
