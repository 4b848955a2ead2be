import CLinux
import Glibc

/// Keeps what this process has in memory, such as tokens of the app file, to itself.
package enum Secrecy {
  /// The signals that a crash raises, and on which Swift's runtime prints registers and the memory
  /// that they point to.
  static let crashSignals = [SIGQUIT, SIGILL, SIGTRAP, SIGABRT, SIGBUS, SIGFPE, SIGSEGV]

  /// From now on no core dump of this process is made, be it by a file or by a program, other
  /// processes of the user cannot read its memory, and a crash prints none of it.
  ///
  /// It holds for this process, not for programs that it starts. Who wants to hear of crashes asks
  /// for their signals afterwards.
  package static func keepFromDumps() {
    _ = hub_prctl(PR_SET_DUMPABLE, 0, 0)
    for number in crashSignals { _ = signal(number, SIG_DFL) }
  }

  /// The same by a limit, which programs that this one starts have, too.
  package static func forbidCores() {
    var limit = rlimit(rlim_cur: 0, rlim_max: 0)
    unsafe setrlimit(__rlimit_resource_t(RLIMIT_CORE.rawValue), &limit)
  }
}
