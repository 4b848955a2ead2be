import Glibc
import HubText
import Synchronization

/// One thing that happened.
package struct LogEvent: Hashable, Sendable {
  package var level: LogLevel
  package var message: String
  /// More about it, in the order given.
  package var details: [Detail]

  package struct Detail: Hashable, Sendable {
    package var name: String
    package var value: String

    package init(name: String, value: String) {
      self.name = name
      self.value = value
    }
  }

  package init(level: LogLevel, message: String, details: [Detail] = []) {
    self.level = level
    self.message = message
    self.details = details
  }

  /// The event as one line of safe text, without its newline.
  package var line: String {
    var line = "\(level.name): \(message)"
    for detail in details { line += " \(detail.name)=\(detail.value)" }
    return SafeText.line(line)
  }
}

/// Where events go; called from any thread.
package protocol LogHandler: Sendable {
  func handle(_ event: LogEvent)
}

/// Writes each event to standard error with one call, behind the program's name.
package struct StandardErrorHandler: LogHandler {
  private let program: String

  package init(program: String) {
    self.program = SafeText.line(program)
  }

  package func handle(_ event: LogEvent) {
    let bytes = Array("\(program): \(event.line)\n".utf8)
    // What cannot be written has nowhere else to go.
    _ = unsafe bytes.withUnsafeBytes { unsafe write(STDERR_FILENO, $0.baseAddress, $0.count) }
  }
}

/// Keeps events, for tests.
package final class MemoryLogHandler: LogHandler {
  private let kept = Mutex<[LogEvent]>([])

  package init() {}

  /// What came so far.
  package var events: [LogEvent] { kept.withLock { $0 } }

  package func handle(_ event: LogEvent) {
    kept.withLock { $0.append(event) }
  }
}
