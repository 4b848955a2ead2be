extension Completions {
  /// The script for fish 3.
  package static func fish() -> String {
    var text = fishFunctions
    for command in OptionTable.commands {
      text += "complete -c hubhost -n __hubhost_without_command -a \(command.name)"
      text += " -d \(fishQuoted(command.summary))\n"
    }
    text += OptionTable.options.map(fishOption).joined()
    return text + OptionTable.commands.compactMap(fishOperands).joined()
  }

  private static let fishFunctions = """
    # fish completion of hubhost, made by: hubhost completions fish

    function __hubhost_command
        set -l words (commandline -opc)
        set -e words[1]
        while set -q words[1]
            switch $words[1]
                case --
                    return
                case \(optionsWithValue.flatMap(names).joined(separator: " "))
                    set -e words[1]
                case '-*'
                case '*'
                    echo $words[1]
                    return
            end
            set -e words[1]
        end
    end

    function __hubhost_without_command
        test -z (__hubhost_command)
    end

    function __hubhost_with
        set -l command (__hubhost_command)
        set -q command[1]; and contains -- $command $argv
    end

    function __hubhost_shows
        not __hubhost_with \(CommandID.allCases.filter { $0 != .run && $0 != .open }
          .map(\.rawValue).joined(separator: " "))
    end

    function __hubhost_front_ends
        printf '%s\\n' \(OptionTable.bundledFrontEnds.joined(separator: " "))
        command -q hubhost; and \(listFrontEnds)
    end

    complete -c hubhost -f

    """

  private static func fishOption(_ option: OptionSpec) -> String {
    var line = "complete -c hubhost"
    if option.commands.contains(OptionTable.defaultCommand), !option.isGeneral {
      line += " -n __hubhost_shows"
    } else if !option.isGeneral {
      let names = CommandID.allCases.filter(option.commands.contains).map(\.rawValue)
      line += " -n \(fishQuoted("__hubhost_with " + names.joined(separator: " ")))"
    }
    line += (option.short.map { " -s \($0)" } ?? "") + " -l \(option.long)"
    switch option.argument {
    case .none: break
    case .words: line += " -x"
    case .file: line += " -r -F"
    case .directory: line += " -x -a '(__fish_complete_directories)'"
    case .frontEnd: line += " -r -F -a '(__hubhost_front_ends)'"
    case .choice(let choices): line += " -x -a '\(choices.joined(separator: " "))'"
    }
    return line + " -d \(fishQuoted(option.help))\n"
  }

  private static func fishOperands(_ command: CommandSpec) -> String? {
    let start = "complete -c hubhost -n '__hubhost_with \(command.name)'"
    return switch command.operands?.kind {
    case nil, .url, .action, .text: nil
    case .file: start + " -F\n"
    case .choice(let choices), .kindAndName(let choices):
      start + " -a '\(choices.joined(separator: " "))'\n"
    }
  }

  /// Inside single quotes fish knows `\'` and `\\`, other than the Bourne shells.
  private static func fishQuoted(_ text: String) -> String {
    var result = ""
    for character in text {
      result += "'\\".contains(character) ? "\\\(character)" : String(character)
    }
    return "'\(result)'"
  }
}
