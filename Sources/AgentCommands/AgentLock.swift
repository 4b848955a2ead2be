import CLinux
import Glibc
import HubOptions
import HubSystem

/// Makes sure that one agent works on a data folder: a lock that ends with the process.
struct AgentLock: ~Copyable {
  static let fileName = "agent.lock"

  private let file: Descriptor

  /// Takes the lock of a data folder.
  ///
  /// - Throws: code 75 when another agent has it, 73 when the file cannot be made.
  init(dataFolder: String) throws(CommandError) {
    let path = dataFolder + "/" + Self.fileName
    let flags = O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW
    guard let file = unsafe Descriptor(open(path, flags, 0o600)) else {
      throw CommandError(
        .cannotCreate,
        "cannot make \(path): \(SystemError.text(errno)); make the data folder writable")
    }
    guard flock(file.number, LOCK_EX | LOCK_NB) == 0 else {
      guard errno == EWOULDBLOCK else {
        throw CommandError(
          .cannotCreate, "cannot lock \(path): \(SystemError.text(errno)); use a local data folder")
      }
      throw CommandError(
        .tryAgain, "an agent runs already on \(dataFolder); it does the work of this one")
    }
    self.file = file
  }
}
