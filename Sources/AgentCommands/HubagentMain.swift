import CLinux
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
  /// What tells a file from the same one after it was changed.
  private struct Stamp: Hashable {
    var inode: UInt = 0
    var size = 0
    var seconds = 0
    var nanoseconds = 0
  }

  let path: String
  let console: Console
  private var stamp = Stamp()

  init(path: String, console: Console) {
    self.path = path
    self.console = console
  }

  /// Whether the file is another one than that which was read last.
  var isChanged: Bool { Self.stamp(of: path) != stamp }

  private static func stamp(of path: String) -> Stamp {
    var about = stat()
    guard unsafe stat(path, &about) == 0 else { return Stamp() }
    return Stamp(
      inode: about.st_ino, size: about.st_size, seconds: about.st_mtim.tv_sec,
      nanoseconds: about.st_mtim.tv_nsec)
  }

  /// The app, with warnings told.
  ///
  /// - Throws: codes 66, 74 and 78.
  mutating func read() throws(CommandError) -> AppDescription {
    stamp = Self.stamp(of: path)
    let file = try AppFile.load(path)
    for warning in file.warnings { console.warning(warning) }
    return file.description
  }
}
