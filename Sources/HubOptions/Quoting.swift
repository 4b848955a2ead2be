/// Shows what somebody typed inside a message, whatever it holds.
enum Quoting {
  /// What is longer is cut, in characters of the result.
  static let maximumLength = 80

  /// The text in single quotes, in printable ASCII only.
  ///
  /// Control characters and all that is not ASCII appear as `\n`, `\t` or `\u{…}`, and a backslash
  /// or a quote is doubled or escaped, so that two different texts never look the same.
  static func quoted(_ text: String) -> String {
    var result = ""
    for scalar in text.unicodeScalars {
      let piece = escape(scalar)
      if result.utf8.count + piece.utf8.count > maximumLength { return "'\(result)...'" }
      result += piece
    }
    return "'\(result)'"
  }

  private static func escape(_ scalar: Unicode.Scalar) -> String {
    switch scalar {
    case "\n": "\\n"
    case "\t": "\\t"
    case "\r": "\\r"
    case "\\": "\\\\"
    case "'": "\\'"
    case " "..."~": String(scalar)
    default: "\\u{" + String(scalar.value, radix: 16) + "}"
    }
  }
}
