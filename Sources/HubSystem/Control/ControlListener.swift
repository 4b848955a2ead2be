import CLinux
import Glibc
import HubOptions

/// A control socket that listens under its name in the folder, and takes the name away at the end.
package struct ControlListener: ~Copyable {
  /// Connections that wait to be taken.
  package static let backlog: Int32 = 16
  /// Names tried when another process with our id (of another container) listens already.
  package static let maximumNames = 8

  package let path: String
  package let socket: Descriptor
  private let inode: UInt

  /// Listens as a host.
  ///
  /// - Throws: code 73 when the socket cannot be made, 78 when its path would be too long.
  package init(folder: ControlFolder, processID: Int32 = getpid()) throws(CommandError) {
    folder.removeStaleSockets()
    try self.init(folder: folder, path: Self.freeName(folder, processID), processID)
  }

  /// Listens as the agent; a socket that an agent before it left behind makes room.
  ///
  /// The caller holds the lock of the one agent.
  ///
  /// - Throws: code 73 when the socket cannot be made, 78 when its path would be too long.
  package init(agentIn folder: ControlFolder) throws(CommandError) {
    try self.init(folder: folder, path: folder.agentSocket, getpid())
  }

  private init(
    folder: ControlFolder, path: String, _ processID: Int32
  ) throws(CommandError) {
    guard path.utf8.count <= ControlFolder.maximumPathLength else {
      throw CommandError(
        .badAppFile,
        "the path of the control socket, \(path), is longer than a socket's path may be "
          + "(\(ControlFolder.maximumPathLength) bytes); set XDG_RUNTIME_DIR to a shorter one")
    }
    guard let socket = UnixSocket.make() else { throw Self.failure(path, errno) }
    // It gets its name when it listens: a named socket that refuses is then always a dead one.
    let draft = path + ".\(processID).new"
    unsafe unlink(draft)
    let number = socket.number
    let bound = unsafe UnixSocket.withAddress(draft) { unsafe hub_bind(number, $0, $1) } ?? -1
    var status = stat()
    guard bound == 0, unsafe chmod(draft, 0o600) == 0, listen(number, Self.backlog) == 0,
      unsafe lstat(draft, &status) == 0, unsafe rename(draft, path) == 0
    else {
      let error = errno
      unsafe unlink(draft)
      throw Self.failure(path, error)
    }
    self.path = path
    self.socket = socket
    inode = status.st_ino
  }

  deinit { withdraw() }

  /// Takes the name away; who has connected before can still be taken.
  package func withdraw() {
    // Only our own: after a very long sleep the name may be another host's.
    var status = stat()
    if unsafe lstat(path, &status) == 0, status.st_ino == inode { unsafe unlink(path) }
  }

  /// The process id as a name, with a counter where somebody listens under it.
  private static func freeName(_ folder: ControlFolder, _ processID: Int32) -> String {
    let taken = Set(folder.sockets())
    let base = "\(folder.path)/\(processID)"
    for number in 1..<maximumNames {
      let path = base + (number == 1 ? "" : "-\(number)") + ControlFolder.socketSuffix
      if !taken.contains(path) { return path }
    }
    return base + "-\(maximumNames)" + ControlFolder.socketSuffix
  }

  private static func failure(_ path: String, _ number: Int32) -> CommandError {
    CommandError(
      .cannotCreate,
      "cannot make the control socket \(path): \(SystemError.text(number)); 'hubhost open' will not "
        + "reach this host")
  }
}
