/// The second pass over a command line: whether options and operands go with the command.
struct ArgumentCheck {
  let scan: ArgumentScan

  func result() throws(UsageError) -> ParsedArguments {
    let command = try command()
    var options: [OptionID: String] = [:]
    let allowed = OptionTable.options(of: command)
    for given in scan.given {
      guard allowed.contains(where: { $0.id == given.id }) else {
        throw .wrongCommand(given.name, given.id, command: command)
      }
      options[given.id] = given.value
    }
    if options[.inProcess] != nil, options[.isolate] != nil { throw .inProcessAndIsolated }
    let isNamed = scan.command != nil
    let operands = Array(scan.operands.dropFirst(isNamed ? 1 : 0))
    if options[.help] == nil, options[.version] == nil {
      try check(operands, of: OptionTable.command(command))
    }
    return ParsedArguments(
      command: command, isCommandNamed: isNamed, options: options, operands: operands)
  }

  /// A first operand that is no command has to look like a link, or else it is a command mistyped.
  private func command() throws(UsageError) -> CommandID {
    if let command = scan.command { return command }
    if scan.operandsBeforeEnd > 0, !scan.operands[0].contains(":") {
      throw .unknownCommand(scan.operands[0])
    }
    return OptionTable.defaultCommand
  }

  private func check(_ operands: [String], of command: CommandSpec) throws(UsageError) {
    guard let spec = command.operands else {
      if let first = operands.first { throw .unexpectedOperand(first, command) }
      return
    }
    if operands.count < spec.minimum { throw .missingOperand(spec, command) }
    if let maximum = spec.maximum, operands.count > maximum {
      throw .unexpectedOperand(operands[maximum], command)
    }
    for (index, operand) in operands.enumerated() {
      try check(operand, at: index, spec, command)
    }
  }

  private func check(
    _ operand: String, at index: Int, _ spec: OperandSpec, _ command: CommandSpec
  ) throws(UsageError) {
    if operand.isEmpty { throw .emptyOperand(spec, command) }
    switch spec.kind {
    case .file, .action, .text: break
    case .url:
      if operand.hasPrefix("-") { throw .refusedLink(operand) }
    case .choice(let choices):
      guard choices.contains(operand) else {
        throw .badValue(operand, of: "hubhost \(command.name)", choices: choices)
      }
    case .kindAndName(let kinds):
      guard index > 0 || kinds.contains(operand) else {
        throw .badValue(operand, of: "hubhost \(command.name)", choices: kinds)
      }
    }
  }
}
