import FoundationEssentials
import Glibc
import Testing

/// Runs what is installed on this machine, for tests of generated files.
enum Shell {
  /// Whether a program is in the search path.
  static func has(_ program: String) -> Bool {
    let path = ProcessInfo.processInfo.environment["PATH"] ?? ""
    return path.split(separator: ":").contains { access("\($0)/\(program)", X_OK) == 0 }
  }

  /// The output, standard error included, and the exit status of a command line of `sh`.
  static func run(_ command: String) throws -> (output: String, status: Int32) {
    let pipe = try #require(popen("{ \(command)\n} 2>&1 < /dev/null", "r"))
    var output: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 4096)
    while true {
      let count = fread(&buffer, 1, buffer.count, pipe)
      if count == 0 { break }
      output += buffer[..<count]
    }
    let status = pclose(pipe)
    return (String(decoding: output, as: UTF8.self), (status >> 8) & 0xff)
  }

  /// Calls with the path of a file that holds the text, and removes it afterwards.
  static func withFile<Result>(_ text: String, _ body: (String) throws -> Result) throws -> Result {
    let folder = FileManager.default.temporaryDirectory
    let file = folder.appending(path: "hubhost-options-\(UUID().uuidString)")
    try text.write(to: file, atomically: true, encoding: .utf8)
    defer { try? FileManager.default.removeItem(at: file) }
    return try body(file.path)
  }
}
