import HubOptions

/// One object of an app file while it is read: hands out values of the right kind, or the sentence.
struct AppFileObject {
  let file: String
  /// How the object is called in messages, such as `config.hub`; empty for the whole file.
  let name: String
  let line: Int
  private let members: [JSON5Member]

  /// - Throws: code 78 when the node is no object.
  init(file: String, name: String, node: JSON5Node) throws(CommandError) {
    self.file = file
    self.name = name
    line = node.line
    guard case .object(let members) = node.value else {
      let what = name.isEmpty ? "an app file" : "\"\(name)\""
      throw Self.error(file, node.line, "\(what) must be an object in braces, not \(node.kind)")
    }
    self.members = members
  }

  /// The member; null counts as not there.
  func member(_ key: String) -> JSON5Member? {
    guard let member = members.first(where: { $0.name == key }) else { return nil }
    if case .null = member.node.value { return nil }
    return member
  }

  /// All members in the order of the file.
  var all: [JSON5Member] { members }

  func path(_ key: String) -> String { name.isEmpty ? key : "\(name).\(key)" }

  // MARK: Values

  func string(_ key: String) throws(CommandError) -> String? {
    guard let member = member(key) else { return nil }
    return try string(member.node, path(key))
  }

  /// Text that says something.
  func filledString(_ key: String) throws(CommandError) -> String? {
    guard let text = try string(key) else { return nil }
    guard text.contains(where: { !$0.isWhitespace }) else {
      throw error(key, "is empty; give it a text or leave the key out")
    }
    return text
  }

  func bool(_ key: String) throws(CommandError) -> Bool? {
    guard let member = member(key) else { return nil }
    guard case .bool(let value) = member.node.value else {
      throw error(key, "must be true or false, not \(member.node.kind)")
    }
    return value
  }

  func integer(_ key: String, in range: ClosedRange<Int>) throws(CommandError) -> Int? {
    guard let member = member(key) else { return nil }
    guard case .number(let number) = member.node.value, let value = Int(exactly: number),
      range.contains(value)
    else {
      throw error(
        key, "must be a whole number from \(range.lowerBound) to \(range.upperBound)")
    }
    return value
  }

  func strings(_ key: String, limit: Int) throws(CommandError) -> [(text: String, line: Int)] {
    var texts: [(text: String, line: Int)] = []
    for (index, node) in try list(key, limit: limit).enumerated() {
      texts.append((try string(node, "\(path(key))[\(index)]"), node.line))
    }
    return texts
  }

  func list(_ key: String, limit: Int) throws(CommandError) -> [JSON5Node] {
    guard let member = member(key) else { return [] }
    guard case .array(let nodes) = member.node.value else {
      throw error(key, "must be a list in brackets, not \(member.node.kind)")
    }
    guard nodes.count <= limit else {
      throw error(key, "has \(nodes.count) entries; \(limit) is the most")
    }
    return nodes
  }

  func object(_ key: String) throws(CommandError) -> AppFileObject? {
    guard let member = member(key) else { return nil }
    return try AppFileObject(file: file, name: path(key), node: member.node)
  }

  func string(_ node: JSON5Node, _ path: String) throws(CommandError) -> String {
    guard case .string(let text) = node.value else {
      throw Self.error(file, node.line, "\"\(path)\" must be text in quotes, not \(node.kind)")
    }
    return text
  }

  // MARK: Messages

  /// An error about a key of this object, at the key's line.
  func error(_ key: String, _ clause: String) -> CommandError {
    Self.error(file, member(key)?.line ?? line, "\"\(path(key))\" \(clause)")
  }

  static func error(_ file: String, _ line: Int, _ clause: String) -> CommandError {
    CommandError(.badAppFile, "\(file), line \(line): \(clause)")
  }

  /// One sentence for each key that is not among the known ones, with the nearest of them.
  func unknownKeys(_ known: [String]) -> [String] {
    all.filter { !known.contains($0.name) }.map { member in
      let place = name.isEmpty ? "" : " in \"\(name)\""
      let advice =
        Nearest.match(member.name, in: known).map { "did you mean \"\($0)\"?" }
        ?? "known here: \(known.joined(separator: ", "))"
      return "\(file), line \(member.line): unknown key \"\(member.name)\"\(place); \(advice)"
    }
  }
}
