import HubKeys

/// The manual pages, as roff, made from the tables.
package enum ManPage {
  /// The page with a name of `OptionTable.manPages`, or nil.
  package static func named(_ name: String) -> String? {
    switch name {
    case "hubhost": hubhost()
    case "hubhost-jsonl": jsonLines()
    case "hubhost-frontend": frontEnd()
    default: nil
    }
  }

  /// The roff of hubhost(1).
  package static func hubhost() -> String {
    var page = Roff(title: "HUBHOST", section: 1, manual: "User Commands")
    page.section("NAME")
    page.line("hubhost - \(OptionTable.summary)")
    synopsis(&page)
    page.section("DESCRIPTION")
    page.line(
      "hubhost shows the Hub of an app: an inbox of posts and conversations with a badge, and links "
        + "that land on the right post. An app file says which app. A front end does the showing: "
        + "curses, plain, jsonl, or another one that was installed.")
    page.paragraph(
      "Options may stand anywhere; two hyphens alone end them. An argument that is no command and "
        + "looks like a link is given to hubhost run.")
    commands(&page)
    options(&page)
    keys(&page)
    page.section("EXIT STATUS")
    for code in ExitCode.allCases { page.tagged(String(code.rawValue), code.meaning) }
    page.section("ENVIRONMENT")
    for entry in Surroundings.environment { page.tagged(entry.name, entry.help) }
    files(&page)
    page.section("SERVER")
    page.line(ServerCall.introduction)
    for call in ServerCall.all { page.tagged(call.call, call.help) }
    page.section("EXAMPLES")
    for example in OptionTable.commands.flatMap(\.examples) {
      page.tagged(example.line, sentence(example.help))
    }
    page.section("SEE ALSO")
    page.line("hubhost-jsonl(5), hubhost-frontend(7)")
    return page.text
  }

  private static func synopsis(_ page: inout Roff) {
    page.section("SYNOPSIS")
    for command in OptionTable.commands {
      page.tagged(Help.synopsis(command), command.summary + ".")
    }
  }

  private static func commands(_ page: inout Roff) {
    page.section("COMMANDS")
    for command in OptionTable.commands {
      page.subsection(Help.synopsis(command))
      page.line(command.summary + ".")
      for detail in command.details { page.paragraph(detail) }
    }
  }

  private static func options(_ page: inout Roff) {
    page.section("OPTIONS")
    page.subsection("With every command")
    for option in OptionTable.options where option.isGeneral { tagged(option, &page) }
    for command in OptionTable.commands where command.id != .open {
      let own = OptionTable.options(of: command.id).filter { !$0.isGeneral }
      guard !own.isEmpty else { continue }
      page.subsection(command.id == .run ? "With run and open" : "With \(command.name)")
      for option in own { tagged(option, &page) }
    }
  }

  private static func tagged(_ option: OptionSpec, _ page: inout Roff) {
    let short = option.short.map { "-\($0), " } ?? ""
    var body = option.help + "."
    if !option.choices.isEmpty { body += " One of \(option.choices.joined(separator: ", "))." }
    if let name = option.environment { body += " When not given: $\(name)." }
    if let fallback = option.fallback { body += " Default: \(fallback)." }
    let rest = option.placeholder.isEmpty ? "" : " " + option.placeholder
    page.tagged("\(short)--\(option.long)", rest: rest, body)
  }

  private static func keys(_ page: inout Roff) {
    page.section("KEYS")
    page.line("The keys of the front end curses. The mouse selects, opens and scrolls too.")
    for section in KeySection.allCases {
      page.subsection(section.rawValue)
      for binding in HubKeys.bindings(in: section) {
        let place = binding.place.isEmpty ? "" : " (\(binding.place))"
        page.tagged(binding.label, "\(binding.help)\(place).")
      }
    }
    page.subsection("Actions")
    page.line(
      "What these keys do, keys of the app file, links and hubhost action do too, by name. A link may "
        + "come from anybody: those that write, mark or leave are closed to links.")
    for action in KeyAction.allCases {
      let closed = action.isClosedToLinks ? ". Closed to links" : ""
      let usage = action.argument.map { " \($0.usage)" } ?? ""
      let values = action.argument.map { " \($0.name): \($0.help)." } ?? ""
      page.tagged(action.rawValue, rest: usage, "\(action.help)\(closed).\(values)")
    }
  }

  private static func files(_ page: inout Roff) {
    page.section("FILES")
    for entry in Surroundings.files { page.tagged(entry.name, entry.help) }
    page.subsection("The app file")
    page.line(
      "JSON5: comments, names without quotes and a comma at the end are allowed. A key that is not "
        + "known is warned about, with the nearest one that is.")
    page.example(AppFileKey.example)
    for key in AppFileKey.all { page.tagged(key.path, rest: " (\(key.type))", key.help) }
  }

  private static func sentence(_ text: String) -> String {
    text.prefix(1).uppercased() + text.dropFirst() + "."
  }
}
