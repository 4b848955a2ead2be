import FoundationEssentials
import HubModel
import Testing

@testable import HubStore

struct ChangesTests {
  @Test func `another connection learns what moved`() throws {
    let folder = try TemporaryFolder()
    let writer = try folder.store()
    let reader = try folder.store()
    let start = try reader.changeSequence()
    let version = try reader.dataVersion()
    #expect(try reader.changes(since: start) == StoreChanges(sequence: start))
    try writer.apply(posts: [post(1), post(2)])
    try writer.markPostRead(id(1))
    try writer.apply(conversations: [conversation(3)])
    #expect(try reader.dataVersion() != version)
    let changes = try reader.changes(since: start)
    #expect(changes.posts == [id(1), id(2)])
    #expect(changes.conversations == [id(3)])
    #expect(!changes.config && !changes.everything)
    #expect(try reader.changes(since: changes.sequence).isEmpty)
    #expect(try reader.counts() == InboxCounts(total: 3, unread: 2))
    try writer.saveConfig(HubConfig(deepLink: "demo://hub"))
    let later = try reader.changes(since: changes.sequence)
    #expect(later.config && later.posts.isEmpty)
    #expect(try reader.dataVersion() == reader.dataVersion())
  }

  @Test(arguments: [(64, false), (65, true)])
  func `up to 64 rows are listed, more are everything`(count: Int, everything: Bool) throws {
    let store = try HubStore()
    try store.apply(posts: (0..<count).map { post($0) })
    let changes = try store.changes(since: 0)
    #expect(changes.everything == everything)
    #expect(changes.posts.count == (everything ? 0 : count))
  }

  @Test func `a renamed sender moves everything`() throws {
    let store = try HubStore()
    try store.apply(posts: [post(1, subscription: "sub-news")], subscriptions: [news])
    let start = try store.changeSequence()
    try store.apply(subscriptions: [Subscription(id: "sub-news", name: "Other")])
    #expect(try store.changes(since: start).everything)
    try store.apply(conversations: [conversation(2)], participants: [ana])
    let next = try store.changeSequence()
    try store.apply(participants: [Participant(id: "p-ana", name: "Ana", updatedAt: time(9))])
    #expect(try store.changes(since: next).everything)
  }

  @Test func `old changes are dropped, and asking from before them is everything`() throws {
    let store = try HubStore()
    for number in 0..<40 {
      try store.apply(posts: (0..<60).map { post($0, subject: "\(number)") })
    }
    let latest = try store.changeSequence()
    #expect(latest == 2400)
    let kept = try store.database.integer("SELECT count(*) FROM changes")
    #expect(kept >= HubStore.keptChanges && kept <= HubStore.keptChanges + 160)
    #expect(try !store.changes(since: latest - HubStore.keptChanges).everything)
    #expect(try store.changes(since: latest - kept - 1).everything)
    #expect(try store.changes(since: 0).sequence == latest)
    #expect(
      try store.changes(since: latest + 5) == StoreChanges(everything: true, sequence: latest))
  }
}

struct CountersTests {
  @Test(arguments: 0..<12)
  func `counters equal a recount at every step of any schedule`(seed: UInt64) throws {
    let folder = try TemporaryFolder()
    let stores = [try folder.store(), try folder.store()]
    var generator = SeededGenerator(seed)
    for _ in 0..<80 {
      let store = stores[Int.random(in: 0..<2, using: &generator)]
      try step(store, using: &generator)
      #expect(try store.counts() == store.recount())
    }
    #expect(try stores[0].integrityCheck() == [])
    #expect(try stores[0].counts() == stores[1].counts())
  }

  private func step(_ store: HubStore, using generator: inout SeededGenerator) throws {
    let number = Int.random(in: 0..<20, using: &generator)
    let at = Int64.random(in: 0..<50, using: &generator)
    switch Int.random(in: 0..<10, using: &generator) {
    case 0...2:
      let isRead = Bool.random(using: &generator)
      try store.apply(posts: (0..<number).map { post($0, at: at, isRead: isRead) })
    case 3: try store.markPostRead(id(number))
    case 4...5:
      try store.apply(
        conversations: [
          conversation(100 + number % 4, updated: at, lastReply: at, incoming: at / 2)
        ])
    case 6:
      try store.apply(
        replies: [reply(200 + number, in: 100 + number % 4, at: at)], of: id(100 + number % 4))
    case 7: try store.markConversationRead(id(100 + number % 4))
    case 8:
      let own = reply(
        Int(generator.next() >> 40) + 1000, in: 100 + number % 4, at: at, mine: true,
        externalID: "x\(generator.next())", state: .queued)
      try store.enqueueReply(own, preview: "")
    default:
      if number == 0 { try store.markAllRead() }
      if number == 1 { try store.reset() }
    }
  }

  @Test func `an integrity check tells of counters that are wrong`() throws {
    let store = try HubStore()
    try store.apply(posts: [post(1)])
    try store.database.execute("UPDATE counters SET unread = 5")
    #expect(try store.integrityCheck().count == 1)
  }

  @Test func `a reset empties the inbox and keeps configuration and destination`() throws {
    let store = try HubStore()
    try store.apply(
      posts: [post(1, subscription: "sub-news")], subscriptions: [news],
      end: PageEnd(nextCursor: "c"))
    try store.apply(conversations: [conversation(2)], participants: [ana])
    try store.enqueueReply(
      reply(3, in: 2, at: 9, mine: true, externalID: "x", state: .queued), preview: "")
    try store.saveConfig(HubConfig(deepLink: "demo://hub"))
    try store.recordDestination(.post("x"), at: time(1))
    try store.reset()
    #expect(try store.counts() == InboxCounts(total: 0, unread: 0))
    #expect(try store.outboxHeads().isEmpty)
    #expect(try store.cursor(of: .posts) == StoredCursor())
    #expect(try store.config()?.deepLink == "demo://hub")
    #expect(try store.pendingDestination() != nil)
    try store.apply(posts: [post(1, subscription: "sub-news")])
    #expect(try store.subscription("sub-news") == .placeholder(id: "sub-news"))
    #expect(try store.counts().total == 1)
  }
}

struct ManyWritersTests {
  @Test func `many make the store at once, write, and agree`() async throws {
    let folder = try TemporaryFolder()
    let path = folder.path
    try await withThrowingTaskGroup(of: Void.self) { group in
      for writer in 0..<8 {
        group.addTask {
          let store = try HubStore(folder: path)
          for number in 0..<10 {
            try store.apply(posts: [post(number), post(100 + writer * 10 + number)])
            try store.markPostRead(id(number))
          }
          store.close()
        }
      }
      try await group.waitForAll()
    }
    let store = try folder.store()
    #expect(try store.counts() == InboxCounts(total: 90, unread: 80))
    #expect(try store.integrityCheck() == [])
  }

  @Test func `of many who take a destination at once, one gets it`() async throws {
    let folder = try TemporaryFolder()
    let path = folder.path
    try folder.store().recordDestination(.post("a"), at: time(1))
    let taken = try await withThrowingTaskGroup(of: Bool.self) { group in
      for _ in 0..<8 {
        group.addTask { try HubStore(folder: path).takeDestination() != nil }
      }
      return try await group.reduce(into: 0) { $0 += $1 ? 1 : 0 }
    }
    #expect(taken == 1)
  }
}

struct JournalTests {
  @Test func `a destination is taken once, by one of all who ask`() throws {
    let folder = try TemporaryFolder()
    let first = try folder.store()
    let second = try folder.store()
    #expect(try first.takeDestination() == nil)
    try first.recordDestination(.post("not a uuid"), extra: "path", at: time(5))
    let expected = JournalEntry(
      destination: .post("not a uuid"), extra: "path", recordedAt: time(5))
    #expect(try second.pendingDestination() == expected)
    #expect(try second.takeDestination() == expected)
    #expect(try first.takeDestination() == nil)
    #expect(try second.takeDestination() == nil)
  }

  @Test func `case 26: the later destination takes the place of the earlier`() throws {
    let store = try HubStore()
    try store.recordDestination(.post("a"), at: time(1))
    try store.recordDestination(.conversation(id(3)), at: time(2))
    #expect(try store.takeDestination()?.destination == .conversation(id(3)))
    try store.recordDestination(.post("a"), at: time(1))
    try store.dropDestination()
    #expect(try store.pendingDestination() == nil)
  }

  @Test func `a destination survives the process`() throws {
    let folder = try TemporaryFolder()
    let first = try folder.store()
    try first.recordDestination(.post("a"), at: time(1))
    first.close()
    let second = try folder.store()
    #expect(try second.takeDestination()?.destination == .post("a"))
  }
}

struct KeptThingsTests {
  @Test func `configuration comes back, and an equal one is no change`() throws {
    let store = try HubStore()
    #expect(try store.config() == nil)
    let config = HubConfig(
      isHomeEnabled: true, isInboxEnabled: false, isSettingsViewEnabled: true,
      deepLink: "demo://hub", colorScheme: .dark, accentColor: "#fff")
    #expect(try store.saveConfig(config))
    #expect(try !store.saveConfig(config))
    #expect(try store.config() == config)
    #expect(try store.saveConfig(HubConfig()))
    #expect(try store.config() == HubConfig())
  }

  @Test func `no home is remembered as such`() throws {
    let store = try HubStore()
    #expect(try store.home() == nil)
    #expect(try store.saveHome(StoredHome(experienceURL: nil)))
    #expect(try store.home() == StoredHome(experienceURL: nil))
    #expect(try !store.saveHome(StoredHome(experienceURL: nil)))
    #expect(try store.saveHome(StoredHome(experienceURL: "https://a.example")))
    #expect(try store.home()?.experienceURL == "https://a.example")
  }

  @Test func `a body keeps its original bytes`() throws {
    let store = try HubStore()
    let body = StoredBody(
      bytes: [0xff, 0, 0x1b] + Array("<p>".utf8), contentType: "text/html", fetchedAt: time(5))
    #expect(try store.body(of: id(1)) == nil)
    #expect(try store.saveBody(body, of: id(1)))
    let sequence = try store.changeSequence()
    #expect(try !store.saveBody(body, of: id(1)))
    #expect(try store.body(of: id(1)) == body)
    #expect(try store.changeSequence() == sequence)
    let empty = StoredBody(bytes: [], contentType: nil, fetchedAt: time(6))
    #expect(try store.saveBody(empty, of: id(1)))
    #expect(try store.body(of: id(1)) == empty)
  }
}
