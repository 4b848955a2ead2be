extension JSONLinesGrammar {
  /// Every event, in the order in which the man page shows them.
  package static let events: [Message] = showing + telling + answering

  private static let presentation = field(
    "presentation", .oneOf(["hub", "standalone"]), "Inside the Hub, or on top of what is visible.")

  private static let showing: [Message] = [
    Message(
      name: "hello", help: "The first event.",
      fields: [
        field("schema", .integer, "The version of this grammar."),
        field("host", .text, "The version of hubhost."),
        field("abi", .text, "The version of the interface between host and front end."),
        field("app", .object("app"), "The app."),
        field("config", .object("config"), "The configuration at the start."),
      ]),
    Message(
      name: "show-hub", help: "The Hub is on screen.",
      fields: [
        field("tab", .text, "The tag of its tab."),
        field("badge", .nullable(.text), "The badge, or null for none."),
        field("path", .list(.object("path entry")), "What is on top of the inbox, bottom first."),
      ]),
    Message(
      name: "present-post",
      help: "A post is shown; told once more while it is, when its page came or is another one.",
      fields: [
        presentation,
        field("post", .object("post"), "The post."),
        field("body", .nullable(.text), "Its text, or null while there is none."),
      ]),
    Message(
      name: "present-conversation",
      help: "A conversation is shown; told once more while it is, when its replies or their states "
        + "change.",
      fields: [
        presentation,
        field("conversation", .object("conversation"), "The conversation."),
        field("replies", .list(.object("reply")), "Its newest 1000 replies, oldest first."),
      ]),
    Message(
      name: "dismiss", help: "Something that was shown is gone.",
      fields: [field("what", .text, "What is gone, such as standalone or alert.")]),
    Message(
      name: "alert", help: "Something that the user should know.",
      fields: [
        field(
          "code", .text,
          "Such as post-not-found, conversation-not-found, page-not-fetched, messages-not-fetched "
            + "or handoff-stalled."),
        field("message", .text, "One sentence for people."),
      ]),
  ]

  private static let telling: [Message] = [
    Message(
      name: "badge", help: "The badge changed, or was asked for.",
      fields: [
        field("badge", .nullable(.text), "The badge as the app shows it, or null for none."),
        field("count", .integer, "How many items are unread."),
      ]),
    Message(
      name: "changed", help: "The store changed; list again what is shown.",
      fields: [
        field("posts", .boolean, "Whether posts came, went or moved."),
        field("conversations", .boolean, "Whether conversations or their replies did."),
        field("config", .boolean, "Whether the configuration is another."),
      ]),
    Message(
      name: "opened", help: "The app was asked to open a URL; once for every time, in order.",
      fields: [
        field("url", .text, "The URL."),
        field("by", .oneOf(["router", "app", "system", "refused"]), "Who took it."),
        field("reason", .nullable(.text), "Why it was refused, or null."),
      ]),
    Message(
      name: "path", help: "What is on top of the inbox changed, or was asked for.",
      fields: [field("path", .list(.object("path entry")), "The path, bottom first.")]),
    Message(
      name: "sync", help: "A sync with the server begins, goes on or ends.",
      fields: [
        field(
          "state", .oneOf(["offline", "idle", "syncing", "failed"]),
          "What goes on; failed: the last sync did."),
        field("lastSyncAt", .nullable(.time), "When a sync ended well, or null for never."),
        field("posts", .integer, "Posts that came so far in the sync that runs."),
        field("rate", .nullable(.integer), "Posts a second in it, or null."),
        field("reason", .nullable(.text), "Why it is offline or failed, as a sentence, or null."),
      ]),
  ]

  private static let answering: [Message] = [
    Message(
      name: "items",
      help: "The answer to list; the result follows. A list without a limit is answered with as "
        + "many of these events as it takes, of at most 500 items each.",
      fields: [
        field("items", .list(.object("item")), "The items, newest first."),
        field(
          "next", .nullable(.text),
          "What to give as after for what follows these, or null for nothing."),
        field("total", .integer, "How many items the inbox holds, whatever was asked for."),
        field("unread", .integer, "How many of them are unread."),
      ]),
    Message(
      name: "result", help: "The answer to a command.",
      fields: [
        field("for", .any, "The command's id, or null when it had none."),
        field("ok", .boolean, "Whether it was done."),
        optional("value", .any, "What came of it, or null, when ok is true."),
        optional("error", .object("error"), "Why it was not done, when ok is false."),
      ]),
    Message(
      name: "bye", help: "The last event.",
      fields: [field("reason", .text, "Why the host leaves: quit, end of input, or stopped.")]),
  ]
}
