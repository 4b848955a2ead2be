/// What can be answered from the tables alone, before anything is opened.
package enum StaticAnswer {
  /// What to print on standard output before leaving with 0, or nil when there is work to do.
  ///
  /// Covers `--help`, `--version`, and the commands `help`, `man` and `completions`.
  package static func text(for arguments: ParsedArguments) -> String? {
    if arguments.has(.help) {
      return Help.text(command: arguments.isCommandNamed ? arguments.command : nil)
    }
    if arguments.has(.version) { return Help.version }
    switch arguments.command {
    case .help:
      return Help.text(command: arguments.operands.first.flatMap(CommandID.init(rawValue:)))
    case .man: return ManPage.named(arguments.operands.first ?? OptionTable.manPages[0])
    case .completions: return arguments.operands.first.flatMap(Completions.script)
    case .run, .open, .action, .push, .import, .sync, .tap, .reply, .notifications, .events,
      .badge, .frontends, .check, .agent, .new:
      return nil
    }
  }
}
