/// Escapes safe text for programs that read markup.
///
/// Each takes safe text and returns text that shows as the same characters there.
package enum Markup {
  /// For Pango markup (waybar, notification servers) and other XML text and attribute values.
  package static func pango(_ text: String) -> String {
    var output = ""
    output.reserveCapacity(text.utf8.count)
    for scalar in text.unicodeScalars {
      switch scalar {
      case "&": output += "&amp;"
      case "<": output += "&lt;"
      case ">": output += "&gt;"
      case "\"": output += "&quot;"
      case "'": output += "&#39;"
      default: output.unicodeScalars.append(scalar)
      }
    }
    return output
  }

  /// For a tmux format: `#` doubled, so that neither `#[…]` nor `#(…)` acts.
  package static func tmux(_ text: String) -> String {
    var output = ""
    output.reserveCapacity(text.utf8.count)
    for scalar in text.unicodeScalars {
      if scalar == "#" { output.unicodeScalars.append(scalar) }
      output.unicodeScalars.append(scalar)
    }
    return output
  }
}
