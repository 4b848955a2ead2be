import Glibc

/// The C library's words for an error number.
package enum SystemFault {
  /// One sentence without its full stop, as `strerror` words it.
  package static func text(_ number: Int32) -> String {
    guard let text = unsafe strerror(number) else { return "error \(number)" }
    return unsafe String(cString: text)
  }
}
