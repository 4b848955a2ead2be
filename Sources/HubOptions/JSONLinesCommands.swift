extension JSONLinesGrammar {
  /// Every command, in the order in which the man page shows them.
  package static let commands: [Message] = showing + reading + replying + asking

  private static let showing: [Message] = [
    Message(
      name: "open", help: "Opens a URL, as a link that reached the app.",
      fields: [field("url", .text, "The URL.")]),
    Message(
      name: "show", help: "Shows a post or a conversation inside the Hub.",
      fields: [field("id", .text, idHelp)]),
    Message(name: "back", help: "Goes back, or closes what is on top.", fields: []),
    Message(
      name: "select", help: "Selects a tab.", fields: [field("tab", .text, "The tab's tag.")]),
  ]

  private static let reading: [Message] = [
    Message(
      name: "list", help: "Asks for a window of the inbox.",
      fields: [
        optional(
          "limit", .nullable(.integer), "How many items at most, 1 to 1000, or null for all."),
        optional("after", .nullable(.text), "The next of the window before."),
        optional("unread", .nullable(.boolean), "True for unread items only."),
        optional("subscription", .nullable(.text), "Only posts of the subscription with this id."),
        optional("search", .nullable(.text), "Only items with this in subject or preview."),
      ]),
    Message(
      name: "read", help: "Marks a post or a conversation as read.",
      fields: [field("id", .text, idHelp)]),
    Message(name: "read-all", help: "Marks everything as read.", fields: []),
  ]

  private static let replying: [Message] = [
    Message(
      name: "reply",
      help: "Writes a reply. The result's value is an object with its id in the key reply.",
      fields: [
        field("conversation", .text, "The conversation's id."),
        field("text", .text, "The text, at most 65536 bytes; blank space around it is left out."),
      ]),
    Message(
      name: "retry", help: "Sends a failed reply again.",
      fields: [field("reply", .text, "The reply's id.")]),
    Message(
      name: "delete", help: "Deletes a failed reply for good.",
      fields: [field("reply", .text, "The reply's id.")]),
  ]

  private static let asking: [Message] = [
    Message(
      name: "push", help: "Hands in a push payload, as the platform would.",
      fields: [field("payload", .anyObject, "The payload.")]),
    Message(name: "refresh", help: "Looks for new items.", fields: []),
    Message(name: "badge", help: "Asks for the event badge.", fields: []),
    Message(name: "path", help: "Asks for the event path.", fields: []),
    Message(
      name: "action",
      help:
        "Calls an action of the front end. The result's value is an object with the key status.",
      fields: [
        field("name", .text, "The action's name, of those that hubhost frontends lists."),
        optional(
          "args", .nullable(.anyObject), "Its arguments: texts, numbers, true and false by name."),
      ]),
    Message(name: "quit", help: "Leaves.", fields: []),
  ]

  private static let idHelp =
    "The id of the post or conversation, in any case; the result has it in its key for."
}
