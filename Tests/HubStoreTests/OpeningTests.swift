import CSQLite
import FoundationEssentials
import Glibc
import HubModel
import Testing

@testable import HubStore

struct OpeningTests {
  private func mode(_ path: String) throws -> mode_t {
    var status = stat()
    try #require(stat(path, &status) == 0)
    return status.st_mode & 0o777
  }

  @Test func `folder and files are for this user only`() throws {
    let folder = try TemporaryFolder()
    let inner = folder.path + "/a/b"
    let store = try HubStore(folder: inner + "/")
    try store.apply(posts: [post(1)])
    #expect(try mode(folder.path + "/a") == 0o700)
    #expect(try mode(inner) == 0o700)
    for name in ["hub.db", "hub.db-wal", "hub.db-shm"] {
      #expect(try mode(inner + "/" + name) == 0o600)
    }
    #expect(store.openReport == OpenReport())
    #expect(store.access == .readWrite)
    #expect(try store.integrityCheck() == [])
  }

  @Test func `an empty file is migrated from version 0, once`() throws {
    let folder = try TemporaryFolder()
    try StoreFolder.makeFile(folder.file)
    let first = try folder.store()
    let second = try folder.store()
    let database = second.database
    #expect(try database.integer("PRAGMA user_version") == Schema.version)
    #expect(try database.integer("PRAGMA application_id") == Schema.applicationID)
    let migrations = try database.integer("SELECT count(*) FROM migrations")
    #expect(migrations == Schema.version)
    try Schema.migrate(database)
    #expect(try database.integer("SELECT count(*) FROM migrations") == migrations)
    try first.apply(posts: [post(1)])
    #expect(try second.counts().total == 1)
  }

  @Test func `rows survive closing and checkpointing`() throws {
    let folder = try TemporaryFolder()
    let store = try folder.store()
    try store.apply(posts: [post(1)])
    try store.checkpoint()
    #expect(StoreFolder.size(of: folder.file + "-wal") == 0)
    store.close()
    #expect(try folder.names() == ["hub.db", "hub.db.lock"])
    #expect(try folder.store().post(id(1)) == post(1))
  }

  @Test func `a store from the future is read and not written`() throws {
    let folder = try TemporaryFolder()
    let old = try folder.store()
    try old.apply(posts: [post(1)])
    try old.database.execute("PRAGMA user_version = \(Schema.version + 1)")
    old.close()
    let store = try folder.store()
    #expect(store.access == .readOnly)
    #expect(store.openReport.notices.count == 1)
    #expect(store.openReport.notices.first?.contains("newer") == true)
    #expect(try store.post(id(1)) == post(1))
    let error = #expect(throws: StoreError.self) { try store.apply(posts: [post(2)]) }
    #expect(error?.code == .newerSchema)
    #expect(throws: StoreError.self) { try store.markPostRead(id(1)) }
    #expect(throws: StoreError.self) { try store.checkpoint() }
    #expect(try store.takeDestination() == nil)
  }

  @Test func `reading only makes, sets aside and changes nothing`() throws {
    let folder = try TemporaryFolder()
    let missing = #expect(throws: StoreError.self) { try folder.store(.readOnly) }
    #expect(missing?.code == .cannotCreate)
    #expect(try folder.names() == [])
    let writer = try folder.store()
    try writer.apply(posts: [post(1)])
    let reader = try folder.store(.readOnly)
    #expect(reader.openReport.notices == [])
    #expect(try reader.counts().total == 1)
    let refused = #expect(throws: StoreError.self) { try reader.markAllRead() }
    #expect(refused?.code == .readOnly)
    try writer.apply(posts: [post(2)])
    #expect(try reader.counts().total == 2)
  }

  @Test func `an empty file gives no store to a reader`() throws {
    let folder = try TemporaryFolder()
    try StoreFolder.makeFile(folder.file)
    #expect(throws: StoreError.self) { try folder.store(.readOnly) }
  }

  @Test func `a file without its log and shared memory is read as it is`() throws {
    let folder = try TemporaryFolder()
    let store = try folder.store()
    try store.apply(posts: [post(1)])
    store.close()
    let database = try Database(path: folder.file, mode: .immutable)
    #expect(try database.integer("SELECT total FROM counters") == 1)
  }

  @Test(.enabled(if: geteuid() != 0, "root may write everywhere"))
  func `a read-only folder is read, with a sentence`() throws {
    let folder = try TemporaryFolder()
    let first = try folder.store()
    try first.apply(posts: [post(1)])
    first.close()
    chmod(folder.path, 0o500)
    let store = try folder.store()
    #expect(store.access == .readOnly)
    #expect(store.openReport.notices.count == 1)
    #expect(try store.post(id(1)) == post(1))
  }

  @Test func `a folder that cannot be made is told with its name`() throws {
    let folder = try TemporaryFolder()
    let file = folder.path + "/file"
    try StoreFolder.makeFile(file)
    let error = #expect(throws: StoreError.self) { try HubStore(folder: file + "/inner") }
    #expect(error?.code == .cannotCreate)
    #expect(error?.message.contains(file + "/inner") == true)
  }

  @Test func `a full disk is told, undoes the page, and reading goes on`() throws {
    let folder = try TemporaryFolder()
    let store = try folder.store()
    try store.apply(posts: [post(1)])
    let pages = try store.database.integer("PRAGMA page_count")
    try store.database.execute("PRAGMA max_page_count = \(pages)")
    let many = (2..<500).map { post($0) }
    let error = #expect(throws: StoreError.self) {
      try store.apply(posts: many, end: PageEnd(nextCursor: "c"))
    }
    #expect(error?.code == .diskFull)
    #expect(error?.message.contains(folder.file) == true)
    #expect(try store.window(InboxQuery()).count == 1)
    #expect(try store.counts() == store.recount())
    #expect(try store.cursor(of: .posts) == StoredCursor())
    try store.database.execute("PRAGMA max_page_count = 1000000")
    try store.apply(posts: many)
    #expect(try store.counts().total == 499)
  }

  @Test func `a database of something else is set aside, not overwritten`() throws {
    let folder = try TemporaryFolder()
    let other = try Database(path: folder.file, mode: .create)
    try other.execute("CREATE TABLE theirs(a); INSERT INTO theirs VALUES (7)")
    other.close()
    let store = try folder.store()
    let aside = try #require(store.openReport.setAside)
    let kept = try Database(path: aside, mode: .readOnly)
    #expect(try kept.integer("SELECT a FROM theirs") == 7)
    try store.apply(posts: [post(1)])
  }

  @Test(arguments: [
    (SQLITE_FULL, Int32(0), StoreError.Code.diskFull), (SQLITE_IOERR, ENOSPC, .diskFull),
    (SQLITE_IOERR, EIO, .inputOutput), (SQLITE_IOERR | 2 << 8, 0, .inputOutput),
    (SQLITE_READONLY, 0, .readOnly), (SQLITE_CANTOPEN, ENOENT, .cannotCreate),
    (SQLITE_CANTOPEN, EACCES, .permission), (SQLITE_PERM, 0, .permission),
    (SQLITE_AUTH, 0, .permission), (SQLITE_CORRUPT, 0, .damaged), (SQLITE_NOTADB, 0, .damaged),
    (SQLITE_BUSY, 0, .busy), (SQLITE_LOCKED, 0, .busy), (SQLITE_TOOBIG, 0, .tooBig),
    (SQLITE_CONSTRAINT, 0, .internalFault),
  ])
  func `each fault of SQLite has its code and one sentence`(
    result: Int32, systemError: Int32, code: StoreError.Code
  ) {
    let error = StoreError(sqlite: result, systemError: systemError, path: "/d/hub.db", detail: "x")
    #expect(error.code == code)
    #expect(error.sqliteCode == result)
    #expect(error.message.contains("/d/hub.db"))
    #expect(error.message.hasSuffix("."))
    #expect(error.description == error.message)
  }

  @Test func `a busy store is told as such`() throws {
    let folder = try TemporaryFolder()
    let first = try folder.store()
    let second = try folder.store()
    try first.database.begin()
    try second.database.execute("PRAGMA busy_timeout = 1")
    let error = #expect(throws: StoreError.self) { try second.apply(posts: [post(1)]) }
    #expect(error?.code == .busy)
    first.database.rollback()
    try second.apply(posts: [post(1)])
  }

  @Test(arguments: [
    ("/a b/ä?#%.db", "file:/a%20b/%C3%A4%3F%23%25.db"), ("/x\n", "file:/x%0A"),
  ])
  func `a path becomes a URI with nothing special left`(path: String, uri: String) {
    #expect(Database.uri(path) == uri)
  }
}
