import FoundationEssentials
import HubModel
import Testing

@testable import HubStore

struct AgentTablesTests {
  /// A file as the first release wrote it.
  private func oldStore(_ folder: TemporaryFolder) throws {
    try StoreFolder.makeFile(folder.file)
    let database = try Database(path: folder.file, mode: .readWrite)
    try database.execute("PRAGMA journal_mode = WAL")
    try database.execute(
      "CREATE TABLE migrations(number INTEGER PRIMARY KEY, name TEXT NOT NULL)")
    try database.execute(Schema.migrations[0].sql)
    try database.execute(
      """
      INSERT INTO migrations(name) VALUES ('inbox');
      PRAGMA application_id = \(Schema.applicationID); PRAGMA user_version = 1
      """)
    database.close()
  }

  @Test func `a store of the first release is brought up to date with its rows`() throws {
    let folder = try TemporaryFolder()
    try oldStore(folder)
    let database = try Database(path: folder.file, mode: .readWrite)
    try database.execute("INSERT INTO home VALUES (1, 'https://home.example')")
    database.close()
    let store = try folder.store()
    #expect(store.openReport == OpenReport())
    #expect(try store.home()?.experienceURL == "https://home.example")
    try store.saveDraft("hi", of: id(1), at: time(1))
    #expect(try store.draft(of: id(1)) == "hi")
    #expect(try store.database.integer("SELECT count(*) FROM migrations") == Schema.version)
  }

  @Test func `an old store that is only read has no drafts, events or sources`() throws {
    let folder = try TemporaryFolder()
    try oldStore(folder)
    let store = try folder.store(.readOnly)
    #expect(try store.draft(of: id(1)) == nil)
    #expect(try store.events() == [])
    #expect(try store.eventCount() == 0)
    #expect(try store.bodySource(of: id(1)) == nil)
    #expect(try store.unsentReplies() == [])
    #expect(try store.agentRecord() == AgentRecord())
  }

  @Test func `a draft is kept per conversation and cleared by blanks`() throws {
    let store = try HubStore(inMemory: ())
    try store.saveDraft("one", of: id(1), at: time(1))
    try store.saveDraft("two", of: id(2), at: time(1))
    try store.saveDraft("one more", of: id(1), at: time(2))
    #expect(try store.draft(of: id(1)) == "one more")
    try store.saveDraft(" \n", of: id(1), at: time(3))
    #expect(try store.draft(of: id(1)) == nil)
    try store.clearDraft(of: id(2))
    #expect(try store.draft(of: id(2)) == nil)
  }

  @Test func `a draft ends at its limit, never inside a character`() throws {
    let store = try HubStore(inMemory: ())
    let fits = String(repeating: "a", count: HubStore.maxDraftBytes)
    try store.saveDraft(fits, of: id(1), at: time(1))
    #expect(try store.draft(of: id(1)) == fits)
    try store.saveDraft(fits.dropLast() + "é", of: id(1), at: time(1))
    #expect(try store.draft(of: id(1)) == String(fits.dropLast()))
  }

  @Test func `the oldest events go beyond the limit`() throws {
    let store = try HubStore(inMemory: ())
    func add(_ number: Int) throws -> Int {
      try store.appendEvent(
        StoredEvent(id: id(number), name: "E\(number)", attributes: "{}", createdAt: time(1)))
    }
    for number in 0..<HubStore.keptEvents { #expect(try add(number) == 0) }
    #expect(try store.eventCount() == HubStore.keptEvents)
    #expect(try add(1000) == 1)
    #expect(try store.eventCount() == HubStore.keptEvents)
    #expect(try store.events(limit: 1).map(\.name) == ["E1"])
    try store.removeEvents([id(1), id(2)])
    #expect(try store.events(limit: 1).map(\.name) == ["E3"])
  }

  @Test func `a push and the id of its event are stored together`() throws {
    let store = try HubStore(inMemory: ())
    #expect(try store.receive(.post(post(1)), event: "e-1"))
    #expect(try store.agentRecord().pushEvent == "e-1")
    #expect(try store.receive(.nothing(reason: "no"), event: "e-2") == false)
    #expect(try store.agentRecord().pushEvent == "e-2")
    #expect(try store.receive(.post(post(2)), event: nil))
    #expect(try store.agentRecord().pushEvent == "e-2")
    #expect(try store.counts() == InboxCounts(total: 2, unread: 2))
  }

  @Test func `pages are wanted for the newest unread posts that have none`() throws {
    let store = try HubStore(inMemory: ())
    var noURL = post(5)
    noURL.url = nil
    try store.apply(
      posts: [post(1), post(2), post(3), post(4, isRead: true), noURL, post(6)])
    try store.apply(conversations: [conversation(9, lastReply: 1, incoming: 1)])
    #expect(try store.bodyCandidates(looking: 50).map(\.post) == [id(6), id(3), id(2), id(1)])
    #expect(try store.bodyCandidates(looking: 3).map(\.post) == [id(6), id(3)])
    let page = StoredBody(bytes: [1], contentType: nil, fetchedAt: time(1))
    try store.saveBody(page, of: id(6))
    let source = BodySource(url: "https://a.example/3", etag: "\"x\"", checkedAt: time(2))
    try store.saveBody(page, of: id(3), from: source)
    #expect(try store.bodySource(of: id(3)) == source)
    #expect(try store.bodySource(of: id(6)) == nil)
    #expect(try store.bodyCandidates(looking: 50).map(\.post) == [id(2), id(1)])
    var moved = post(3)
    moved.url = "https://b.example/3"
    try store.apply(posts: [moved])
    #expect(try store.bodyCandidates(looking: 50).map(\.post) == [id(3), id(2), id(1)])
  }
}
