import CLinux
import Glibc
import HubOptions
import HubSystem

/// Makes sure that one agent works on a data folder: a lock that ends with the process.
struct AgentLock: ~Copyable {
  static let fileName = "agent.lock"
  /// Milliseconds that an agent which does not listen, since it is leaving or only starting, may
  /// have the lock.
  static let patience = 5_000
  private static let attemptInterval: UInt32 = 2_000

  private let file: Descriptor

  /// Whether the file was removed, and the data folder with it: another agent may work in its place.
  var isGone: Bool {
    var about = stat()
    return unsafe fstat(file.number, &about) == 0 && about.st_nlink == 0
  }

  /// Takes the lock of a data folder; waits for an agent that is about to leave.
  ///
  /// - Parameters:
  ///   - dataFolder: absolute.
  ///   - patience: milliseconds that are waited for at most.
  ///   - isAnotherListening: whether an agent can be reached.
  /// - Throws: code 75 when another agent has it, 73 when the file cannot be made.
  init(
    dataFolder: String, patience: Int = patience, isAnotherListening: () -> Bool
  ) throws(CommandError) {
    let path = dataFolder + "/" + Self.fileName
    let flags = O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW
    guard let file = unsafe Descriptor(open(path, flags, 0o600)) else {
      throw CommandError(
        .cannotCreate,
        "cannot make \(path): \(SystemError.text(errno)); make the data folder writable")
    }
    let deadline = MonotonicClock.milliseconds() + patience
    while flock(file.number, LOCK_EX | LOCK_NB) != 0 {
      guard errno == EWOULDBLOCK else {
        throw CommandError(
          .cannotCreate, "cannot lock \(path): \(SystemError.text(errno)); use a local data folder")
      }
      if !isAnotherListening(), MonotonicClock.milliseconds() < deadline {
        usleep(Self.attemptInterval)
        continue
      }
      throw CommandError(
        .tryAgain, "an agent runs already on \(dataFolder); it does the work of this one")
    }
    self.file = file
  }
}
