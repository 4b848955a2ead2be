/// What the agent asks of an app's server, for hubhost(1).
package struct ServerCall: Hashable, Sendable {
  /// Method and path.
  package let call: String
  package let help: String

  /// What holds for every call.
  package static let introduction = """
    The calls that the agent makes below the endpoint of the app file. Each carries the header \
    x-rover-account-token and, in its query, deviceIdentifier and, where the app file has a user, \
    userID; with the user's token also Authorization: Bearer. Answers are JSON as hubhost import \
    takes it; the installed sample has one of each page. A page with hasMore true has another \
    one behind it. A key that is not known is passed over, and a call that the server lacks may \
    be answered with 404.
    """

  /// Every call.
  package static let all: [ServerCall] = [
    ServerCall(
      call: "GET /posts",
      help: "A page of posts: posts, nextCursor, hasMore. With cursor: what is newer than it."),
    ServerCall(
      call: "GET /conversations",
      help: "A page of conversations; also nextBefore. With before: what is older than it."),
    ServerCall(
      call: "GET /conversations/ID/replies", help: "A page of a conversation's replies, likewise."),
    ServerCall(
      call: "POST /conversations/ID/replies",
      help: "Takes {\"content\":[{\"type\":\"text\",\"text\":TEXT}],\"externalID\":TEXT}. "
        + "202 is the only yes; the externalID is the same when it is tried again."),
    ServerCall(
      call: "POST /conversations/ID/read",
      help: "Takes {\"lastReadReplyID\":ID} or {}; answers conversationID and lastReadAt."),
    ServerCall(call: "GET /subscriptions", help: "All subscriptions: {\"subscriptions\":[]}."),
    ServerCall(call: "GET /participants", help: "All participants: {\"participants\":[]}."),
    ServerCall(call: "GET /config", help: "The configuration, with the keys of config above."),
    ServerCall(
      call: "GET /stream",
      help: "Pushes, as text/event-stream: the data of each event is one payload as hubhost push "
        + "takes it. An event with another name than message or push is passed over. Without the stream "
        + "posts are asked for once a minute."),
    ServerCall(
      call: "POST /graphql",
      help: "Analytics events, compressed with gzip; only with agent.events."),
  ]
}
