import HubText

/// Why a command was not done, as its result says it.
struct CommandError: Error, Hashable {
  /// A stable word for programs.
  struct Code: Hashable {
    let word: String

    static let badJSON = Code(word: "bad-json")
    static let tooLong = Code(word: "too-long")
    static let unknownCommand = Code(word: "unknown-command")
    static let badArgument = Code(word: "bad-argument")
    static let notFound = Code(word: "not-found")
    static let unavailable = Code(word: "unavailable")
  }

  let code: Code
  /// One sentence for people.
  let message: String
}

/// One line of input: a command with its arguments.
struct Command {
  /// Which command it is; nil: the line does not say so in a string.
  let name: String?
  private let line: [UInt8]
  private let members: [String: Range<Int>]

  /// The JSON text of the line's id; nil: it has none.
  let id: String?

  /// The members of a line, before anything in them is looked at.
  init(line: [UInt8], number: Int) throws(CommandError) {
    self.line = line
    do throws(JSONFault) {
      let found = try JSONScanner.members(of: line)
      members = Dictionary(found) { _, last in last }
    } catch {
      throw CommandError(
        code: .badJSON, message: "Line \(number) is not a JSON object: \(error.text).")
    }
    id = members["id"].map { JSONPiece.safe(line[$0]) }
    name = members["command"].flatMap { JSONPiece.string(line[$0]) }
  }

  /// A text that must be there.
  func text(_ key: String) throws(CommandError) -> String {
    guard let text = try optionalText(key) else { throw missing(key, "a string") }
    return text
  }

  /// A text; nil: not there, or null.
  func optionalText(_ key: String) throws(CommandError) -> String? {
    guard let piece = piece(key) else { return nil }
    guard let text = JSONPiece.string(piece) else { throw mistyped(key, "a string") }
    return text
  }

  /// True or false; nil: not there, or null.
  func optionalFlag(_ key: String) throws(CommandError) -> Bool? {
    guard let piece = piece(key) else { return nil }
    switch JSONPiece.raw(piece) {
    case "true": return true
    case "false": return false
    default: throw mistyped(key, "true or false")
    }
  }

  /// A whole number in a range; nil: not there, or null.
  func optionalInteger(
    _ key: String, in range: ClosedRange<Int>
  ) throws(CommandError) -> Int? {
    guard let piece = piece(key) else { return nil }
    let text = JSONPiece.raw(piece)
    // 10 and 1e1 are the same number in JSON.
    let number = Int(text) ?? Double(text).flatMap { Int(exactly: $0) }
    guard let number, range.contains(number) else {
      throw mistyped(
        key, "a whole number from \(range.lowerBound) to \(range.upperBound), or null")
    }
    return number
  }

  /// The JSON text of an object that must be there.
  func object(_ key: String) throws(CommandError) -> String {
    guard let piece = piece(key) else { throw missing(key, "an object") }
    guard piece.first == UInt8(ascii: "{") else { throw mistyped(key, "an object") }
    return JSONPiece.raw(piece)
  }

  /// The members of an object as text: a string's text, a number or truth value as it stands; what is
  /// null is left out.
  func texts(_ key: String) throws(CommandError) -> [(name: String, value: String)] {
    guard let piece = piece(key) else { return [] }
    let bytes = Array(piece)
    guard piece.first == UInt8(ascii: "{"), let found = try? JSONScanner.members(of: bytes) else {
      throw mistyped(key, "an object")
    }
    var texts: [(name: String, value: String)] = []
    for (name, range) in found {
      let value = bytes[range]
      switch value.first {
      case UInt8(ascii: "{"), UInt8(ascii: "["):
        throw mistyped(key, "an object of texts, numbers, true and false")
      case UInt8(ascii: "n"): continue
      default: texts.append((name, JSONPiece.string(value) ?? JSONPiece.raw(value)))
      }
    }
    return texts
  }

  private func piece(_ key: String) -> ArraySlice<UInt8>? {
    guard let range = members[key], JSONPiece.raw(line[range]) != "null" else { return nil }
    return line[range]
  }

  private func missing(_ key: String, _ wanted: String) -> CommandError {
    CommandError(
      code: .badArgument, message: "The command \(name ?? "") needs the key \(key) with \(wanted).")
  }

  /// The error of a value that is not what the key wants.
  func mistyped(_ key: String, _ wanted: String) -> CommandError {
    CommandError(
      code: .badArgument,
      message: "The key \(key) of the command \(name ?? "") must be \(wanted).")
  }
}

/// Pieces of a line that the scanner has checked.
enum JSONPiece {
  /// The text of a string; nil: it is something else.
  static func string(_ piece: ArraySlice<UInt8>) -> String? {
    piece.first == UInt8(ascii: "\"") ? JSONScanner.text(of: piece) : nil
  }

  /// The piece as it stands.
  static func raw(_ piece: ArraySlice<UInt8>) -> String {
    String(decoding: piece, as: UTF8.self)
  }

  /// The piece as it may be written on a terminal: the same JSON value, its strings made of safe
  /// text.
  ///
  /// Blank space between tokens is dropped; numbers keep their digits.
  static func safe(_ piece: ArraySlice<UInt8>) -> String {
    var result: [UInt8] = []
    var isInString = false
    var index = piece.startIndex
    while index < piece.endIndex {
      let byte = piece[index]
      if isInString, byte == UInt8(ascii: "\\"), index + 1 < piece.endIndex {
        result += piece[index...(index + 1)]
        index += 2
        continue
      }
      if byte == UInt8(ascii: "\"") { isInString.toggle() }
      if isInString || byte > 0x20 { result.append(byte) }
      index += 1
    }
    return escapingFormats(String(decoding: result, as: UTF8.self))
  }

  /// Writes controls, format characters and line separators, which stand in strings only, as
  /// escapes.
  private static func escapingFormats(_ json: String) -> String {
    if json.utf8.allSatisfy({ $0 < 0x7F }) { return json }
    var result = ""
    for scalar in json.unicodeScalars {
      switch scalar.properties.generalCategory {
      case .control, .format, .lineSeparator, .paragraphSeparator, .privateUse, .unassigned:
        for unit in UTF16.encode(scalar) ?? .init([]) { result += escape(unit) }
      default: result.unicodeScalars.append(scalar)
      }
    }
    return result
  }

  private static func escape(_ unit: UInt16) -> String {
    let digits = String(unit, radix: 16)
    return "\\u" + String(repeating: "0", count: 4 - digits.utf8.count) + digits
  }
}
