/// Writes a manual page in the man(7) macros that groff and mandoc both know.
///
/// Only these macros come out: TH, SH, SS, PP, TP, EX, EE, RS, RE. All text is escaped here, so that
/// no word of it is taken for a request.
struct Roff {
  /// Where source lines are broken, in characters before escaping.
  private static let width = 72

  private(set) var text = ""

  init(title: String, section: Int, manual: String) {
    text =
      ".TH \(Self.escape(title)) \(section) \(OptionTable.date)"
      + " \"hubhost \(Self.escape(OptionTable.version))\" \"\(Self.escape(manual))\"\n"
  }

  mutating func section(_ title: String) {
    text += ".SH \(Self.escape(title))\n"
  }

  mutating func subsection(_ title: String) {
    text += ".SS \(Self.escape(title))\n"
  }

  mutating func paragraph(_ body: String) {
    text += ".PP\n" + Self.lines(body)
  }

  /// Text right after a heading, where a paragraph request would be one too many.
  mutating func line(_ body: String) {
    text += Self.lines(body)
  }

  /// A word in bold, and what it means.
  mutating func tagged(_ tag: String, rest: String = "", _ body: String) {
    text += ".TP\n\\fB\(Self.escape(tag))\\fR\(Self.escape(rest))\n" + Self.lines(body)
  }

  /// Lines that stand as they are.
  mutating func example(_ body: String) {
    text += ".PP\n.RS 4\n.EX\n"
    for line in body.split(separator: "\n", omittingEmptySubsequences: false) {
      text += line.isEmpty ? "\\&\n" : Self.escape(line) + "\n"
    }
    text += ".EE\n.RE\n"
  }

  /// Text broken into source lines, each of them escaped.
  static func lines(_ body: String) -> String {
    var result = ""
    var line = ""
    for word in body.split(whereSeparator: { $0 == " " || $0 == "\n" }) {
      if !line.isEmpty, line.count + 1 + word.count > width {
        result += escape(line) + "\n"
        line = ""
      }
      line += (line.isEmpty ? "" : " ") + word
    }
    return line.isEmpty ? result : result + escape(line) + "\n"
  }

  /// One line of text as roff reads it back unchanged.
  static func escape(_ line: some StringProtocol) -> String {
    var result = line.hasPrefix(".") ? "\\&" : ""
    for scalar in line.unicodeScalars {
      switch scalar {
      case "\\": result += "\\e"
      case "-": result += "\\-"
      case "'": result += "\\(aq"
      case "`": result += "\\(ga"
      case "^": result += "\\(ha"
      case "~": result += "\\(ti"
      case "\"": result += "\\(dq"
      case "\n", "\t": result += " "
      case " "..."~": result.unicodeScalars.append(scalar)
      default: result += named(scalar)
      }
    }
    return result
  }

  private static func named(_ scalar: Unicode.Scalar) -> String {
    let digits = String(scalar.value, radix: 16, uppercase: true)
    return "\\[u" + String(repeating: "0", count: max(0, 4 - digits.count)) + digits + "]"
  }
}
