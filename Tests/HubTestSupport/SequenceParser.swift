/// Splits what a program writes to a terminal into characters and sequences.
package struct SequenceParser {
  /// One thing for the terminal to do.
  package enum Token: Hashable, Sendable {
    case character(Unicode.Scalar)
    case control(UInt8)
    /// `ESC`, any intermediates, and the last byte, without the `ESC`.
    case escape(String)
    /// A control sequence: parameters with intermediates, and the last byte.
    case sequence(parameters: String, final: Character)
    /// A string for the terminal of the kind `OSC` with its number, `DCS`, `APC`, `PM` or `SOS`.
    case string(String)
    /// A C1 control, or bytes that are no UTF-8.
    case invalid(String)
  }

  private enum State {
    case ground
    case escape(String)
    case sequence(String)
    case string(kind: String, escape: Bool)
  }

  private var state = State.ground
  private var pending: [UInt8] = []

  package init() {}

  /// What a byte completes.
  package mutating func take(_ byte: UInt8) -> [Token] {
    switch state {
    case .ground: return ground(byte)
    case .escape(let text): return escape(text, byte)
    case .sequence(let text): return sequence(text, byte)
    case .string(let kind, let isEscape):
      if byte == 0x07 || byte == 0x9C || (isEscape && byte == UInt8(ascii: "\\")) {
        state = .ground
        return [.string(kind)]
      }
      state = .string(kind: Self.numbered(kind, byte), escape: byte == 0x1B)
      return []
    }
  }

  /// The kind with one more digit of its number: `OSC`, `OSC 5`, `OSC 52`, and at the end `OSC 52;`.
  private static func numbered(_ kind: String, _ byte: UInt8) -> String {
    guard kind.hasPrefix("OSC"), kind.last != ";" else { return kind }
    guard (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte), kind.count < 12 else {
      return byte == 0x1B ? kind : kind + ";"
    }
    return (kind == "OSC" ? "OSC " : kind) + String(Unicode.Scalar(byte))
  }

  private mutating func ground(_ byte: UInt8) -> [Token] {
    if byte < 0x80, !pending.isEmpty {
      pending = []
      return [.invalid("cut UTF-8")] + ground(byte)
    }
    if byte == 0x1B {
      state = .escape("")
      return []
    }
    if byte < 0x20 || byte == 0x7F { return [.control(byte)] }
    if byte < 0x80 { return [.character(Unicode.Scalar(byte))] }
    pending.append(byte)
    let length = pending[0] >= 0xF0 ? 4 : pending[0] >= 0xE0 ? 3 : 2
    guard pending[0] >= 0xC2, pending.count <= length else {
      pending = []
      return [.invalid("byte \(byte)")]
    }
    guard pending.count == length else { return [] }
    defer { pending = [] }
    guard let text = String(validating: pending, as: UTF8.self),
      let scalar = text.unicodeScalars.first
    else { return [.invalid("UTF-8")] }
    return [(0x80...0x9F).contains(scalar.value) ? .invalid("C1") : .character(scalar)]
  }

  private mutating func escape(_ text: String, _ byte: UInt8) -> [Token] {
    let character = Character(Unicode.Scalar(byte))
    if (0x20...0x2F).contains(byte) {
      state = .escape(text + String(character))
      return []
    }
    if text.isEmpty {
      if character == "[" {
        state = .sequence("")
        return []
      }
      if let kind = Self.strings[character] {
        state = .string(kind: kind, escape: false)
        return []
      }
    }
    state = .ground
    guard (0x30...0x7E).contains(byte) else { return [.invalid("ESC \(byte)")] }
    return [.escape(text + String(character))]
  }

  private mutating func sequence(_ text: String, _ byte: UInt8) -> [Token] {
    let character = Character(Unicode.Scalar(byte))
    if (0x20...0x3F).contains(byte) {
      state = .sequence(text + String(character))
      return []
    }
    state = .ground
    guard (0x40...0x7E).contains(byte) else { return [.invalid("CSI \(byte)")] }
    return [.sequence(parameters: text, final: character)]
  }

  private static let strings: [Character: String] = [
    "]": "OSC", "P": "DCS", "_": "APC", "^": "PM", "X": "SOS",
  ]
}
