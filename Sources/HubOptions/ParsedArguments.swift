/// A command line that was understood.
package struct ParsedArguments: Hashable, Sendable {
  package let command: CommandID
  /// False when no command was named and the default one stands in.
  package let isCommandNamed: Bool
  /// The last value of each option that was given; a switch has an empty one.
  package let options: [OptionID: String]
  /// What is neither command nor option, in order.
  package let operands: [String]

  /// Whether an option was given.
  package func has(_ option: OptionID) -> Bool {
    options[option] != nil
  }

  /// The value of an option as it stands on the command line, or nil.
  package func value(_ option: OptionID) -> String? {
    options[option]
  }

  /// The value of an option, or else that of its environment variable.
  ///
  /// - Parameters:
  ///   - option: one that takes a value.
  ///   - environment: looks up a variable; an empty one counts as not set.
  /// - Returns: nil when neither is there.
  package func value(_ option: OptionID, environment: (String) -> String?) -> String? {
    if let given = options[option] { return given }
    let spec = OptionTable.options.first { $0.id == option }
    guard let name = spec?.environment, let value = environment(name), !value.isEmpty else {
      return nil
    }
    return value
  }
}
