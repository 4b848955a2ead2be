// What a front end in a runner offers, on its way to the host.

extension WireWriter {
  mutating func actions(_ actions: [ActionDescription]) {
    number(UInt32(actions.count))
    for action in actions {
      for text in [action.name, action.help, action.signature] { self.text(text) }
      number(UInt32(action.parameters.count))
      for parameter in action.parameters { self.parameter(parameter) }
      flag(action.isClosedToLinks)
    }
  }

  private mutating func parameter(_ parameter: ActionParameter) {
    for text in [parameter.name, parameter.help, parameter.kind.rawValue] { self.text(text) }
    flag(parameter.isOptional)
    flag(parameter.integers != nil)
    if let range = parameter.integers {
      number(range.lowerBound)
      number(range.upperBound)
    }
    flag(parameter.reals != nil)
    if let range = parameter.reals {
      number(range.lowerBound.bitPattern)
      number(range.upperBound.bitPattern)
    }
  }
}

extension WireReader {
  /// The actions of a front end; what the loader would refuse is refused here too.
  mutating func actions() throws(WireFault) -> [ActionDescription] {
    let count = try number(UInt32.self)
    guard count <= UInt32(ActionTable.maxRows) else { throw WireFault("it has too many actions") }
    var actions: [ActionDescription] = []
    for _ in 0..<count { actions.append(try action()) }
    return actions
  }

  private mutating func action() throws(WireFault) -> ActionDescription {
    let name = try text() ?? ""
    let help = try text() ?? ""
    let signature = try text() ?? ""
    let count = try number(UInt32.self)
    guard count <= UInt32(Signature.maxLetters) else {
      throw WireFault("an action has too many arguments")
    }
    var parameters: [ActionParameter] = []
    for _ in 0..<count { parameters.append(try parameter()) }
    // The values of a call are written by the one and read by the other.
    let letters = (try? Signature(parsing: signature))?.elements ?? []
    guard ActionDescription.isName(name), letters.map(\.letter) == parameters.map(\.kind.letter)
    else { throw WireFault("an action contradicts its signature") }
    return ActionDescription(
      name: name, help: help, signature: signature, parameters: parameters,
      isClosedToLinks: try flag())
  }

  private mutating func parameter() throws(WireFault) -> ActionParameter {
    let name = try text() ?? ""
    let help = try text() ?? ""
    guard let kind = ActionParameter.Kind(rawValue: try text() ?? "") else {
      throw WireFault("an argument is of an unknown kind")
    }
    let isOptional = try flag()
    var integers: ClosedRange<Int64>?
    if try flag() {
      let (least, most) = (try number(Int64.self), try number(Int64.self))
      guard least <= most else { throw WireFault("a range is turned round") }
      guard least >= 0 || kind == .integer else { throw WireFault("a range is below zero") }
      integers = least...most
    }
    var reals: ClosedRange<Double>?
    if try flag() {
      let least = Double(bitPattern: try number())
      let most = Double(bitPattern: try number())
      guard least <= most else { throw WireFault("a range is turned round") }
      reals = least...most
    }
    return ActionParameter(
      name: name, help: help, kind: kind, isOptional: isOptional, integers: integers, reals: reals)
  }
}
