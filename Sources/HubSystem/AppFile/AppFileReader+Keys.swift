import HubModel
import HubText

extension AppFileReader {
  /// The keys that call actions; whether the front end has the action is not known yet.
  mutating func keys(_ root: AppFileObject) throws(CommandError) -> [AppDescription.Key] {
    guard let object = try root.object("keys") else { return [] }
    guard object.all.count <= AppFile.maximumEntries else {
      throw root.error(
        "keys", "has \(object.all.count) entries; \(AppFile.maximumEntries) is the most")
    }
    var keys: [AppDescription.Key] = []
    for member in object.all {
      let line = try object.string(member.node, "keys.\(member.name)")
      guard Self.isKey(member.name) else {
        throw AppFileObject.error(
          file, member.line,
          "\"\(SafeText.line(member.name))\" in \"keys\" is no key; write one character, or a name "
            + "such as \"Ctrl-X\", \"F5\" or \"PageDown\"")
      }
      guard let request = ActionRequest(line: line) else {
        throw AppFileObject.error(
          file, member.line,
          "\"\(SafeText.line(line))\" in \"keys\" is no call of an action; write its name, then "
            + "argument=value, with quotes around a value that holds blanks")
      }
      keys.removeAll { $0.key == member.name }
      keys.append(AppDescription.Key(key: member.name, line: line, request: request))
    }
    return keys
  }

  /// One character that shows, or a name in letters, digits and hyphens.
  private static func isKey(_ name: String) -> Bool {
    if name.count == 1 { return SafeText.line(name) == name && name != " " }
    return (2...AppFile.maximumKeyName).contains(name.utf8.count)
      && name.utf8.allSatisfy { Syntax.isNameByte($0) }
  }
}
