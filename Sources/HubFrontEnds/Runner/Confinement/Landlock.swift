import CLinux
import Glibc

/// Landlock: the kernel's way to keep a process from files and sockets, chosen by the process itself.
///
/// The C library has no functions for it; structs and numbers are those of `linux/landlock.h`, which
/// is older than some kernels.
enum Landlock {
  /// Rights on files, as bits; later versions of Landlock have more of them.
  private enum Right {
    static let writeFile: UInt64 = 1 << 1
    static let readFile: UInt64 = 1 << 2
    static let readFolder: UInt64 = 1 << 3
    static let truncate: UInt64 = 1 << 14
    static let deviceControl: UInt64 = 1 << 15
    /// All of them, by version: 13 at first, then moving, truncating, and controlling devices.
    static func all(_ version: Int) -> UInt64 {
      let count = version >= 5 ? 16 : version >= 3 ? 15 : version == 2 ? 14 : 13
      return (1 << UInt64(count)) - 1
    }
  }

  private static let askVersion: UInt32 = 1
  private static let pathRule: Int32 = 1

  /// What the kernel has; 0: none.
  static var version: Int {
    max(0, Int(hub_landlock_create(nil, 0, askVersion)))
  }

  /// Takes everything away but reading some files, using some devices, and what is open already.
  ///
  /// - Parameters:
  ///   - files: what may be read, and the devices.
  ///   - allowsNetwork: leave connections by TCP alone.
  /// - Returns: the version in force; 0: the kernel has none, or refused.
  static func restrict(toReading files: ReadableFiles, allowsNetwork: Bool = false) -> Int {
    let version = version
    guard version > 0 else { return 0 }
    // handled_access_fs, handled_access_net (bind and connect by TCP), scoped (abstract sockets and
    // signals); an older kernel wants a shorter struct.
    let handled: [UInt64] = [Right.all(version), allowsNetwork ? 0 : 0b11, 0b11]
    let size = version >= 6 ? 24 : version >= 4 ? 16 : 8
    let ruleset = unsafe handled.withUnsafeBytes { bytes in
      unsafe hub_landlock_create(bytes.baseAddress, size, 0)
    }
    guard ruleset >= 0 else { return 0 }
    defer { close(ruleset) }
    for path in files.reading { allow(path, Right.readFile | Right.readFolder, ruleset) }
    var device = Right.readFile | Right.writeFile
    if version >= 3 { device |= Right.truncate }
    if version >= 5 { device |= Right.deviceControl }
    for path in files.devices { allow(path, device, ruleset) }
    return hub_landlock_restrict(ruleset) == 0 ? version : 0
  }

  /// Adds a rule; a path that is not there needs none.
  private static func allow(_ path: String, _ rights: UInt64, _ ruleset: Int32) {
    let place = unsafe hub_open(path, O_PATH | O_CLOEXEC, 0)
    guard place >= 0 else { return }
    defer { close(place) }
    var status = stat()
    guard unsafe fstat(place, &status) == 0 else { return }
    let isFolder = status.st_mode & S_IFMT == S_IFDIR
    var rule = WireWriter()
    rule.number(isFolder ? rights : rights & ~Right.readFolder)
    rule.number(place)
    unsafe rule.bytes.withUnsafeBytes { bytes in
      unsafe _ = hub_landlock_add(ruleset, pathRule, bytes.baseAddress)
    }
  }
}
