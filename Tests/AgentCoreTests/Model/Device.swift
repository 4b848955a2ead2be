import AgentCore
import FoundationEssentials
import HubModel
import HubStore
import Testing

/// One device of the model: a store, an agent that may be ended at any moment, and what its user
/// was promised.
final class Device {
  let folder: TemporaryFolder
  let service: ScriptedService
  private(set) var store: HubStore
  private(set) var agent: HubAgent
  /// Of a hundred calls so many fail before the server sees them, and as many after.
  var faults = 0

  /// Posts that were marked read.
  private(set) var readPosts: Set<UUID> = []
  /// How far conversations were marked read.
  private(set) var readMarks: [UUID: Timestamp] = [:]
  /// Texts of own replies by external id.
  private(set) var written: [String: String] = [:]
  /// External ids of replies that the user deleted.
  private(set) var deleted: Set<String> = []
  /// Conversations in which a reply failed, so that the row may show it.
  private(set) var hadFailure: Set<UUID> = []
  private(set) var badge: Int?

  private let server: ServerModel
  private let time: VirtualTime
  private let random: SeededRandom
  /// The generation of the server that the device has heard of.
  private var generation: Int
  private let host = AgentHost(number: 1)
  private let settings = AgentSettings(identity: "me", fetchesAhead: false)

  init(_ server: ServerModel, _ time: VirtualTime, _ random: SeededRandom) throws {
    self.server = server
    self.time = time
    self.random = random
    generation = server.generation
    folder = try TemporaryFolder(inMemory: true)
    service = ScriptedService(time)
    store = try HubStore(folder: folder.path)
    agent = HubAgent(
      store: store, service: service,
      seams: AgentSeams(clock: time, timers: time, random: random), settings: settings
    ) { _ in }
    script()
  }

  private func script() {
    service.ignoresCancel = random.chance(50)
    service.latency = { [random] in Int64(random.below(2_000)) }
    service.onGoneDelivered = { [weak self] in
      guard let self else { return }
      self.generation = self.server.generation
    }
    service.onPosts = { [unowned self] cursor in answer { .value(server.posts(cursor)) } }
    service.onConversations = { [unowned self] place, _ in
      answer { .value(server.conversations(place)) }
    }
    service.onReplies = { [unowned self] id, place in
      answer { .value(server.replies(of: id, place)) }
    }
    service.onSend = { [unowned self] reply in
      answer { server.take(reply) ? .value(()) : status(404) }
    }
    service.onRead = { [unowned self] id, reply in
      answer { server.markRead(id, upTo: reply).map { .value($0) } ?? status(404) }
    }
    service.onStream = { [unowned self] last in
      let last = last.flatMap { Int($0) } ?? 0
      return [.opened]
        + server.events.filter { $0.number > last }.map {
          .event(id: "\($0.number)", payload: $0.payload)
        }
    }
  }

  /// An answer that may be lost on either way.
  private func answer<Value>(_ make: () -> ServiceAnswer<Value>) -> ServiceAnswer<Value> {
    if random.chance(faults) { return random.chance(50) ? status(503) : noConnection() }
    let answer = generation == server.generation ? make() : status(410)
    return random.chance(faults) ? noConnection() : answer
  }

  // MARK: - Life

  /// Ends the agent wherever it stands and begins again from the store.
  func restart() throws {
    agent.stop()
    store.close()
    store = try HubStore(folder: folder.path)
    agent = HubAgent(
      store: store, service: service,
      seams: AgentSeams(clock: time, timers: time, random: random), settings: settings
    ) { [weak self] in self?.take($0) }
    agent.start()
  }

  private func take(_ effect: AgentEffect) {
    switch effect {
    case .badge(let count, _): badge = count
    case .clearNotifications:
      // What was read is forgotten with the rows.
      readPosts = []
      readMarks = [:]
      _ = time.schedule(after: Int64(random.below(4_000))) { [weak agent] in
        agent?.notificationsCleared()
      }
    default: break
    }
  }

  /// Hands over the latest push of the server, if the stream holds that long.
  func push() {
    guard let number = server.events.last?.number else { return }
    service.send(after: 2_000) { [server] in
      server.events.first { $0.number == number }
        .map { .event(id: "\(number)", payload: $0.payload) }
    }
  }

  // MARK: - What the user does

  private func any(_ kind: ItemKind) throws -> UUID? {
    let items = try store.window(InboxQuery(limit: 1000)).filter { $0.key.kind == kind }
    return items.isEmpty ? nil : items[random.below(items.count)].key.id
  }

  func readPost() throws {
    guard let id = try any(.post) else { return }
    try store.markPostRead(id)
    readPosts.insert(id)
    agent.storeChanged()
  }

  func readConversation() throws {
    guard let id = try any(.conversation) else { return }
    let mark = try store.markConversationRead(id)
    readMarks[id] = try store.conversation(id)?.lastReadAt
    agent.conversationRead(id, upTo: mark?.confirmedReply)
  }

  func write() throws {
    guard let id = try any(.conversation) else { return }
    let reply = own("Own \(random.next())", in: id, at: time.now)
    guard try store.enqueueReply(reply, preview: reply.text) else { return }
    written[reply.externalID ?? ""] = reply.text
    agent.outboxChanged(id)
  }

  /// Sends a failed reply again, or deletes it.
  func settleFailure() throws {
    let failed = try store.unsentReplies().filter { $0.state == .failed }
    guard let reply = failed.first else { return }
    hadFailure.insert(reply.conversationID)
    if random.chance(50) {
      if try store.deleteReply(reply.id) { deleted.insert(reply.externalID ?? "") }
    } else {
      try store.retryReply(reply.id, at: time.now)
    }
    agent.outboxChanged()
  }

  func show() throws {
    agent.show(.list, on: host)
    if let id = try any(.conversation) { agent.show(.conversation(id), on: host) }
  }

  func hide() {
    agent.hostLeft(host)
  }

  func refresh() { agent.refresh() }

  func receiveAgain() throws {
    guard let event = server.events.last else { return }
    try agent.receive(push: event.payload)
  }

  // MARK: - The end

  /// Ends all faults, and perhaps the agent once more.
  func beginSettling() throws {
    faults = 0
    if random.chance(50) { try restart() }
    hide()
  }

  /// Asks for everything that there is.
  func askAll() {
    agent.refresh()
    agent.show(.list, on: host)
    for id in conversations { agent.show(.conversation(id), on: host) }
  }

  /// Asks for older replies.
  func askOlder() {
    for id in conversations { agent.olderReplies(of: id) }
  }

  private var conversations: [UUID] {
    server.conversations.keys.sorted { $0.uuidString < $1.uuidString }
  }

  func noteFailures() throws {
    for reply in try store.unsentReplies() where reply.state == .failed {
      hadFailure.insert(reply.conversationID)
    }
  }
}
