package import FoundationEssentials
import Glibc
package import HubFrontEnds
import HubLog
package import HubLoop
package import HubModel
import HubOptions
package import HubSystem
import Synchronization

/// A host's end of the line to the agent, which it starts where none runs and again when it is gone.
///
/// The host of an app without a server starts none: it joins one that somebody else has started, is
/// not its session's link, and only tells it what is on screen.
///
/// Nothing is done before `begin()`: what the session asks for meanwhile waits. Use from the loop's
/// thread.
package final class AgentCompanion: AgentLink {
  /// Milliseconds that a started agent has until it listens.
  static let startPatience = 20_000
  /// Milliseconds from one attempt to reach a starting agent to the next.
  static let attemptInterval: UInt64 = 5
  /// The first and the longest wait, in milliseconds, before an agent is started that was gone.
  static let firstBackoff: UInt64 = 1_000
  static let longestBackoff: UInt64 = 60_000
  /// Milliseconds that an agent has to last until its end counts as the first one.
  static let provenTime = 60_000

  private enum State {
    case waiting
    /// An agent was started; given up at that time of the monotonic clock.
    case starting(until: Int)
    case connected(LineChannel)
    case gone
  }

  package private(set) var status: SyncStatus
  /// Called when the status is another one.
  package var onStatus: () -> Void = {}
  /// Called when the store may have something new.
  package var onChange: () -> Void = {}
  /// Tells people something.
  package var tell: (String) -> Void = { _ in }

  private let loop: EventLoop
  private let folder: ControlFolder
  private let launch: AgentLaunch?
  private var watch: AgentWatch?
  private var state = State.waiting
  private var timer: UInt64?
  private var process: pid_t?
  private var failures: UInt64 = 0
  private var connectedAt = 0
  /// Whether the outbox has something that no agent was told of.
  private var hasUnsent = false
  private var isOver = false
  /// The post that was opened while there was no connection.
  private var unfetched: UUID?
  private var screens = AgentRequest.Screens()
  /// What is asked for before there is a connection.
  private var waiting: [AgentRequest] = []
  private var searches: [Int: () -> Void] = [:]
  /// Who waits for the replies of a conversation, by ticket.
  private var threads: [Int: (_ problem: String?) -> Void] = [:]
  /// Who waits for the page of a post.
  private var pages: [UUID: (_ reason: String?) -> Void] = [:]
  private var lastTicket = 0
  /// Whether an agent that runs already has to read the app file again.
  private var isAppNew: Bool

  /// Agents of hosts that have ended before them, to be collected once they end.
  ///
  /// A process may hold any number of hosts one after the other, and agents outlive each.
  private static let leftBehind = Mutex<[pid_t]>([])

  /// - Parameters:
  ///   - loop: calls back what is told.
  ///   - folder: where the agent is met.
  ///   - launch: how it is started; nil for an app without a server.
  ///   - isAppNew: whether its app file says something else than when it may have been started.
  package init(
    loop: EventLoop, folder: ControlFolder, launch: AgentLaunch?, isAppNew: Bool = false
  ) {
    status = SyncStatus(launch == nil ? .offline : .syncing)
    self.isAppNew = isAppNew
    self.loop = loop
    self.folder = folder
    self.launch = launch
  }

  /// Connects; starts an agent where none runs.
  package func begin() {
    guard case .waiting = state else { return }
    if launch == nil { watchForAgent() }
    connectOrStart()
  }

  /// Ends the connection; the agent stays or leaves by its own rules.
  ///
  /// A host may leave before it has met one: what it left in the outbox is sent all the same.
  package func end() {
    if !isOver, hasUnsent, !isUnderWay, let launch, !connect() { _ = try? launch.start() }
    isOver = true
    if let watch { try? loop.unwatch(watch.descriptor) }
    watch = nil
    cancelTimer()
    if case .connected(let channel) = state { try? loop.unwatch(channel.descriptor) }
    state = .gone
    waiting = []
    searches = [:]
    threads = [:]
    pages = [:]
    if !reap(), let process { Self.leftBehind.withLock { $0.append(process) } }
    process = nil
  }

  /// Whether there is an agent that will look into the outbox.
  private var isUnderWay: Bool {
    switch state {
    case .connected, .starting: true
    case .waiting, .gone: false
    }
  }

  // MARK: - Connecting

  /// Joins an agent that comes later.
  private func watchForAgent() {
    guard let watch = AgentWatch(folder) else { return }
    self.watch = watch
    try? loop.watch(watch.descriptor, .readable) { [unowned self] _ in
      watch.drain()
      if case .gone = state { _ = connect() }
    }
  }

  private func connectOrStart() {
    cancelTimer()
    if connect() { return }
    guard let launch else { return lose(nil) }
    do throws(CommandError) {
      reap()
      Self.reapLeftBehind()
      process = try launch.start()
      state = .starting(until: MonotonicClock.milliseconds() + Self.startPatience)
      after(Self.attemptInterval) { [unowned self] in tryAgain() }
    } catch {
      lose("There is no agent: \(error.message).")
    }
  }

  private func tryAgain() {
    guard case .starting(let deadline) = state, let launch else { return }
    if connect() { return }
    let hasEnded = reap()
    guard MonotonicClock.milliseconds() < deadline, !hasEnded || isAnotherStarting else {
      return lose("There is no agent: \(launch.failure(exit: hasEnded ? lastExit : nil).message).")
    }
    after(Self.attemptInterval) { [unowned self] in tryAgain() }
  }

  /// Whether our agent left since another one has the lock, which listens soon.
  private var isAnotherStarting: Bool { lastExit == ExitCode.tryAgain.rawValue }

  private var lastExit: Int32?

  private func connect() -> Bool {
    guard case .connected(let socket) = UnixSocket.connect(folder.agentSocket) else { return false }
    guard UnixSocket.peerUserID(socket.number) == folder.userID else { return false }
    let channel = LineChannel(socket)
    do throws(EventLoop.Fault) {
      try loop.watch(channel.descriptor, .readable) { [unowned self] _ in serve(channel) }
    } catch {
      Log.error("The agent cannot be watched: \(error)")
      return false
    }
    state = .connected(channel)
    connectedAt = MonotonicClock.milliseconds()
    // One that we have started just now has read it.
    if isAppNew, reap() { channel.send(AgentRequest.appChanged.line) }
    isAppNew = false
    channel.send(AgentRequest.host.line)
    channel.send(AgentRequest.screens(screens).line)
    for request in waiting { channel.send(request.line) }
    waiting = []
    hasUnsent = false
    if let unfetched { channel.send(AgentRequest.opened(post: unfetched).line) }
    unfetched = nil
    settle(channel)
    return true
  }

  /// The agent is gone or does not come: works on the store as it is, and tries again later.
  private func lose(_ reason: String?) {
    cancelTimer()
    if case .connected(let channel) = state {
      try? loop.unwatch(channel.descriptor)
      if MonotonicClock.milliseconds() - connectedAt >= Self.provenTime { failures = 0 }
    }
    state = .gone
    if let reason, launch != nil { Log.notice("\(reason)") }
    set(SyncStatus(.offline, lastSyncAt: status.lastSyncAt, reason: reason))
    waiting = []
    giveUp()
    guard launch != nil else { return }
    let wait = min(Self.firstBackoff << min(failures, 6), Self.longestBackoff)
    failures += 1
    after(wait) { [unowned self] in connectOrStart() }
  }

  /// Tells all who wait for an answer that none comes.
  private func giveUp() {
    let (left, unread, unseen) = (searches.values, threads.values, pages.values)
    searches = [:]
    threads = [:]
    pages = [:]
    for done in left { done() }
    for done in unread { done(nil) }
    for failed in unseen { failed(nil) }
  }

  @discardableResult
  private func reap() -> Bool {
    guard let process else { return true }
    var code: Int32 = 0
    guard unsafe waitpid(process, &code, WNOHANG) != 0 else { return false }
    self.process = nil
    lastExit = code & 0x7f == 0 ? code >> 8 & 0xff : nil
    return true
  }

  private static func reapLeftBehind() {
    leftBehind.withLock { processes in
      processes.removeAll { process in
        var code: Int32 = 0
        return unsafe waitpid(process, &code, WNOHANG) != 0
      }
    }
  }

  private func after(_ milliseconds: UInt64, _ body: @escaping () -> Void) {
    cancelTimer()
    timer = try? loop.addTimer(afterMilliseconds: milliseconds) { [unowned self] _ in
      timer = nil
      body()
    }
  }

  private func cancelTimer() {
    if let timer { try? loop.cancelTimer(timer) }
    timer = nil
  }

  // MARK: - Talking

  private func send(_ request: AgentRequest) {
    guard case .connected(let channel) = state else {
      if case .gone = state { return }
      return waiting.append(request)
    }
    channel.send(request.line)
    settle(channel)
  }

  private func serve(_ channel: LineChannel) {
    channel.flush()
    for line in channel.receive() {
      guard let news = AgentNews(line: line) else {
        Log.debug("The agent said what this host does not know")
        continue
      }
      take(news)
    }
    settle(channel)
  }

  private func settle(_ channel: LineChannel) {
    guard case .connected(let current) = state, current === channel else { return }
    if channel.isOver { return lose("The agent is gone; it is started again.") }
    try? loop.modify(
      channel.descriptor, channel.hasBacklog ? [.readable, .writable] : .readable)
  }

  private func take(_ news: AgentNews) {
    switch news {
    case .status(let status): set(SyncStatus(status))
    case .changed: onChange()
    case .found(let ticket, _):
      // Whether it was found, the store says.
      onChange()
      searches.removeValue(forKey: ticket)?()
    case .bodyFailed(let post, let reason): pages.removeValue(forKey: post)?(reason)
    case .done(let ticket, let problem, _): threads.removeValue(forKey: ticket)?(problem)
    case .dropped(_, let text):
      Log.warning("A reply was not sent, since the server began anew: \(text)")
      tell("a reply was not sent, since the server has begun anew; its text was: \(text)")
    case .bye, .tapped, .notification: break
    }
  }

  private func set(_ new: SyncStatus) {
    guard launch != nil, new != status else { return }
    status = new
    onStatus()
  }

  // MARK: - AgentLink

  package func outboxChanged(in conversation: UUID) {
    if case .connected = state {} else { hasUnsent = true }
    send(.outbox(conversation: conversation))
  }

  package func fetchOlder(of conversation: UUID) { send(.older(conversation: conversation)) }

  package func refresh() {
    // Who asks does not wait for the next attempt; a host that comes is a full sync.
    if case .gone = state, timer != nil { return connectOrStart() }
    send(.refresh)
  }

  package func bodyWanted(of post: UUID, failed: @escaping (_ reason: String?) -> Void) {
    if case .connected = state {
      pages[post] = failed
      return send(.opened(post: post))
    }
    unfetched = post
    if case .gone = state { failed(nil) } else { pages[post] = failed }
  }

  package func messagesWanted(
    of conversation: UUID, done: @escaping (_ problem: String?) -> Void
  ) {
    if case .gone = state { return done(nil) }
    lastTicket += 1
    threads[lastTicket] = done
    send(.replies(conversation: conversation, ticket: lastTicket))
  }

  package func conversationRead(_ conversation: UUID, upTo reply: UUID) {
    send(.read(conversation: conversation, reply: reply))
  }

  package func find(_ destination: HubDestination, done: @escaping () -> Void) {
    let (kind, id): (ItemKind, UUID?) =
      switch destination {
      case .post(let text): (.post, UUID(wire: text))
      case .conversation(let id): (.conversation, id)
      }
    // Only what is a UUID can be on the server (reference 4.6).
    guard let id else { return done() }
    if case .gone = state { return done() }
    lastTicket += 1
    searches[lastTicket] = done
    send(.find(kind: kind, id: id, ticket: lastTicket))
  }

  package func screens(listShown: Bool, conversation: UUID?) {
    screens = AgentRequest.Screens(
      hub: listShown || conversation != nil, list: listShown, conversation: conversation)
    if case .connected = state { send(.screens(screens)) }
  }
}

extension SyncStatus {
  /// A status as it came over the socket.
  fileprivate init(_ status: AgentNews.Status) {
    let state: State =
      switch status.activity {
      case "syncing": .syncing
      case "failed": .failed
      case "offline": .offline
      default: .idle
      }
    self.init(
      state, lastSyncAt: status.lastSync.map { Timestamp(milliseconds: $0) },
      posts: status.posts ?? 0, rate: status.rate.map(Double.init), reason: status.reason)
  }
}
