import CLinux
import Glibc
import HubText

/// Keeps standard error off a screen that a front end draws on, and shows it after.
///
/// While held, descriptors 1 and 2 lead to a file in memory: a message, or what a plug-in's library
/// prints, would else stand in the middle of the screen and be gone with it.
package final class HeldErrors {
  /// The most bytes that are shown after; of more, the last are.
  package static let maximumBytes = 64 * 1024

  private var terminal: Int32 = -1
  private var file: Int32 = -1

  package init() {}

  /// The descriptor of the real standard error while it is held; -1 when it is not.
  package var heldTerminal: Int32 { terminal }

  /// Begins to hold, if standard error is a terminal; a failure leaves everything as it is.
  package func hold() {
    guard terminal < 0, isatty(STDERR_FILENO) == 1 else { return }
    let memory = unsafe memfd_create("hubhost-errors", UInt32(MFD_CLOEXEC))
    guard memory >= 0 else { return }
    let saved = hub_fcntl(STDERR_FILENO, F_DUPFD_CLOEXEC, STDERR_FILENO + 1)
    guard saved >= 0 else {
      close(memory)
      return
    }
    terminal = saved
    file = memory
    _ = hub_fcntl(memory, F_SETFL, O_APPEND)
    dup2(memory, STDERR_FILENO)
    dup2(memory, STDOUT_FILENO)
  }

  /// Gives standard error back and shows, as safe text, what came meanwhile.
  package func release() {
    guard terminal >= 0 else { return }
    dup2(terminal, STDERR_FILENO)
    dup2(terminal, STDOUT_FILENO)
    close(terminal)
    terminal = -1
    show(kept())
    close(file)
    file = -1
  }

  private func kept() -> [UInt8] {
    let size = Int(lseek(file, 0, SEEK_END))
    let start = max(0, size - Self.maximumBytes)
    var bytes = [UInt8](repeating: 0, count: max(0, size - start))
    let count = unsafe bytes.withUnsafeMutableBytes {
      unsafe pread(file, $0.baseAddress, $0.count, off_t(start))
    }
    return Array(bytes.prefix(max(0, count)))
  }

  private func show(_ bytes: [UInt8]) {
    guard !bytes.isEmpty else { return }
    var safe: [UInt8] = []
    SafeText.appendBlock(bytes.span, to: &safe)
    if safe.last != UInt8(ascii: "\n") { safe.append(UInt8(ascii: "\n")) }
    var sent = 0
    while sent < safe.count {
      let count = unsafe safe.withUnsafeBytes { bytes in
        unsafe write(STDERR_FILENO, bytes.baseAddress?.advanced(by: sent), bytes.count - sent)
      }
      if count < 0, errno != EINTR { return }
      sent += max(0, count)
    }
  }
}
