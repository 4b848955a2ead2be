import HubCore
import HubHosting
import HubModel
import HubOptions
import HubSystem
import HubText

/// `hubhost open`: gives a URL to the newest running host of the app, or runs one.
struct OpenCommand {
  let context: CommandContext

  /// - Returns: 0 when the URL is ours, 1 when it is not, or what the host that was run returned.
  func run(_ url: String) throws -> Int32 {
    guard AppURL(url) != nil else {
      throw CommandError(
        .usage,
        "\"\(url.prefix(200))\" is no URL; write a scheme, ':' and the rest, at most "
          + "\(AppURL.maximumLength >> 10) KiB")
    }
    let app = try context.app()
    let folder = try ControlFolder(
      places: context.places, appID: app.id, dataFolder: try context.dataFolder(app))
    guard let answer = try ControlClient(folder: folder).ask(.open(url: url)) else {
      return context.seams.runHost(context, app, url)
    }
    for opened in answer.opened {
      try context.output.write(Self.line(opened))
    }
    if let problem = answer.problem { throw CommandError(.unavailable, problem) }
    return answer.handled ? ExitCode.done.rawValue : ExitCode.notOurs.rawValue
  }

  /// Brings up the app: a running host is there already, and where none runs one is.
  func bringUp(_ app: AppDescription) throws -> Int32 {
    let folder = try context.agentFolder(app)
    return ControlClient(folder: folder).isHostRunning
      ? ExitCode.done.rawValue : context.seams.runHost(context, app, nil)
  }

  /// One line for one URL: `opened  URL  by router`, or why it was refused.
  static func line(_ opened: ControlAnswer.Opened) -> String {
    let verb = opened.by == URLOpener.refused.rawValue ? "refused" : "opened"
    var line = "\(verb)  \(opened.url)"
    if verb == "opened" { line += "  by \(opened.by)" }
    if let reason = opened.reason { line += "  (\(reason))" }
    return SafeText.line(line) + "\n"
  }
}
