import CLinux
import Glibc

/// The one loop of a process: file descriptors, timers, signals, and work from other threads.
///
/// It belongs to the thread that made it, and everything but `waker` is used on that thread only.
/// Callbacks may watch, unwatch, start and cancel anything, themselves included; they must not run the loop.
package final class EventLoop {
  /// What a descriptor is ready for; the values are the ABI header's.
  package struct Events: OptionSet, Hashable, Sendable {
    package let rawValue: UInt32
    package init(rawValue: UInt32) { self.rawValue = rawValue }

    package static let readable = Events(rawValue: 1)
    package static let writable = Events(rawValue: 2)
    /// Hang-up or error; always reported.
    package static let hangup = Events(rawValue: 4)
  }

  /// On whose behalf something was registered, so that it can be revoked together.
  package enum Owner: Hashable, Sendable {
    case host
    case frontEnd
  }

  /// Why a registration was refused.
  package enum Fault: Error, Hashable, Sendable {
    case watchedAlready
    case notWatched
    /// Closed, out of range, or asked for no event.
    case badDescriptor
    /// The system or the loop has no room for more.
    case tooMany
  }

  /// The most descriptors and the most timers that a front end may hold.
  package static let maxPerOwner = 1_024
  /// The most events taken from the system at once.
  static let maxBatch = 64

  /// Wakes the loop and hands work to it, from any thread.
  package let waker: Waker

  private let epoll: Int32
  private let timerFD: Int32
  private let thread = gettid()
  private var watchers: [Int32: Watcher] = [:]
  private var generations: UInt32 = 0
  private var alwaysReady: Set<Int32> = []
  private var timers = TimerHeap()
  private var signals: SignalSource?
  private var quitReason: String?

  /// Makes an empty loop.
  package init() throws(LoopError) {
    epoll = try Self.made(epoll_create1(Int32(EPOLL_CLOEXEC)), "epoll_create1")
    timerFD = try Self.made(
      timerfd_create(CLOCK_MONOTONIC, Int32(TFD_CLOEXEC | TFD_NONBLOCK)),
      "timerfd_create")
    let wakeFD = try Self.made(
      eventfd(0, Int32(EFD_CLOEXEC | EFD_NONBLOCK)), "eventfd")
    waker = Waker(fd: wakeFD)
    do throws(Fault) {
      try watch(timerFD, .readable) { [unowned self] _ in fireTimers() }
      try watch(wakeFD, .readable) { [unowned self] _ in waker.drain() }
    } catch {
      throw LoopError("the event loop cannot watch its own descriptors: \(error)")
    }
  }

  deinit {
    signals?.close()
    close(epoll)
    close(timerFD)
  }

  private static func made(_ result: Int32, _ call: String) throws(LoopError) -> Int32 {
    guard result < 0 else { return result }
    throw LoopError(call, errno)
  }

  // MARK: Descriptors

  /// Calls back whenever a descriptor is ready (level-triggered); a regular file always is.
  ///
  /// The descriptor stays the caller's, who unwatches it before closing.
  package func watch(
    _ fd: Int32, _ events: Events, owner: Owner = .host, _ callback: @escaping (Events) -> Void
  ) throws(Fault) {
    checkThread()
    guard watchers[fd] == nil else { throw .watchedAlready }
    guard watchers.values.count(where: { $0.owner == owner }) < Self.maxPerOwner else {
      throw .tooMany
    }
    generations &+= 1
    let watcher = Watcher(
      fd: fd, generation: generations, owner: owner, events: events, callback: callback)
    switch control(EPOLL_CTL_ADD, watcher) {
    case 0: break
    case EPERM: alwaysReady.insert(fd)
    case ENOMEM, ENOSPC: throw .tooMany
    default: throw .badDescriptor
    }
    watchers[fd] = watcher
  }

  /// Changes the events that a watched descriptor is watched for; none is allowed.
  package func modify(_ fd: Int32, _ events: Events) throws(Fault) {
    checkThread()
    guard var watcher = watchers[fd] else { throw .notWatched }
    watcher.events = events
    if !alwaysReady.contains(fd) {
      guard control(EPOLL_CTL_MOD, watcher) == 0 else { throw .badDescriptor }
    }
    watchers[fd] = watcher
  }

  /// Ends watching; events that came already are not delivered any more.
  package func unwatch(_ fd: Int32) throws(Fault) {
    checkThread()
    guard let watcher = watchers.removeValue(forKey: fd) else { throw .notWatched }
    // A descriptor that was closed has left the set by itself.
    if alwaysReady.remove(fd) == nil { _ = control(EPOLL_CTL_DEL, watcher) }
  }

  private func control(_ operation: Int32, _ watcher: Watcher) -> Int32 {
    var event = unsafe watcher.epollEvent
    return unsafe epoll_ctl(epoll, operation, watcher.fd, &event) == 0 ? 0 : errno
  }

  // MARK: Timers

  /// Calls back every `milliseconds`, at least 1, until cancelled; missed turns are not made up for.
  ///
  /// - Returns: the timer's id, never 0.
  package func addTimer(
    everyMilliseconds milliseconds: UInt64, owner: Owner = .host,
    _ callback: @escaping (UInt64) -> Void
  ) throws(Fault) -> UInt64 {
    try addTimer(milliseconds, isPeriodic: true, owner, callback)
  }

  /// Calls back once, after `milliseconds`.
  ///
  /// - Returns: the timer's id, never 0.
  package func addTimer(
    afterMilliseconds milliseconds: UInt64, owner: Owner = .host,
    _ callback: @escaping (UInt64) -> Void
  ) throws(Fault) -> UInt64 {
    try addTimer(milliseconds, isPeriodic: false, owner, callback)
  }

  private func addTimer(
    _ milliseconds: UInt64, isPeriodic: Bool, _ owner: Owner,
    _ callback: @escaping (UInt64) -> Void
  ) throws(Fault) -> UInt64 {
    checkThread()
    guard timers.count(of: owner) < Self.maxPerOwner else { throw .tooMany }
    let id = timers.add(
      after: milliseconds, isPeriodic: isPeriodic, owner: owner, now: Self.now, callback)
    arm()
    return id
  }

  /// Cancels a timer, also from its own callback.
  package func cancelTimer(_ id: UInt64) throws(Fault) {
    checkThread()
    guard timers.cancel(id) else { throw .notWatched }
    arm()
  }

  /// Nanoseconds of the monotonic clock.
  private static var now: UInt64 {
    var time = timespec()
    unsafe clock_gettime(CLOCK_MONOTONIC, &time)
    return UInt64(time.tv_sec) * 1_000_000_000 + UInt64(time.tv_nsec)
  }

  private func arm() {
    var setting = itimerspec()
    if let due = timers.nextDue {
      // 0 would disarm; 1 ns is in the past and so fires at once.
      setting.it_value.tv_sec = Int(max(due, 1) / 1_000_000_000)
      setting.it_value.tv_nsec = Int(max(due, 1) % 1_000_000_000)
    }
    unsafe timerfd_settime(timerFD, Int32(TFD_TIMER_ABSTIME), &setting, nil)
  }

  private func fireTimers() {
    var expirations: UInt64 = 0
    unsafe read(timerFD, &expirations, MemoryLayout<UInt64>.size)
    let batch = timers.takeDue(now: Self.now)
    for id in batch where quitReason == nil {
      guard let callback = timers.callback(of: id) else { continue }
      callback(id)
      timers.finish(id, now: Self.now)
    }
    arm()
  }

  // MARK: Signals

  /// Calls back on the loop when a signal arrives, which from now on has no other effect on this thread.
  ///
  /// The signals stay blocked on this thread and on threads made after; call it before any are made.
  package func onSignals(
    _ numbers: [Int32], _ callback: @escaping (Int32) -> Void
  ) throws(LoopError) {
    checkThread()
    precondition(signals == nil, "signals are asked for once")
    let source = try SignalSource(numbers)
    signals = source
    do throws(Fault) {
      try watch(source.fd, .readable) { _ in
        while let number = source.next() { callback(number) }
      }
    } catch {
      throw LoopError("the event loop cannot watch for signals: \(error)")
    }
  }

  // MARK: Running

  /// Runs until `quit`, and returns its reason.
  package func run() -> String {
    while quitReason == nil { step(timeoutMilliseconds: -1) }
    defer { quitReason = nil }
    return quitReason ?? ""
  }

  /// Ends `run` after the callback that runs now; the first reason counts.
  package func quit(_ reason: String) {
    checkThread()
    if quitReason == nil { quitReason = reason }
  }

  /// Whether `quit` was called and `run` did not return yet.
  package var isQuitting: Bool { quitReason != nil }

  /// Waits once for at most that long (-1: for ever) and delivers what came.
  ///
  /// - Returns: how many callbacks were called for descriptors, the loop's own included.
  @discardableResult
  package func step(timeoutMilliseconds: Int) -> Int {
    checkThread()
    let timeout = alwaysReady.isEmpty ? Int32(clamping: timeoutMilliseconds) : 0
    let batch = unsafe withUnsafeTemporaryAllocation(of: epoll_event.self, capacity: Self.maxBatch)
    {
      buffer -> [(generation: UInt32, fd: Int32, events: Events)] in
      let count = unsafe epoll_wait(epoll, buffer.baseAddress, Int32(Self.maxBatch), timeout)
      return (0..<max(0, Int(count))).map { unsafe Watcher.decode(buffer[$0]) }
    }
    var delivered = 0
    for event in batch where quitReason == nil {
      guard let watcher = watchers[event.fd], watcher.generation == event.generation else {
        continue
      }
      watcher.callback(event.events)
      delivered += 1
    }
    return delivered + deliverAlwaysReady()
  }

  private func deliverAlwaysReady() -> Int {
    var delivered = 0
    for fd in alwaysReady.sorted() where quitReason == nil {
      guard alwaysReady.contains(fd), let watcher = watchers[fd] else { continue }
      let events = watcher.events.intersection([.readable, .writable])
      guard !events.isEmpty else { continue }
      watcher.callback(events)
      delivered += 1
    }
    return delivered
  }

  /// Ends everything that was registered for an owner.
  package func revoke(_ owner: Owner) {
    checkThread()
    for fd in watchers.values.filter({ $0.owner == owner }).map(\.fd) { try? unwatch(fd) }
    timers.cancelAll(of: owner)
    arm()
  }

  private func checkThread() {
    precondition(gettid() == thread, "an event loop is used on another thread than its own")
  }
}
