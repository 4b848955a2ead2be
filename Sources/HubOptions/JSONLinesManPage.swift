extension ManPage {
  /// The roff of hubhost-jsonl(5).
  package static func jsonLines() -> String {
    var page = Roff(title: "HUBHOST-JSONL", section: 5, manual: "File Formats")
    page.section("NAME")
    page.line("hubhost-jsonl - events and commands of the front end jsonl")
    page.section("SYNOPSIS")
    page.line("hubhost --frontend jsonl")
    page.section("DESCRIPTION")
    page.line(
      "The front end jsonl writes events to standard output and reads commands from standard input: "
        + "one JSON object a line, in UTF-8, with no blank lines.")
    page.paragraph(
      "This is schema \(JSONLinesGrammar.schema). It grows only by new keys and new events; programs "
        + "that read it ignore what they do not know. Ids are UUIDs in upper case; times are RFC 3339 "
        + "with milliseconds and a Z. All text is safe to print on a terminal.")
    page.paragraph(
      "Each command gets exactly one result. A line that is no JSON object, that holds more than "
        + "\(JSONLinesGrammar.maximumLineBytes) bytes or whose command is not known gets a result "
        + "with ok false, and reading goes on. The end of input means quit, once everything asked "
        + "has been answered.")
    page.section("EVENTS")
    page.line("Every event begins with these two keys:")
    fields(JSONLinesGrammar.eventFields, &page)
    for event in JSONLinesGrammar.events { message(event, &page) }
    page.section("COMMANDS")
    page.line("Every command may have these keys; command is required:")
    fields(JSONLinesGrammar.commandFields, &page)
    for command in JSONLinesGrammar.commands { message(command, &page) }
    page.section("OBJECTS")
    page.line("The objects that events hold.")
    for object in JSONLinesGrammar.objects { message(object, &page) }
    examples(&page)
    page.section("SEE ALSO")
    page.line("hubhost(1)")
    return page.text
  }

  private static func message(_ message: JSONLinesGrammar.Message, _ page: inout Roff) {
    page.subsection(message.name)
    page.line(message.help)
    fields(message.fields, &page)
  }

  private static func fields(_ fields: [JSONLinesGrammar.Field], _ page: inout Roff) {
    for field in fields {
      let optional = field.isRequired ? "" : ", may be left out"
      page.tagged(field.name, rest: " (\(field.type)\(optional))", field.help)
    }
  }

  private static func examples(_ page: inout Roff) {
    page.section("EXAMPLES")
    page.line("Ask for the unread items and leave:")
    page.example(
      """
      echo '{"command":"list","id":1,"unread":true}' |
        hubhost --frontend jsonl | jq -c 'select(.event=="items")'
      """)
  }
}
