extension OptionTable {
  /// Every command, in the order in which help shows them.
  package static let commands: [CommandSpec] =
    showing + handingIn + asking + working + writing + explaining

  private static let showing: [CommandSpec] = [
    command(
      .run, "Show the Hub; URL is a link that launched the app",
      [
        "Opens the inbox in a front end. This is what happens when no command is named.",
        "A URL goes to the app's handler first, as on a phone: a link of the Hub lands on its post "
          + "or conversation, inside the Hub or standalone.",
        "A front end that cannot start here, that was set aside because it crashed too often, or that "
          + "lacks a grant says why, and the next one is shown. One that --frontend asks for and that is "
          + "not there, could have been written by others or is none for this ABI is an error.",
      ],
      OperandSpec(kind: .url, synopsis: "[URL]", minimum: 0, maximum: 1),
      [
        ("hubhost", "show the inbox in the front end that fits the terminal"),
        ("hubhost -f plain | less", "read it in a pager"),
        ("hubhost rv-demo://posts/ID", "start on a post"),
      ]),
    command(
      .open, "Give URL to the running host of this app, or run one",
      [
        "Prints what happened to the URL. With no host running, one is run as by hubhost run.",
        "Exits with 1 when neither the Hub nor the app knows the URL.",
      ],
      OperandSpec(kind: .url, synopsis: "URL", minimum: 1, maximum: 1),
      [("hubhost open rv-demo://posts/ID", "show a post in the running host")]),
    command(
      .action, "Call an action of the front end that a running host shows",
      [
        "NAME is one of the actions that hubhost frontends lists; values are converted and checked "
          + "before anything happens.",
        "The same is done by a link SCHEME://action/FRONTEND/NAME?ARGUMENT=VALUE, by the JSON line "
          + "action, and by the keys of the app file; those that write, mark or leave are closed to links.",
      ],
      OperandSpec(
        kind: .action, synopsis: "NAME [ARGUMENT=VALUE]...", minimum: 1, maximum: nil),
      [("hubhost action search text=news", "search in the running curses front end")]),
  ]

  private static let handingIn: [CommandSpec] = [
    command(
      .push, "Hand in one push payload, as the platform would",
      [
        "Reads one JSON object from FILE, or from standard input without FILE or for -.",
        "Once the command has returned, what the push brought is on disk; a running host shows it "
          + "at once.",
      ],
      OperandSpec(kind: .file, synopsis: "[FILE|-]", minimum: 0, maximum: 1),
      [
        ("hubhost push payload.json", "hand in a payload"),
        ("hubhost push < payload.json", "the same from standard input"),
      ]),
    command(
      .import, "Store answers of the server from files, pages become bodies",
      [
        "Each FILE holds one answer of /posts, /conversations, /subscriptions, /participants or "
          + "/config, as JSON; - is standard input. A bad element is skipped and reported, the rest is "
          + "kept."
      ],
      OperandSpec(kind: .file, synopsis: "FILE...", minimum: 1, maximum: nil),
      [("hubhost import --pages pages posts-*.json", "fill the inbox without a server")]),
  ]

  private static let asking: [CommandSpec] = [
    command(
      .sync, "Fetch what is new from the server once",
      [
        "Asks the agent for one full sync, starts an agent where none runs, and ends when the sync has "
          + "ended: posts, conversations, configuration, and replies that wait to be sent.",
        "Exits with 69 when the server cannot be reached and with 75 when the sync failed otherwise.",
      ],
      nil,
      [("hubhost sync", "fetch now, as a timer or a script does")]),
    command(
      .tap, "Do what a tap on a notification does",
      [
        "Reads the payload of the notification from FILE, or from standard input without FILE or for "
          + "-. What it brings is stored first, always; then its action is taken: a URL goes to the "
          + "app's handler as by hubhost open.",
        "Exits with 1 when the payload has no action that is ours.",
      ],
      OperandSpec(kind: .file, synopsis: "[FILE|-]", minimum: 0, maximum: 1),
      [("hubhost tap payload.json", "as if the notification had been tapped")]),
    command(
      .reply, "Answer a notification of a conversation",
      [
        "Marks the conversation read up to the message of the payload, sends TEXT, and waits for the "
          + "attempt. A TEXT of blanks alone sends nothing and marks nothing.",
        "A reply that could not be sent yet stays in the outbox and goes out when the server is there.",
        "Exits with 69 when the server refused the reply for good.",
      ],
      OperandSpec(kind: .text, synopsis: "TEXT", minimum: 1, maximum: 1),
      [("hubhost reply --push payload.json Thanks", "answer without opening the Hub")]),
    command(
      .notifications, "Print what becomes of notifications, as JSON lines",
      [
        "For each push with an alert one line: show it, suppress it since its conversation is on "
          + "screen, or withdraw it. Every text is safe to show.",
        "A withdrawal without id means all of its thread, one without thread too all of posts and "
          + "conversations; those of campaigns stay.",
        "Starts an agent where none runs. In an app without a server that one takes in what hubhost push "
          + "hands in.",
      ],
      nil,
      [("hubhost notifications --follow", "feed a notification daemon")]),
    command(
      .events, "Print the analytics events that wait to be sent",
      [
        "One JSON object a line, as it would be sent. Events are recorded only when the app file has "
          + "agent.events set to true."
      ],
      nil,
      [("hubhost events --pending", "see what the server would be told")]),
    command(
      .badge, "Print the badge: the number of unread items as the app shows it",
      ["Works beside a running host. No badge is printed as an empty line."],
      nil,
      [
        ("hubhost badge", "print it once"),
        ("hubhost badge --follow --format waybar", "feed a status bar"),
      ]),
    command(
      .frontends, "List every front end found, and why one is refused",
      [
        "Shows name, version, ABI and path of each front end, where it would run, or the reason why "
          + "it would not.",
        "With an app file it also shows what a front end needs beyond what any may do and what the app "
          + "file grants it, and which ones crashed too often with the app's data and were set aside. In "
          + "any case it shows what each cannot do and what this kernel lacks for that.",
      ],
      nil,
      [("hubhost frontends --json", "the same for a program")]),
    command(
      .check, "Check whether a front end keeps the rules of its interface",
      [
        "Each check runs in a process of its own, on a terminal of its own where it needs one, so that "
          + "nothing that the front end does can hurt.",
        "A broken rule of the level must fails; one of the levels should and polish warns.",
        "Exits with 65 when a rule of the level must is broken or the front end crashed.",
        "The ids of the checks, which --only takes, and their levels stand in hubhost-frontend(7). "
          + "Random calls come from a seed, which is told at the end: with --seed they are the same "
          + "again. --in-process does everything in the command's own process, for a debugger.",
      ],
      OperandSpec(kind: .file, synopsis: "FILE", minimum: 1, maximum: 1),
      [
        ("hubhost check ./libhub-mine.so", "before you give it to others"),
        ("hubhost check --only methods-survive,actions ./libhub-mine.so", "two checks of them"),
        (
          "hubhost check --json --seed 7 ./libhub-mine.so",
          "for a program, with the same random calls"
        ),
      ]),
  ]

  private static let working: [CommandSpec] = [
    command(
      .agent, "Run the background process, which has the network, yourself",
      [
        "A host starts one by itself where none runs; it leaves a while after its last host has left. "
          + "There is one for each app and data folder.",
        "It reads the app file again when that was changed and a host or a command comes, and at SIGHUP; "
          + "SIGTERM ends it. Where the user is another one then, what the one before left unsent is not "
          + "sent: replies fail, drafts are put away, and events are dropped.",
        "Exits with 75 when one is at work already.",
      ],
      nil,
      [("hubhost agent --stay", "hold the stream of pushes with no host at all, as a service")])
  ]

  private static let writing: [CommandSpec] = [
    command(
      .new, "Make a folder with a new front end that builds and runs at once",
      [
        "NAME is what --frontend will take: small letters, digits and hyphens, at most 32. The folder "
          + "is NAME in the working folder; one that is there already is left alone.",
        "In the folder, make builds the front end and make run shows the sample inbox with it. The "
          + "guide for authors is hubhost-frontend(7).",
      ],
      OperandSpec(
        kind: .kindAndName(["frontend"]), synopsis: "frontend NAME", minimum: 2, maximum: 2),
      [("hubhost new frontend mine --language swift", "begin a front end in Swift")])
  ]

  private static let explaining: [CommandSpec] = [
    command(
      .help, "Show help about a command",
      ["Without COMMAND: what hubhost --help shows."],
      OperandSpec(
        kind: .choice(CommandID.allCases.map(\.rawValue)), synopsis: "[COMMAND]", minimum: 0,
        maximum: 1),
      [("hubhost help badge", "what hubhost badge --help shows")]),
    command(
      .man, "Print a manual page",
      ["Prints roff, for man(1) and for packages. Without PAGE: hubhost(1)."],
      OperandSpec(
        kind: .choice(manPages), synopsis: "[\(manPages.joined(separator: "|"))]", minimum: 0,
        maximum: 1),
      [("hubhost man | man -l -", "read the manual page before it is installed")]),
    command(
      .completions, "Print a shell's completions",
      ["Prints a script for bash, zsh or fish on standard output."],
      OperandSpec(
        kind: .choice(shells), synopsis: shells.joined(separator: "|"), minimum: 1, maximum: 1),
      [
        ("eval \"$(hubhost completions bash)\"", "for this shell"),
        ("hubhost completions zsh > ~/.zfunc/_hubhost", "for zsh, with ~/.zfunc in fpath"),
        (
          "hubhost completions fish > ~/.config/fish/completions/hubhost.fish", "for fish"
        ),
      ]),
  ]

  private static func command(
    _ id: CommandID, _ summary: String, _ details: [String], _ operands: OperandSpec?,
    _ examples: [(line: String, help: String)]
  ) -> CommandSpec {
    CommandSpec(
      id: id, summary: summary, details: details, operands: operands,
      examples: examples.map { CommandSpec.Example(line: $0.line, help: $0.help) })
  }
}
