import CLinux
import Glibc
import HubModel
import HubOptions
import HubStore
import HubSystem

/// `hubhost badge`: prints the badge, and with `--follow` prints it again whenever it changes.
struct BadgeCommand {
  /// Milliseconds until a store that was busy is asked again.
  static let retryMilliseconds: Int32 = 500

  let context: CommandContext

  func run() throws -> Int32 {
    let app = try context.app()
    let folder = try context.dataFolder(app)
    let format = BadgeFormat(rawValue: context.arguments.value(.format) ?? "") ?? .plain
    if context.arguments.has(.follow) {
      try follow(folder, format, app.name)
    } else {
      let count = try BadgeReader(folder: folder).count()
      try context.output.write(format.line(count: count, appName: app.name))
    }
    return ExitCode.done.rawValue
  }

  /// Ends only by an error, of which the reader who leaves is one, or by a signal.
  private func follow(_ folder: String, _ format: BadgeFormat, _ name: String) throws {
    // Watching begins before the first look, so that nothing falls between.
    let watcher = try StoreWatcher(folder: folder, file: HubStore.fileName)
    let reader = BadgeReader(folder: folder)
    var shown: String?
    while true {
      var patience: Int32 = -1
      if let count = try reader.countUnlessBusy() {
        let line = format.line(count: count, appName: name)
        if line != shown { try write(line) }
        shown = line
      } else {
        patience = Self.retryMilliseconds
      }
      if try wait(for: watcher, patience).isReplaced { reader.reopen() }
    }
  }

  private func write(_ line: String) throws {
    try context.output.write(line)
    try context.output.flush()
  }

  /// Sleeps until the store was written, the time is over, or the reader of our output left.
  private func wait(for watcher: StoreWatcher, _ patience: Int32) throws -> StoreWatcher.News {
    while true {
      var entries = [
        pollfd(fd: watcher.descriptor, events: Int16(POLLIN), revents: 0),
        // No event is asked for: a pipe without reader tells all the same.
        pollfd(fd: context.output.descriptor, events: 0, revents: 0),
      ]
      let count = unsafe poll(&entries, nfds_t(entries.count), patience)
      if entries[1].revents & Int16(POLLERR) != 0 { throw OutputChannel.Failure.readerLeft }
      let news = try watcher.drain()
      if !news.isEmpty || count == 0 { return news }
    }
  }
}

/// Keeps the store open for the badge's count.
final class BadgeReader {
  private let folder: String
  private var store: HubStore?
  private var version: Int64 = 0
  private var known = 0

  init(folder: String) {
    self.folder = folder
  }

  /// The count of unread items; 0 while there is no store.
  func count() throws(StoreError) -> Int {
    guard let store = try opened() else { return 0 }
    // Asked before the count: what is written between the two is then seen with the next question.
    let current = try store.dataVersion()
    if current != version {
      known = try store.counts().unread
      version = current
    }
    return known
  }

  /// The same, or nil while another process keeps the store to itself.
  func countUnlessBusy() throws(StoreError) -> Int? {
    do throws(StoreError) {
      return try count()
    } catch  where error.code == .busy {
      return nil
    }
  }

  /// Forgets the file; the next count opens the one that is there then.
  func reopen() {
    store?.close()
    store = nil
    version = 0
  }

  private func opened() throws(StoreError) -> HubStore? {
    if let store { return store }
    let path = folder + "/" + HubStore.fileName
    let isThere = unsafe access(path, F_OK) == 0
    // A folder that is a file, or somebody else's, is no empty inbox.
    if !isThere, errno == ENOENT { return nil }
    do throws(StoreError) {
      store = try HubStore(folder: folder, access: .readOnly)
    } catch  where isThere && error.code == .cannotCreate {
      // The file is there and empty: its first writer is just about to fill it.
      return nil
    }
    return store
  }
}
