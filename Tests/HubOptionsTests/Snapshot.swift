import FoundationEssentials
import Testing

/// Compares generated text with a file of the source tree.
///
/// With `HUBHOST_WRITE_SNAPSHOTS=1` in the environment the files are written instead.
enum Snapshot {
  private static let folder =
    #filePath.split(separator: "/").dropLast().map { "/" + $0 }.joined() + "/Snapshots/"

  static func expect(
    _ text: String, is name: String, sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    let path = folder + name
    if ProcessInfo.processInfo.environment["HUBHOST_WRITE_SNAPSHOTS"] == "1" {
      try text.write(toFile: path, atomically: true, encoding: .utf8)
      return
    }
    let stored = try String(contentsOfFile: path, encoding: .utf8)
    let lines = zip(stored.split(separator: "\n"), text.split(separator: "\n"))
    let difference = lines.first { $0 != $1 }.map { "stored: \($0)\nnow:    \($1)" }
    #expect(
      stored == text, "\(name): \(difference ?? "the length differs")",
      sourceLocation: sourceLocation)
  }
}
