/// Why the system gave the loop no descriptor, as one sentence that says what and what to do.
package struct LoopError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The C library's error number; 0 when a descriptor was made but cannot be watched.
  package let code: Int32
  /// One sentence for people, without its full stop.
  package let message: String

  init(_ call: String, _ code: Int32) {
    self.code = code
    message = "\(call) failed: \(SystemFault.text(code)); close other programs"
  }

  init(_ message: String) {
    code = 0
    self.message = message
  }

  package var description: String { message }
}
