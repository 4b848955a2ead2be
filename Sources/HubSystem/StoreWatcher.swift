import CLinux
import Glibc
import HubOptions

/// Tells when the store in a folder may have changed, through one descriptor (`inotify(7)`).
///
/// The folder and the store need not be there yet: until they are, the nearest folder above is
/// watched. Watch `descriptor` for reading and call `drain()`. Use from one thread.
///
/// SQLite makes a commit visible in shared memory, of which nobody is told, after it has written and
/// synced the log, of which we are. So each writing is told again at growing distances, until it must
/// be visible; asking for the store's `dataVersion` each time costs microseconds. The beginning counts
/// as a writing, since one just before it may become visible after it.
package final class StoreWatcher {
  /// What came since the last look.
  package struct News: Hashable, Sendable {
    /// The store or its log was written; whether it says something new, `dataVersion` tells.
    package var isWritten = false
    /// The file itself is another one, or is there for the first time: open it anew.
    package var isReplaced = false

    package var isEmpty: Bool { !isWritten && !isReplaced }
  }

  /// Bytes of events read at a time; one event is 16 bytes and a name.
  private static let bufferSize = 16 << 10
  /// Milliseconds after a writing, and from one telling to the next, at which it is told again; the
  /// last ones are for disks that take seconds to sync.
  package static let settling = (0...13).map { 1 << $0 }
  /// Attempts to find a folder that is still there when it is watched.
  private static let attempts = 16

  private let poller: Poller
  private let queue: Descriptor
  private let timer: Descriptor
  private let settling: [Int]
  /// How many of the further tellings are done; nil when there is nothing to tell again.
  private(set) var settled: Int?
  private let folder: String
  private let file: String
  /// What is watched now, the folder or one above it, and its number.
  private var watched = ""
  private var watch: Int32 = -1

  /// - Parameters:
  ///   - folder: the data folder, absolute.
  ///   - file: the name of the store's file in it.
  ///   - settling: milliseconds from one telling of a writing to the next.
  /// - Throws: code 69 when the system has no watch left.
  package init(
    folder: String, file: String, settling: [Int] = StoreWatcher.settling
  ) throws(CommandError) {
    let flags = Int32(TFD_NONBLOCK | TFD_CLOEXEC)
    guard let queue = Descriptor(inotify_init1(Int32(IN_NONBLOCK | IN_CLOEXEC))),
      let timer = Descriptor(timerfd_create(CLOCK_MONOTONIC, flags)), let poller = Poller()
    else { throw Self.failure(folder, errno) }
    poller.add(queue.number, key: 0, .read)
    poller.add(timer.number, key: 1, .read)
    self.poller = poller
    self.queue = queue
    self.timer = timer
    self.settling = settling
    self.folder = folder.count > 1 && folder.hasSuffix("/") ? String(folder.dropLast()) : folder
    self.file = file
    try arm()
    tellAgain(from: 0)
  }

  /// Readable when `drain()` has something to tell.
  package var descriptor: Int32 { poller.descriptor }

  /// Takes all that came; does not wait.
  ///
  /// - Throws: code 69 when the folder went away and no watch is left for those above it.
  package func drain() throws(CommandError) -> News {
    var news = News()
    var mustArm = false
    var buffer = [UInt8](repeating: 0, count: Self.bufferSize)
    while true {
      let count = unsafe buffer.withUnsafeMutableBytes {
        unsafe read(queue.number, $0.baseAddress, $0.count)
      }
      guard count > 0 else {
        if count < 0, errno == EINTR { continue }
        break
      }
      for event in WatchEvent.all(in: buffer[..<count]) {
        note(event, in: &news, mustArm: &mustArm)
      }
    }
    if mustArm { try arm() }
    settle(&news)
    return news
  }

  /// Tells a writing again when its time has come.
  private func settle(_ news: inout News) {
    var count: UInt64 = 0
    let isTime = unsafe read(timer.number, &count, MemoryLayout<UInt64>.size) > 0
    if !news.isEmpty {
      tellAgain(from: 0)
    } else if isTime, let settled {
      news.isWritten = true
      tellAgain(from: settled + 1)
    }
  }

  /// Sets the timer to one of the distances; beyond the last there is nothing to tell again.
  private func tellAgain(from step: Int) {
    settled = step < settling.count ? step : nil
    var time = itimerspec()
    if let settled {
      time.it_value.tv_sec = settling[settled] / 1000
      time.it_value.tv_nsec = settling[settled] % 1000 * 1_000_000
    }
    unsafe timerfd_settime(timer.number, 0, &time, nil)
  }

  private func note(_ event: WatchEvent, in news: inout News, mustArm: inout Bool) {
    if event.has(IN_Q_OVERFLOW) {
      // Something was lost; look at everything.
      news = News(isWritten: true, isReplaced: true)
      mustArm = true
      return
    }
    guard event.watch == watch else { return }
    if watched != folder || event.has(IN_DELETE_SELF) || event.has(IN_MOVE_SELF)
      || event.has(IN_IGNORED)
    {
      news.isReplaced = true
      mustArm = true
    } else if event.name == file {
      if event.has(IN_MODIFY) || event.has(IN_CLOSE_WRITE) {
        news.isWritten = true
      } else {
        news.isReplaced = true
      }
    } else if event.name == file + "-wal" {
      news.isWritten = true
    }
  }

  /// Watches the folder, or the nearest one above that is there.
  private func arm() throws(CommandError) {
    for _ in 0..<Self.attempts {
      let target = nearest()
      let number = unsafe inotify_add_watch(queue.number, target, Self.mask)
      guard number >= 0 else {
        if errno == ENOENT || errno == ENOTDIR { continue }
        throw Self.failure(target, errno)
      }
      if watch >= 0, watch != number { inotify_rm_watch(queue.number, watch) }
      watch = number
      watched = target
      // The next folder may have come between looking and watching.
      if nearest() == target { return }
    }
    throw Self.failure(folder, ENOENT)
  }

  private func nearest() -> String {
    var path = folder
    while unsafe access(path, F_OK) != 0, let parent = Paths.parent(path) { path = parent }
    return path
  }

  private static let mask = UInt32(
    IN_MODIFY | IN_CLOSE_WRITE | IN_CREATE | IN_DELETE | IN_MOVED_TO | IN_MOVED_FROM
      | IN_DELETE_SELF | IN_MOVE_SELF
      | IN_ONLYDIR)

  private static func failure(_ path: String, _ number: Int32) -> CommandError {
    let cure =
      switch number {
      case ENOSPC: "raise fs.inotify.max_user_watches"
      case EMFILE: "raise fs.inotify.max_user_instances"
      default: "check that it is a folder that you may read"
      }
    return CommandError(
      .unavailable, "cannot watch \(path) for changes: \(SystemError.text(number)); \(cure)")
  }
}

/// One event of `inotify(7)`.
private struct WatchEvent {
  let watch: Int32
  let mask: UInt32
  let name: String

  func has(_ flag: some BinaryInteger) -> Bool { mask & UInt32(flag) != 0 }

  /// The events in what was read; the kernel gives whole ones only.
  static func all(in bytes: ArraySlice<UInt8>) -> [WatchEvent] {
    var events: [WatchEvent] = []
    var rest = bytes
    while rest.count >= 16 {
      func word(_ index: Int) -> UInt32 {
        (0..<4).reduce(0) {
          $0 | UInt32(rest[rest.startIndex + index * 4 + $1]) << (8 * UInt32($1))
        }
      }
      let length = Int(word(3))
      let name = rest.dropFirst(16).prefix(length).prefix { $0 != 0 }
      events.append(
        WatchEvent(
          watch: Int32(bitPattern: word(0)), mask: word(1),
          name: String(decoding: name, as: UTF8.self)))
      rest = rest.dropFirst(16 + length)
    }
    return events
  }
}
