import CLinux
import Glibc
import HubLoop

/// A file that only root or the user can have written, opened before anything of it is used.
struct TrustedFile: ~Copyable {
  /// Absolute and free of symbolic links.
  let path: String
  let descriptor: Int32
  let device: dev_t
  let inode: ino_t
  /// Bytes.
  let size: Int

  deinit { close(descriptor) }

  /// Whether the path still names this very file.
  func isStill(at path: String) -> Bool {
    var status = stat()
    return unsafe stat(path, &status) == 0 && status.st_dev == device && status.st_ino == inode
  }
}

/// Decides whether a shared object may be loaded, before the dynamic loader sees it.
///
/// Symbolic links are resolved first; the rules hold for the real file and for every folder above it:
/// the owner is root or the user, and nobody else can write there. A root-owned sticky folder, such as
/// the temporary one, is excepted, since others cannot exchange what is in it. Write permission for the
/// group counts as others', unless the group is root's.
struct TrustCheck {
  /// The user that the process acts for.
  var user: uid_t = geteuid()

  /// Opens a file that may be loaded.
  ///
  /// - Throws: `notFound` or `notTrusted`, with a sentence that says what to do.
  func open(_ given: String) throws(FrontEndError) -> TrustedFile {
    let path = try resolve(given)
    let descriptor = unsafe hub_open(path, O_RDONLY | O_NOFOLLOW | O_CLOEXEC | O_NONBLOCK, 0)
    guard descriptor >= 0 else {
      throw FrontEndError(
        .notTrusted, "\(path) cannot be read: \(SystemFault.text(errno)); run chmod u+r on it")
    }
    var status = stat()
    guard unsafe fstat(descriptor, &status) == 0 else {
      close(descriptor)
      throw FrontEndError(.system, "\(path) cannot be examined: \(SystemFault.text(errno))")
    }
    let file = TrustedFile(
      path: path, descriptor: descriptor, device: status.st_dev, inode: status.st_ino,
      size: Int(status.st_size))
    guard status.st_mode & S_IFMT == S_IFREG else {
      throw FrontEndError(
        .notTrusted, "\(path) is not a regular file; give the path of a shared object")
    }
    try check(status, "\(path)", "the file")
    for folder in Self.folders(above: path) { try check(folder: folder, of: path) }
    guard file.isStill(at: path) else {
      throw FrontEndError(.notTrusted, "\(path) was exchanged while it was checked; try again")
    }
    return file
  }

  private func resolve(_ given: String) throws(FrontEndError) -> String {
    guard let real = unsafe realpath(given, nil) else {
      let reason = SystemFault.text(errno)
      throw FrontEndError(
        .notFound, "the front end \(given) cannot be opened: \(reason); check the path")
    }
    defer { unsafe free(real) }
    guard let path = unsafe String(validatingCString: real) else {
      throw FrontEndError(
        .notTrusted, "the path of the front end \(given) is not valid UTF-8; rename its folders")
    }
    return path
  }

  /// The folders above an absolute path, from `/` down.
  static func folders(above path: String) -> [String] {
    var folders = ["/"]
    var current = ""
    for part in path.split(separator: "/").dropLast() {
      current += "/" + part
      folders.append(current)
    }
    return folders
  }

  private func check(folder: String, of path: String) throws(FrontEndError) {
    var status = stat()
    guard unsafe lstat(folder, &status) == 0, status.st_mode & S_IFMT == S_IFDIR else {
      throw FrontEndError(
        .notTrusted,
        "the folder \(folder) above \(path) was exchanged while it was checked; try again")
    }
    if status.st_uid == 0 && status.st_mode & S_ISVTX != 0 { return }
    try check(status, folder, "the folder above \(path)")
  }

  private func check(_ status: stat, _ path: String, _ what: String) throws(FrontEndError) {
    let subject = what == "the file" ? path : "\(path), \(what),"
    guard status.st_uid == 0 || status.st_uid == user else {
      throw FrontEndError(
        .notTrusted,
        "\(subject) belongs to user \(status.st_uid), neither to you nor to root, and so is not "
          + "loaded; copy the front end to a folder of your own")
    }
    if status.st_mode & S_IWOTH != 0 {
      throw FrontEndError(
        .notTrusted,
        "\(subject) can be written by everybody and so is not loaded; run: chmod go-w \(path)")
    }
    if status.st_mode & S_IWGRP != 0 && status.st_gid != 0 {
      throw FrontEndError(
        .notTrusted,
        "\(subject) can be written by group \(status.st_gid) and so is not loaded; "
          + "run: chmod g-w \(path)")
    }
  }
}
