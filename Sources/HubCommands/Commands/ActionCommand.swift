import HubHosting
import HubModel
import HubOptions
import HubSystem
import HubText

/// `hubhost action`: calls an action of the front end that a running host shows.
struct ActionCommand {
  let context: CommandContext

  /// - Parameter words: the action's name, then `argument=value`.
  /// - Returns: 0 when it was done.
  /// - Throws: code 64 for a name or value that does not go, 69 when no host runs or the action failed.
  func run(_ words: [String]) throws -> Int32 {
    guard let request = ActionRequest(words: words) else {
      let bad = words.dropFirst().first { !($0.dropFirst().contains("=")) } ?? ""
      throw CommandError(
        .usage, "\"\(SafeText.line(bad))\" is no argument of an action; write argument=value")
    }
    let app = try context.app()
    let folder = try ControlFolder(
      places: context.places, appID: app.id, dataFolder: try context.dataFolder(app))
    let asked = ControlRequest.action(request)
    guard asked.line.count <= ControlLine.maximumLength else {
      throw CommandError(
        .usage,
        "the values are longer than \(ControlLine.maximumLength >> 10) KiB together; shorten them")
    }
    guard let answer = try ControlClient(folder: folder).ask(asked) else {
      throw CommandError(
        .unavailable,
        "no host of \(app.name) runs whose front end could do that; start hubhost first")
    }
    guard let problem = answer.problem else {
      try context.output.write("done  \(SafeText.line(request.name))\n")
      return ExitCode.done.rawValue
    }
    throw CommandError(answer.isUsage ? .usage : .unavailable, problem)
  }
}
