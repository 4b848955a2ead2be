/// A JSON5 value with the place where it stood, so that a complaint can name its line.
struct JSON5Node {
  indirect enum Value {
    case null
    case bool(Bool)
    case number(Double)
    case string(String)
    case array([JSON5Node])
    case object([JSON5Member])
  }

  /// 1-based.
  let line: Int
  let value: Value

  /// The kind of value in words, for messages.
  var kind: String {
    switch value {
    case .null: "null"
    case .bool: "true or false"
    case .number: "a number"
    case .string: "text"
    case .array: "a list"
    case .object: "an object"
    }
  }
}

/// One key of an object with its value; objects keep the order of the file.
struct JSON5Member {
  let name: String
  /// The line of the key, 1-based.
  let line: Int
  let node: JSON5Node
}

/// Where and why a text is no JSON5.
struct JSON5Error: Error, Hashable {
  /// 1-based.
  let line: Int
  /// 1-based, in bytes.
  let column: Int
  /// A clause without subject and full stop, such as "expected ':' after the key".
  let message: String
}
