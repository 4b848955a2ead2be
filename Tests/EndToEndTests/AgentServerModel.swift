import FoundationEssentials
import HubTestSupport

/// A server of the wire protocol with posts, conversations and replies, for the real agent.
///
/// A script that is set on `server` goes before what the model answers.
final class AgentServerModel: Sendable {
  struct State {
    /// JSON of posts, in the order in which they came to be.
    var posts: [String] = []
    var conversations: [String] = []
    /// JSON of replies, by conversation.
    var replies: [String: [String]] = [:]
    var config =
      "{\"hub\":{\"isHomeEnabled\":false,\"isInboxEnabled\":true,"
      + "\"isSettingsViewEnabled\":false,\"deepLink\":\"demo://hub\"}}"
    /// Rows of a page.
    var pageSize = 50
    /// Statuses of the next sends; then 202.
    var sendStatuses: [Int] = []
    /// External ids and texts of the replies that were taken, in order.
    var taken: [(externalID: String, text: String)] = []
    /// Answers of the next calls, whatever they ask for.
    var faults: [ServerPlay] = []
  }

  let state = Monitor(State())

  /// Starts a server with this model behind it.
  func serve() throws -> ScriptedServer {
    try ScriptedServer { self.answer($0) }
  }

  /// Adds posts.
  func add(posts: [String]) { state.withLock { $0.posts += posts } }

  /// Adds the conversation of the fixtures with a reply.
  func addConversation() {
    state.withLock {
      $0.conversations.append(Fixture.convA)
      $0.replies[Fixture.ca, default: []].append(Fixture.reply())
    }
  }

  private func answer(_ request: ServerRequest) -> ServerPlay {
    state.withLock { state in
      if !state.faults.isEmpty, request.path != "/stream" { return state.faults.removeFirst() }
      return Self.answer(request, &state)
    }
  }

  private static func answer(_ request: ServerRequest, _ state: inout State) -> ServerPlay {
    let parts = request.path.split(separator: "/").map(String.init)
    switch (request.method, parts.first, parts.count) {
    case ("GET", "posts", 1):
      return page(
        "posts", state.posts, request, state, included: "\"subscriptions\":[]")
    case ("GET", "subscriptions", 1): return .json("{\"subscriptions\":[]}")
    case ("GET", "participants", 1): return .json("{\"participants\":[\(Fixture.ana())]}")
    case ("GET", "conversations", 1):
      return page(
        "conversations", state.conversations, request, state,
        included: "\"participants\":[\(Fixture.ana())]")
    case ("GET", "conversations", 3):
      return page("replies", state.replies[parts[1]] ?? [], request, state)
    case ("POST", "conversations", 3):
      return parts[2] == "replies" ? take(request, parts[1], &state) : read(parts[1])
    case ("GET", "config", 1): return .json(state.config)
    case ("GET", "home", 1): return .json("{\"experienceURL\":null}")
    case ("GET", "stream", 1): return .stream
    case ("GET", "p", 2):
      return .answer(
        ServerAnswer(
          headers: ["content-type: text/html", "etag: \"1\""],
          body: Array("<html><body><p>The page of \(parts[1]).</p></body></html>".utf8)))
    default: return .status(404)
    }
  }

  /// One page; the cursor is how many rows were given before.
  private static func page(
    _ name: String, _ rows: [String], _ request: ServerRequest, _ state: State,
    included: String? = nil
  ) -> ServerPlay {
    if request.item("before") != nil {
      return .json("{\"\(name)\":[],\"nextCursor\":null,\"nextBefore\":null,\"hasMore\":false}")
    }
    let start = request.item("cursor").flatMap { Int($0.dropFirst(2)) } ?? 0
    let part = rows.dropFirst(start).prefix(state.pageSize)
    let end = start + part.count
    return .json(
      "{\"\(name)\":[\(part.joined(separator: ","))],"
        + (included.map { "\"included\":{\($0)}," } ?? "")
        + "\"nextCursor\":\"c-\(end)\",\"hasMore\":\(end < rows.count)}")
  }

  private static func take(
    _ request: ServerRequest, _ conversation: String, _ state: inout State
  ) -> ServerPlay {
    let status = state.sendStatuses.isEmpty ? 202 : state.sendStatuses.removeFirst()
    guard status == 202 else { return .status(status) }
    guard let body = try? JSONValue(json: request.text), let id = body["externalID"]?.text,
      let text = body["content"]?.elements.first?["text"]?.text
    else { return .status(400) }
    if !state.taken.contains(where: { $0.externalID == id }) {
      state.taken.append((id, text))
      state.replies[conversation, default: []].append(
        """
        {"id":"\(UUID().uuidString)","conversationID":"\(conversation)","senderType":"fan",\
        "participantID":null,"externalID":"\(id)",\
        "content":[{"type":"text","text":\(Installation.quoted(text))}],\
        "createdAt":"2026-03-05T14:00:00.000Z"}
        """)
    }
    return .status(202)
  }

  private static func read(_ conversation: String) -> ServerPlay {
    .json(
      "{\"conversationID\":\"\(conversation)\",\"lastReadAt\":\"2026-03-05T13:00:00.000Z\","
        + "\"lastReadReplyID\":null}")
  }
}
