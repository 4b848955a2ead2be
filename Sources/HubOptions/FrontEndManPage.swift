extension ManPage {
  /// The roff of hubhost-frontend(7).
  package static func frontEnd() -> String {
    var page = Roff(title: "HUBHOST-FRONTEND", section: 7, manual: "Miscellaneous")
    page.section("NAME")
    page.line("hubhost-frontend - how to write a front end for hubhost")
    page.section("SYNOPSIS")
    page.tagged(
      "hubhost new frontend NAME [--language \(OptionTable.languages.joined(separator: "|"))]",
      "Makes a folder to begin with.")
    page.tagged("#include <hub/frontend.h>", "The whole of the interface.")
    for section in FrontEndGuide.sections {
      page.section(section.title)
      add(section.parts, to: &page)
    }
    page.section("METHODS")
    page.line("What the host calls, with the signature that the method table gives for each.")
    for method in FrontEndGuide.methods {
      page.tagged(method.name, rest: " \"\(method.signature)\"", method.help)
    }
    page.section("SERVICES")
    page.line("What a front end can ask of the host. An id that the host does not know gives NULL.")
    for service in FrontEndGuide.services { page.tagged(service.name, service.help) }
    page.section("CHECKS")
    page.line(
      "What hubhost check tries, each in a process of its own. A broken rule of the level must fails "
        + "with exit code 65; should and polish warn. Front ends without a terminal skip what needs "
        + "one, and so on; a skipped check says why.")
    for check in FrontEndGuide.checks {
      page.tagged(check.id, rest: " (\(check.level))", check.rule + ".")
    }
    page.section("NOT CHECKED")
    page.line("What a front end cannot break, or nobody can see from outside.")
    for item in FrontEndGuide.unchecked { page.tagged(item.what, item.reason) }
    page.section("SEE ALSO")
    page.line(
      "hubhost(1), hubhost-jsonl(5), and the comments of hub/frontend.h, hub/services.h and "
        + "hub/actions.h")
    return page.text
  }

  private static func add(_ parts: [FrontEndGuide.Part], to page: inout Roff) {
    var isFirst = true
    for part in parts {
      switch part {
      case .text(let text):
        if isFirst { page.line(text) } else { page.paragraph(text) }
      case .type(let lines): page.example(lines)
      case .snippet(let snippet): page.example(snippet.text)
      }
      isFirst = false
    }
  }
}
