import CLinux
import Glibc

/// Programs and scripts that a test writes and then starts.
///
/// The system starts no file that somebody has open for writing (`ETXTBSY`). In a process that starts children
/// from several threads, a child holds every open descriptor between its fork and its exec, so a file written here
/// can be busy after it was closed. A child that does nothing else writes it instead: nobody inherits from that.
package enum ProgramFile {
  /// Copies a file, with its mode, so that the copy can be started at once.
  package static func copy(_ source: String, to target: String) throws {
    let result = try ChildProcess.run("/bin/cp", ["--preserve=mode", source, target])
    guard result.state == .exited(status: 0) else { throw SystemCallError("cp \(target)") }
  }

  /// Puts a file that was just written in its place again, so that it can be started at once.
  package static func settle(_ file: String) throws {
    let draft = file + ".draft"
    guard rename(file, draft) == 0 else { throw SystemCallError("rename \(file)") }
    try copy(draft, to: file)
    unlink(draft)
  }
}
