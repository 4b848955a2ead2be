import CLinux
import FoundationEssentials
import Glibc
import HubLog

/// The hidden command that does one check in a process of its own.
package enum CheckChild {
  /// The command's name.
  package static let name = "__check"
  /// Where the answer goes: one line of JSON.
  static let answerDescriptor: Int32 = 3

  /// What the child says.
  struct Answer: Codable {
    var outcome: CheckOutcome
    var message: String?
  }

  /// Does the check that the arguments name: id, seed, path.
  ///
  /// With the end of a host behind them this process is that host.
  ///
  /// - Returns: the exit code, 0 when there is an answer.
  package static func run(_ arguments: [String]) -> Int32 {
    guard arguments.count == 3 || arguments.count == 4,
      let check = CheckTable.all.first(where: { $0.id == arguments[0] })
    else { return EX_USAGE }
    // A crash is what the parent wants to see, not a file on the disk.
    var limit = rlimit(rlim_cur: 0, rlim_max: 0)
    unsafe setrlimit(__rlimit_resource_t(RLIMIT_CORE.rawValue), &limit)
    _ = hub_end_with_parent()
    prepare()
    // What the front end logs is not the check's answer.
    Log.shared.level = .critical
    let subject = CheckSubject(
      path: arguments[2], seed: UInt64(arguments[1]) ?? 0,
      hasTerminal: isatty(STDIN_FILENO) == 1 && isatty(STDOUT_FILENO) == 1)
    if arguments.count == 4 {
      guard let end = CheckEnd(rawValue: arguments[3]) else { return EX_USAGE }
      return EndingHost.play(subject, until: end)
    }
    let (outcome, message) = check.outcome(check.body(subject))
    return answer(Answer(outcome: outcome, message: message))
  }

  /// What a host does before it loads anything.
  static func prepare() {
    unsafe setlocale(LC_CTYPE, "")
    signal(SIGPIPE, SIG_IGN)
  }

  private static func answer(_ answer: Answer) -> Int32 {
    guard var line = try? JSONEncoder().encode(answer) else { return EX_SOFTWARE }
    line.append(UInt8(ascii: "\n"))
    let count = unsafe line.withUnsafeBytes {
      unsafe write(answerDescriptor, $0.baseAddress, $0.count)
    }
    return count == line.count ? 0 : EX_IOERR
  }
}
