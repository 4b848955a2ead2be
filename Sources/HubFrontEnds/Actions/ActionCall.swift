package import HubModel
import HubText

/// Turns values that came as text into the typed arguments of an action.
package enum ActionCall {
  /// The most bytes of a text, whatever the action says.
  package static let maxTextBytes = 65_536

  /// Converts and checks every value.
  ///
  /// - Returns: one value for each argument; what was left out is NULL, 0 or false.
  /// - Throws: `argument`, with a sentence that names the argument and what it wants.
  package static func convert(
    _ bindings: [ActionBinding], for action: ActionDescription
  ) throws(ActionFault) -> [ArgumentValue] {
    var values: [String: String] = [:]
    for binding in bindings {
      guard action.parameters.contains(where: { $0.name == binding.name }) else {
        throw fault(action, "has no argument \(shown(binding.name)); \(wants(action))")
      }
      guard values.updateValue(binding.value, forKey: binding.name) == nil else {
        throw fault(action, "got the argument \(binding.name) twice; give it once")
      }
    }
    var converted: [ArgumentValue] = []
    for parameter in action.parameters {
      if let text = values[parameter.name] {
        converted.append(try convert(text, parameter, action))
      } else if parameter.isOptional {
        converted.append(.standard(parameter.kind.letter))
      } else {
        throw fault(action, "needs the argument \(parameter.name); \(wants(action))")
      }
    }
    return converted
  }

  private static func convert(
    _ text: String, _ parameter: ActionParameter, _ action: ActionDescription
  ) throws(ActionFault) -> ArgumentValue {
    switch parameter.kind {
    case .text:
      let safe = SafeText.line(text)
      let range = parameter.integers ?? 0...Int64(maxTextBytes)
      guard range.contains(Int64(safe.utf8.count)) else {
        throw misfit(
          parameter, action, "a text of \(range.lowerBound) to \(range.upperBound) bytes", text)
      }
      return .text(safe)
    case .integer:
      let range = parameter.integers ?? Int64.min...Int64.max
      guard let number = Int64(text), range.contains(number) else {
        throw misfit(parameter, action, "a whole number from \(words(range))", text)
      }
      return .integer(number)
    case .unsigned:
      let range = parameter.integers.map { UInt64($0.lowerBound)...UInt64($0.upperBound) }
      let all = range ?? 0...UInt64.max
      guard let number = UInt64(text), all.contains(number) else {
        throw misfit(parameter, action, "a whole number from \(words(all))", text)
      }
      return .unsigned(number)
    case .real:
      guard let number = real(text), parameter.reals?.contains(number) ?? true else {
        let range = parameter.reals.map { " from \(words($0))" } ?? ""
        throw misfit(parameter, action, "a number\(range)", text)
      }
      return .double(number)
    case .flag:
      switch text {
      case "true", "1": return .bool(true)
      case "false", "0": return .bool(false)
      default: throw misfit(parameter, action, "true or false", text)
      }
    }
  }

  /// A finite number in decimal digits; no words and no hexadecimal, which `Double` would take.
  private static func real(_ text: String) -> Double? {
    guard text.utf8.allSatisfy({ "0123456789+-.eE".utf8.contains($0) }), let number = Double(text)
    else { return nil }
    return number.isFinite ? number : nil
  }

  private static func words<Bound>(_ range: ClosedRange<Bound>) -> String {
    "\(range.lowerBound) to \(range.upperBound)"
  }

  private static func misfit(
    _ parameter: ActionParameter, _ action: ActionDescription, _ wanted: String, _ text: String
  ) -> ActionFault {
    fault(action, "wants \(wanted) as \(parameter.name), not \(shown(text))")
  }

  private static func fault(_ action: ActionDescription, _ clause: String) -> ActionFault {
    ActionFault(.argument, "the action \(action.name) \(clause)")
  }

  private static func wants(_ action: ActionDescription) -> String {
    action.parameters.isEmpty ? "it takes none" : "write \(action.usage)"
  }

  /// The most cells of somebody else's text in a sentence.
  private static let shownColumns = 40

  /// A text in quotes for a sentence: safe, on one line, and short.
  static func shown(_ text: String) -> String {
    let safe = SafeText.line(text)
    let short = TextWidth.prefix(of: safe, columns: shownColumns)
    return short.utf8.count < safe.utf8.count ? "\"\(short)…\"" : "\"\(short)\""
  }
}

extension ActionParameter.Kind {
  /// The letter of signatures.
  var letter: Signature.Letter {
    switch self {
    case .text: .text
    case .integer: .integer
    case .unsigned: .unsigned
    case .real: .double
    case .flag: .bool
    }
  }

  /// The kind of a letter; nil for letters that actions do not have.
  init?(_ letter: Signature.Letter) {
    switch letter {
    case .text: self = .text
    case .integer: self = .integer
    case .unsigned: self = .unsigned
    case .double: self = .real
    case .bool: self = .flag
    case .bytes, .fileDescriptor, .handle, .post, .conversation: return nil
    }
  }
}
