extension Completions {
  /// The script for zsh 5, to be stored as `_hubhost` in a folder of `fpath`.
  package static func zsh() -> String {
    zshHelpers + zshMain
  }

  private static let zshHelpers = """
    #compdef hubhost
    # zsh completion of hubhost, made by: hubhost completions zsh

    _hubhost_front_ends() {
      local -a names
      names=(\(OptionTable.bundledFrontEnds.joined(separator: " ")))
      names+=(${(f)"$(\(listFrontEnds))"})
      _alternative \\
        'front-ends:front end:compadd -a names' \\
        'files:path:_files'
    }


    """

  private static let zshMain = """
    _hubhost() {
      local curcontext=$curcontext state line ret=1
      local -A opt_args
      local -a commands
      commands=(
    \(zshCommands)  )
      _arguments -C -s -A '-*' \\
    \(zshOptions(of: OptionTable.defaultCommand, indent: 4))    '1: :->command' \\
        '*:: :->operands' && ret=0
      case $state in
        command)
          _describe -t commands command commands && ret=0
          ;;
        operands)
          curcontext=${curcontext%:*:*}:hubhost-$words[1]:
          case $words[1] in
    \(zshCases)      esac
          ;;
      esac
      return ret
    }

    if [[ $funcstack[1] == _hubhost ]]; then
      _hubhost "$@"
    else
      compdef _hubhost hubhost
    fi

    """

  private static var zshCommands: String {
    OptionTable.commands.map { command in
      "    " + quoted("\(command.name):\(zshEscaped(command.summary))") + "\n"
    }.joined()
  }

  private static var zshCases: String {
    OptionTable.commands.map { command in
      var text = "        \(command.name))\n          _arguments -s \\\n"
      text += zshOptions(of: command.id, indent: 12)
      text += "            \(zshOperands(command.operands)) && ret=0\n          ;;\n"
      return text
    }.joined()
  }

  private static func zshOptions(of command: CommandID, indent: Int) -> String {
    OptionTable.options(of: command).map { option in
      String(repeating: " ", count: indent) + zshOption(option) + " \\\n"
    }.joined()
  }

  /// The names in braces, so that either of them makes the other one needless.
  private static func zshOption(_ option: OptionSpec) -> String {
    let isSwitch = !option.takesArgument
    let long = "--\(option.long)\(isSwitch ? "" : "=")"
    let rest = quoted("[\(zshEscaped(option.help))]\(zshArgument(option))")
    guard let short = option.short else { return long + rest }
    let both = quoted("(-\(short) --\(option.long))")
    return "\(both){-\(short)\(isSwitch ? "" : "+"),\(long)}\(rest)"
  }

  private static func zshArgument(_ option: OptionSpec) -> String {
    let action =
      switch option.argument {
      case .none: ""
      case .words: " "
      case .file: "_files"
      case .directory: "_files -/"
      case .frontEnd: "_hubhost_front_ends"
      case .choice(let choices): "(\(choices.joined(separator: " ")))"
      }
    return action.isEmpty ? "" : ":\(zshEscaped(option.placeholder)):\(action)"
  }

  private static func zshOperands(_ operands: OperandSpec?) -> String {
    guard let operands else { return "'*: :'" }
    let count = operands.maximum == nil ? "*" : "1"
    return switch operands.kind {
    case .url: quoted("\(count):URL:")
    case .action: quoted("\(count):action: ")
    case .text: quoted("\(count):text: ")
    case .file: quoted("\(count):file:_files")
    case .choice(let choices), .kindAndName(let choices):
      quoted("\(count): :(\(choices.joined(separator: " ")))")
    }
  }

  /// Text inside a specification, where colons and brackets mean something.
  private static func zshEscaped(_ text: String) -> String {
    var result = ""
    for character in text {
      result += ":[]\\".contains(character) ? "\\\(character)" : String(character)
    }
    return result
  }
}
