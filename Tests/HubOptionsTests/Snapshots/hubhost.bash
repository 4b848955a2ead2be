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
  local name names='curses plain jsonl'
  while read -r name; do
    [[ " $names " == *" $name "* ]] || names+=" $name"
  done < <(command hubhost frontends --json 2>/dev/null | grep -o '"name" *: *"[A-Za-z0-9._-]*"' | cut -d '"' -f 4)
  _hubhost_words "$names" "$1"
}

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
      -f|--frontend|--trace-abi|--format|--pages|--push|--only|--seed|--language|--directory|--app|--data|--log-level)
        if [[ ${COMP_WORDS[i+1]} == '=' ]]; then (( i += 2 )); else (( i += 1 )); fi
        ;;
      -*) ;;
      *) if [[ -z $command ]]; then command=${COMP_WORDS[i]}; fi ;;
    esac
  done
  if [[ -z $ended ]]; then
    case $prev in
      -f|--frontend) _hubhost_front_ends "$cur"; return ;;
      --trace-abi) _hubhost_paths -f "$cur"; return ;;
      --format) _hubhost_words 'plain json waybar' "$cur"; return ;;
      --pages) _hubhost_paths -d "$cur"; return ;;
      --push) _hubhost_paths -f "$cur"; return ;;
      --only) :; return ;;
      --seed) :; return ;;
      --language) _hubhost_words 'c swift rust' "$cur"; return ;;
      --directory) _hubhost_paths -d "$cur"; return ;;
      --app) _hubhost_paths -f "$cur"; return ;;
      --data) _hubhost_paths -d "$cur"; return ;;
      --log-level) _hubhost_words 'trace debug info notice warning error critical' "$cur"; return ;;
    esac
    if [[ $cur == -* ]]; then
      case $command in
        open) _hubhost_words '-f --frontend --in-process --isolate --trace-abi --no-agent --follow --app --data --log-level -h --help --version' "$cur" ;;
        action) _hubhost_words '--app --data --log-level -h --help --version' "$cur" ;;
        push) _hubhost_words '--app --data --log-level -h --help --version' "$cur" ;;
        import) _hubhost_words '--pages --app --data --log-level -h --help --version' "$cur" ;;
        sync) _hubhost_words '--app --data --log-level -h --help --version' "$cur" ;;
        tap) _hubhost_words '--no-agent --app --data --log-level -h --help --version' "$cur" ;;
        reply) _hubhost_words '--push --app --data --log-level -h --help --version' "$cur" ;;
        notifications) _hubhost_words '--follow --app --data --log-level -h --help --version' "$cur" ;;
        events) _hubhost_words '--pending --app --data --log-level -h --help --version' "$cur" ;;
        badge) _hubhost_words '--follow --format --app --data --log-level -h --help --version' "$cur" ;;
        frontends) _hubhost_words '--json --app --data --log-level -h --help --version' "$cur" ;;
        check) _hubhost_words '--json --only --seed --in-process --app --data --log-level -h --help --version' "$cur" ;;
        agent) _hubhost_words '--stay --app --data --log-level -h --help --version' "$cur" ;;
        new) _hubhost_words '--language --directory --app --data --log-level -h --help --version' "$cur" ;;
        help) _hubhost_words '--app --data --log-level -h --help --version' "$cur" ;;
        man) _hubhost_words '--app --data --log-level -h --help --version' "$cur" ;;
        completions) _hubhost_words '--app --data --log-level -h --help --version' "$cur" ;;
        *) _hubhost_words '-f --frontend --in-process --isolate --trace-abi --no-agent --follow --app --data --log-level -h --help --version' "$cur" ;;
      esac
      return
    fi
    if [[ -z $command ]]; then
      _hubhost_words 'run open action push import sync tap reply notifications events badge frontends check agent new help man completions' "$cur"
      return
    fi
  fi
  case $command in
    push) _hubhost_paths -f "$cur" ;;
    import) _hubhost_paths -f "$cur" ;;
    tap) _hubhost_paths -f "$cur" ;;
    check) _hubhost_paths -f "$cur" ;;
    new) _hubhost_words 'frontend' "$cur" ;;
    help) _hubhost_words 'run open action push import sync tap reply notifications events badge frontends check agent new help man completions' "$cur" ;;
    man) _hubhost_words 'hubhost hubhost-jsonl hubhost-frontend' "$cur" ;;
    completions) _hubhost_words 'bash zsh fish' "$cur" ;;
  esac
}

complete -F _hubhost hubhost
