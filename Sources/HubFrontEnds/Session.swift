package import FoundationEssentials
import Glibc
package import HubCore
import HubLog
import HubModel
package import HubStore

/// One running Hub: the store, the core and a front end, on the main thread.
///
/// Events go to the core one by one; its effects are carried out in order, and what a front end asks
/// for meanwhile waits behind them.
package final class HubSession {
  package let store: HubStore
  package let settings: SessionSettings
  package internal(set) var core: HubCore
  let loop: any SessionLoop
  let mainThread = pthread_self()
  /// Set once the front end is loaded; nil in a host without one.
  package var frontEnd: (any FrontEndMethods)?
  let documents: DocumentCache
  let lent = TextArena()

  private var queue: [HubEffect] = []
  private var events: [HubEvent] = []
  private var isDraining = false
  /// Work that waits for a later turn of the loop.
  private var turns = 0
  /// Set when the front end wants to end.
  private var quitReason: String?
  /// Descriptors and timers that the front end has registered.
  var registrations = 0
  private var deadlineTimer: UInt64?
  /// Whether the destination at hand went to another host in the meantime.
  private var isDestinationLost = false
  /// Whether the destination that the core holds stands in no journal, since the store cannot be
  /// written; then no other host can take it.
  private var isDestinationUnrecorded = false
  private var seenSequence: Int64 = 0
  private var seenVersion: Int64 = 0
  /// What happened to URLs, for those who wait for it.
  private var listeners: [OpenedListener] = []
  /// The last sentence of the front end's log at level error: why it could not start.
  package var lastFault: String?
  /// While the front end starts, its errors are kept for whoever starts it.
  package var keepsFault = false
  var hasWake = false
  var isClearingLent = false
  /// What the front end does with its services that it must not do.
  let watch = ServiceWatch()
  /// How many actions are being called, one inside the other.
  var actionDepth = 0
  /// Standard input and output as they are now.
  package var terminal: SessionTerminal
  /// Suspends the job, as Ctrl-Z; nil where there is no job control.
  package var suspend: (() -> Void)?
  /// The background process with the network; nil: the store as it is.
  package var agent: (any AgentLink)? {
    didSet {
      toldScreens = nil
      tellScreens()
      syncChanged()
    }
  }
  /// What the agent was told of the screens last.
  var toldScreens: AgentScreens?
  /// Hears what is on screen, too: in an app without a server an agent, of which nothing is asked.
  package var onScreens: ((_ listShown: Bool, _ conversation: UUID?) -> Void)? {
    didSet {
      heardScreens = nil
      tellScreens()
    }
  }
  /// What `onScreens` heard last.
  var heardScreens: AgentScreens?
  /// How many things are being looked for on the server.
  var searches = 0
  /// What is on screen and on its way, with the timers that end the waiting.
  var awaited: [AwaitedContent: UInt64] = [:]
  /// Conversations on screen that are read as soon as anything of them is here.
  var unreadable: Set<UUID> = []
  /// Sees what the core asks for, before it is done.
  package weak var observer: (any SessionObserver)?
  /// The app's own URL handler; without one its routes decide.
  package var handlesURL: ((_ url: String) -> AppAnswer)? {
    didSet { core.asksApp = handlesURL != nil }
  }
  /// Called when nothing is left to do and nothing can come any more.
  package var onIdle: (() -> Void)?

  package init(
    store: HubStore, settings: SessionSettings, loop: any SessionLoop
  ) throws(StoreError) {
    self.store = store
    self.settings = settings
    self.loop = loop
    terminal = settings.terminal
    documents = DocumentCache(store: store)
    seenVersion = try store.dataVersion()
    seenSequence = try store.changeSequence()
    core = HubCore(
      app: settings.app, config: try store.config() ?? settings.app.config,
      homeURL: try store.home()?.experienceURL)
  }

  // MARK: Events

  /// Reads what was left behind: a journalled handoff first, then the badge.
  ///
  /// `launch` does this by itself.
  package func begin() {
    do {
      if let entry = try store.pendingDestination() {
        if let extra = entry.extra, let handoff = HandoffEntry(text: extra) {
          send(.recovered(handoff))
        } else {
          try store.dropDestination()
        }
      }
      send(.counted(unread: try store.counts().unread))
    } catch {
      Log.error("The store could not be read at the start: \(error)")
    }
  }

  /// Starts: what was left behind, and then the link that launched the app.
  ///
  /// - Returns: whether the link was ours; true without one.
  @discardableResult
  package func launch(url: String?) -> Bool {
    begin()
    var taken = true
    if url != nil {
      listeners.append(
        OpenedListener(url: url) { told in taken = told.contains { $0.by != .refused } })
    }
    send(.launch(url: url))
    finishListeners { $0.url == url }
    return taken
  }

  /// Ends: nothing of this session is called by the loop any more.
  package func end() {
    setDeadline(nil)
    stopWaiting()
    listeners = []
    observer = nil
    handlesURL = nil
    onIdle = nil
    onScreens = nil
    suspend = nil
  }

  /// Tells the core something and does what follows.
  ///
  /// In the middle of another event's effects it waits until they are done.
  package func send(_ event: HubEvent) {
    events.append(event)
    drain()
  }

  /// Tells what went wrong outside the core, in the log and in the front end.
  package func warn(_ code: HubCode, _ message: String) {
    enqueue([.warn(code: code, message: message)])
  }

  func enqueue(_ effects: [HubEffect]) {
    queue.append(contentsOf: effects)
    drain()
  }

  /// Does something on a later turn; the session is not idle before it is done.
  package func later(_ work: @escaping () -> Void) {
    turns += 1
    loop.later { [self] in
      turns -= 1
      work()
      idleCheck()
    }
  }

  /// Ends the loop once what was asked for is done: a link that launched the app is followed first.
  func quit(reason: String) {
    guard quitReason == nil else { return }
    quitReason = reason
    if turns == 0 { loop.quit(reason: reason) }
  }

  /// Whether work waits for a later turn.
  package var hasTurns: Bool { turns > 0 }

  /// Goes on although a front end wanted to end: only that front end does.
  package func cancelQuit() {
    quitReason = nil
  }

  /// Whether nothing waits: no turn, no handoff that may still land, nothing that is on screen and on
  /// its way, and nothing that the front end has registered.
  ///
  /// A handoff that has stalled waits in the journal for the next host.
  package var isIdle: Bool {
    turns == 0 && searches == 0 && awaited.isEmpty && queue.isEmpty
      && core.handoff?.isStallTold != false && registrations == 0
  }

  /// Calls `onIdle` when nothing is left to do.
  package func idleCheck() {
    if turns == 0, let quitReason { return loop.quit(reason: quitReason) }
    if isIdle, let onIdle { onIdle() }
  }

  private func drain() {
    guard !isDraining else { return }
    isDraining = true
    defer { isDraining = false }
    repeat {
      // The queue grows while it is worked off: front ends ask for things inside their methods.
      var index = 0
      while index < queue.count {
        let effect = queue[index]
        index += 1
        perform(effect)
      }
      queue.removeAll(keepingCapacity: true)
      if events.isEmpty { break }
      queue = core.handle(events.removeFirst(), now: settings.now())
    } while true
    isDestinationLost = false
    tellScreens()
  }

  // MARK: URLs

  /// Hands a URL to the app's handler, as a link that arrives from outside.
  ///
  /// - Parameters:
  ///   - url: the URL as it came.
  ///   - origin: who wants it opened.
  ///   - done: called once the link and what it opened in turn have been through the handler, with
  ///     all of it in order.
  /// - Returns: whether the link was ours; that its content exists is not said.
  package func open(
    _ url: String, from origin: LinkOrigin = .outside,
    done: ((_ handled: Bool, _ opened: [OpenedURL]) -> Void)? = nil
  ) -> Bool {
    let (handled, effects) = core.open(url, from: origin, now: settings.now())
    if let done {
      listeners.append(OpenedListener(url: nil) { done(handled, $0) })
      enqueue(effects)
      let listener = listeners.count
      // The Hub deep link is delivered on the next turn; this runs behind it.
      later { [self] in
        later { [self] in finishListeners(count: listener) }
      }
    } else {
      enqueue(effects)
    }
    return handled
  }

  private func finishListeners(count: Int) {
    let finished = listeners.prefix(count)
    listeners.removeFirst(min(count, listeners.count))
    for listener in finished { listener.done(listener.opened) }
  }

  private func finishListeners(_ matches: (OpenedListener) -> Bool) {
    for listener in listeners where matches(listener) { listener.done(listener.opened) }
    listeners.removeAll(where: matches)
  }

  func note(_ opened: OpenedURL) {
    for listener in listeners { listener.opened.append(opened) }
  }

  /// What the router took last could not be done: those who wait for it hear why.
  func refuseLast(_ reason: String) {
    for listener in listeners {
      guard let last = listener.opened.lastIndex(where: { $0.by == .router }) else { continue }
      listener.opened[last].by = .refused
      listener.opened[last].reason = reason
    }
  }

  // MARK: Changes

  /// Looks whether the store changed, by whoever, and shows it.
  package func noticeChanges() {
    do {
      let changes = try store.changes(since: seenSequence)
      seenVersion = try store.dataVersion()
      seenSequence = changes.sequence
      guard !changes.isEmpty else { return }
      if changes.config || changes.everything { try adoptConfig() }
      if changes.everything { documents.removeAll() } else { documents.doubt(changes.posts) }
      tellMoved(changes)
      send(.counted(unread: try store.counts().unread))
      try closeWhatIsGone()
      let (posts, conversations) = try arrivals(changes)
      send(.itemsMoved(posts: posts, conversations: conversations))
      try readWhatCame()
    } catch {
      Log.error("The store could not be read after a change: \(error)")
    }
  }

  /// Tells the core the configuration and the home, which it compares with its own.
  private func adoptConfig() throws(StoreError) {
    if let home = try store.home() { send(.homeChanged(home.experienceURL)) }
    if let config = try store.config() { send(.configChanged(config)) }
  }

  /// The cheap test before `noticeChanges`, for wake-ups that may mean nothing.
  package func noticeChangesByOthers() {
    do {
      guard try store.dataVersion() != seenVersion else { return }
      noticeChanges()
    } catch {
      Log.error("The store could not be read after a change: \(error)")
    }
  }

  private func tellMoved(_ changes: StoreChanges) {
    let moved = MovedRows(
      posts: changes.posts, conversations: changes.conversations, config: changes.config,
      everything: changes.everything)
    observer?.session(moved: moved)
    _ = frontEnd?.inboxChanged(moved)
  }

  /// What came; when anything may have moved, those that the core waits for and are there now.
  private func arrivals(
    _ changes: StoreChanges
  ) throws(StoreError) -> (Set<UUID>, Set<UUID>) {
    var posts = Set(changes.posts)
    var conversations = Set(changes.conversations)
    guard changes.everything else { return (posts, conversations) }
    for destination in destinations {
      switch destination {
      case .post(let text):
        if let id = UUID(wire: text), try store.item(kind: .post, id: id) != nil {
          posts.insert(id)
        }
      case .conversation(let id):
        if try store.item(kind: .conversation, id: id) != nil { conversations.insert(id) }
      }
    }
    return (posts, conversations)
  }

  private func closeWhatIsGone() throws(StoreError) {
    for case .conversation(let id) in destinations
    where try store.item(kind: .conversation, id: id) == nil {
      send(.conversationGone(id))
    }
  }

  private var destinations: [HubDestination] {
    let inHub = core.path.compactMap { entry -> HubDestination? in
      switch entry {
      case .messages: nil
      case .post(let id): .post(id)
      case .conversation(let id): .conversation(id)
      }
    }
    return inHub + core.standalones.map(\.destination)
  }

  // MARK: Deadline and destination

  func setDeadline(_ time: Timestamp?) {
    if let timer = deadlineTimer { _ = loop.cancelTimer(timer) }
    deadlineTimer = nil
    guard let time else { return }
    let wait = max(0, time.milliseconds - settings.now().milliseconds)
    deadlineTimer = loop.addTimer(milliseconds: UInt64(wait), repeats: false) { [self] in
      deadlineTimer = nil
      send(.tick)
      idleCheck()
    }
  }

  /// Writes a destination into the journal; where that fails it lives as long as this host.
  func recordDestination(_ entry: HandoffEntry) {
    let isRecorded = attempt("record the destination") { () throws(StoreError) in
      try store.recordDestination(entry.destination, extra: entry.text, at: entry.recordedAt)
    }
    isDestinationUnrecorded = !isRecorded
  }

  /// Drops the destination from the journal, if it stands there.
  func dropDestination() {
    if isDestinationUnrecorded {
      isDestinationUnrecorded = false
    } else {
      attempt("drop the destination") { () throws(StoreError) in try store.dropDestination() }
    }
  }

  /// Takes the destination from the journal; of all hosts, one gets it.
  func takeDestination() {
    if isDestinationUnrecorded {
      isDestinationUnrecorded = false
      return
    }
    do {
      if try store.takeDestination() == nil { isDestinationLost = true }
    } catch {
      Log.error("The destination could not be taken from the journal: \(error)")
    }
  }

  /// Whether a look-up in the Hub is for a destination that another host has taken; it is then
  /// taken off the path instead.
  func dropsLostDestination(_ presentation: Presentation) -> Bool {
    guard isDestinationLost, presentation == .hub else { return false }
    isDestinationLost = false
    send(.back)
    return true
  }
}

/// What became of a URL that the app was asked to open.
package struct OpenedURL: Hashable, Sendable {
  package var url: String
  package var by: URLOpener
  package var reason: String?

  package init(url: String, by: URLOpener, reason: String?) {
    self.url = url
    self.by = by
    self.reason = reason
  }
}

/// Somebody who waits for what becomes of a URL.
private final class OpenedListener {
  let url: String?
  var opened: [OpenedURL] = []
  let done: ([OpenedURL]) -> Void

  init(url: String?, done: @escaping ([OpenedURL]) -> Void) {
    self.url = url
    self.done = done
  }
}
