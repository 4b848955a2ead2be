/// A command line that cannot be followed.
package struct UsageError: Error, Hashable, Sendable, CustomStringConvertible {
  /// What is wrong; more codes may come.
  package struct Code: RawRepresentable, Hashable, Sendable {
    package let rawValue: String

    package init(rawValue: String) {
      self.rawValue = rawValue
    }

    package static let unknownCommand = Code(rawValue: "unknown-command")
    package static let unknownOption = Code(rawValue: "unknown-option")
    package static let wrongCommand = Code(rawValue: "wrong-command")
    package static let contradiction = Code(rawValue: "contradiction")
    package static let missingValue = Code(rawValue: "missing-value")
    package static let unexpectedValue = Code(rawValue: "unexpected-value")
    package static let badValue = Code(rawValue: "bad-value")
    package static let missingOperand = Code(rawValue: "missing-operand")
    package static let unexpectedOperand = Code(rawValue: "unexpected-operand")
    package static let refusedLink = Code(rawValue: "refused-link")
  }

  package let code: Code
  /// One sentence of printable ASCII for standard error, with no program name before it.
  package let message: String

  package var description: String { message }

  /// What the process exits with.
  package var exitCode: ExitCode { .usage }
}
