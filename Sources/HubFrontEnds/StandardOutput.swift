import CLinux
import Glibc
import HubLoop

/// Keeps standard output for the front end alone.
package enum StandardOutput {
  /// Moves standard output to a descriptor of its own and points descriptor 1 at standard error.
  ///
  /// What a plug-in or its libraries print by mistake then cannot get into a stream that others read.
  /// Call it once, before any plug-in is loaded.
  ///
  /// - Returns: the descriptor to write to; it stays open for the process's life.
  package static func keepPrivate() throws(FrontEndError) -> Int32 {
    let kept = hub_fcntl(STDOUT_FILENO, F_DUPFD_CLOEXEC, STDERR_FILENO + 1)
    guard kept >= 0 else {
      throw FrontEndError(
        .system,
        "standard output cannot be kept: \(SystemFault.text(errno)); start hubhost with one")
    }
    // Without a standard error, prints go nowhere.
    if dup2(STDERR_FILENO, STDOUT_FILENO) < 0 { close(STDOUT_FILENO) }
    return kept
  }
}
