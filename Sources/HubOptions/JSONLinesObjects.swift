extension JSONLinesGrammar {
  /// The objects that events hold, by the names that `FieldType.object` uses.
  package static let objects: [Message] = [
    Message(
      name: "app", help: "An app.",
      fields: [field("id", .text, "Its id in reverse DNS."), field("name", .text, "Its name.")]),
    Message(
      name: "config", help: "The configuration.",
      fields: [
        field("inboxEnabled", .boolean, "Whether there is an inbox."),
        field("homeEnabled", .boolean, "Whether there is a home."),
        field("deepLink", .nullable(.text), "The app's URL that shows the Hub, or null."),
      ]),
    Message(
      name: "post", help: "A post.",
      fields: [
        field("id", .uuid, "Its id."),
        field("subject", .text, "Its subject."),
        field("preview", .text, "Its first words."),
        field("sender", .nullable(.text), "The name of its subscription, or null."),
        field("receivedAt", .time, "When it was received."),
        field("url", .nullable(.text), "Where its page is, or null."),
        field("cover", .nullable(.text), "The URL of its cover image, or null."),
        field("read", .boolean, "Whether it was read."),
      ]),
    Message(
      name: "conversation", help: "A conversation.",
      fields: [
        field("id", .uuid, "Its id."),
        field("subject", .nullable(.text), "Its subject, or null."),
        field("sender", .nullable(.text), "Who it is with, or null."),
        field("participants", .list(.text), "The names of all who take part."),
        field("activityAt", .time, "When something happened in it last."),
        field("read", .boolean, "Whether all of it was read."),
      ]),
    Message(
      name: "reply", help: "A reply of a conversation.",
      fields: [
        field("id", .uuid, "Its id."),
        field("sender", .nullable(.text), "The name of whoever wrote it, or null."),
        field("mine", .boolean, "Whether the user wrote it."),
        field(
          "state", .oneOf(["queued", "sent", "confirmed", "failed"]), "How far it has come."),
        field("createdAt", .time, "When it was written."),
        field("text", .text, "Its text."),
        field("images", .list(.text), "The URLs of its images."),
      ]),
    Message(
      name: "item", help: "A row of the inbox.",
      fields: [
        field("kind", .oneOf(["post", "conversation"]), "What it is."),
        field("id", .uuid, "Its id."),
        field("subject", .nullable(.text), "Its subject, or null."),
        field("preview", .nullable(.text), "Its first words, or null."),
        field("sender", .nullable(.text), "Who it is from, or null."),
        field("activityAt", .time, "What it is ordered by."),
        field("url", .nullable(.text), "Where the page of a post is, or null."),
        field("cover", .nullable(.text), "The URL of a post's cover image, or null."),
        field("read", .boolean, "Whether it was read."),
      ]),
    Message(
      name: "path entry", help: "A step of the path; it has exactly one of these keys.",
      fields: [
        optional("messages", .boolean, "True: the list of messages."),
        optional("post", .text, "A post, by its id, or by what the link had that is no UUID."),
        optional("conversation", .uuid, "A conversation, by its id."),
      ]),
    Message(
      name: "error", help: "Why a command was not done.",
      fields: [
        field(
          "code", .text,
          "A word for programs: bad-json, too-long, unknown-command, bad-argument, argument, "
            + "not-found, refused, state, unavailable or failed."),
        field("message", .text, "One sentence for people."),
      ]),
  ]
}
