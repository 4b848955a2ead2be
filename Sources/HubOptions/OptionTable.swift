/// The one table of commands and options: parser, help, man page and completions are made from it.
package enum OptionTable {
  /// The version of this host, as `hubhost --version` prints it.
  package static let version = "0.1.0"

  /// The day of that version, as the manual pages show it.
  static let date = "2026-11-30"

  /// What `hubhost` is, in one line.
  static let summary = "show an app's Hub: its inbox of posts and conversations"

  /// The command that runs when none is named.
  package static let defaultCommand = CommandID.run

  /// The values of `--format` of `hubhost badge`.
  package static let badgeFormats = ["plain", "json", "waybar"]

  /// The values of `--log-level`, from most to least.
  package static let logLevels = [
    "trace", "debug", "info", "notice", "warning", "error", "critical",
  ]

  /// The shells that `hubhost completions` knows.
  package static let shells = ["bash", "zsh", "fish"]

  /// The languages that `hubhost new` knows; the first one when none is given.
  package static let languages = ["c", "swift", "rust"]

  /// The pages that `hubhost man` prints; the first one when none is named.
  package static let manPages = ["hubhost", "hubhost-jsonl", "hubhost-frontend"]

  /// The front ends that come with `hubhost`.
  package static let bundledFrontEnds = ["curses", "plain", "jsonl"]

  /// A command's entry.
  package static func command(_ id: CommandID) -> CommandSpec {
    commands.first { $0.id == id } ?? commands[0]
  }

  /// The options that go with a command: its own first, then the general ones.
  package static func options(of command: CommandID) -> [OptionSpec] {
    let all = options.filter { $0.commands.contains(command) }
    return all.filter { !$0.isGeneral } + all.filter(\.isGeneral)
  }

  /// Every option, in the order in which help shows them.
  ///
  /// A name that means something else with another command stands here twice, and takes an argument
  /// either in both entries or in none.
  package static let options: [OptionSpec] = showing + special + general

  /// The options that one command has for itself.
  private static let special: [OptionSpec] = [
    option(
      .follow, help: "Stay and print the badge whenever it changes", commands: [.badge]),
    option(
      .format, .choice(badgeFormats), "FORMAT", fallback: "plain",
      help: "Print plain text, a JSON object, or a block for Waybar", commands: [.badge]),
    option(
      .pages, .directory, "DIR",
      help: "Take bodies from DIR: NAME.html for the post whose URL ends in /NAME",
      commands: [.import]),
    option(
      .follow, help: "Stay and print what becomes of each notification",
      commands: [.notifications]),
    option(
      .push, .file, "FILE", help: "Read the payload of the notification from FILE",
      commands: [.reply]),
    option(
      .pending, help: "Print what waits to be sent", commands: [.events]),
    option(
      .stay, help: "Stay when nobody is connected, as a service does", commands: [.agent]),
    option(.json, help: "Print one JSON array", commands: [.frontends]),
    option(.json, help: "Print one JSON object", commands: [.check]),
    option(
      .only, .words, "ID,...", fallback: "all checks", help: "Do these checks alone",
      commands: [.check]),
    option(
      .seed, .words, "N", fallback: "one that is told",
      help: "Draw the random calls from N, to see the same again", commands: [.check]),
    option(
      .inProcess, help: "Do the checks in this process, for a debugger", commands: [.check]),
    option(
      .language, .choice(languages), "LANGUAGE", fallback: languages[0],
      help: "Write the front end in C, Swift or Rust", commands: [.new]),
    option(
      .directory, .directory, "DIR", fallback: "NAME in the working folder",
      help: "Make the folder DIR", commands: [.new]),
  ]

  /// The options of the commands that show the Hub.
  private static let showing: [OptionSpec] = [
    option(
      .frontEnd, short: "f", .frontEnd, "NAME|PATH",
      fallback: "the app file's, then curses on a terminal, else plain",
      environment: "HUBHOST_FRONTEND", help: "Use this front end", commands: [.run, .open]),
    option(
      .inProcess, help: "Run the front end in the host, even one that did not come with it",
      commands: [.run, .open]),
    option(
      .isolate, help: "Run the front end in a process of its own, even one that came with the host",
      commands: [.run, .open]),
    option(
      .traceABI, .file, "FILE",
      help: "Write each call of a front end's methods and actions to FILE",
      commands: [.run, .open]),
    option(
      .noAgent, help: "Start no background process for network, push and badge",
      commands: [.run, .open, .tap]),
    option(
      .follow, help: "Stay and print what comes (front end plain)", commands: [.run, .open]),
  ]

  private static let general: [OptionSpec] = [
    option(
      .app, .file, "FILE", fallback: "$XDG_CONFIG_HOME/hubhost/app.json5",
      environment: "HUBHOST_APP", help: "Read the app file FILE"),
    option(
      .data, .directory, "DIR", fallback: "$XDG_DATA_HOME/hubhost/ID",
      help: "Keep the app's data in DIR"),
    option(
      .logLevel, .choice(logLevels), "LEVEL", fallback: "warning",
      help: "Log what is as grave as LEVEL or graver to standard error"),
    option(.help, short: "h", help: "Show help and exit"),
    option(.version, help: "Show the version and exit"),
  ]

  private static func option(
    _ id: OptionID, short: Character? = nil, _ argument: OptionSpec.Argument = .none,
    _ placeholder: String = "", fallback: String? = nil, environment: String? = nil, help: String,
    commands: Set<CommandID> = Set(CommandID.allCases)
  ) -> OptionSpec {
    OptionSpec(
      id: id, short: short, argument: argument, placeholder: placeholder, fallback: fallback,
      environment: environment, help: help, commands: commands)
  }
}
