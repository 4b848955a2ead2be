import HubSystem

extension CommandSeams {
  /// The rooms as they are in the program.
  package static var live: CommandSeams {
    CommandSeams(
      runHost: RunCommand.run,
      findFrontEnds: { FrontEndRow.all($0.environment, $1) })
  }
}
