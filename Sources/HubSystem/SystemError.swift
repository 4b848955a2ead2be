import CLinux
import Glibc

/// The C library's error numbers in words.
package enum SystemError {
  /// The C library's text of an error number, beginning in lower case.
  package static func text(_ number: Int32) -> String {
    var buffer = [CChar](repeating: 0, count: 256)
    // The GNU variant may return a text of its own instead of filling the buffer.
    let text = unsafe buffer.withUnsafeMutableBufferPointer { buffer -> String in
      guard let start = buffer.baseAddress,
        let found = unsafe strerror_r(number, start, buffer.count)
      else { return "error \(number)" }
      return unsafe String(cString: found)
    }
    return text.prefix(1).lowercased() + text.dropFirst()
  }
}
