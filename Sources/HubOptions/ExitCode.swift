/// What `hubhost` exits with: 0 and 1, and beyond them the codes of sysexits.h.
package enum ExitCode: Int32, CaseIterable, Hashable, Sendable {
  case done = 0
  case notOurs = 1
  case usage = 64
  case badData = 65
  case noInput = 66
  case unavailable = 69
  case software = 70
  case cannotCreate = 73
  case inputOutput = 74
  case tryAgain = 75
  case refused = 77
  case badAppFile = 78

  /// The meaning, as the man page has it.
  package var meaning: String {
    switch self {
    case .done: "Done."
    case .notOurs:
      "The URL is not ours, as neither the Hub nor the app knows it, or what it asks for was refused."
    case .usage: "The command line is wrong."
    case .badData: "Bad data: a page, a payload or a file that is not what it should be."
    case .noInput: "No such input file."
    case .unavailable: "Unavailable: a front end, a service or a running host that is needed."
    case .software: "A bug of hubhost."
    case .cannotCreate: "A file or folder cannot be created."
    case .inputOutput: "Reading or writing failed."
    case .tryAgain: "Not now; try again later."
    case .refused: "Refused, for trust or for permission."
    case .badAppFile: "The app file is wrong."
    }
  }
}
