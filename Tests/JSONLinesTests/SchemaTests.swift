import HubOptions
import HubTestSupport
import Testing

@testable import JSONLinesFrontEnd

/// The schema file, the table that the manual is made from, and the code say the same.
struct SchemaTests {
  private typealias Grammar = JSONLinesGrammar

  @Test func `events of the schema and of the table are the same`() throws {
    try expectSame("event", Grammar.events, with: Grammar.eventFields, in: "output")
  }

  @Test func `commands of the schema and of the table are the same`() throws {
    try expectSame("command", Grammar.commands, with: Grammar.commandFields, in: "input")
  }

  @Test func `objects of the schema and of the table are the same`() throws {
    let schema = try JSONSchema.jsonLines()
    for object in Grammar.objects {
      let name = object.name == "path entry" ? "pathEntry" : object.name
      try expectSame(object, [], schema.definition(name), schema)
    }
  }

  @Test func `limits and names in the code are the table's`() {
    #expect(LineAssembler.maximumLineBytes == Grammar.maximumLineBytes)
    #expect(JSONLinesFrontEnd.schema == Grammar.schema)
    #expect(Set(CommandName.allCases.map(\.rawValue)) == Set(Grammar.commands.map(\.name)))
    let items = Grammar.event("items")?.help ?? ""
    #expect(items.contains("at most \(InboxListing.rowsInEvent) items"))
    let limit = Grammar.command("list")?.fields.first { $0.name == "limit" }?.help ?? ""
    #expect(limit.contains("1 to \(InboxListing.mostRows)"))
    let replies = Grammar.event("present-conversation")?.fields.last?.help ?? ""
    #expect(replies.contains("\(JSONLinesFrontEnd.mostReplies) replies"))
  }

  @Test(arguments: [
    #"{"event":"bye","seq":1}"#, #"{"event":"bye","seq":0,"reason":"x"}"#,
    #"{"event":"bye","seq":1.5,"reason":"x"}"#, #"{"event":"bye","seq":1,"reason":null}"#,
    #"{"event":"goodbye","seq":1,"reason":"x"}"#, #"{"seq":1,"reason":"x"}"#, #"[]"#, "1",
    #"{"event":"result","seq":1,"for":null,"ok":true}"#,
    #"{"event":"result","seq":1,"for":null,"ok":true,"error":{"code":"x","message":"y"}}"#,
    #"{"event":"result","seq":1,"for":null,"ok":false,"value":1}"#,
    #"{"event":"result","seq":1,"for":null,"ok":false,"error":{"code":"X","message":"y"}}"#,
    #"{"event":"path","seq":1,"path":[{}]}"#,
    #"{"event":"path","seq":1,"path":[{"post":"x","messages":true}]}"#,
    #"{"event":"path","seq":1,"path":[{"messages":false}]}"#,
    #"{"event":"opened","seq":1,"url":"x","by":"me","reason":null}"#,
  ])
  func `the schema refuses a line that is wrong`(line: String) throws {
    let schema = try JSONSchema.jsonLines()
    #expect(schema.faults(in: try JSONValue(json: line), against: "output") != [])
  }

  @Test(arguments: [
    #"{"event":"bye","seq":1,"reason":"x"}"#, #"{"event":"path","seq":2,"path":[]}"#,
    #"{"event":"result","seq":3,"for":[1],"ok":false,"error":{"code":"x","message":"y"}}"#,
  ])
  func `the schema of all output takes a line that is right`(line: String) throws {
    let value = try JSONValue(json: line)
    #expect(try JSONSchema.jsonLines().faults(in: value, against: "output") == [])
  }

  @Test func `the schema takes new keys, which are how it grows`() throws {
    let schema = try JSONSchema.jsonLines()
    let line = try JSONValue(json: #"{"event":"bye","seq":1,"reason":"x","new":{"a":[1]}}"#)
    #expect(schema.faults(in: line) == [])
  }

  private func expectSame(
    _ kind: String, _ messages: [Grammar.Message], with common: [Grammar.Field], in list: String
  ) throws {
    let schema = try JSONSchema.jsonLines()
    let listed = schema.definition(list)?["oneOf"]?.elements.compactMap { $0["$ref"]?.text } ?? []
    #expect(Set(listed) == Set(messages.map { "#/$defs/\(kind)-\($0.name)" }))
    for message in messages {
      let definition = schema.definition("\(kind)-\(message.name)")
      #expect(definition?["properties"]?[kind]?["const"] == .string(message.name))
      try expectSame(message, common, definition, schema)
    }
  }

  private func expectSame(
    _ message: Grammar.Message, _ common: [Grammar.Field], _ definition: JSONValue?,
    _ schema: JSONSchema
  ) throws {
    let definition = try #require(definition, "\(message.name)")
    let properties = definition["properties"]?.members ?? [:]
    // A command that has an id of its own keeps it instead of the common one.
    let own = Set(message.fields.map(\.name))
    let fields = common.filter { !own.contains($0.name) } + message.fields
    #expect(Set(properties.keys) == Set(fields.map(\.name)), "\(message.name)")
    let required = Set(definition["required"]?.elements.compactMap(\.text) ?? [])
    #expect(required == Set(fields.filter(\.isRequired).map(\.name)), "\(message.name)")
    for field in message.fields {
      let property = properties[field.name] ?? .null
      let takesNull = fits(.null, property, schema)
      let isNullable = if case .nullable = field.type { true } else { field.type == .any }
      #expect(takesNull == isNullable, "\(message.name).\(field.name)")
    }
  }

  private func fits(_ value: JSONValue, _ property: JSONValue, _ schema: JSONSchema) -> Bool {
    var members = schema.root.members["$defs"]?.members ?? [:]
    members["here"] = property
    let changed = JSONSchema(root: .object(["$defs": .object(members)]))
    return changed.faults(in: value, against: "here").isEmpty
  }
}
