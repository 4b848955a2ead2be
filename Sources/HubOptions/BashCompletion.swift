extension Completions {
  /// The script for bash 4.4 and later; it needs no other package.
  package static func bash() -> String {
    bashHelpers + bashReading + bashOffering
  }

  private static let bashHelpers = """
    # bash completion of hubhost, made by: hubhost completions bash

    _hubhost_words() {
      mapfile -t COMPREPLY < <(compgen -W "$1" -- "$2")
    }

    _hubhost_paths() {
      mapfile -t COMPREPLY < <(compgen "$1" -- "$2")
      compopt -o filenames 2>/dev/null
    }

    _hubhost_front_ends() {
      if [[ $1 == */* ]]; then
        _hubhost_paths -f "$1"
        return
      fi
      local name names='\(OptionTable.bundledFrontEnds.joined(separator: " "))'
      while read -r name; do
        [[ " $names " == *" $name "* ]] || names+=" $name"
      done < <(\(listFrontEnds))
      _hubhost_words "$names" "$1"
    }


    """

  /// Finds the command and whether options have ended, word by word.
  private static let bashReading = """
    _hubhost() {
      local cur=${COMP_WORDS[COMP_CWORD]} prev=${COMP_WORDS[COMP_CWORD-1]}
      local command='' ended='' i
      COMPREPLY=()
      # The shell makes three words of --name=value.
      if [[ $cur == '=' ]]; then
        cur=''
      elif [[ $prev == '=' ]]; then
        prev=${COMP_WORDS[COMP_CWORD-2]}
      fi
      for (( i = 1; i < COMP_CWORD; i++ )); do
        case ${COMP_WORDS[i]} in
          --)
            ended=1
            break
            ;;
          \(optionsWithValue.flatMap(names).joined(separator: "|")))
            if [[ ${COMP_WORDS[i+1]} == '=' ]]; then (( i += 2 )); else (( i += 1 )); fi
            ;;
          -*) ;;
          *) if [[ -z $command ]]; then command=${COMP_WORDS[i]}; fi ;;
        esac
      done

    """

  private static let bashOffering = """
      if [[ -z $ended ]]; then
        case $prev in
    \(bashValues)    esac
        if [[ $cur == -* ]]; then
          case $command in
    \(bashOptions)      esac
          return
        fi
        if [[ -z $command ]]; then
          _hubhost_words '\(CommandID.allCases.map(\.rawValue).joined(separator: " "))' "$cur"
          return
        fi
      fi
      case $command in
    \(bashOperands)  esac
    }

    complete -F _hubhost hubhost

    """

  private static var bashValues: String {
    lines(
      optionsWithValue.map { option in
        let action =
          switch option.argument {
          case .none, .words: ":"
          case .file: "_hubhost_paths -f \"$cur\""
          case .directory: "_hubhost_paths -d \"$cur\""
          case .frontEnd: "_hubhost_front_ends \"$cur\""
          case .choice(let choices): "_hubhost_words '\(choices.joined(separator: " "))' \"$cur\""
          }
        return "\(names(option).joined(separator: "|"))) \(action); return ;;"
      }, indent: 6)
  }

  private static var bashOptions: String {
    let named = CommandID.allCases.filter { $0 != OptionTable.defaultCommand }
    return lines(
      (named + [OptionTable.defaultCommand]).map { command in
        let words = OptionTable.options(of: command).flatMap(names).joined(separator: " ")
        let pattern = command == OptionTable.defaultCommand ? "*" : command.rawValue
        return "\(pattern)) _hubhost_words '\(words)' \"$cur\" ;;"
      }, indent: 8)
  }

  private static var bashOperands: String {
    lines(
      OptionTable.commands.compactMap { command in
        switch command.operands?.kind {
        case nil, .url, .action, .text: nil
        case .file: "\(command.name)) _hubhost_paths -f \"$cur\" ;;"
        case .choice(let choices), .kindAndName(let choices):
          "\(command.name)) _hubhost_words '\(choices.joined(separator: " "))' \"$cur\" ;;"
        }
      }, indent: 4)
  }

  private static func lines(_ lines: [String], indent: Int) -> String {
    lines.map { String(repeating: " ", count: indent) + $0 + "\n" }.joined()
  }
}
