import CLinux
import Glibc
import HubFrontEnds
import HubOptions
import HubSystem

/// `hubhost new frontend NAME`: makes a folder with a front end that builds and runs at once.
struct NewCommand {
  /// Bytes of a front end's name, as the ABI has it.
  static let maxNameBytes = 32

  let context: CommandContext
  /// Absolute path of hubhost itself, links resolved.
  var executable = FrontEndFinder.executable

  /// Writes the files and says what to do next.
  ///
  /// - Throws: codes 64 for a name that is none, 69 without the kit, 73 when the folder is there or
  ///   cannot be made, 74 when a file cannot be written.
  func run(_ name: String) throws -> Int32 {
    try Self.check(name)
    let language = context.arguments.value(.language) ?? OptionTable.languages[0]
    guard let template = FrontEndTemplate.named(language) else {
      throw CommandError(.usage, "there is no template for the language \(language)")
    }
    guard let kit = KitPlaces.find(executable: executable) else {
      throw CommandError(
        .unavailable,
        "the header hub/frontend.h is not where \(executable) was installed; install hubhost whole, "
          + "with Examples/install")
    }
    let folder = context.arguments.value(.directory) ?? name
    try Self.makeFolder(folder)
    for file in template.filled(name: name, executable: executable, kit: kit) {
      try Self.write(file, in: folder)
    }
    try context.output.write(
      """
      \(folder): a front end in \(Self.title(language)), by the name of \(name).
      make -C \(folder) run   shows the sample inbox with it; man hubhost-frontend explains it.

      """)
    return ExitCode.done.rawValue
  }

  private static func check(_ name: String) throws(CommandError) {
    let isGood = name.utf8.allSatisfy { byte in
      (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte)
        || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) || byte == UInt8(ascii: "-")
    }
    guard isGood, (1...maxNameBytes).contains(name.utf8.count), !name.hasPrefix("-") else {
      throw CommandError(
        .usage,
        "'\(name)' is no name for a front end: use small letters, digits and hyphens, at most "
          + "\(maxNameBytes), and no hyphen first")
    }
    guard !OptionTable.bundledFrontEnds.contains(name) else {
      throw CommandError(.usage, "'\(name)' comes with hubhost; choose another name")
    }
  }

  private static func makeFolder(_ path: String) throws(CommandError) {
    guard unsafe mkdir(path, 0o777) != 0 else { return }
    let number = errno
    if number == EEXIST {
      throw CommandError(
        .cannotCreate, "\(path) is there already; remove it, or name another with --directory DIR")
    }
    throw CommandError(
      .cannotCreate,
      "cannot make the folder \(path): \(SystemError.text(number)); name another with --directory DIR"
    )
  }

  private static func write(
    _ file: FrontEndTemplate.File, in folder: String
  ) throws(CommandError) {
    var above = folder
    for part in file.path.split(separator: "/").dropLast() {
      above += "/\(part)"
      guard unsafe mkdir(above, 0o777) == 0 || errno == EEXIST else { throw failure(above) }
    }
    let path = "\(folder)/\(file.path)"
    let flags = O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC
    guard let descriptor = unsafe Descriptor(hub_open(path, flags, 0o666)) else {
      throw failure(path)
    }
    let channel = OutputChannel(descriptor: descriptor.number)
    do {
      try channel.write(file.text)
      try channel.flush()
    } catch {
      throw failure(path)
    }
  }

  private static func failure(_ path: String) -> CommandError {
    CommandError(
      .inputOutput, "cannot write \(path): \(SystemError.text(errno)); make room, and try again")
  }

  private static func title(_ language: String) -> String {
    language.prefix(1).uppercased() + language.dropFirst()
  }
}
