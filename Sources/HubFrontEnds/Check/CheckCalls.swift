import CHubFrontEnd
import FoundationEssentials
import HubModel
import HubText

/// The values that calls of a check carry: ordinary ones, and what lies at the edges.
enum CheckCalls {
  /// Texts as a host gives them: all of them went through the one boundary for safe text.
  static let texts: [String] = [
    "", "a", "Two words", String(repeating: "x", count: 65_536), "\u{1F469}\u{200D}\u{1F680} 𝄞 日本",
    "e\u{301}\u{302}\u{303}\u{304}", "a\u{0}b", "\u{1B}[2J\u{1B}]0;title\u{7}",
    "\u{202E}abc\u{2066}",
    "100% %s %n %d", "\u{FFFD}\u{FFFF}", "tab\there",
  ].map { SafeText.line($0) }

  /// The short ones of them: many names of the greatest length would only cost time.
  private static let names = texts.filter { $0.utf8.count < 100 }

  /// Numbers at the edges of their type and of 32 bits.
  static let unsigned: [UInt64] = [0, 1, 2, 255, 0xFFFF_FFFF, 0x1_0000_0000, .max - 1, .max]
  static let integers: [Int64] = [.min, -1, 0, 1, 0xFFFF_FFFF, .max]
  static let reals: [Double] = [
    -.greatestFiniteMagnitude, -0.0, 0, .leastNonzeroMagnitude, 1.5, .greatestFiniteMagnitude,
  ]

  /// Arguments for a signature, each value drawn by the index of its place.
  ///
  /// - Parameters:
  ///   - signature: the method's.
  ///   - draw: a number below the count that it is given.
  /// - Returns: one value for each letter.
  static func arguments(
    for signature: Signature, _ draw: (Int) -> Int
  ) -> [ArgumentValue] {
    signature.elements.map { element in
      if element.isNullable || element.isOptional, draw(4) == 0 {
        return .standard(element.letter)
      }
      return value(element.letter, draw)
    }
  }

  private static func value(_ letter: Signature.Letter, _ draw: (Int) -> Int) -> ArgumentValue {
    switch letter {
    case .text: .text(texts[draw(texts.count)])
    case .bytes: .bytes([UInt8](repeating: 0xA5, count: [0, 16, 160, 7][draw(4)]))
    case .integer: .integer(integers[draw(integers.count)])
    case .unsigned, .handle: .unsigned(unsigned[draw(unsigned.count)])
    case .double: .double(reals[draw(reals.count)])
    case .bool: .bool(draw(2) == 1)
    case .fileDescriptor: .fileDescriptor(0)
    case .post: .post(post(draw))
    case .conversation: .conversation(conversation(draw))
    }
  }

  private static func post(_ draw: (Int) -> Int) -> PostRecord {
    func text() -> String { texts[draw(texts.count)] }
    return PostRecord(
      id: CheckItems.id(UInt64(draw(7))), isUnread: draw(2) == 1,
      receivedAt: integers[draw(integers.count)], subject: text(), preview: text(),
      sender: draw(2) == 0 ? nil : text(), url: draw(2) == 0 ? nil : text(),
      cover: draw(2) == 0 ? nil : text())
  }

  private static func conversation(_ draw: (Int) -> Int) -> ConversationRecord {
    func text() -> String { texts[draw(texts.count)] }
    return ConversationRecord(
      id: CheckItems.id(UInt64(0xC0 + draw(2))), isUnread: draw(2) == 1,
      activityAt: integers[draw(integers.count)], subject: draw(2) == 0 ? nil : text(),
      preview: text(), sender: draw(2) == 0 ? nil : text(),
      participants: (0..<[0, 1, 300][draw(3)]).map { _ in names[draw(names.count)] })
  }

  /// The values of an action at one end of their ranges; the text form, as links and keys have it.
  static func bindings(for action: ActionDescription, highest: Bool) -> [ActionBinding] {
    action.parameters.map { parameter in
      ActionBinding(parameter.name, text(parameter, highest: highest))
    }
  }

  private static func text(_ parameter: ActionParameter, highest: Bool) -> String {
    switch parameter.kind {
    case .text:
      let range = parameter.integers ?? 0...Int64(ActionCall.maxTextBytes)
      return String(repeating: "x", count: Int(highest ? range.upperBound : range.lowerBound))
    case .integer:
      let range = parameter.integers ?? .min ... .max
      return "\(highest ? range.upperBound : range.lowerBound)"
    case .unsigned:
      guard let range = parameter.integers else { return highest ? "\(UInt64.max)" : "0" }
      return "\(highest ? range.upperBound : range.lowerBound)"
    case .real:
      let most = Double.greatestFiniteMagnitude
      let range = parameter.reals ?? -most...most
      return "\(highest ? range.upperBound : range.lowerBound)"
    case .flag: return highest ? "true" : "false"
    }
  }
}

/// Numbers that follow from a seed alone (Steele, Lea and Flood, 2014).
struct SeededNumbers {
  private var state: UInt64

  init(seed: UInt64) { state = seed }

  mutating func next(below count: Int) -> Int {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = state
    mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
    return Int((mixed ^ (mixed >> 31)) % UInt64(max(1, count)))
  }
}
