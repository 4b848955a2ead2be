/// An option of `hubhost`; the raw value is its long name without the hyphens.
package enum OptionID: String, CaseIterable, Hashable, Sendable {
  case frontEnd = "frontend"
  case inProcess = "in-process"
  case isolate
  case traceABI = "trace-abi"
  case noAgent = "no-agent"
  case follow
  case pages, format, json, only, seed
  case language, directory
  case stay, pending, push
  case app, data
  case logLevel = "log-level"
  case help, version
}

/// An option as parser, help, man page and completions know it.
package struct OptionSpec: Hashable, Sendable {
  /// What follows the option's name.
  package enum Argument: Hashable, Sendable {
    case none
    case file, directory
    /// The name of a front end, or a path with a `/` in it.
    case frontEnd
    case choice([String])
    /// Text that the command itself understands.
    case words
  }

  package let id: OptionID
  /// One ASCII letter, or nil.
  package let short: Character?
  package let argument: Argument
  /// The argument as help shows it; empty when there is none.
  package let placeholder: String
  /// What holds without the option, in words; nil when that is "no".
  package let fallback: String?
  /// The environment variable that is asked when the option is not given.
  package let environment: String?
  /// One sentence without a full stop, in the imperative.
  package let help: String
  package let commands: Set<CommandID>

  package var long: String { id.rawValue }

  /// False for a switch.
  package var takesArgument: Bool { argument != .none }

  /// The words that the option takes; empty when it takes anything or nothing.
  package var choices: [String] {
    guard case .choice(let choices) = argument else { return [] }
    return choices
  }

  /// Whether the option goes with every command.
  package var isGeneral: Bool { commands.count == CommandID.allCases.count }
}
