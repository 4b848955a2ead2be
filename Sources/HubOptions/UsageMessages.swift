extension UsageError {
  static func unknownCommand(_ word: String) -> UsageError {
    let names = CommandID.allCases.map(\.rawValue)
    return UsageError(
      code: .unknownCommand,
      message: "there is no command \(Quoting.quoted(word))"
        + hint(Nearest.match(word, in: names), else: "see hubhost --help"))
  }

  /// For a name as typed, without a value; the options of the command named so far come first.
  static func unknownOption(_ name: String, command: CommandID?) -> UsageError {
    let specs = OptionTable.options(of: command ?? OptionTable.defaultCommand)
    let names = (specs + OptionTable.options).map { "--" + $0.long }
    let beginning = name.utf8.count > 2 ? names.first { $0.hasPrefix(name) } : nil
    if let beginning {
      return UsageError(
        code: .unknownOption,
        message: "option \(Quoting.quoted(name)) is cut short; write \(beginning)")
    }
    // A long option with one hyphen, such as -json, is read as letters; it is too short to guess.
    let nearest = name.hasPrefix("--") ? Nearest.match(name, in: names) : nil
    return UsageError(
      code: .unknownOption,
      message: "there is no option \(Quoting.quoted(name))"
        + hint(nearest, else: "see hubhost --help"))
  }

  static func wrongCommand(_ name: String, _ id: OptionID, command: CommandID) -> UsageError {
    let specs = OptionTable.options.filter { $0.id == id }
    let places = CommandID.allCases.filter { place in
      specs.contains { $0.commands.contains(place) }
    }
    let list = places.map { "hubhost \($0.rawValue)" }.joined(separator: " or ")
    return UsageError(
      code: .wrongCommand,
      message: "option \(name) goes with \(list), not with hubhost \(command.rawValue)")
  }

  static let inProcessAndIsolated = UsageError(
    code: .contradiction,
    message: "--in-process and --isolate contradict each other; give one of them")

  static func missingValue(
    _ spec: OptionSpec, _ name: String, followedBy next: String?
  ) -> UsageError {
    var message = "option \(name) needs a value"
    if !spec.choices.isEmpty {
      message += ", one of \(spec.choices.joined(separator: ", "))"
    } else if let next {
      message += "; if \(Quoting.quoted(next)) is meant, write --\(spec.long)=VALUE"
    } else {
      message += ": \(name) \(spec.placeholder)"
    }
    return UsageError(code: .missingValue, message: message)
  }

  static func unexpectedValue(_ name: String) -> UsageError {
    UsageError(code: .unexpectedValue, message: "option \(name) takes no value; leave it out")
  }

  static func badValue(_ value: String, of name: String, choices: [String]) -> UsageError {
    let hint = Nearest.match(value, in: choices).map { "; did you mean \($0)?" } ?? ""
    return UsageError(
      code: .badValue,
      message: "\(name) takes one of \(choices.joined(separator: ", ")), "
        + "not \(Quoting.quoted(value))\(hint)")
  }

  static func missingOperand(_ spec: OperandSpec, _ command: CommandSpec) -> UsageError {
    UsageError(
      code: .missingOperand,
      message: "hubhost \(command.name) needs \(spec.noun): \(Help.synopsis(command))")
  }

  static func emptyOperand(_ spec: OperandSpec, _ command: CommandSpec) -> UsageError {
    UsageError(
      code: .badValue,
      message: "hubhost \(command.name) needs \(spec.noun), not an empty argument")
  }

  static func unexpectedOperand(_ operand: String, _ command: CommandSpec) -> UsageError {
    let usage = Help.synopsis(command)
    return UsageError(
      code: .unexpectedOperand,
      message: "hubhost \(command.name) has no use for \(Quoting.quoted(operand)): \(usage)")
  }

  static func refusedLink(_ link: String) -> UsageError {
    UsageError(
      code: .refusedLink,
      message: "the link \(Quoting.quoted(link)) begins with a hyphen and is refused; "
        + "a scheme begins with a letter")
  }

  private static func hint(_ nearest: String?, else other: String) -> String {
    nearest.map { "; did you mean \($0)?" } ?? "; \(other)"
  }
}

extension OperandSpec {
  /// What one operand is, with its article.
  fileprivate var noun: String {
    switch kind {
    case .url: "a URL"
    case .file: "a file"
    case .action: "the name of an action"
    case .text: "a text"
    case .choice(let choices): "one of \(choices.joined(separator: ", "))"
    case .kindAndName(let kinds): "\(kinds.joined(separator: ", ")) and a name"
    }
  }
}
