import Glibc

/// How a front end in a runner came to its end, and in the middle of what.
package struct RunnerEnd: Hashable, Sendable {
  /// What ended it.
  package enum Cause: Hashable, Sendable {
    /// The plug-in crashed, by that signal.
    case signal(Int32)
    /// The plug-in ended its process, with that status.
    case exit(Int32)
    /// It did not answer for so many milliseconds, and was ended.
    case hang(milliseconds: Int)
    /// It sent something that no runner sends, and was ended; the reason is a clause.
    case protocolBroken(String)

    /// The cause when its process ended by itself.
    static func of(_ end: RunnerProcess.End) -> Cause {
      switch end {
      case .exited(let status): .exit(status)
      case .killed(let signal): .signal(signal)
      }
    }
  }

  package let cause: Cause
  /// The call that it was in the middle of.
  package let call: RunnerCall?

  /// What happened, as a clause behind the front end's name.
  package var words: String {
    let what =
      switch cause {
      case .signal(let number): "crashed (\(Self.name(number)))"
      case .exit(let status): "ended its process (status \(status))"
      case .hang(let milliseconds): "did not answer for \(milliseconds) ms and was ended"
      case .protocolBroken(let reason): "was ended because \(reason)"
      }
    guard let call else { return what }
    return "\(what) in \(call.method.name) (request \(call.number))"
  }

  private static func name(_ signal: Int32) -> String {
    let names: [Int32: String] = [
      SIGSEGV: "SIGSEGV", SIGBUS: "SIGBUS", SIGFPE: "SIGFPE", SIGILL: "SIGILL", SIGABRT: "SIGABRT",
      SIGTRAP: "SIGTRAP", SIGSYS: "SIGSYS", SIGKILL: "SIGKILL", SIGTERM: "SIGTERM",
      SIGPIPE: "SIGPIPE", SIGXFSZ: "SIGXFSZ",
    ]
    return names[signal].map { "signal \(signal), \($0)" } ?? "signal \(signal)"
  }
}

/// One call of a method, with the number that stays the same when it is made again.
package struct RunnerCall: Hashable, Sendable {
  package let number: UInt64
  package let method: HostMethod
  package let arguments: [ArgumentValue]

  /// Whether it is the same request, whatever its number.
  func isSame(as other: RunnerCall) -> Bool {
    method == other.method && arguments == other.arguments
  }
}
