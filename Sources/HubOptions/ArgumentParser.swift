/// Reads a command line by the option table, as GNU programs do.
///
/// `--name=value`, `--name value`, `-fvalue`, `-f value`; options may stand among operands; `--` ends
/// them; of an option given twice the last one counts. Names are written in full.
package enum ArgumentParser {
  /// Reads the arguments, without the program's name.
  ///
  /// With `--help` or `-h` among the options nothing else needs to be right, but for the command.
  package static func parse(_ arguments: [String]) throws(UsageError) -> ParsedArguments {
    var scan = ArgumentScan()
    do {
      try scan.read(arguments)
      return try ArgumentCheck(scan: scan).result()
    } catch {
      guard error.code != .unknownCommand, asksForHelp(arguments) else { throw error }
      let command = arguments.lazy.compactMap { CommandID(rawValue: $0) }.first
      return ParsedArguments(
        command: command ?? OptionTable.defaultCommand, isCommandNamed: command != nil,
        options: [.help: ""], operands: [])
    }
  }

  private static func asksForHelp(_ arguments: [String]) -> Bool {
    arguments.prefix { $0 != "--" }.contains { $0 == "--help" || $0 == "-h" }
  }
}
