import CLinux
import Glibc
import HubOptions

/// Where the files of hubhost stand, after the XDG base directory specification.
package struct Places: Hashable, Sendable {
  /// Permission bits of every folder that is made: the user's alone.
  static let folderMode: mode_t = 0o700

  package let environment: Environment
  package let userID: UInt32
  /// Where the runtime folder goes when the session has none; `/tmp` but in tests.
  package let temporaryFolder: String

  package init(
    environment: Environment, userID: UInt32 = getuid(), temporaryFolder: String = "/tmp"
  ) {
    self.environment = environment
    self.userID = userID
    self.temporaryFolder = temporaryFolder
  }

  // MARK: Files of the user

  /// The app file to read: the option, else `$HUBHOST_APP`, else the one in the config folder.
  ///
  /// - Throws: code 78 when there is no home folder to look in.
  package func appFile(option: String?) throws(CommandError) -> String {
    if let path = option ?? environment["HUBHOST_APP"] { return path }
    let folder =
      if let config = environment.folder("XDG_CONFIG_HOME") { config } else {
        try home("name an app file with --app FILE") + "/.config"
      }
    return folder + "/hubhost/app.json5"
  }

  /// The folder of the app's store, absolute; it may not exist yet.
  ///
  /// - Throws: code 78 when there is no home folder to put it in.
  package func dataFolder(option: String?, appID: String) throws(CommandError) -> String {
    if let option { return Paths.absolute(option) }
    let folder =
      if let data = environment.folder("XDG_DATA_HOME") { data } else {
        try home("name a folder with --data DIR") + "/.local/share"
      }
    return folder + "/hubhost/" + appID
  }

  /// `$HOME`, else what the user database says.
  private func home(_ advice: String) throws(CommandError) -> String {
    if let home = environment.folder("HOME") { return home }
    if let entry = unsafe getpwuid(userID), let folder = unsafe entry.pointee.pw_dir {
      let home = unsafe String(cString: folder)
      if home.hasPrefix("/") { return home }
    }
    throw CommandError(.badAppFile, "no home folder is known; set HOME, or \(advice)")
  }

  // MARK: Making folders

  /// Makes the folder of the store and those above it, each for the user alone.
  ///
  /// - Throws: code 73 when it cannot be made.
  package static func makeDataFolder(_ path: String) throws(CommandError) {
    guard let number = makeFolders(path) else { return }
    throw CommandError(
      .cannotCreate,
      "cannot make the data folder \(path): \(SystemError.text(number)); name another with --data DIR"
    )
  }

  /// Nil when the folder is there afterwards, else the error number.
  private static func makeFolders(_ path: String) -> Int32? {
    if unsafe mkdir(path, folderMode) == 0 { return nil }
    var number = errno
    if number == ENOENT, let parent = Paths.parent(path) {
      if let failed = makeFolders(parent) { return failed }
      if unsafe mkdir(path, folderMode) == 0 { return nil }
      number = errno
    }
    guard number == EEXIST else { return number }
    var status = stat()
    guard unsafe stat(path, &status) == 0 else { return errno }
    return status.st_mode & S_IFMT == S_IFDIR ? nil : ENOTDIR
  }

  // MARK: Runtime folder

  /// The folder of the sockets: made when it is not there, and checked.
  ///
  /// `$XDG_RUNTIME_DIR/hubhost` where the session has such a folder of the user's own, else
  /// `/tmp/hubhost-<uid>`.
  ///
  /// - Throws: code 77 when the folder is not the user's alone, 73 when it cannot be made.
  package func runtimeFolder() throws(CommandError) -> String {
    if let session = environment.folder("XDG_RUNTIME_DIR"), Self.isPrivate(session, userID) {
      return try privateFolder(session + "/hubhost")
    }
    return try privateFolder("\(temporaryFolder)/hubhost-\(userID)")
  }

  /// A folder that is the user's alone, made when it is not there.
  ///
  /// - Throws: code 77 when others may write or look into it, 73 when it cannot be made.
  package func privateFolder(_ path: String) throws(CommandError) -> String {
    if unsafe mkdir(path, Self.folderMode) != 0, errno != EEXIST {
      throw CommandError(
        .cannotCreate,
        "cannot make the folder \(path) for the control socket: \(SystemError.text(errno)); set "
          + "XDG_RUNTIME_DIR to a folder of yours")
    }
    guard Self.isPrivate(path, userID) else {
      throw CommandError(
        .refused,
        "\(path) is not a folder of yours alone, so no socket is put there; remove it, or make it "
          + "yours with mode 0700")
    }
    return path
  }

  /// Whether a path is a folder, not a link to one, that belongs to the user and is closed to others.
  package static func isPrivate(_ path: String, _ userID: UInt32) -> Bool {
    var status = stat()
    guard unsafe lstat(path, &status) == 0 else { return false }
    return status.st_mode & S_IFMT == S_IFDIR && status.st_uid == userID
      && status.st_mode & 0o077 == 0
  }
}
