package import HubLog
import HubText

/// Sentences for people on standard error; what they quote is made safe here.
package final class Console {
  private let descriptor: Int32
  /// The name of the program, before each sentence.
  private let program: String
  /// The least grave level that is shown.
  package var level = LogLevel.warning

  /// The descriptor stays the caller's.
  package init(descriptor: Int32, program: String = "hubhost") {
    self.descriptor = descriptor
    self.program = program
  }

  /// Tells why the command ends.
  package func error(_ message: String) {
    write("\(program): \(message)")
  }

  /// Tells what is odd while the command goes on.
  package func warning(_ message: String) {
    if level <= .warning { write("\(program): warning: \(message)") }
  }

  /// Tells what was done, for those who asked to know.
  package func info(_ message: String) {
    if level <= .info { write("\(program): \(message)") }
  }

  /// Nobody is left to tell when this fails.
  private func write(_ message: String) {
    let channel = OutputChannel(descriptor: descriptor)
    try? channel.write(SafeText.line(message) + "\n")
    try? channel.flush()
  }
}
