import CLinux
import Glibc

/// Owns an open file descriptor and closes it at the end.
package struct Descriptor: ~Copyable {
  package let number: Int32

  /// Takes over a descriptor; nil for a negative one, with `errno` as it was.
  package init?(_ number: Int32) {
    guard number >= 0 else { return nil }
    self.number = number
  }

  deinit {
    close(number)
  }
}
