/// What `--help` and `--version` print.
package enum Help {
  /// No line is wider, in columns.
  package static let width = 80

  /// The help of one command, or of `hubhost` itself when none is named; ends with a newline.
  package static func text(command: CommandID?) -> String {
    guard let command else { return overview }
    return text(of: OptionTable.command(command))
  }

  /// What `hubhost --version` prints; ends with a newline.
  package static var version: String { "hubhost \(OptionTable.version)\n" }

  /// How a command is called, such as `hubhost open [OPTIONS] URL`.
  static func synopsis(_ command: CommandSpec) -> String {
    let name = command.id == OptionTable.defaultCommand ? "[\(command.name)]" : command.name
    let operands = command.operands.map { " " + $0.synopsis } ?? ""
    return "hubhost \(name) [OPTIONS]\(operands)"
  }

  private static var overview: String {
    var text = "hubhost - \(OptionTable.summary)\n\nExamples:\n"
    let shown: [CommandID] = [.run, .open, .import, .badge]
    let examples = shown.flatMap { OptionTable.command($0).examples }
    text += rows(examples.map { ($0.line, $0.help) })
    text += "\nUsage:\n  hubhost [COMMAND] [OPTIONS] [OPERANDS]\n\nCommands:\n"
    text += rows(
      OptionTable.commands.map { ($0.name, $0.summary) }, note: "Without a command, run is meant.")
    text += "\nOptions with every command:\n"
    text += rows(OptionTable.options.filter(\.isGeneral).map(row))
    for command in OptionTable.commands {
      let own = OptionTable.options(of: command.id).filter { !$0.isGeneral }
      guard !own.isEmpty, command.id != .open else { continue }
      let names = command.id == .run ? "run and open" : command.name
      text += "\nOptions of \(names):\n" + rows(own.map(row))
    }
    return text + "\nMore: hubhost COMMAND --help, hubhost man | man -l -\n"
  }

  private static func text(of command: CommandSpec) -> String {
    var text = "hubhost \(command.name) - \(lowercasedFirst(command.summary))\n\nExamples:\n"
    text += rows(command.examples.map { ($0.line, $0.help) })
    text += "\nUsage:\n  \(synopsis(command))\n\n"
    text += command.details.map { wrap($0, indent: 0) }.joined(separator: "\n")
    let options = OptionTable.options(of: command.id)
    let own = options.filter { !$0.isGeneral }
    if !own.isEmpty { text += "\nOptions:\n" + rows(own.map(row)) }
    return text + "\nOptions with every command:\n" + rows(options.filter(\.isGeneral).map(row))
  }
}
