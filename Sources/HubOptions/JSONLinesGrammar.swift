/// The grammar of the front end jsonl as tables: the man page and the JSON Schema check against it.
package enum JSONLinesGrammar {
  /// What `hello` says in `schema`.
  package static let schema = 1

  /// A longer line of input is refused, in bytes without its newline.
  package static let maximumLineBytes = 1 << 20

  /// What a field holds.
  package indirect enum FieldType: Hashable, Sendable {
    case text, integer, boolean
    /// A UUID in upper case.
    case uuid
    /// RFC 3339 with milliseconds and a `Z`.
    case time
    /// Any JSON value.
    case any
    /// Any JSON object.
    case anyObject
    /// An object of `objects`, by its name.
    case object(String)
    case list(FieldType)
    case nullable(FieldType)
    case oneOf([String])
  }

  /// One key of an object.
  package struct Field: Hashable, Sendable {
    package let name: String
    package let type: FieldType
    /// False when the key may be missing; in events every key is always there, null included.
    package let isRequired: Bool
    /// One whole sentence.
    package let help: String
  }

  /// An event, a command or an object inside them.
  package struct Message: Hashable, Sendable {
    package let name: String
    /// Whole sentences.
    package let help: String
    package let fields: [Field]
  }

  /// An event's entry, or nil when there is none of that name.
  package static func event(_ name: String) -> Message? {
    events.first { $0.name == name }
  }

  /// A command's entry, or nil when there is none of that name.
  package static func command(_ name: String) -> Message? {
    commands.first { $0.name == name }
  }

  /// The keys that every event begins with, in this order.
  package static let eventFields: [Field] = [
    field("event", .text, "The event's name."),
    field("seq", .integer, "1 for the first event, and one more for each that follows."),
  ]

  /// The keys that every command may have.
  package static let commandFields: [Field] = [
    field("command", .text, "The command's name."),
    optional("id", .any, "Given back in the result's key for."),
  ]

  static func field(_ name: String, _ type: FieldType, _ help: String) -> Field {
    Field(name: name, type: type, isRequired: true, help: help)
  }

  static func optional(_ name: String, _ type: FieldType, _ help: String) -> Field {
    Field(name: name, type: type, isRequired: false, help: help)
  }
}

extension JSONLinesGrammar.FieldType: CustomStringConvertible {
  /// The type in words.
  package var description: String {
    switch self {
    case .text: "text"
    case .integer: "integer"
    case .boolean: "boolean"
    case .uuid: "UUID"
    case .time: "time"
    case .any: "any value"
    case .anyObject: "object"
    case .object(let name): name
    case .list(let element): "list of \(element)"
    case .nullable(let type): "\(type) or null"
    case .oneOf(let words): words.joined(separator: " or ")
    }
  }
}
