import CLinux
import Glibc

/// A terminal of this process's own in the place of standard input and output, whose keys it types.
final class OwnTerminal {
  /// The side of the keyboard and the eye.
  private let far: Int32
  /// What standard input and output were before.
  private var kept: [(descriptor: Int32, copy: Int32)] = []

  private static let columns: UInt16 = 80
  private static let rows: UInt16 = 24

  /// Opens one; nil when the system gives none.
  init?() {
    far = posix_openpt(O_RDWR | O_NOCTTY | O_CLOEXEC | O_NONBLOCK)
    guard far >= 0 else { return nil }
    guard grantpt(far) == 0, unlockpt(far) == 0, let name = unsafe ptsname(far) else {
      close(far)
      return nil
    }
    var size = winsize(ws_row: Self.rows, ws_col: Self.columns, ws_xpixel: 0, ws_ypixel: 0)
    unsafe _ = ioctl(far, UInt(TIOCSWINSZ), &size)
    let near = unsafe hub_open(name, O_RDWR | O_NOCTTY | O_CLOEXEC, 0)
    guard near >= 0 else {
      close(far)
      return nil
    }
    for descriptor in [STDIN_FILENO, STDOUT_FILENO] {
      kept.append((descriptor, hub_fcntl(descriptor, F_DUPFD_CLOEXEC, 10)))
      dup2(near, descriptor)
    }
    close(near)
  }

  /// Types; false when not all of it could be.
  func type(_ bytes: [UInt8]) -> Bool {
    unsafe bytes.withUnsafeBytes { unsafe write(far, $0.baseAddress, $0.count) } == bytes.count
  }

  /// Takes what was drawn, so that there is room for more.
  func drain() {
    var bytes = [UInt8](repeating: 0, count: 65_536)
    while unsafe read(far, &bytes, bytes.count) > 0 {}
  }

  /// Puts standard input and output back; once.
  func giveBack() {
    for (descriptor, copy) in kept {
      dup2(copy, descriptor)
      close(copy)
    }
    close(far)
  }
}
