/// How much an event matters; the names and order are those of swift-log.
package enum LogLevel: Int, CaseIterable, Comparable, Sendable {
  case trace
  case debug
  case info
  case notice
  case warning
  case error
  case critical

  /// The level of a name as an option or the environment gives it; nil for none.
  package init?(name: String) {
    let lower = name.lowercased()
    guard let level = Self.allCases.first(where: { $0.name == lower }) else { return nil }
    self = level
  }

  /// The name, in lower case.
  package var name: String { "\(self)" }

  package static func < (left: LogLevel, right: LogLevel) -> Bool {
    left.rawValue < right.rawValue
  }
}
