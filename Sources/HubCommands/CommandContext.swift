package import HubModel
package import HubOptions
package import HubSystem

/// What every command works with: its arguments, its surroundings, and its three streams.
package struct CommandContext {
  package let arguments: ParsedArguments
  package let environment: Environment
  package let places: Places
  /// The descriptor of standard input.
  package let input: Int32
  package let output: OutputChannel
  package let console: Console
  package let seams: CommandSeams

  /// Reads the app file, and tells what is odd about it; with a token in it this process makes no
  /// core dump any more.
  ///
  /// - Throws: codes 66, 74 and 78.
  package func app() throws(CommandError) -> AppDescription {
    let file = try AppFile.load(try places.appFile(option: arguments.value(.app)))
    if file.description.accountToken != nil || file.description.userToken != nil {
      Secrecy.keepFromDumps()
    }
    for warning in file.warnings { console.warning(warning) }
    return file.description
  }

  /// The data folder of the app, absolute; it may not exist yet.
  ///
  /// - Throws: code 78 when there is no home folder to put it in.
  package func dataFolder(_ app: AppDescription) throws(CommandError) -> String {
    try places.dataFolder(option: arguments.value(.data), appID: app.id)
  }
}

/// What the commands call in rooms that they do not know.
package struct CommandSeams {
  /// Shows the Hub and returns the exit code; the URL is a link that launched the app.
  ///
  /// Used by `run`, and by `open` when no host runs; the app was read and warned about already.
  package var runHost: (CommandContext, AppDescription, _ url: String?) -> Int32
  /// Every front end found, in the order in which they are looked for, with what becomes of it.
  package var findFrontEnds: (CommandContext, FrontEndRules) -> [FrontEndRow]

  package init(
    runHost: @escaping (CommandContext, AppDescription, _ url: String?) -> Int32,
    findFrontEnds: @escaping (CommandContext, FrontEndRules) -> [FrontEndRow]
  ) {
    self.runHost = runHost
    self.findFrontEnds = findFrontEnds
  }
}
