import FoundationEssentials
import Glibc
import HubTestSupport

/// A fresh folder for one test, closed to others, removed with all that is in it at the end.
final class TemporaryFolder {
  let path: String

  init() {
    var template = Array("/tmp/hubhost-test-XXXXXX".utf8CString)
    path = template.withUnsafeMutableBufferPointer { buffer in
      guard let start = buffer.baseAddress, let made = mkdtemp(start) else {
        fatalError("no temporary folder can be made")
      }
      return String(cString: made)
    }
  }

  deinit {
    try? FileManager.default.removeItem(atPath: path)
  }

  /// Writes a file and returns its path.
  ///
  /// Folders on the way are made; a file that may be started is one that can be, at once.
  @discardableResult
  func write(_ name: String, _ text: String, mode: mode_t = 0o600) -> String {
    write(name, Array(text.utf8), mode: mode)
  }

  @discardableResult
  func write(_ name: String, _ bytes: [UInt8], mode: mode_t = 0o600) -> String {
    let full = path + "/" + name
    let parts = name.split(separator: "/").dropLast()
    var folder = path
    for part in parts {
      folder += "/" + part
      mkdir(folder, 0o700)
    }
    let file = open(full, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, mode)
    var written = 0
    while written < bytes.count {
      let count = bytes.withUnsafeBytes {
        Glibc.write(file, $0.baseAddress?.advanced(by: written), $0.count - written)
      }
      guard count > 0 else { fatalError("cannot write \(full)") }
      written += count
    }
    close(file)
    if mode & 0o111 != 0 {
      do { try ProgramFile.settle(full) } catch { fatalError("cannot write \(full): \(error)") }
    }
    return full
  }
}
