extension Help {
  /// Where the second column begins, in columns from the left.
  private static let column = 26

  /// An option's line: its names, and what it does with choices, default and variable.
  static func row(_ option: OptionSpec) -> (String, String) {
    var help = option.help
    if !option.choices.isEmpty, option.id != .format {
      help += ": \(option.choices.joined(separator: ", "))"
    }
    var notes: [String] = []
    if let name = option.environment { notes.append("$\(name)") }
    if let fallback = option.fallback {
      notes.append((notes.isEmpty ? "default: " : "else ") + fallback)
    }
    return (names(option), notes.isEmpty ? help : "\(help) (\(notes.joined(separator: ", ")))")
  }

  /// An option's names with the argument, such as `-f, --frontend NAME|PATH`.
  static func names(_ option: OptionSpec) -> String {
    let short = option.short.map { "-\($0), " } ?? "    "
    let shown = option.id == .format ? option.choices.joined(separator: "|") : option.placeholder
    return "\(short)--\(option.long)\(shown.isEmpty ? "" : " " + shown)"
  }

  /// Two columns; a left side that is too wide has the right one on the next line.
  static func rows(_ rows: [(String, String)], note: String? = nil) -> String {
    var text = ""
    for (left, right) in rows {
      let body = wrap(right, indent: column)
      if left.count + 4 > column {
        text += "  \(left)\n\(body)"
      } else {
        let gap = String(repeating: " ", count: column - left.count - 2)
        text += "  \(left)\(gap)\(body.drop { $0 == " " })"
      }
    }
    return text + (note.map { "  \($0)\n" } ?? "")
  }

  /// Breaks text at blanks so that no line is wider than the page, a single long word excepted.
  static func wrap(_ text: String, indent: Int) -> String {
    let margin = String(repeating: " ", count: indent)
    var lines: [String] = []
    var line = ""
    for word in text.split(separator: " ") {
      if !line.isEmpty, indent + line.count + 1 + word.count > width {
        lines.append(line)
        line = ""
      }
      line += (line.isEmpty ? "" : " ") + word
    }
    lines.append(line)
    return lines.map { margin + $0 + "\n" }.joined()
  }

  /// For a summary after a dash.
  static func lowercasedFirst(_ text: String) -> String {
    text.prefix(1).lowercased() + text.dropFirst()
  }
}
