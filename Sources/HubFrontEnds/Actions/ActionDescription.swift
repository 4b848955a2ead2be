/// One argument of an action, copied out of the plug-in's table and checked.
package struct ActionParameter: Hashable, Sendable, Codable {
  /// What its values are; the raw value is what programs read.
  package enum Kind: String, Hashable, Sendable, Codable {
    case text
    case integer
    /// An integer that is not negative.
    case unsigned
    case real
    case flag
  }

  package let name: String
  /// One line.
  package let help: String
  package let kind: Kind
  /// It may be left out.
  package let isOptional: Bool
  /// The values of an integer, or the bytes of a text; nil: all.
  package let integers: ClosedRange<Int64>?
  /// The values of a real number; nil: all that are finite.
  package let reals: ClosedRange<Double>?

  package init(
    name: String, help: String, kind: Kind, isOptional: Bool, integers: ClosedRange<Int64>? = nil,
    reals: ClosedRange<Double>? = nil
  ) {
    self.name = name
    self.help = help
    self.kind = kind
    self.isOptional = isOptional
    self.integers = integers
    self.reals = reals
  }

  /// The argument as people type it, such as `days=0..365` or `[sender=TEXT]`.
  package var usage: String {
    isOptional ? "[\(name)=\(values)]" : "\(name)=\(values)"
  }

  /// What stands for a value in `usage`.
  private var values: String {
    switch kind {
    case .text: return "TEXT"
    case .flag: return "true|false"
    case .integer, .unsigned:
      return integers.map { "\($0.lowerBound)..\($0.upperBound)" } ?? "NUMBER"
    case .real:
      return reals.map { "\($0.lowerBound)..\($0.upperBound)" } ?? "NUMBER"
    }
  }
}

/// An action that a front end offers to links, keys, JSON lines and `hubhost action`.
package struct ActionDescription: Hashable, Sendable, Codable {
  package let name: String
  /// One line.
  package let help: String
  /// The letters of its arguments, as the ABI header writes them.
  package let signature: String
  package let parameters: [ActionParameter]
  /// A link, which may come from anybody, does not call it.
  package let isClosedToLinks: Bool

  package init(
    name: String, help: String, signature: String, parameters: [ActionParameter],
    isClosedToLinks: Bool = false
  ) {
    self.name = name
    self.help = help
    self.signature = signature
    self.parameters = parameters
    self.isClosedToLinks = isClosedToLinks
  }

  /// The arguments as people type them; empty when there are none.
  package var usage: String { parameters.map(\.usage).joined(separator: " ") }

  /// The longest name of an action or an argument, in bytes.
  package static let maxNameBytes = 32

  /// Whether a text can name an action or an argument: `[a-z][a-z0-9_-]*`, 1 to 32 bytes.
  package static func isName(_ text: String) -> Bool {
    guard let first = text.utf8.first, (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(first)
    else {
      return false
    }
    return text.utf8.count <= maxNameBytes
      && text.utf8.allSatisfy {
        (UInt8(ascii: "a")...UInt8(ascii: "z")).contains($0)
          || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) || $0 == UInt8(ascii: "-")
          || $0 == UInt8(ascii: "_")
      }
  }
}
