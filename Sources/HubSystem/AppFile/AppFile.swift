package import HubModel
import HubOptions

/// An app file that was read: the app it describes, and what is odd about it.
package struct AppFile: Hashable, Sendable {
  /// Bytes; a larger file is refused.
  package static let maximumSize = 256 << 10
  /// Entries of each list and of the routes; more are refused.
  package static let maximumEntries = 256
  /// The longest name of a key in `keys`, in bytes.
  package static let maximumKeyName = 16
  /// Files and folders that one front end may be granted; more are refused.
  package static let maximumGrantedFiles = 64
  /// Tabs; more are refused.
  package static let maximumTabs = 32
  /// Bytes of the id: it names folders.
  package static let maximumIDLength = 128
  /// Seconds that `stallSeconds` may say.
  package static let stallRange = 1...3600
  /// Warnings told one by one; the rest is counted.
  package static let maximumWarnings = 20

  /// The path as it was given.
  package let path: String
  package let description: AppDescription
  /// One sentence each, with file and line, without a final newline.
  package let warnings: [String]

  package init(path: String, description: AppDescription, warnings: [String] = []) {
    self.path = path
    self.description = description
    self.warnings = warnings
  }

  /// Reads an app file.
  ///
  /// - Throws: code 66 when there is none or it cannot be opened, 74 when reading fails, 78 when it
  ///   is wrong.
  package static func load(_ path: String) throws(CommandError) -> AppFile {
    let bytes: [UInt8]
    do {
      bytes = try InputFile.read(path, limit: maximumSize)
    } catch .notThere {
      throw CommandError(
        .noInput,
        "no app file at \(path); write one there, or name one with --app FILE or $HUBHOST_APP")
    } catch .tooLarge {
      throw CommandError(
        .badAppFile,
        "\(path) is larger than \(maximumSize >> 10) KiB, which no app file is; name the right one")
    } catch {
      throw error.commandError(path)
    }
    return try read(bytes, path: path)
  }

  /// Reads the bytes of an app file; the path is for messages and for relative paths inside it.
  ///
  /// - Throws: code 78.
  package static func read(_ bytes: [UInt8], path: String) throws(CommandError) -> AppFile {
    let root: JSON5Node
    do {
      root = try JSON5Reader.read(bytes)
    } catch {
      throw CommandError(
        .badAppFile,
        "\(path), line \(error.line), column \(error.column): \(error.message)")
    }
    var reader = AppFileReader(file: path)
    let description = try reader.description(
      try AppFileObject(file: path, name: "", node: root))
    return AppFile(path: path, description: description, warnings: reader.shortenedWarnings)
  }
}
