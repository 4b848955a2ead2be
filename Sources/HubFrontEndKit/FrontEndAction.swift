/// What a front end offers to links, keys, JSON lines and `hubhost action`.
///
///     static let actions = [
///       FrontEndAction(
///         "jump", "Goes back in time", [.unsigned("days", "How far back", in: 0...365)]
///       ) { (front: MyFrontEnd, values) in front.jump(days: values.unsigned("days")) }
///     ]
public struct FrontEndAction: Sendable {
  /// One argument.
  public struct Argument: Hashable, Sendable {
    enum Kind: Hashable, Sendable {
      case text(ClosedRange<Int64>?)
      case integer(ClosedRange<Int64>?)
      case unsigned(ClosedRange<Int64>?)
      case real(ClosedRange<Double>?)
      case flag
    }

    /// `[a-z][a-z0-9_-]*`, at most 32 bytes.
    public let name: String
    /// One line.
    public let help: String
    let kind: Kind
    let isOptional: Bool

    /// A text; the range is in bytes of UTF-8 and ends at 65536.
    public static func text(
      _ name: String, _ help: String, bytes: ClosedRange<Int>? = nil, isOptional: Bool = false
    ) -> Argument {
      Argument(
        name: name, help: help,
        kind: .text(bytes.map { Int64($0.lowerBound)...Int64($0.upperBound) }),
        isOptional: isOptional)
    }

    /// A whole number.
    public static func integer(
      _ name: String, _ help: String, in range: ClosedRange<Int64>? = nil, isOptional: Bool = false
    ) -> Argument {
      Argument(name: name, help: help, kind: .integer(range), isOptional: isOptional)
    }

    /// A whole number that is not negative.
    public static func unsigned(
      _ name: String, _ help: String, in range: ClosedRange<Int64>? = nil, isOptional: Bool = false
    ) -> Argument {
      Argument(name: name, help: help, kind: .unsigned(range), isOptional: isOptional)
    }

    /// A finite number.
    public static func real(
      _ name: String, _ help: String, in range: ClosedRange<Double>? = nil,
      isOptional: Bool = false
    ) -> Argument {
      Argument(name: name, help: help, kind: .real(range), isOptional: isOptional)
    }

    /// True or false.
    public static func flag(
      _ name: String, _ help: String, isOptional: Bool = false
    ) -> Argument {
      Argument(name: name, help: help, kind: .flag, isOptional: isOptional)
    }
  }

  /// The values of one call, converted and checked by the host; what was left out is nil, 0 or false.
  public struct Values: Hashable, Sendable {
    enum Value: Hashable, Sendable {
      case text(String?)
      case integer(Int64)
      case unsigned(UInt64)
      case real(Double)
    }

    let values: [String: Value]

    /// A text.
    public func text(_ name: String) -> String? {
      if case .text(let text) = values[name] { text } else { nil }
    }

    /// A whole number.
    public func integer(_ name: String) -> Int64 {
      if case .integer(let number) = values[name] { number } else { 0 }
    }

    /// A whole number that is not negative.
    public func unsigned(_ name: String) -> UInt64 {
      if case .unsigned(let number) = values[name] { number } else { 0 }
    }

    /// A number.
    public func real(_ name: String) -> Double {
      if case .real(let number) = values[name] { number } else { 0 }
    }

    /// True or false.
    public func flag(_ name: String) -> Bool { integer(name) != 0 }
  }

  /// `[a-z][a-z0-9_-]*`, at most 32 bytes.
  public let name: String
  /// One line.
  public let help: String
  /// At most 8; those that may be left out come last.
  public let arguments: [Argument]
  /// A link, which may come from anybody, is refused: for what writes, deletes or leaves.
  public let isClosedToLinks: Bool
  let call: @Sendable (any FrontEnd, Values) -> HubStatus

  /// An action of a front end of that type.
  ///
  /// - Parameters:
  ///   - name: what links and keys call it by.
  ///   - help: one line.
  ///   - arguments: in the order in which help shows them.
  ///   - isClosedToLinks: whether a link to it is refused; since ABI 1.3.
  ///   - call: does it, on the plug-in's main thread.
  public init<Front: FrontEnd & SendableMetatype>(
    _ name: String, _ help: String, _ arguments: [Argument] = [], isClosedToLinks: Bool = false,
    _ call: @escaping @Sendable (Front, Values) -> HubStatus
  ) {
    self.name = name
    self.help = help
    self.arguments = arguments
    self.isClosedToLinks = isClosedToLinks
    self.call = { front, values in
      guard let front = front as? Front else { return .argument }
      return call(front, values)
    }
  }

  /// The letters of the arguments, as the ABI header writes them.
  var signature: String {
    var text = ""
    var inTail = false
    for argument in arguments {
      if argument.isOptional, !inTail {
        text += "|"
        inTail = true
      }
      text += argument.kind.letter
    }
    return text
  }
}

extension FrontEndAction.Argument.Kind {
  fileprivate var letter: String {
    switch self {
    case .text: "s"
    case .integer: "i"
    case .unsigned: "u"
    case .real: "d"
    case .flag: "b"
    }
  }
}

/// An action as the host lists it.
public struct ActionInfo: Hashable, Sendable {
  /// What links and keys call it by.
  public var name: String
  /// One line.
  public var help: String
  /// Its arguments as people type them; empty when it has none.
  public var usage: String

  /// An action of these values.
  public init(name: String, help: String, usage: String) {
    self.name = name
    self.help = help
    self.usage = usage
  }
}

/// A key that the app gives an action.
public struct ActionKey: Hashable, Sendable {
  /// A printing character, or a name such as `Ctrl-X`, `F5` or `PageDown`.
  public var key: String
  /// What it calls, such as `jump days=7`.
  public var line: String
  /// The action's help; nil: this front end has no such action.
  public var help: String?

  /// A key of these values.
  public init(key: String, line: String, help: String?) {
    self.key = key
    self.line = line
    self.help = help
  }
}

/// What came of the call of an action.
public struct ActionResult: Hashable, Sendable {
  /// What it returned, or why it was not called.
  public var status: HubStatus
  /// One sentence for people, when the status is bad.
  public var fault: String?

  /// A result of these values.
  public init(_ status: HubStatus, fault: String? = nil) {
    self.status = status
    self.fault = fault
  }
}
