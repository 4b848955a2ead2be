/// The types of a method's arguments, one letter each, as the ABI header writes them.
///
/// Grammar: `digits? element* ("|" element+)?` with `element = "?"? letter`, at most 8 letters. Digits are
/// the minor version that brought the method; they take no part in comparing.
package struct Signature: Hashable, Sendable, CustomStringConvertible {
  /// The type of one argument.
  package enum Letter: UInt8, CaseIterable, Hashable, Sendable {
    case text = 0x73
    case bytes = 0x79
    case integer = 0x69
    case unsigned = 0x75
    case double = 0x64
    case bool = 0x62
    case fileDescriptor = 0x68
    case handle = 0x6F
    case post = 0x50
    case conversation = 0x43

    /// How many arguments it takes in C: text and bytes are a pointer and a length.
    package var cCount: Int { self == .text || self == .bytes ? 2 : 1 }
  }

  /// One argument: its type, and whether it may be absent or left out.
  package struct Element: Hashable, Sendable, CustomStringConvertible {
    package var letter: Letter
    /// NULL may be passed.
    package var isNullable: Bool
    /// It stands behind `|`.
    package var isOptional: Bool

    package init(_ letter: Letter, isNullable: Bool = false, isOptional: Bool = false) {
      self.letter = letter
      self.isNullable = isNullable
      self.isOptional = isOptional
    }

    package var description: String {
      (isNullable ? "?" : "") + String(UnicodeScalar(letter.rawValue))
    }
  }

  /// The most letters of a signature.
  package static let maxLetters = 8
  /// The most digits in front of a signature.
  package static let maxDigits = 4

  package let elements: [Element]
  /// The minor version that brought the method.
  package let since: UInt32

  package init(_ elements: [Element], since: UInt32 = 0) {
    precondition(elements.count <= Self.maxLetters, "a signature has at most 8 letters")
    self.elements = elements
    self.since = since
  }

  /// How many arguments it takes in C, without the instance and the call.
  package var cCount: Int { elements.reduce(0) { $0 + $1.letter.cCount } }

  /// The signature as the ABI header writes it, without the digits in front.
  package var description: String {
    var text = ""
    var inTail = false
    for element in elements {
      if element.isOptional && !inTail {
        text += "|"
        inTail = true
      }
      text += element.description
    }
    return text
  }
}

// MARK: - Parsing

extension Signature {
  /// Why a text is no signature: a clause for the end of a sentence.
  package struct ParseError: Error, Hashable, Sendable {
    package let reason: String
  }

  /// Reads a signature.
  ///
  /// - Throws: a reason that names the position, counted from 1 in bytes.
  package init(parsing text: String) throws(ParseError) {
    var elements: [Element] = []
    var since: UInt32 = 0
    var isNullable = false
    var inTail = false
    var digits = 0
    for (index, byte) in text.utf8.enumerated() {
      let place = "at position \(index + 1)"
      switch byte {
      case UInt8(ascii: "0")...UInt8(ascii: "9"):
        guard digits == index else { throw ParseError(reason: "a digit \(place) is not in front") }
        guard digits < Self.maxDigits else { throw ParseError(reason: "it has too many digits") }
        digits += 1
        since = since * 10 + UInt32(byte - UInt8(ascii: "0"))
      case UInt8(ascii: "?"):
        guard !isNullable else { throw ParseError(reason: "a second ? stands \(place)") }
        isNullable = true
      case UInt8(ascii: "|"):
        guard !inTail else { throw ParseError(reason: "a second | stands \(place)") }
        guard !isNullable else {
          throw ParseError(reason: "no letter follows the ? before \(place)")
        }
        inTail = true
      default:
        guard let letter = Letter(rawValue: byte) else {
          throw ParseError(reason: "the character \(place) is no letter of signatures")
        }
        guard elements.count < Self.maxLetters else {
          throw ParseError(reason: "it has more than \(Self.maxLetters) letters")
        }
        elements.append(Element(letter, isNullable: isNullable, isOptional: inTail))
        isNullable = false
      }
    }
    guard !isNullable else { throw ParseError(reason: "no letter follows the ? at its end") }
    guard !inTail || elements.last?.isOptional == true else {
      throw ParseError(reason: "no letter follows the | at its end")
    }
    self.init(elements, since: since)
  }
}

// MARK: - Comparing

extension Signature {
  /// How a plug-in's signature goes with the host's.
  package enum Fit: Hashable, Sendable {
    /// They are equal.
    case exact
    /// The plug-in is older: it takes only the first `count` arguments.
    case prefix(Int)
    /// The plug-in is newer: it takes all and then optional ones, for which the host passes 0 or NULL.
    case extended
    /// The host cannot call it; the reason prints both and the first difference.
    case refused(String)
  }

  /// Compares a plug-in's signature with the host's, as the ABI header prescribes.
  package static func compare(host: Signature, plugin: Signature) -> Fit {
    let both = "the plug-in has \"\(plugin)\" and the host \"\(host)\""
    for index in 0..<min(host.elements.count, plugin.elements.count) {
      let mine = host.elements[index]
      let theirs = plugin.elements[index]
      guard mine != theirs else { continue }
      let difference =
        mine.letter == theirs.letter && mine.isNullable == theirs.isNullable
        ? "\(theirs.isOptional ? "optional" : "required") there and \(mine.isOptional ? "optional" : "required") here"
        : "\(theirs) there and \(mine) here"
      return .refused("\(both): argument \(index + 1) is \(difference)")
    }
    if plugin.elements.count < host.elements.count { return .prefix(plugin.elements.count) }
    guard plugin.elements.count > host.elements.count else { return .exact }
    let surplus = plugin.elements[host.elements.count]
    guard surplus.isOptional else {
      return .refused(
        "\(both): argument \(host.elements.count + 1), \(surplus), is one more than the host passes and does not stand behind |"
      )
    }
    return .extended
  }
}
