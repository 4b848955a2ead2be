import HubModel
import HubOptions
import HubSystem

extension CommandContext {
  /// Where the agent of an app is met.
  ///
  /// - Throws: codes 73 and 77.
  func agentFolder(_ app: AppDescription) throws(CommandError) -> ControlFolder {
    try ControlFolder(places: places, appID: app.id, dataFolder: try dataFolder(app))
  }

  /// How the agent of an app is started.
  func agentLaunch(_ app: AppDescription) throws(CommandError) -> AgentLaunch {
    AgentLaunch(
      appFile: try places.appFile(option: arguments.value(.app)), dataFolder: try dataFolder(app),
      environment: environment.variables)
  }

  /// The line to the agent of an app, which is started where none runs.
  ///
  /// - Throws: code 78 when the app file names no server and one is needed, 69 when there is no agent to
  ///   be had.
  func agent(
    of app: AppDescription, needsServer: Bool = true
  ) throws(CommandError) -> AgentClient {
    guard app.hasServer || !needsServer else {
      throw CommandError(
        .badAppFile,
        "the app file names no server; add \"endpoint\" and \"accountToken\" to it")
    }
    let folder = try dataFolder(app)
    try Places.makeDataFolder(folder)
    return try AgentClient.started(in: try agentFolder(app), by: try agentLaunch(app))
  }
}
