import CLinux
import Glibc

/// Finds front ends by name or path, without opening any that was not asked for.
package struct FrontEndFinder: Sendable {
  /// Which rule of the search order a folder stands for, in that order.
  package enum Origin: String, Hashable, Sendable, Codable {
    case environment
    case besideExecutable
    case prefix
    case user
    case local
    case system

    /// For people.
    package var words: String {
      switch self {
      case .environment: "$\(FrontEndFinder.pathVariable)"
      case .besideExecutable: "beside the executable"
      case .prefix: "../\(FrontEndFinder.libraryFolder)"
      case .user: "~/.local/\(FrontEndFinder.libraryFolder)"
      case .local: "/usr/local/\(FrontEndFinder.libraryFolder)"
      case .system: "/usr/\(FrontEndFinder.libraryFolder)"
      }
    }
  }

  /// A folder that is searched.
  package struct Place: Hashable, Sendable {
    package let folder: String
    package let origin: Origin
  }

  /// A file that would be loaded.
  package struct Candidate: Hashable, Sendable {
    package let path: String
    /// Nil for a path that was given.
    package let origin: Origin?
    /// Whether it came with the host and so runs in it; any other belongs in a runner.
    package let isBundled: Bool
  }

  /// Folders of front ends, separated by colons; relative ones are skipped.
  package static let pathVariable = "HUBHOST_FRONTEND_PATH"
  /// The folder of front ends below a prefix.
  package static let libraryFolder = "lib/hubhost/frontends"
  /// The front ends that come with the host.
  package static let bundledNames: Set<String> = ["curses", "jsonl", "plain"]

  /// The folders, in the order of the search; none twice.
  package let places: [Place]

  /// Makes the search order.
  ///
  /// - Parameters:
  ///   - environment: the process's; nothing in it counts when `isSecure`.
  ///   - executable: absolute path of the running program, links resolved.
  ///   - isSecure: the process has more rights than who started it (`AT_SECURE`).
  package init(environment: [String: String], executable: String, isSecure: Bool) {
    var places: [Place] = []
    func add(_ folder: String, _ origin: Origin) {
      guard folder.hasPrefix("/"), !places.contains(where: { $0.folder == folder }) else { return }
      places.append(Place(folder: folder, origin: origin))
    }
    if !isSecure, let list = environment[Self.pathVariable] {
      for folder in list.split(separator: ":") { add(String(folder), .environment) }
    }
    if let beside = Self.parent(executable) {
      add(beside, .besideExecutable)
      if let prefix = Self.parent(beside) {
        add((prefix == "/" ? "" : prefix) + "/" + Self.libraryFolder, .prefix)
      }
    }
    if !isSecure, let home = environment["HOME"], home != "/" {
      add("\(home)/.local/\(Self.libraryFolder)", .user)
    }
    add("/usr/local/\(Self.libraryFolder)", .local)
    add("/usr/\(Self.libraryFolder)", .system)
    self.places = places
  }

  /// The search order of the running process, or of the library in it that shows the Hub.
  package init(environment: [String: String], beside executable: String = Self.executable) {
    self.init(
      environment: environment, executable: executable,
      isSecure: getauxval(UInt(AT_SECURE)) != 0)
  }

  /// The file name of a front end.
  package static func fileName(for name: String) -> String { "libhub-\(name).so" }

  /// The name in a file name; nil if it is not a front end's.
  package static func name(ofFile file: String) -> String? {
    guard file.hasPrefix("libhub-"), file.hasSuffix(".so") else { return nil }
    let name = String(file.dropFirst("libhub-".count).dropLast(".so".count))
    return FrontEndDescription.isName(name) ? name : nil
  }

  /// Finds what `--frontend` asks for: a path if there is a `/` in it, else the first file of that name.
  ///
  /// A file that is found first and then refused is refused: the search does not go on behind it.
  ///
  /// - Throws: `notFound`.
  package func find(_ nameOrPath: String) throws(FrontEndError) -> Candidate {
    if nameOrPath.contains("/") {
      return Candidate(path: nameOrPath, origin: nil, isBundled: false)
    }
    guard FrontEndDescription.isName(nameOrPath) else {
      throw FrontEndError(
        .notFound,
        "a front end cannot be called \(nameOrPath.debugDescription); a name has 1 to 32 of a to z, "
          + "0 to 9 and -, and a path has a / in it")
    }
    for place in places {
      let candidate = candidate(nameOrPath, in: place)
      if unsafe access(candidate.path, F_OK) == 0 { return candidate }
    }
    throw FrontEndError(
      .notFound,
      "there is no front end \(nameOrPath) (\(Self.fileName(for: nameOrPath))) in any of "
        + "\(places.map(\.folder).joined(separator: ", ")); run hubhost frontends to see what there is"
    )
  }

  /// Every front end in every place, in the order of the search; nothing is opened.
  package func candidates() -> [Candidate] {
    places.flatMap { place in
      Self.names(in: place.folder).sorted().map { candidate($0, in: place) }
    }
  }

  private func candidate(_ name: String, in place: Place) -> Candidate {
    let cameWithHost = place.origin == .besideExecutable || place.origin == .prefix
    return Candidate(
      path: (place.folder == "/" ? "" : place.folder) + "/" + Self.fileName(for: name),
      origin: place.origin, isBundled: cameWithHost && Self.bundledNames.contains(name))
  }

  private static func names(in folder: String) -> [String] {
    guard let stream = unsafe opendir(folder) else { return [] }
    defer { unsafe closedir(stream) }
    var names: [String] = []
    while let entry = unsafe readdir(stream) {
      let file = unsafe withUnsafePointer(to: &entry.pointee.d_name) { name in
        unsafe String(cString: UnsafeRawPointer(name).assumingMemoryBound(to: CChar.self))
      }
      if let name = name(ofFile: file) { names.append(name) }
    }
    return names
  }

  private static func parent(_ path: String) -> String? {
    guard let slash = path.lastIndex(of: "/"), path != "/" else { return nil }
    return slash == path.startIndex ? "/" : String(path[..<slash])
  }

  /// Absolute path of the running program; empty if the system does not tell.
  package static var executable: String {
    guard let path = unsafe realpath("/proc/self/exe", nil) else { return "" }
    defer { unsafe free(path) }
    return unsafe String(cString: path)
  }
}
