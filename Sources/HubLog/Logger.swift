import Glibc
import Synchronization

/// Passes on events of at least its level; may be used from any thread.
package final class Logger: Sendable {
  private struct State {
    var level: LogLevel
    var handler: any LogHandler
  }

  private let state: Mutex<State>

  package init(level: LogLevel, handler: any LogHandler) {
    state = Mutex(State(level: level, handler: handler))
  }

  /// The least level that is passed on.
  package var level: LogLevel {
    get { state.withLock(\.level) }
    set { state.withLock { $0.level = newValue } }
  }

  /// Sends later events elsewhere.
  package func setHandler(_ handler: any LogHandler) {
    state.withLock { $0.handler = handler }
  }

  /// Notes an event; the message and details are made only when the level is on.
  package func log(
    _ level: LogLevel, _ message: @autoclosure () -> String,
    _ details: @autoclosure () -> KeyValuePairs<String, String> = [:]
  ) {
    let handler = state.withLock { level >= $0.level ? $0.handler : nil }
    guard let handler else { return }
    let kept = details().map { LogEvent.Detail(name: $0.key, value: $0.value) }
    handler.handle(LogEvent(level: level, message: message(), details: kept))
  }
}

/// The log of this process: standard error, from `notice` up, until somebody says otherwise.
///
/// `trace` and `debug` are for builders, `info` for operators who look for something, `notice` for what they should
/// know, `warning` for what may go wrong, `error` for what did, `critical` for what ends the process.
package enum Log {
  /// Where the functions below go; set its level and handler at start.
  package static let shared = Logger(
    level: .notice, handler: StandardErrorHandler(program: "hubhost"))

  package static func trace(
    _ message: @autoclosure () -> String,
    _ details: @autoclosure () -> KeyValuePairs<String, String> = [:]
  ) {
    current.log(.trace, message(), details())
  }

  package static func debug(
    _ message: @autoclosure () -> String,
    _ details: @autoclosure () -> KeyValuePairs<String, String> = [:]
  ) {
    current.log(.debug, message(), details())
  }

  package static func info(
    _ message: @autoclosure () -> String,
    _ details: @autoclosure () -> KeyValuePairs<String, String> = [:]
  ) {
    current.log(.info, message(), details())
  }

  package static func notice(
    _ message: @autoclosure () -> String,
    _ details: @autoclosure () -> KeyValuePairs<String, String> = [:]
  ) {
    current.log(.notice, message(), details())
  }

  package static func warning(
    _ message: @autoclosure () -> String,
    _ details: @autoclosure () -> KeyValuePairs<String, String> = [:]
  ) {
    current.log(.warning, message(), details())
  }

  package static func error(
    _ message: @autoclosure () -> String,
    _ details: @autoclosure () -> KeyValuePairs<String, String> = [:]
  ) {
    current.log(.error, message(), details())
  }

  package static func critical(
    _ message: @autoclosure () -> String,
    _ details: @autoclosure () -> KeyValuePairs<String, String> = [:]
  ) {
    current.log(.critical, message(), details())
  }
}
