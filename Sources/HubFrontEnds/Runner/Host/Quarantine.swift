import CLinux
import FoundationEssentials
import Glibc
import HubLoop

/// Front ends that crashed too often, each with the build that did and why.
package struct Quarantine {
  /// What stands in the file of one.
  private struct Entry: Codable {
    var path: String
    var build: String
    var reason: String
  }

  /// The folder's name in the data folder.
  static let folderName = "quarantine"
  /// The most bytes of a file that are read.
  static let maxFileBytes = 64 * 1024

  private let folder: String

  package init(dataFolder: String) {
    folder = dataFolder + "/" + Self.folderName
  }

  /// Refuses a front end whose present build was set aside; another build of it is forgiven.
  ///
  /// - Throws: `quarantined`.
  package func check(_ path: String) throws(FrontEndError) {
    let file = file(for: path)
    guard let entry = Self.entry(file) else { return }
    guard entry.build == Self.build(of: path) else {
      unsafe unlink(file)
      return
    }
    throw Self.refusal(entry, path, file)
  }

  /// Why a front end would be refused as it is now; nil: it would not.
  ///
  /// Unlike `check` it changes nothing.
  package func refusal(of path: String) -> FrontEndError? {
    let file = file(for: path)
    guard let entry = Self.entry(file), entry.build == Self.build(of: path) else { return nil }
    return Self.refusal(entry, path, file)
  }

  private static func entry(_ file: String) -> Entry? {
    guard let bytes = read(file) else { return nil }
    return try? JSONDecoder().decode(Entry.self, from: Data(bytes))
  }

  private static func refusal(_ entry: Entry, _ path: String, _ file: String) -> FrontEndError {
    FrontEndError(
      .quarantined,
      "the front end \(path) was set aside, because it \(entry.reason); install another build of it, "
        + "or delete \(file) to try this one again")
  }

  /// Sets a front end aside.
  ///
  /// - Parameters:
  ///   - path: the shared object.
  ///   - reason: a clause behind "it".
  /// - Returns: the file that says so.
  /// - Throws: `system` when it cannot be written.
  package func setAside(_ path: String, reason: String) throws(FrontEndError) -> String {
    let entry = Entry(path: Self.real(path), build: Self.build(of: path), reason: reason)
    let file = file(for: path)
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
    guard let bytes = try? encoder.encode(entry) else {
      throw FrontEndError(.system, "\(file) cannot be written")
    }
    unsafe mkdir(folder, 0o700)
    let temporary = file + ".new"
    let descriptor = unsafe hub_open(
      temporary, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC | O_NOFOLLOW, 0o600)
    guard descriptor >= 0 else { throw Self.failure(file) }
    let written = unsafe bytes.withUnsafeBytes {
      unsafe write(descriptor, $0.baseAddress, $0.count)
    }
    close(descriptor)
    guard written == bytes.count, unsafe rename(temporary, file) == 0 else {
      throw Self.failure(file)
    }
    return file
  }

  private static func failure(_ file: String) -> FrontEndError {
    FrontEndError(.system, "\(file) cannot be written: \(SystemFault.text(errno)); make room")
  }

  /// The file of a front end: its file name, and a number of its path.
  private func file(for path: String) -> String {
    let path = Self.real(path)
    let name = path.split(separator: "/").last.map(String.init) ?? ""
    // FNV-1a, of 64 bits: the same in every process, unlike Swift's own hashes.
    var hash: UInt64 = 0xCBF2_9CE4_8422_2325
    for byte in path.utf8 { hash = (hash ^ UInt64(byte)) &* 0x0000_0100_0000_01B3 }
    return "\(folder)/\(name)-\(String(hash, radix: 16)).json"
  }

  private static func real(_ path: String) -> String {
    guard let real = unsafe realpath(path, nil) else { return path }
    defer { unsafe free(real) }
    return unsafe String(cString: real)
  }

  /// What tells one build of a file from another: its build-id, or else its size and time.
  static func build(of path: String) -> String {
    let file = unsafe hub_open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK, 0)
    guard file >= 0 else { return "" }
    defer { close(file) }
    if let id = SharedObject.buildID(file) { return id }
    var status = stat()
    guard unsafe fstat(file, &status) == 0 else { return "" }
    return "\(status.st_size) \(status.st_mtim.tv_sec).\(status.st_mtim.tv_nsec)"
  }

  private static func read(_ path: String) -> [UInt8]? {
    let file = unsafe hub_open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK, 0)
    guard file >= 0 else { return nil }
    defer { close(file) }
    var bytes = [UInt8](repeating: 0, count: maxFileBytes)
    let count = unsafe bytes.withUnsafeMutableBytes {
      unsafe Glibc.read(file, $0.baseAddress, $0.count)
    }
    return count < 0 ? nil : Array(bytes.prefix(count))
  }
}
