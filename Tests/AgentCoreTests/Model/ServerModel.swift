import AgentCore
import FoundationEssentials
import HubModel

/// What a server would hold, with the pages that it would answer.
///
/// Everything that changes gets the next number; cursors are numbers.
final class ServerModel {
  struct Numbered<Value> {
    var number: Int
    var value: Value
  }

  /// A push; that of a post is told as the post is when it is handed over, since a post has no
  /// time by which an older copy could be told from a newer one.
  struct Event {
    var number: Int
    var post: UUID?
    var payload: [UInt8]
  }

  static let pageSize = 3

  private(set) var posts: [UUID: Numbered<Post>] = [:]
  private(set) var conversations: [UUID: Numbered<Conversation>] = [:]
  private(set) var replies: [UUID: [Numbered<Reply>]] = [:]
  /// The replies of the fan that were taken, by the client's id, with their texts; also those of
  /// conversations that are gone.
  private(set) var accepted: [String: String] = [:]
  /// Pushes that the stream still knows: number and payload.
  private(set) var events: [Event] = []
  /// Grows when what devices know is out of date.
  private(set) var generation = 0
  private var last = 0
  private var lastStamp: Int64 = 0
  private let random: SeededRandom
  private let time: VirtualTime

  init(_ random: SeededRandom, _ time: VirtualTime) {
    self.random = random
    self.time = time
  }

  private func number() -> Int {
    last += 1
    return last
  }

  /// A time that no other thing here has: of two with the same time the first would stay.
  private func stamp() -> Timestamp {
    lastStamp = max(lastStamp + 1, time.now.milliseconds)
    return Timestamp(milliseconds: lastStamp)
  }

  private func newID() -> UUID {
    let high = random.next()
    return UUID(high: high, low: random.next())
  }

  // MARK: - What happens there

  /// A new post, with its push.
  func addPost() {
    let post = Post(
      id: newID(), subject: "Post \(last)", previewText: "P", receivedAt: stamp(),
      url: "https://a.example/\(last)")
    posts[post.id] = Numbered(number: number(), value: post)
    push(ModelPayload.post(post), of: post.id)
  }

  /// A post changes, without a push.
  func editPost() {
    guard let id = any(posts.keys) else { return }
    posts[id]?.value.subject += "+"
    posts[id]?.number = number()
    guard let post = posts[id]?.value else { return }
    for index in events.indices where events[index].post == id {
      events[index].payload = ModelPayload.post(post)
    }
  }

  /// A participant writes, in a new conversation or one that there is, with a push.
  func addReply(inNew: Bool) {
    let now = stamp()
    var id = newID()
    if !inNew, let known = any(conversations.keys) { id = known }
    let reply = Reply(
      id: newID(), conversationID: id, sender: .participant("p-ana"),
      content: [.text("In \(last)")], createdAt: now)
    var conversation =
      conversations[id]?.value
      ?? Conversation(
        id: id, createdAt: now, updatedAt: now, participantIDs: ["p-ana"])
    conversation.lastIncomingReplyAt = now
    conversation.lastIncomingParticipantID = "p-ana"
    append(reply, to: conversation)
    push(ModelPayload.conversation(conversations[id]?.value ?? conversation, reply))
  }

  /// The fan's reply arrives; one that came before is the same.
  func take(_ reply: Reply) -> Bool {
    guard let externalID = reply.externalID,
      let conversation = conversations[reply.conversationID]?.value
    else { return false }
    guard accepted[externalID] == nil else { return true }
    accepted[externalID] = reply.text
    var stored = reply
    stored.id = newID()
    stored.createdAt = stamp()
    append(stored, to: conversation)
    return true
  }

  func markRead(_ id: UUID, upTo reply: UUID?) -> ReadAnswer? {
    guard var conversation = conversations[id] else { return nil }
    let marked = replies[id]?.first { $0.value.id == reply }?.value
    let readAt = marked?.createdAt ?? time.now
    if conversation.value.lastReadAt.map({ readAt > $0 }) ?? true {
      conversation.value.lastReadAt = readAt
      conversation.value.lastReadReplyID = marked?.id
      conversation.number = number()
      conversations[id] = conversation
    }
    return ReadAnswer(
      conversationID: id, lastReadAt: conversation.value.lastReadAt ?? readAt,
      lastReadReplyID: conversation.value.lastReadReplyID)
  }

  /// Some of it is gone, and all devices have to begin anew.
  func reset() {
    generation += 1
    for id in sorted(posts.keys) where random.chance(30) { posts[id] = nil }
    for id in sorted(conversations.keys) where random.chance(30) {
      conversations[id] = nil
      replies[id] = nil
    }
    events = []
  }

  private func append(_ reply: Reply, to conversation: Conversation) {
    var conversation = conversation
    conversation.lastReplyAt = reply.createdAt
    conversation.updatedAt = reply.createdAt
    conversation.lastReplyPreview = reply.text
    conversations[conversation.id] = Numbered(number: number(), value: conversation)
    replies[conversation.id, default: []].append(Numbered(number: number(), value: reply))
  }

  private func push(_ payload: [UInt8], of post: UUID? = nil) {
    events.append(Event(number: number(), post: post, payload: payload))
  }

  private func any(_ ids: some Collection<UUID>) -> UUID? {
    let ids = sorted(ids)
    return ids.isEmpty ? nil : ids[random.below(ids.count)]
  }

  private func sorted(_ ids: some Collection<UUID>) -> [UUID] {
    ids.sorted { $0.uuidString < $1.uuidString }
  }

  // MARK: - Pages

  /// The newest first as long as it is a first fetch (`w<newest>-<oldest so far>`), then what came
  /// after (`p<number>`).
  func posts(_ cursor: String?) -> PostsPage {
    let all = posts.values.sorted { $0.number < $1.number }
    if let cursor, cursor.hasPrefix("p") {
      let number = Int(cursor.dropFirst()) ?? 0
      let newer = all.filter { $0.number > number }
      let page = newer.prefix(Self.pageSize)
      return PostsPage(
        posts: page.map(\.value), nextCursor: "p\(page.last?.number ?? number)",
        hasMore: newer.count > page.count)
    }
    let places = (cursor ?? "w").dropFirst().split(separator: "-").compactMap { Int($0) }
    let newest = places.first ?? last
    let oldest = places.last ?? .max
    let older = all.filter { $0.number < oldest }
    let page = older.suffix(Self.pageSize)
    let hasMore = older.count > page.count
    return PostsPage(
      posts: page.reversed().map(\.value),
      nextCursor: hasMore ? "w\(newest)-\(page.first?.number ?? 0)" : "p\(newest)",
      hasMore: hasMore)
  }

  func conversations(_ place: PagePlace) -> ConversationsPage {
    let page = page(conversations.values.sorted { $0.number < $1.number }, place)
    return ConversationsPage(
      conversations: page.values, participants: [ana], nextCursor: page.cursor,
      nextBefore: page.before, hasMore: page.hasMore)
  }

  func replies(of id: UUID, _ place: PagePlace) -> RepliesPage {
    let page = page((replies[id] ?? []).sorted { $0.number < $1.number }, place)
    return RepliesPage(
      replies: page.values, nextCursor: page.cursor, nextBefore: page.before,
      hasMore: page.hasMore)
  }

  private struct Page<Value> {
    var values: [Value]
    var cursor: String?
    var before: String?
    var hasMore: Bool
  }

  private func page<Value>(_ all: [Numbered<Value>], _ place: PagePlace) -> Page<Value> {
    switch place {
    case .start:
      let page = all.suffix(Self.pageSize)
      let isAll = page.count == all.count
      return Page(
        values: page.map(\.value), cursor: "\(last)",
        before: isAll ? nil : page.first.map { "\($0.number)" }, hasMore: false)
    case .cursor(let cursor):
      let number = Int(cursor) ?? 0
      let newer = all.filter { $0.number > number }
      let page = newer.prefix(Self.pageSize)
      return Page(
        values: page.map(\.value), cursor: "\(page.last?.number ?? number)", before: nil,
        hasMore: newer.count > page.count)
    case .before(let before):
      let older = all.filter { $0.number < Int(before) ?? 0 }
      let page = older.suffix(Self.pageSize)
      return Page(
        values: page.map(\.value), cursor: nil, before: page.first.map { "\($0.number)" },
        hasMore: older.count > page.count)
    }
  }
}

/// The payloads of the model's pushes.
enum ModelPayload {
  static func post(_ post: Post) -> [UInt8] {
    Array(
      """
      {"rover":{"post":{"id":"\(post.id.uuidString)","subject":"\(post.subject)",
      "previewText":"\(post.previewText)","receivedAt":"\(text(post.receivedAt))",
      "url":"\(post.url ?? "")","isRead":false}}}
      """.utf8)
  }

  static func conversation(_ conversation: Conversation, _ reply: Reply) -> [UInt8] {
    Array(
      """
      {"rover":{"conversation":{"id":"\(conversation.id.uuidString)",
      "createdAt":"\(text(conversation.createdAt))","updatedAt":"\(text(conversation.updatedAt))",
      "lastReplyAt":"\(text(reply.createdAt))","lastIncomingReplyAt":"\(text(reply.createdAt))",
      "lastIncomingParticipantID":"p-ana","lastReplyPreview":"\(reply.text)",
      "participantIDs":["p-ana"]},"reply":{"id":"\(reply.id.uuidString)",
      "conversationID":"\(conversation.id.uuidString)","senderType":"participant",
      "participantID":"p-ana","content":[{"type":"text","text":"\(reply.text)"}],
      "createdAt":"\(text(reply.createdAt))"},
      "participant":{"id":"p-ana","name":"Ana Ruiz","updatedAt":"2026-03-05T08:00:00.000Z"}}}
      """.utf8)
  }

  private static func text(_ time: Timestamp) -> String { time.wire }
}
