import CLinux
import Glibc
package import HubModel
import HubOptions

/// The app file of an app that is described in code, for its agent.
///
/// It stands in the data folder, for the user alone: it may hold tokens.
package enum AgentAppFile {
  /// The file's name in the data folder; `hubhost --app` takes it, too.
  package static let name = "app.json5"

  /// Writes the file, unless it says the same already.
  ///
  /// - Returns: its path, and whether it says something else than before.
  /// - Throws: code 73 when it cannot be written.
  package static func write(
    _ app: AppDescription, dataFolder: String
  ) throws(CommandError) -> (path: String, isNew: Bool) {
    let path = dataFolder + "/" + name
    let text = app.fileText
    if let old = try? InputFile.read(path, limit: AppFile.maximumSize), old == text {
      return (path, false)
    }
    // Each thread has a draft of its own; whoever renames last wins, with the whole text.
    let draft = "\(path).\(getpid())-\(gettid()).new"
    unsafe unlink(draft)
    let flags = O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW
    guard let file = unsafe Descriptor(hub_open(draft, flags, 0o600)) else {
      throw failure(path, errno)
    }
    guard writeAll(text, file.number), unsafe rename(draft, path) == 0 else {
      let number = errno
      unsafe unlink(draft)
      throw failure(path, number)
    }
    return (path, true)
  }

  private static func writeAll(_ bytes: [UInt8], _ descriptor: Int32) -> Bool {
    var rest = bytes[...]
    while !rest.isEmpty {
      let count = unsafe rest.withUnsafeBytes {
        unsafe Glibc.write(descriptor, $0.baseAddress, $0.count)
      }
      if count >= 0 { rest = rest.dropFirst(count) } else if errno != EINTR { return false }
    }
    return true
  }

  private static func failure(_ path: String, _ number: Int32) -> CommandError {
    CommandError(
      .cannotCreate,
      "cannot write \(path) for the agent: \(SystemError.text(number)); nothing is synced until it "
        + "can be")
  }
}
