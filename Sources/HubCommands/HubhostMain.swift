import Glibc
import HubFrontEnds
import HubLog
import HubOptions
import HubStore
package import HubSystem

/// The whole of `hubhost` under its executable.
package struct HubhostMain {
  /// What a shell shows for a process that SIGPIPE ended; said without a word when the reader of our
  /// output left.
  package static let readerLeft: Int32 = 141

  let environment: Environment
  let places: Places
  let input: Int32
  let output: OutputChannel
  let console: Console
  let seams: CommandSeams

  /// - Parameters:
  ///   - environment: the variables that count.
  ///   - input: the descriptor of standard input; like the other two it stays the caller's.
  ///   - output: the descriptor of standard output.
  ///   - error: the descriptor of standard error.
  ///   - places: where files stand.
  ///   - seams: the rooms beyond this one.
  package init(
    environment: Environment, input: Int32 = 0, output: Int32 = 1, error: Int32 = 2,
    places: Places, seams: CommandSeams
  ) {
    self.environment = environment
    self.places = places
    self.input = input
    self.output = OutputChannel(descriptor: output)
    console = Console(descriptor: error)
    self.seams = seams
  }

  /// Runs the command that the arguments name, without the program's name, on the process's streams.
  ///
  /// SIGPIPE is ignored from here on.
  ///
  /// - Returns: the exit code.
  package static func run(
    arguments: [String], environment: @autoclosure () -> [String: String], seams: CommandSeams
  ) -> Int32 {
    signal(SIGPIPE, SIG_IGN)
    // How `frontends` looks at one plug-in in a process of its own; not for people.
    if arguments.count == 2, arguments[0] == DescribeCommand.name {
      return DescribeCommand.run(path: arguments[1])
    }
    if arguments.first == CheckCommand.childName {
      return CheckCommand.runChild(Array(arguments.dropFirst()))
    }
    // The process of one front end that did not come with the host; not for people either.
    if arguments.count == 2, arguments[0] == RunnerCommand.name, let host = Int32(arguments[1]) {
      return RunnerCommand.run(host: host)
    }
    let surroundings = Environment(environment())
    let main = HubhostMain(
      environment: surroundings, places: Places(environment: surroundings), seams: seams)
    return main.run(arguments)
  }

  /// Runs the command that the arguments name.
  ///
  /// - Returns: the exit code.
  package func run(_ arguments: [String]) -> Int32 {
    do {
      let code = try dispatch(try ArgumentParser.parse(arguments))
      try output.flush()
      return code
    } catch {
      return end(error)
    }
  }

  /// Tells why the command ends; what it printed before is written as far as possible.
  private func end(_ error: any Error) -> Int32 {
    if let failure = error as? OutputChannel.Failure { return end(failure) }
    if !(error is UsageError) {
      do { try output.flush() } catch { return end(error) }
    }
    switch error {
    case let error as CommandError:
      console.error(error.message)
      return error.code.rawValue
    case let error as UsageError:
      console.error(error.message)
      return error.exitCode.rawValue
    case let error as StoreError:
      console.error(error.message)
      return error.exitCode.rawValue
    default:
      console.error("\(error); this is a fault of hubhost, please report it")
      return ExitCode.software.rawValue
    }
  }

  private func end(_ failure: OutputChannel.Failure) -> Int32 {
    switch failure {
    case .readerLeft: return Self.readerLeft
    case .cannotWrite(let number):
      let cure =
        switch number {
        case EBADF: "standard output is closed, open it"
        case ENOSPC, EDQUOT: "make room"
        default: "check where it goes"
        }
      console.error("cannot write the output: \(SystemError.text(number)); \(cure) and try again")
      return ExitCode.inputOutput.rawValue
    }
  }

  private func dispatch(_ arguments: ParsedArguments) throws -> Int32 {
    if let level = arguments.value(.logLevel).flatMap(LogLevel.init) { console.level = level }
    Log.shared.level = console.level
    if arguments.has(.help) {
      return try say(Help.text(command: arguments.isCommandNamed ? arguments.command : nil))
    }
    if arguments.has(.version) { return try say(Help.version) }
    let context = CommandContext(
      arguments: arguments, environment: environment, places: places, input: input,
      output: output, console: console, seams: seams)
    let first = arguments.operands.first
    switch arguments.command {
    case .run: return seams.runHost(context, try context.app(), first)
    case .open: return try OpenCommand(context: context).run(first ?? "")
    case .action: return try ActionCommand(context: context).run(arguments.operands)
    case .check: return try CheckCommand(context: context).run(first ?? "")
    case .push: return try PushCommand(context: context).run(first ?? "-")
    case .import: return try ImportCommand(context: context).run(arguments.operands)
    case .badge: return try BadgeCommand(context: context).run()
    case .frontends: return try FrontEndsCommand(context: context).run()
    case .new: return try NewCommand(context: context).run(arguments.operands.last ?? "")
    case .help: return try say(Help.text(command: first.flatMap(CommandID.init)))
    case .man: return try say(ManPage.named(first ?? OptionTable.manPages[0]) ?? "")
    case .completions: return try say(Completions.script(for: first ?? "") ?? "")
    }
  }

  private func say(_ text: String) throws(OutputChannel.Failure) -> Int32 {
    try output.write(text)
    return ExitCode.done.rawValue
  }
}
