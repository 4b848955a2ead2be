package import HubOptions

/// Why a command ends early: one sentence for people, and the exit code.
///
/// The sentence says what, where and what to do, without a final newline. It may quote outside text
/// as it came; `Console` makes it safe when it prints it.
package struct CommandError: Error, Hashable, Sendable, CustomStringConvertible {
  package var code: ExitCode
  package var message: String

  package init(_ code: ExitCode, _ message: String) {
    self.code = code
    self.message = message
  }

  package var description: String { message }
}
