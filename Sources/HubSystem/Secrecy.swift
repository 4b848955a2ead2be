import CLinux
import Glibc

/// Keeps what this process has in memory, such as tokens of the app file, to itself.
package enum Secrecy {
  /// From now on no core dump of this process is made, be it by a file or by a program, and other
  /// processes of the user cannot read its memory.
  ///
  /// It holds for this process, not for programs that it starts.
  package static func keepFromDumps() {
    _ = hub_prctl(PR_SET_DUMPABLE, 0, 0)
  }

  /// The same by a limit, which programs that this one starts have, too.
  package static func forbidCores() {
    var limit = rlimit(rlim_cur: 0, rlim_max: 0)
    unsafe setrlimit(__rlimit_resource_t(RLIMIT_CORE.rawValue), &limit)
  }
}
