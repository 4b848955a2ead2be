/// The first pass over a command line: tells options from operands.
struct ArgumentScan {
  /// An option as it was given.
  struct Given {
    let id: OptionID
    /// As typed, with its hyphens.
    let name: String
    let value: String
  }

  private(set) var given: [Given] = []
  private(set) var operands: [String] = []
  /// How many operands stood before `--`; only the first of those can be a command.
  private(set) var operandsBeforeEnd = 0

  mutating func read(_ arguments: [String]) throws(UsageError) {
    var rest = arguments[...]
    while let argument = rest.popFirst() {
      if argument == "--" {
        operands += rest
        return
      }
      if argument.hasPrefix("--") {
        try readLong(argument, &rest)
      } else if argument.hasPrefix("-"), argument != "-" {
        try refuseLink(argument)
        try readShort(argument, &rest)
      } else {
        operands.append(argument)
        operandsBeforeEnd += 1
      }
    }
  }

  /// The command that was named, or nil.
  var command: CommandID? {
    guard operandsBeforeEnd > 0 else { return nil }
    return CommandID(rawValue: operands[0])
  }

  private mutating func readLong(
    _ argument: String, _ rest: inout ArraySlice<String>
  ) throws(UsageError) {
    let parts = argument.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
    let name = String(parts[0])
    guard let spec = OptionTable.options.first(where: { "--" + $0.long == name }) else {
      throw .unknownOption(name, command: command)
    }
    guard parts.count > 1 else {
      try take(spec, name, attached: nil, &rest)
      return
    }
    guard spec.takesArgument else { throw .unexpectedValue(name) }
    try take(spec, name, attached: String(parts[1]), &rest)
  }

  /// One hyphen: letters of switches, of which the last may be an option with its value.
  private mutating func readShort(
    _ argument: String, _ rest: inout ArraySlice<String>
  ) throws(UsageError) {
    var letters = argument.dropFirst()
    while let letter = letters.popFirst() {
      guard let spec = OptionTable.options.first(where: { $0.short == letter }) else {
        throw .unknownOption(argument.count == 2 ? argument : "-\(letter)", command: command)
      }
      let attached = spec.takesArgument && !letters.isEmpty ? String(letters) : nil
      try take(spec, "-\(letter)", attached: attached, &rest)
      if attached != nil { return }
    }
  }

  private mutating func take(
    _ spec: OptionSpec, _ name: String, attached: String?, _ rest: inout ArraySlice<String>
  ) throws(UsageError) {
    guard spec.takesArgument else {
      given.append(Given(id: spec.id, name: name, value: ""))
      return
    }
    if attached == nil, let next = rest.first, next.hasPrefix("-"), next != "-" {
      throw .missingValue(spec, name, followedBy: next)
    }
    guard let value = attached ?? rest.popFirst(), !value.isEmpty else {
      throw .missingValue(spec, name, followedBy: nil)
    }
    let choices = spec.choices
    guard choices.isEmpty || choices.contains(value) else {
      throw .badValue(value, of: name, choices: choices)
    }
    given.append(Given(id: spec.id, name: name, value: value))
  }

  private func refuseLink(_ argument: String) throws(UsageError) {
    if argument.contains("://") { throw .refusedLink(argument) }
  }
}
