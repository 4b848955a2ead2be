import CLinux
import Glibc
import HubOptions

/// Gives http, https and mailto URLs to the system: its browser, its mail program.
///
/// No shell is run. With a display `xdg-open` is asked, else `gio open`: without a display the former
/// ignores what the user registered, and says that it opened what it did not.
package struct SystemOpener {
  /// The schemes that the system gets; all others are refused.
  package static let schemes: Set<String> = ["http", "https", "mailto"]

  /// The first descriptor that the opener does not get.
  private static let firstOwnDescriptor: Int32 = 3

  package let environment: Environment

  package init(environment: Environment) {
    self.environment = environment
  }

  /// Starts the opener.
  ///
  /// - Returns: the process id of the opener, which the caller reaps; see `problem(_:status:)`.
  /// - Throws: code 77 for a URL that the system does not get, 69 when there is no opener.
  package func open(_ url: String) throws(CommandError) -> Int32 {
    let argument = try Self.argument(for: url)
    guard let opener = opener() else {
      throw CommandError(
        .unavailable,
        "nothing is here to open \(argument) with; install gio (libglib2.0-bin) or xdg-open "
          + "(xdg-utils)")
    }
    return try spawn(opener + [argument])
  }

  /// What to say when the opener has ended; nil when it did its work.
  package static func problem(_ url: String, status: Int32) -> String? {
    let hasExited = status & 0x7f == 0
    let code = status >> 8 & 0xff
    if hasExited, code == 0 { return nil }
    let how = hasExited ? "exit code \(code)" : "signal \(status & 0x7f)"
    return
      "the system did not open \(url) (\(how)); choose a program for such links in its settings"
  }

  /// The URL as the opener gets it: bytes that no URL has are percent-encoded.
  ///
  /// - Throws: code 77.
  package static func argument(for url: String) throws(CommandError) -> String {
    guard let scheme = Syntax.scheme(of: url)?.lowercased(), schemes.contains(scheme) else {
      throw CommandError(
        .refused, "\(url) is not opened; only http, https and mailto links go to the system")
    }
    let digits = Array("0123456789ABCDEF".utf8)
    var bytes: [UInt8] = []
    for byte in url.utf8 {
      if isURLByte(byte) {
        bytes.append(byte)
      } else {
        bytes += [UInt8(ascii: "%"), digits[Int(byte >> 4)], digits[Int(byte & 15)]]
      }
    }
    return String(decoding: bytes, as: UTF8.self)
  }

  /// RFC 3986 2: unreserved, reserved, and the percent sign.
  private static func isURLByte(_ byte: UInt8) -> Bool {
    Syntax.isNameByte(byte) || "._~:/?#[]@!$&'()*+,;=%".utf8.contains(byte)
  }

  // MARK: The opener

  /// Path and first arguments of the opener.
  private func opener() -> [String]? {
    let hasDisplay = environment["DISPLAY"] != nil || environment["WAYLAND_DISPLAY"] != nil
    if hasDisplay, let path = program("xdg-open") { return [path] }
    return program("gio").map { [$0, "open"] }
  }

  /// A program on the search path, of which only absolute folders count.
  private func program(_ name: String) -> String? {
    let folders = (environment["PATH"] ?? "/usr/local/bin:/usr/bin:/bin").split(separator: ":")
    return folders.lazy.filter { $0.hasPrefix("/") }.map { "\($0)/\(name)" }.first {
      unsafe access($0, X_OK) == 0
    }
  }

  private func spawn(_ arguments: [String]) throws(CommandError) -> Int32 {
    var actions = unsafe posix_spawn_file_actions_t()
    var attributes = posix_spawnattr_t()
    unsafe posix_spawn_file_actions_init(&actions)
    unsafe posix_spawnattr_init(&attributes)
    defer {
      unsafe posix_spawn_file_actions_destroy(&actions)
      unsafe posix_spawnattr_destroy(&attributes)
    }
    for descriptor in 0..<Self.firstOwnDescriptor {
      unsafe posix_spawn_file_actions_addopen(&actions, descriptor, "/dev/null", O_RDWR, 0)
    }
    unsafe posix_spawn_file_actions_addclosefrom_np(&actions, Self.firstOwnDescriptor)
    // The host ignores and blocks signals; the opener starts with none ignored or blocked, and in a
    // session of its own, so that it cannot take the terminal.
    var signals = sigset_t()
    unsafe sigfillset(&signals)
    unsafe posix_spawnattr_setsigdefault(&attributes, &signals)
    unsafe sigemptyset(&signals)
    unsafe posix_spawnattr_setsigmask(&attributes, &signals)
    let flags =
      Int32(POSIX_SPAWN_SETSIGDEF) | Int32(POSIX_SPAWN_SETSIGMASK) | Int32(POSIX_SPAWN_SETSID)
    unsafe posix_spawnattr_setflags(&attributes, Int16(flags))
    var process: Int32 = 0
    let variables = environment.variables.sorted { $0.key < $1.key }.map { "\($0.key)=\($0.value)" }
    let opener = arguments[0]
    let result = unsafe CStrings.withArrays(arguments, variables) { arguments, variables in
      unsafe posix_spawn(&process, opener, &actions, &attributes, arguments, variables)
    }
    guard result == 0 else {
      throw CommandError(
        .unavailable,
        "cannot start \(opener): \(SystemError.text(result ?? EINVAL)); check that it is installed well"
      )
    }
    return process
  }
}
