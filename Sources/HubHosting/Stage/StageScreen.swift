import Glibc
package import HubFrontEnds
import HubSystem

/// The terminal of this process while front ends have it, and its standard error meanwhile.
///
/// A process has one terminal and one standard error, so it has one of these at a time.
package final class StageScreen {
  package let terminalGuard: TerminalGuard
  private let errors = HeldErrors()

  /// Records how the terminal is.
  ///
  /// - Parameters:
  ///   - input: where keys come from.
  ///   - output: where front ends draw.
  package init(input: Int32, output: Int32) {
    terminalGuard = TerminalGuard(input: input, output: output)
  }

  /// Takes down which modes a front end has on (`HUB_MODE_…`).
  ///
  /// What is said while the screen belongs to it is shown when it gave the screen back.
  package func modesChanged(_ modes: UInt32) {
    terminalGuard.modes = modes
    if modes & Self.screenMode != 0 { errors.hold() } else { errors.release() }
    terminalGuard.errorDescriptor = errors.heldTerminal < 0 ? STDERR_FILENO : errors.heldTerminal
  }

  /// Gives the terminal back, and shows what was said meanwhile.
  package func clear() {
    terminalGuard.restore()
    errors.release()
  }

  /// `HUB_MODE_SCREEN` of the ABI header.
  private static let screenMode: UInt32 = 1
}
