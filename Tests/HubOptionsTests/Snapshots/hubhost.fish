# fish completion of hubhost, made by: hubhost completions fish

function __hubhost_command
    set -l words (commandline -opc)
    set -e words[1]
    while set -q words[1]
        switch $words[1]
            case --
                return
            case -f --frontend --trace-abi --format --pages --push --only --seed --language --directory --app --data --log-level
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
    not __hubhost_with action push import sync tap reply notifications events badge frontends check agent new help man completions
end

function __hubhost_front_ends
    printf '%s\n' curses plain jsonl
    command -q hubhost; and command hubhost frontends --json 2>/dev/null | grep -o '"name" *: *"[A-Za-z0-9._-]*"' | cut -d '"' -f 4
end

complete -c hubhost -f
complete -c hubhost -n __hubhost_without_command -a run -d 'Show the Hub; URL is a link that launched the app'
complete -c hubhost -n __hubhost_without_command -a open -d 'Give URL to the running host of this app, or run one'
complete -c hubhost -n __hubhost_without_command -a action -d 'Call an action of the front end that a running host shows'
complete -c hubhost -n __hubhost_without_command -a push -d 'Hand in one push payload, as the platform would'
complete -c hubhost -n __hubhost_without_command -a import -d 'Store answers of the server from files, pages become bodies'
complete -c hubhost -n __hubhost_without_command -a sync -d 'Fetch what is new from the server once'
complete -c hubhost -n __hubhost_without_command -a tap -d 'Do what a tap on a notification does'
complete -c hubhost -n __hubhost_without_command -a reply -d 'Answer a notification of a conversation'
complete -c hubhost -n __hubhost_without_command -a notifications -d 'Print what becomes of notifications, as JSON lines'
complete -c hubhost -n __hubhost_without_command -a events -d 'Print the analytics events that wait to be sent'
complete -c hubhost -n __hubhost_without_command -a badge -d 'Print the badge: the number of unread items as the app shows it'
complete -c hubhost -n __hubhost_without_command -a frontends -d 'List every front end found, and why one is refused'
complete -c hubhost -n __hubhost_without_command -a check -d 'Check whether a front end keeps the rules of its interface'
complete -c hubhost -n __hubhost_without_command -a agent -d 'Run the background process, which has the network, yourself'
complete -c hubhost -n __hubhost_without_command -a new -d 'Make a folder with a new front end that builds and runs at once'
complete -c hubhost -n __hubhost_without_command -a help -d 'Show help about a command'
complete -c hubhost -n __hubhost_without_command -a man -d 'Print a manual page'
complete -c hubhost -n __hubhost_without_command -a completions -d 'Print a shell\'s completions'
complete -c hubhost -n __hubhost_shows -s f -l frontend -r -F -a '(__hubhost_front_ends)' -d 'Use this front end'
complete -c hubhost -n __hubhost_shows -l in-process -d 'Run the front end in the host, even one that did not come with it'
complete -c hubhost -n __hubhost_shows -l isolate -d 'Run the front end in a process of its own, even one that came with the host'
complete -c hubhost -n __hubhost_shows -l trace-abi -r -F -d 'Write each call of a front end\'s methods and actions to FILE'
complete -c hubhost -n __hubhost_shows -l no-agent -d 'Start no background process for network, push and badge'
complete -c hubhost -n __hubhost_shows -l follow -d 'Stay and print what comes (front end plain)'
complete -c hubhost -n '__hubhost_with badge' -l follow -d 'Stay and print the badge whenever it changes'
complete -c hubhost -n '__hubhost_with badge' -l format -x -a 'plain json waybar' -d 'Print plain text, a JSON object, or a block for Waybar'
complete -c hubhost -n '__hubhost_with import' -l pages -x -a '(__fish_complete_directories)' -d 'Take bodies from DIR: NAME.html for the post whose URL ends in /NAME'
complete -c hubhost -n '__hubhost_with notifications' -l follow -d 'Stay and print what becomes of each notification'
complete -c hubhost -n '__hubhost_with reply' -l push -r -F -d 'Read the payload of the notification from FILE'
complete -c hubhost -n '__hubhost_with events' -l pending -d 'Print what waits to be sent'
complete -c hubhost -n '__hubhost_with agent' -l stay -d 'Stay when nobody is connected, as a service does'
complete -c hubhost -n '__hubhost_with frontends' -l json -d 'Print one JSON array'
complete -c hubhost -n '__hubhost_with check' -l json -d 'Print one JSON object'
complete -c hubhost -n '__hubhost_with check' -l only -x -d 'Do these checks alone'
complete -c hubhost -n '__hubhost_with check' -l seed -x -d 'Draw the random calls from N, to see the same again'
complete -c hubhost -n '__hubhost_with check' -l in-process -d 'Do the checks in this process, for a debugger'
complete -c hubhost -n '__hubhost_with new' -l language -x -a 'c swift rust' -d 'Write the front end in C, Swift or Rust'
complete -c hubhost -n '__hubhost_with new' -l directory -x -a '(__fish_complete_directories)' -d 'Make the folder DIR'
complete -c hubhost -l app -r -F -d 'Read the app file FILE'
complete -c hubhost -l data -x -a '(__fish_complete_directories)' -d 'Keep the app\'s data in DIR'
complete -c hubhost -l log-level -x -a 'trace debug info notice warning error critical' -d 'Log what is as grave as LEVEL or graver to standard error'
complete -c hubhost -s h -l help -d 'Show help and exit'
complete -c hubhost -l version -d 'Show the version and exit'
complete -c hubhost -n '__hubhost_with push' -F
complete -c hubhost -n '__hubhost_with import' -F
complete -c hubhost -n '__hubhost_with tap' -F
complete -c hubhost -n '__hubhost_with check' -F
complete -c hubhost -n '__hubhost_with new' -a 'frontend'
complete -c hubhost -n '__hubhost_with help' -a 'run open action push import sync tap reply notifications events badge frontends check agent new help man completions'
complete -c hubhost -n '__hubhost_with man' -a 'hubhost hubhost-jsonl hubhost-frontend'
complete -c hubhost -n '__hubhost_with completions' -a 'bash zsh fish'
