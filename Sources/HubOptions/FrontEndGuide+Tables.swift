extension FrontEndGuide {
  /// Every method of the header, in its order.
  package static let methods: [Method] = [
    Method(
      name: "show_hub", signature: "s?s",
      help: "Required. Show the Hub in the tab with that tag, with that badge."),
    Method(
      name: "present_post", signature: "uP",
      help: "Required. Show a post, in the Hub (0) or on top of whatever is visible (1)."),
    Method(
      name: "present_conversation", signature: "uC",
      help: "Show a conversation; its replies are in hub.conversations/1."),
    Method(
      name: "show_tab", signature: "ss?s",
      help: "Another tab than the Hub's is visible now: tag, title, text."),
    Method(
      name: "dismiss", signature: "s",
      help: "Take away \"post\", \"conversation\", \"standalone\" or \"alert\"."),
    Method(
      name: "inbox_changed", signature: "uyy",
      help: "Rows moved: flags, ids of posts, ids of conversations."),
    Method(
      name: "badge_changed", signature: "?su", help: "The badge is another one: text and number."),
    Method(name: "config_changed", signature: "", help: "Ask hub.app/1 again."),
    Method(name: "path_changed", signature: "", help: "Ask hub.navigation/1 for the path again."),
    Method(
      name: "alert", signature: "sss", help: "Say something to the user: code, title, message."),
    Method(
      name: "url_opened", signature: "ss?s",
      help: "The app was asked to open a URL: by whom, and why not."),
    Method(
      name: "terminal_resized", signature: "uu", help: "The terminal has that many columns, rows."),
    Method(
      name: "terminal_suspend", signature: "", help: "Leave the screen as it was found, at once."),
    Method(
      name: "terminal_resume", signature: "", help: "Take the screen again and draw everything."),
    Method(
      name: "sync_changed", signature: "",
      help: "Since 1.2. A sync begins, goes on or ends: ask hub.sync/1."),
  ]

  /// Every service of the header, in its order.
  package static let services: [Service] = [
    Service(name: "hub.app/1", help: "The app, its tabs and the Hub's configuration."),
    Service(name: "hub.items/1", help: "Windows of the inbox, one row, and the counts."),
    Service(name: "hub.document/1", help: "The body of a post in lines, and its links."),
    Service(name: "hub.inbox/1", help: "Mark read, hand in a push, ask for a sync."),
    Service(
      name: "hub.navigation/1", help: "Where the user goes: rows, back, tabs, URLs, the path."),
    Service(
      name: "hub.conversations/1",
      help: "The replies of a conversation and their links; writing, sending again, deleting, "
        + "drafts, and asking for older ones (since 1.2)."),
    Service(name: "hub.sync/1", help: "How far the inbox is that of the server (since 1.2)."),
    Service(name: "hub.loop/1", help: "File descriptors, timers, waking, the time, and quitting."),
    Service(name: "hub.terminal/1", help: "Where input and output are, and the size."),
    Service(name: "hub.text/1", help: "How many cells a text takes, and where to cut it."),
    Service(name: "hub.log/1", help: "A line in the host's log."),
    Service(
      name: "hub.actions/1", help: "The actions of this front end, and the keys of the app file."),
  ]
}
