import FoundationEssentials
import Glibc
import HubModel
import HubOptions

/// What the server knows this machine by (reference 2.1): a random id, made once for each data folder.
package enum DeviceIdentifier {
  package static let fileName = "device-id"
  /// Bytes of the file that are read: an id and its line end.
  private static let maximumLength = 64

  /// The id of a data folder, made on first use.
  ///
  /// - Throws: code 73 when it cannot be kept.
  package static func load(dataFolder: String) throws(CommandError) -> String {
    if let id = stored(dataFolder: dataFolder) { return id }
    let path = dataFolder + "/" + fileName
    let id = UUID().uuidString
    let flags = O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC | O_NOFOLLOW
    guard let file = unsafe Descriptor(open(path, flags, 0o600)) else { throw failure(path) }
    let output = OutputChannel(descriptor: file.number)
    do {
      try output.write(id + "\n")
      try output.flush()
    } catch {
      throw failure(path)
    }
    return id
  }

  /// The id of a data folder; nil when no agent has made one yet.
  package static func stored(dataFolder: String) -> String? {
    guard let bytes = try? InputFile.read(dataFolder + "/" + fileName, limit: maximumLength)
    else { return nil }
    return UUID(uuidString: String(decoding: bytes.filter { $0 > 0x20 }, as: UTF8.self))?
      .uuidString
  }

  private static func failure(_ path: String) -> CommandError {
    CommandError(
      .cannotCreate, "cannot write \(path): \(SystemError.text(errno)); make the folder writable")
  }
}
