import HubText

/// Text as the wide characters that a terminal library places, in exactly as many cells as the layout counted.
///
/// Where a terminal without clusters would take more cells than `TextWidth` says (families, skin tones), only the
/// first picture is kept; where it would take fewer (a selector), a blank follows.
enum Cells {
  /// Scalars that one cell can hold: a base and what combines with it.
  static let mostScalars = 5

  private static let replacement: UInt32 = 0x3F

  /// Appends the cells of a text.
  ///
  /// - Parameters:
  ///   - text: one line.
  ///   - cells: where the scalars go.
  ///   - width: the cells that the terminal library gives a scalar; negative: it cannot place it.
  static func append(_ text: String, to cells: inout [Int32], width: (UInt32) -> Int) {
    let start = cells.count
    for scalar in text.unicodeScalars {
      guard CellText.isPlain(scalar.value) else {
        cells.removeSubrange(start...)
        for character in text { append(character, to: &cells, width: width) }
        return
      }
      cells.append(Int32(scalar.value))
    }
  }

  private static func append(
    _ character: Character, to cells: inout [Int32], width: (UInt32) -> Int
  ) {
    let columns = TextWidth.columns(of: character)
    guard columns > 0 else { return }
    var filled = 0
    var held = 0
    for scalar in character.unicodeScalars {
      // Joiners and selectors ask for what cells cannot show.
      if scalar.value == 0x200D || (0xFE00...0xFE0F).contains(scalar.value) { continue }
      let cellsOfScalar = width(scalar.value)
      if cellsOfScalar == 0, filled > 0 {
        if held < mostScalars {
          cells.append(Int32(scalar.value))
          held += 1
        }
      } else if cellsOfScalar > 0, filled + cellsOfScalar <= columns {
        cells.append(Int32(scalar.value))
        filled += cellsOfScalar
        held = 1
      } else if filled > 0 {
        break
      }
    }
    if filled == 0 {
      cells.append(Int32(replacement))
      filled = 1
    }
    while filled < columns {
      cells.append(0x20)
      filled += 1
    }
  }

  /// Appends the cells of a text for a terminal that shows ASCII only.
  static func appendASCII(_ text: String, to cells: inout [Int32]) {
    for character in text {
      if let ascii = character.asciiValue, ascii >= 0x20, ascii < 0x7F {
        cells.append(Int32(ascii))
        continue
      }
      let columns = CellText.columns(of: String(character))
      guard columns > 0 else { continue }
      cells.append(Int32(asciiStandIn(character)))
      for _ in 1..<columns { cells.append(0x20) }
    }
  }

  private static func asciiStandIn(_ character: Character) -> UInt8 {
    switch character {
    case "‘", "’", "‚", "′": UInt8(ascii: "'")
    case "“", "”", "„", "″": UInt8(ascii: "\"")
    case "‐", "‑", "‒", "–", "—", "─": UInt8(ascii: "-")
    case "…": UInt8(ascii: "~")
    case "•", "●", "·": UInt8(ascii: "*")
    case "│": UInt8(ascii: "|")
    case "┌", "┐", "└", "┘": UInt8(ascii: "+")
    case "\u{A0}": UInt8(ascii: " ")
    default: UInt8(ascii: "?")
    }
  }
}
