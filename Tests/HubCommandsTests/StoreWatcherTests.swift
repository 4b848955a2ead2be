import CLinux
import FoundationEssentials
import Glibc
import Testing

@testable import HubCommands
@testable import HubSystem

struct StoreWatcherTests {
  let folder = TemporaryFolder()

  private func watcher(_ name: String) throws -> StoreWatcher {
    // Nothing is told again here, so that what is told can be counted.
    try StoreWatcher(folder: folder.path + name, file: "hub.db", settling: [])
  }

  private func isReadable(_ watcher: StoreWatcher, within milliseconds: Int32 = 0) -> Bool {
    var entry = pollfd(fd: watcher.descriptor, events: Int16(POLLIN), revents: 0)
    return poll(&entry, 1, milliseconds) == 1
  }

  @Test func `a writing is told again, since a commit shows later than it is written`() throws {
    folder.write("hub.db", "x")
    let watcher = try StoreWatcher(folder: folder.path, file: "hub.db", settling: [1, 2, 3])
    folder.write("hub.db-wal", "x")
    #expect(try watcher.drain() == StoreWatcher.News(isWritten: true))
    for _ in 1...3 {
      #expect(watcher.settled != nil)
      #expect(isReadable(watcher, within: 10_000))
      #expect(try watcher.drain() == StoreWatcher.News(isWritten: true))
    }
    #expect(watcher.settled == nil)
    #expect(try watcher.drain().isEmpty)
    folder.write("hub.db-wal", "y")
    #expect(try watcher.drain().isWritten)
    #expect(watcher.settled == 0)
  }

  @Test func `the beginning counts as a writing, since one before it may show later`() throws {
    folder.write("hub.db-wal", "x")
    let watcher = try StoreWatcher(folder: folder.path, file: "hub.db", settling: [1])
    #expect(isReadable(watcher, within: 10_000))
    #expect(try watcher.drain() == StoreWatcher.News(isWritten: true))
    #expect(watcher.settled == nil)
  }

  @Test func `a writing is told again for longer than a slow disk takes to sync`() {
    let settling = StoreWatcher.settling
    #expect(settling.first == 1)
    #expect(settling.reduce(0, +) > 10_000)
  }

  @Test func `writing the log or the file is news, other files are none`() throws {
    folder.write("hub.db", "x")
    let watcher = try watcher("")
    #expect(try watcher.drain().isEmpty)
    folder.write("hub.db-wal", "x")
    #expect(try watcher.drain() == StoreWatcher.News(isWritten: true))
    folder.write("hub.db-shm", "x")
    folder.write("notes.txt", "x")
    #expect(try watcher.drain().isEmpty)
    folder.write("hub.db", "y")
    #expect(try watcher.drain().isWritten)
  }

  @Test func `another file in the store's place is told apart`() throws {
    folder.write("hub.db", "x")
    folder.write("other", "y")
    let watcher = try watcher("/")
    rename(folder.path + "/other", folder.path + "/hub.db")
    #expect(try watcher.drain().isReplaced)
    unlink(folder.path + "/hub.db")
    #expect(try watcher.drain().isReplaced)
    #expect(try watcher.drain().isEmpty)
  }

  @Test func `a folder that is not there yet is waited for, level by level`() throws {
    let watcher = try watcher("/a/b/c")
    #expect(try watcher.drain().isEmpty)
    for level in ["/a", "/a/b", "/a/b/c"] {
      mkdir(folder.path + level, 0o700)
      #expect(try !watcher.drain().isEmpty)
    }
    folder.write("a/b/c/hub.db", "x")
    #expect(try watcher.drain().isReplaced)
    folder.write("a/b/c/hub.db-wal", "x")
    #expect(try watcher.drain().isWritten)
  }

  @Test func `levels that come at once are found at once`() throws {
    let watcher = try watcher("/a/b/c")
    folder.write("a/b/c/hub.db", "x")
    #expect(try watcher.drain().isReplaced)
    folder.write("a/b/c/hub.db-wal", "x")
    #expect(try watcher.drain().isWritten)
  }

  @Test func `a folder that goes and comes back is watched again`() throws {
    folder.write("d/hub.db", "x")
    let watcher = try watcher("/d")
    try FileManager.default.removeItem(atPath: folder.path + "/d")
    #expect(try watcher.drain().isReplaced)
    folder.write("d/hub.db", "x")
    #expect(try watcher.drain().isReplaced)
    folder.write("d/hub.db-wal", "x")
    #expect(try watcher.drain().isWritten)
  }

  @Test func `a folder that is moved away is no longer the store's`() throws {
    folder.write("d/hub.db", "x")
    let watcher = try watcher("/d")
    rename(folder.path + "/d", folder.path + "/e")
    #expect(try watcher.drain().isReplaced)
    folder.write("e/hub.db-wal", "x")
    #expect(try !watcher.drain().isWritten)
  }

  @Test func `the descriptor is readable exactly while there is news`() throws {
    let watcher = try watcher("")
    #expect(!isReadable(watcher))
    folder.write("hub.db", "x")
    #expect(isReadable(watcher))
    _ = try watcher.drain()
    #expect(!isReadable(watcher))
  }
}
