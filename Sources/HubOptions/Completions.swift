/// The completions of the shells, made from the option table.
package enum Completions {
  /// The script for a shell of `OptionTable.shells`, or nil.
  package static func script(for shell: String) -> String? {
    switch shell {
    case "bash": bash()
    case "zsh": zsh()
    case "fish": fish()
    default: nil
    }
  }

  /// Prints the names of the front ends found, one a line; a name with anything odd in it is left out.
  ///
  /// The names come from file names, and so nothing in them may reach a shell as code.
  static let listFrontEnds =
    "command hubhost frontends --json 2>/dev/null"
    + " | grep -o '\"name\" *: *\"[A-Za-z0-9._-]*\"' | cut -d '\"' -f 4"

  /// `-f` and `--frontend`, as a shell pattern joins them.
  static func names(_ option: OptionSpec) -> [String] {
    (option.short.map { ["-\($0)"] } ?? []) + ["--\(option.long)"]
  }

  /// The options that take a value, each name once.
  static var optionsWithValue: [OptionSpec] {
    OptionTable.options.filter(\.takesArgument)
  }

  /// A word in single quotes, for bash and zsh.
  static func quoted(_ word: String) -> String {
    var result = ""
    for character in word {
      result += character == "'" ? "'\\''" : String(character)
    }
    return "'\(result)'"
  }
}
