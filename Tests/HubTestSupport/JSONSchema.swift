import FoundationEssentials

/// Checks JSON values against a JSON Schema (draft 2020-12), as far as ours needs it.
///
/// Knows `$ref` into the same file, type, const, enum, properties, required, items, oneOf, anyOf,
/// pattern, minimum, maximum; an unknown keyword is an error, so that none is passed over.
package final class JSONSchema {
  /// The schema of the front end jsonl in the source tree.
  package static func jsonLines() throws -> JSONSchema {
    JSONSchema(root: try jsonLinesFile.get())
  }

  private static let jsonLinesFile = Result {
    let folder = #filePath.split(separator: "/").dropLast(3).map { "/" + $0 }.joined()
    let path = folder + "/Plugins/JSONLines/hubhost-jsonl.schema.json"
    return try JSONValue(json: String(contentsOfFile: path, encoding: .utf8))
  }

  private var patterns: [String: Regex<AnyRegexOutput>] = [:]

  /// The whole schema.
  package let root: JSONValue

  package init(root: JSONValue) {
    self.root = root
  }

  /// The schema below `$defs` with that name.
  package func definition(_ name: String) -> JSONValue? {
    root["$defs"]?[name]
  }

  /// What is wrong with a value; empty: it fits.
  ///
  /// Against a definition of `$defs`, or against the whole when there is no name.
  package func faults(in value: JSONValue, against name: String? = nil) -> [String] {
    guard let schema = name.map({ definition($0) }) ?? root else { return ["no such definition"] }
    return check(value, schema, at: "")
  }

  private func check(_ value: JSONValue, _ schema: JSONValue, at place: String) -> [String] {
    schema.members.flatMap { keyword, rule -> [String] in
      switch keyword {
      case "$schema", "$id", "$defs", "title", "description": []
      case "$ref": resolve(rule).map { check(value, $0, at: place) } ?? ["bad $ref \(rule)"]
      case "properties": properties(value, rule, at: place)
      case "items":
        value.elements.enumerated().flatMap { check($1, rule, at: "\(place)/\($0)") }
      case "oneOf": count(value, rule) == 1 ? [] : ["\(place): \(count(value, rule)) of oneOf fit"]
      case "anyOf": count(value, rule) > 0 ? [] : ["\(place): none of anyOf fits"]
      default: fits(value, keyword, rule) ? [] : ["\(place): \(value) is not \(keyword) \(rule)"]
      }
    }
  }

  private func fits(_ value: JSONValue, _ keyword: String, _ rule: JSONValue) -> Bool {
    switch (keyword, rule, value) {
    case ("type", .string(let name), _): isOf(type: name, value)
    case ("type", .array(let names), _): names.contains { isOf(type: $0.text ?? "", value) }
    case ("const", _, _): value == rule
    case ("enum", .array(let values), _): values.contains(value)
    case ("required", .array(let names), .object(let members)):
      names.allSatisfy { members[$0.text ?? ""] != nil }
    case ("pattern", .string(let pattern), .string(let text)): matches(text, pattern)
    case ("minimum", .number(let least), .number(let number)): number >= least
    case ("maximum", .number(let most), .number(let number)): number <= most
    // These say nothing about values of another type.
    case ("required", .array, _), ("pattern", .string, _): true
    case ("minimum", .number, _), ("maximum", .number, _): true
    default: false
    }
  }

  private func isOf(type: String, _ value: JSONValue) -> Bool {
    switch (type, value) {
    case ("null", .null), ("boolean", .bool), ("string", .string), ("array", .array): true
    case ("object", .object), ("number", .number): true
    case ("integer", .number(let number)): number == number.rounded()
    default: false
    }
  }

  private func properties(_ value: JSONValue, _ rule: JSONValue, at place: String) -> [String] {
    rule.members.flatMap { name, schema -> [String] in
      value[name].map { check($0, schema, at: "\(place)/\(name)") } ?? []
    }
  }

  private func count(_ value: JSONValue, _ rule: JSONValue) -> Int {
    rule.elements.count { check(value, $0, at: "").isEmpty }
  }

  private func matches(_ text: String, _ pattern: String) -> Bool {
    guard let regex = patterns[pattern] ?? (try? Regex(pattern)) else { return false }
    patterns[pattern] = regex
    return text.firstMatch(of: regex) != nil
  }

  private func resolve(_ reference: JSONValue) -> JSONValue? {
    guard let text = reference.text, text.hasPrefix("#/$defs/") else { return nil }
    return definition(String(text.dropFirst("#/$defs/".count)))
  }
}
