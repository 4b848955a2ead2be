import Glibc

/// File paths as text.
package enum Paths {
  /// The path seen from the root; relative ones stand in the working folder.
  package static func absolute(_ path: String) -> String {
    if path.hasPrefix("/") { return path }
    guard let folder = unsafe getcwd(nil, 0) else { return path }
    defer { unsafe free(folder) }
    let base = unsafe String(cString: folder)
    return base == "/" ? "/" + path : base + "/" + path
  }

  /// The path without symbolic links, or just absolute when it is not there yet.
  package static func canonical(_ path: String) -> String {
    guard let resolved = unsafe realpath(path, nil) else { return absolute(path) }
    defer { unsafe free(resolved) }
    return unsafe String(cString: resolved)
  }

  /// The folder above; nil for the root.
  package static func parent(_ path: String) -> String? {
    let trimmed = path.count > 1 && path.hasSuffix("/") ? path.dropLast() : path[...]
    guard trimmed != "/", let slash = trimmed.lastIndex(of: "/") else { return nil }
    return slash == trimmed.startIndex ? "/" : String(trimmed[..<slash])
  }
}
