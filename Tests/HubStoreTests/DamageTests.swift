import FoundationEssentials
import Glibc
import HubModel
import Testing

@testable import HubStore

struct DamageTests {
  /// A store of many posts, one conversation and an own reply, closed.
  private func filled(_ folder: TemporaryFolder) throws {
    let store = try folder.store()
    let posts = (0..<3000).map { post($0, subscription: "sub-news", isRead: $0 % 2 == 0) }
    try store.apply(posts: posts, subscriptions: [news], end: PageEnd(nextCursor: "c9"))
    try store.apply(conversations: [conversation(5000)], participants: [ana])
    let own = reply(6000, in: 5000, at: 9000, mine: true, externalID: "x", state: .queued)
    try store.enqueueReply(own, preview: "mine")
    try store.saveConfig(HubConfig(deepLink: "demo://hub"))
    try store.recordDestination(.post("a"), at: time(1))
    try store.apply(posts: [post(1)])
    store.close()
  }

  private func overwrite(_ path: String, at offset: Int, count: Int) throws {
    let descriptor = open(path, O_RDWR)
    try #require(descriptor >= 0)
    defer { close(descriptor) }
    let noise = [UInt8](repeating: 0xa5, count: count)
    try #require(pwrite(descriptor, noise, count, off_t(offset)) == count)
  }

  /// The pages of a table or index that hold rows, but its root.
  private func leaves(of name: String, in folder: TemporaryFolder) throws -> [Int] {
    let database = try Database(path: folder.file, mode: .immutable)
    let root = try database.integer("SELECT rootpage FROM sqlite_master WHERE name = '\(name)'")
    let bytes = [UInt8](try Data(contentsOf: URL(filePath: folder.file)))
    func number(_ at: Int) -> Int { bytes[at..<at + 4].reduce(0) { $0 << 8 | Int($1) } }
    var found: [Int] = []
    func walk(_ page: Int) {
      let start = (page - 1) * 4096
      let isInterior = bytes[start] == 5 || bytes[start] == 2
      guard isInterior else { return found.append(start) }
      let cells = Int(bytes[start + 3]) << 8 | Int(bytes[start + 4])
      for cell in 0..<cells {
        let pointer = start + 12 + 2 * cell
        walk(number(start + (Int(bytes[pointer]) << 8 | Int(bytes[pointer + 1]))))
      }
      walk(number(start + 8))
    }
    walk(Int(root))
    return found
  }

  private func expectUserData(_ store: HubStore) throws {
    #expect(try store.outboxHeads().map(\.reply.id) == [id(6000)])
    #expect(try store.conversation(id(5000))?.lastReplyPreview == "mine")
    #expect(try store.participants(of: id(5000)) == [ana])
    #expect(try store.config()?.deepLink == "demo://hub")
    #expect(try store.pendingDestination()?.destination == .post("a"))
    #expect(try store.integrityCheck() == [])
    #expect(try store.cursor(of: .posts) == StoredCursor())
  }

  @Test func `damaged rows cost themselves only, and their read state is kept`() throws {
    let folder = try TemporaryFolder()
    try filled(folder)
    let pages = try leaves(of: "items", in: folder)
    try #require(pages.count > 50)
    for page in [10, 11, 12, 13, 40] { try overwrite(folder.file, at: pages[page], count: 4096) }
    let store = try folder.store(checking: true)
    let aside = try #require(store.openReport.setAside)
    #expect(aside == folder.file + ".damaged-1")
    #expect(StoreFolder.exists(aside))
    #expect(store.openReport.notices.first?.contains(aside) == true)
    let carried = try store.counts().total
    #expect(carried == store.openReport.carriedOver)
    #expect(carried < 3001 && carried > 2600)
    try expectUserData(store)
    // The next sync brings the lost rows back; those read before are not unread again.
    try store.apply(posts: (0..<3000).map { post($0, subscription: "sub-news") })
    #expect(try store.counts() == store.recount())
    #expect(try store.counts().total == 3001)
    #expect(try store.window(InboxQuery(limit: .max, unreadOnly: true)).count == 1500 + 1)
    #expect(try store.database.integer("SELECT count(*) FROM read_marks") == 0)
  }

  @Test func `what was marked read all at once stays read in the new store`() throws {
    let folder = try TemporaryFolder()
    try filled(folder)
    let before = try folder.store()
    try before.markAllRead()
    try before.apply(posts: [post(9000)])
    before.close()
    let pages = try leaves(of: "items", in: folder)
    for page in [10, 11, 40] { try overwrite(folder.file, at: pages[page], count: 4096) }
    let store = try folder.store(checking: true)
    #expect(store.openReport.setAside != nil)
    #expect(try store.counts() == store.recount())
    try store.apply(posts: (0..<3000).map { post($0, subscription: "sub-news") })
    #expect(try store.window(InboxQuery(unreadOnly: true)).map(\.key.id) == [id(9000)])
    #expect(try store.counts() == InboxCounts(total: 3002, unread: 1))
  }

  @Test func `a damaged index costs nothing`() throws {
    let folder = try TemporaryFolder()
    try filled(folder)
    let pages = try leaves(of: "items_order", in: folder)
    try overwrite(folder.file, at: pages[2], count: 4096)
    let store = try folder.store(checking: true)
    #expect(store.openReport.carriedOver == 3001)
    try expectUserData(store)
  }

  @Test(arguments: [100, 4096])
  func `a lost header is no loss`(count: Int) throws {
    let folder = try TemporaryFolder()
    try filled(folder)
    try overwrite(folder.file, at: 0, count: count)
    let store = try folder.store()
    let aside = try #require(store.openReport.setAside)
    #expect(StoreFolder.size(of: aside) > 500_000)
    #expect(store.openReport.carriedOver == 3001)
    try expectUserData(store)
    store.close()
    let old = "hub.db.damaged-1"
    #expect(try folder.names().filter { !$0.hasPrefix(old) } == ["hub.db", "hub.db.lock"])
  }

  @Test func `if the new store cannot be made, the damaged one stays where it is`() throws {
    let folder = try TemporaryFolder()
    try filled(folder)
    try overwrite(folder.file, at: 0, count: 100)
    let before = try Data(contentsOf: URL(filePath: folder.file))
    try #require(mkdir(folder.file + ".new", 0o700) == 0)
    #expect(throws: StoreError.self) { try folder.store() }
    #expect(try Data(contentsOf: URL(filePath: folder.file)) == before)
    rmdir(folder.file + ".new")
    #expect(try folder.store().openReport.carriedOver == 3001)
  }

  @Test func `a store that is damaged all over is set aside and begun anew`() throws {
    let folder = try TemporaryFolder()
    try filled(folder)
    try overwrite(folder.file, at: 0, count: 600_000)
    let store = try folder.store()
    #expect(store.openReport.setAside != nil)
    #expect(try store.integrityCheck() == [])
    try store.apply(posts: [post(1)])
    #expect(try store.counts() == store.recount())
  }

  @Test func `a text file is set aside, and every damaged file has its own name`() throws {
    let folder = try TemporaryFolder()
    for number in 1...3 {
      let text = Data("this is no database, however long it is: \(number)".utf8)
      try text.write(to: URL(filePath: folder.file))
      let store = try folder.store()
      #expect(store.openReport.setAside == folder.file + ".damaged-\(number)")
      store.close()
      #expect(try Data(contentsOf: URL(filePath: folder.file + ".damaged-\(number)")) == text)
    }
  }

  @Test func `reading only tells of damage and leaves the file`() throws {
    let folder = try TemporaryFolder()
    try filled(folder)
    try overwrite(folder.file, at: 0, count: 4096)
    let error = #expect(throws: StoreError.self) { try folder.store(.readOnly) }
    #expect(error?.code == .damaged)
    #expect(try !folder.names().contains { $0.contains("damaged") })
  }

  @Test func `damage met while reading has its code, and opening again mends it`() throws {
    let folder = try TemporaryFolder()
    try filled(folder)
    for page in try leaves(of: "items", in: folder).suffix(20) {
      try overwrite(folder.file, at: page, count: 4096)
    }
    let store = try folder.store()
    let error = #expect(throws: StoreError.self) {
      _ = try store.window(InboxQuery(limit: .max))
    }
    #expect(error?.code == .damaged)
    store.close()
    let mended = try folder.store(checking: true)
    #expect(try mended.window(InboxQuery(limit: .max)).count == mended.openReport.carriedOver)
  }

  @Test func `what only the log held is carried over too`() throws {
    let folder = try TemporaryFolder()
    try filled(folder)
    let writer = try folder.store()
    try writer.apply(posts: [post(9000)])
    // As after a crash: the log is there and nobody has the file open.
    let copy = try TemporaryFolder()
    for name in ["hub.db", "hub.db-wal"] {
      let data = try Data(contentsOf: URL(filePath: folder.path + "/" + name))
      try data.write(to: URL(filePath: copy.path + "/" + name))
    }
    let pages = try leaves(of: "items", in: copy)
    try overwrite(copy.file, at: pages[5], count: 4096)
    let store = try copy.store(checking: true)
    #expect(store.openReport.setAside != nil)
    #expect(try store.post(id(9000)) == post(9000))
  }
}
