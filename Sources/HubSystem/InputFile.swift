import CLinux
import Glibc
import HubOptions

/// Reads whole files of bounded size.
package enum InputFile {
  /// Why a file could not be read.
  package enum Failure: Error, Hashable {
    case notThere
    /// Longer than the limit.
    case tooLarge
    /// The C error number of opening.
    case cannotOpen(Int32)
    /// The C error number of reading.
    case cannotRead(Int32)

    /// The failure in words, with its exit code.
    package func commandError(_ path: String) -> CommandError {
      switch self {
      case .notThere:
        CommandError(.noInput, "no such file: \(path); check the name")
      case .tooLarge:
        CommandError(.badData, "\(path) is too large to be read; check that it is the right file")
      case .cannotOpen(let number):
        CommandError(
          .noInput,
          "cannot open \(path): \(SystemError.text(number)); check the name and its permissions")
      case .cannotRead(let number):
        CommandError(.inputOutput, "cannot read \(path): \(SystemError.text(number)); try again")
      }
    }
  }

  /// The bytes of a file.
  package static func read(_ path: String, limit: Int) throws(Failure) -> [UInt8] {
    let file = unsafe hub_open(path, O_RDONLY | O_CLOEXEC | O_NOCTTY, 0)
    guard file >= 0 else {
      let number = errno
      throw number == ENOENT || number == ENOTDIR ? .notThere : .cannotOpen(number)
    }
    defer { close(file) }
    return try read(descriptor: file, limit: limit)
  }

  /// The bytes that a descriptor still gives; it stays open and is the caller's.
  package static func read(descriptor: Int32, limit: Int) throws(Failure) -> [UInt8] {
    var bytes: [UInt8] = []
    var chunk = [UInt8](repeating: 0, count: 64 << 10)
    while true {
      let count = unsafe chunk.withUnsafeMutableBytes {
        unsafe Glibc.read(descriptor, $0.baseAddress, $0.count)
      }
      if count < 0 {
        let number = errno
        if number == EINTR { continue }
        throw number == EISDIR ? .cannotOpen(number) : .cannotRead(number)
      }
      if count == 0 { return bytes }
      guard bytes.count + count <= limit else { throw .tooLarge }
      bytes += chunk[..<count]
    }
  }
}
