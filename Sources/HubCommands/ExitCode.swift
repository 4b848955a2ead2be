/// What the process says when it ends: the numbers of `sysexits.h`, and two that shells know.
package enum ExitCode: Int32, Hashable, Sendable, CaseIterable {
  /// Done.
  case done = 0
  /// The URL is not ours.
  case notOurs = 1
  /// The command line is wrong.
  case usage = 64
  /// The input is wrong: no push payload, no answer of the wire protocol.
  case badData = 65
  /// An input file is not there or cannot be opened.
  case noInput = 66
  /// Something that the command needs is not there now.
  case unavailable = 69
  /// A bug of ours.
  case internalError = 70
  /// A file or folder cannot be created.
  case cannotCreate = 73
  /// Reading or writing failed: a full disk, a broken device.
  case inputOutput = 74
  /// It may work later: the store is busy.
  case tryAgain = 75
  /// Refused for trust or permission.
  case noPermission = 77
  /// The app file is wrong.
  case badConfiguration = 78
  /// The reader of our output left; what a shell shows for SIGPIPE, and as silent.
  case brokenPipe = 141
}
