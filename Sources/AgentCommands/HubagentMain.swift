import Glibc
import HubLog
import HubModel
import HubOptions
import HubStore
import HubSystem

/// The whole of `hubagent` under its executable.
package enum HubagentMain {
  static let program = "hubagent"

  /// Runs the agent until it has nothing more to do, or is told to end.
  ///
  /// The arguments are those of `hubhost agent`.
  ///
  /// - Returns: the exit code.
  package static func run(arguments: [String], environment: [String: String]) -> Int32 {
    signal(SIGPIPE, SIG_IGN)
    Secrecy.keepFromDumps()
    Secrecy.forbidCores()
    let console = Console(descriptor: STDERR_FILENO, program: program)
    do {
      let parsed = try ArgumentParser.parse([CommandID.agent.rawValue] + arguments)
      return try run(parsed, Environment(environment), console).rawValue
    } catch let error as UsageError {
      console.error(error.message)
      return error.exitCode.rawValue
    } catch let error as CommandError {
      console.error(error.message)
      return error.code.rawValue
    } catch let error as StoreError {
      console.error(error.message)
      return error.exitCode.rawValue
    } catch {
      console.error("\(error)")
      return ExitCode.unavailable.rawValue
    }
  }

  private static func run(
    _ arguments: ParsedArguments, _ environment: Environment, _ console: Console
  ) throws -> ExitCode {
    if let level = arguments.value(.logLevel).flatMap(LogLevel.init) { console.level = level }
    Log.shared.level = console.level
    if arguments.has(.help) { return try say(Help.text(command: .agent)) }
    if arguments.has(.version) { return try say(Help.version) }
    let places = Places(environment: environment)
    let process = try AgentProcess(
      source: AppSource(
        path: try places.appFile(option: arguments.value(.app)), console: console),
      dataOption: arguments.value(.data), places: places, stays: arguments.has(.stay))
    let reason = try process.run()
    Log.debug("The agent ends: \(reason)")
    return .done
  }

  private static func say(_ text: String) throws(OutputChannel.Failure) -> ExitCode {
    let output = OutputChannel(descriptor: STDOUT_FILENO)
    try output.write(text)
    try output.flush()
    return .done
  }
}

/// The app file, read now and again.
struct AppSource {
  let path: String
  let console: Console

  /// The app, with warnings told.
  ///
  /// - Throws: codes 66, 74 and 78.
  func read() throws(CommandError) -> AppDescription {
    let file = try AppFile.load(path)
    for warning in file.warnings { console.warning(warning) }
    return file.description
  }
}
