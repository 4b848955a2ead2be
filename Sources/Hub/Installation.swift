import Glibc
import HubFrontEnds
import HubSystem

/// Where the things stand that were installed with this library.
enum Installation {
  /// The file that this code was loaded from: `libhub.so`, or the app itself.
  static let library: String = {
    // The kernel knows the real path; the loader only the one that was asked for.
    let here = UInt(bitPattern: #dsohandle)
    guard let bytes = try? InputFile.read("/proc/self/maps", limit: maximumMaps) else {
      return FrontEndFinder.executable
    }
    for line in bytes.split(separator: UInt8(ascii: "\n")) {
      // First and last address, rights, offset, device, inode, path.
      let parts = line.split(separator: UInt8(ascii: " "), maxSplits: 5)
      guard parts.count == 6 else { continue }
      let ends = parts[0].split(separator: UInt8(ascii: "-"))
        .map { UInt(String(decoding: $0, as: UTF8.self), radix: 16) ?? 0 }
      guard ends.count == 2, ends[0] <= here, here < ends[1] else { continue }
      return String(decoding: parts[5].drop { $0 == UInt8(ascii: " ") }, as: UTF8.self)
    }
    return FrontEndFinder.executable
  }()
  /// The most bytes of the list of mappings; a process with more is taken for the app itself.
  private static let maximumMaps = 8 << 20

  /// The program `hubhost` for a front end: beside this library, below its prefix or the front end's,
  /// or where the system has programs.
  ///
  /// - Throws: `notFound`.
  static func runner(of frontEnd: String) throws(FrontEndError) -> String {
    if let program = try program("hubhost", near: [library, frontEnd]) { return program }
    throw FrontEndError(
      .notFound,
      "there is no program hubhost to run \(frontEnd) in; install it, name it in the view's options, "
        + "or load the front end into this process")
  }

  /// The program `hubagent`, likewise.
  ///
  /// - Throws: `notFound` or `notTrusted`.
  static func agent() throws(FrontEndError) -> String {
    if let program = try program(AgentLaunch.program, near: [library]) { return program }
    throw FrontEndError(
      .notFound,
      "there is no program \(AgentLaunch.program), so nothing is synced; install it, or name it in "
        + "the Hub's options")
  }

  private static func program(
    _ name: String, near starts: [String]
  ) throws(FrontEndError) -> String? {
    var folders: [String] = []
    for start in starts {
      guard let folder = parent(start) else { continue }
      folders += ["", "/../bin", "/../../../bin"].map { folder + $0 }
    }
    for folder in folders + ["/usr/local/bin", "/usr/bin"] {
      let place = "\(folder)/\(name)"
      if unsafe access(place, X_OK) == 0 { return try TrustCheck().realPath(of: place) }
    }
    return nil
  }

  private static func parent(_ path: String) -> String? {
    path.lastIndex(of: "/").map { String(path[..<$0]) }
  }
}
