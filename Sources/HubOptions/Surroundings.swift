/// What `hubhost` reads from around it, as the man page shows it.
enum Surroundings {
  /// A name and whole sentences about it.
  struct Entry: Sendable {
    let name: String
    let help: String
  }

  static let environment: [Entry] = [
    Entry(name: "HUBHOST_APP", help: "The app file, when --app is not given."),
    Entry(name: "HUBHOST_FRONTEND", help: "The front end, when --frontend is not given."),
    Entry(
      name: "HUBHOST_FRONTEND_PATH",
      help: "Folders to look for front ends in, with colons between them, before all others."),
    Entry(
      name: "HUBHOST_RUNNER_PATIENCE",
      help: "How long a front end in a process of its own may take to start and to answer, as a "
        + "percentage of what is usual, from 10 to 10000."),
    Entry(name: "XDG_CONFIG_HOME", help: "Where the app file is looked for; else ~/.config."),
    Entry(name: "XDG_DATA_HOME", help: "Where the apps' data is kept; else ~/.local/share."),
    Entry(name: "XDG_RUNTIME_DIR", help: "Where a running host has its socket."),
    Entry(name: "NO_COLOR", help: "When set and not empty: no colours."),
    Entry(name: "TERM", help: "When dumb or not set: no control sequences, and no curses."),
  ]

  static let files: [Entry] = [
    Entry(name: "$XDG_CONFIG_HOME/hubhost/app.json5", help: "The app file."),
    Entry(
      name: "$XDG_DATA_HOME/hubhost/ID/",
      help: "The data of the app with that id: its inbox, what was read, and the bodies of posts."),
    Entry(
      name: "$XDG_DATA_HOME/hubhost/ID/quarantine/",
      help: "A file for each front end that crashed too often, with the reason. It is not started "
        + "again until it is another build, or its file is deleted."),
    Entry(
      name: "libhub-NAME.so",
      help: "A front end. It is looked for in $HUBHOST_FRONTEND_PATH, beside hubhost, in "
        + "../lib/hubhost/frontends from there, in ~/.local/lib/hubhost/frontends, in "
        + "/usr/local/lib/hubhost/frontends and in /usr/lib/hubhost/frontends. File and folders have "
        + "to be owned by root or by you, and writable by nobody else."),
  ]
}
