/// A command of `hubhost`; the raw value is what people type.
package enum CommandID: String, CaseIterable, Hashable, Sendable {
  case run, open, action, push
  case `import`
  case sync, tap, reply, notifications, events
  case badge, frontends, check, agent, new, help, man, completions
}

/// What a command takes beside its options.
package struct OperandSpec: Hashable, Sendable {
  package enum Kind: Hashable, Sendable {
    /// A link; one that begins with a hyphen is refused even after `--`.
    case url
    /// A path, or `-` for standard input.
    case file
    /// One of these words.
    case choice([String])
    /// The name of an action, and then its arguments.
    case action
    /// A text that is taken as it stands.
    case text
    /// One of these words, and then a name.
    case kindAndName([String])
  }

  package let kind: Kind
  /// As the synopsis shows them, such as `FILE...`.
  package let synopsis: String
  package let minimum: Int
  /// Nil when there may be any number.
  package let maximum: Int?
}

/// A command as help, man page and completions show it.
package struct CommandSpec: Hashable, Sendable {
  /// A line to type and what it does.
  package struct Example: Hashable, Sendable {
    package let line: String
    package let help: String
  }

  package let id: CommandID
  /// One line, no full stop.
  package let summary: String
  /// Whole sentences, one a paragraph.
  package let details: [String]
  package let operands: OperandSpec?
  package let examples: [Example]

  package var name: String { id.rawValue }
}
