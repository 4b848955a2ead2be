import CHubFrontEnd
import CLinux
import FoundationEssentials
import Glibc
import HubCore
import HubFrontEnds
import HubHosting
import HubLog
import HubLoop
import HubModel
import HubOptions
import HubStore
import HubSystem
import HubText

/// What stands behind one Hub: its store, its loop and its session; everything on one thread.
final class Engine: SessionObserver {
  /// Turns that are still taken when the Hub is closed, for what was asked for already.
  private static let lastTurns = 64

  let session: HubSession
  let loop: EventLoop
  let frontEndLoop: FrontEndLoop
  let badge = Hub.Badge()
  let sync = Hub.Sync()
  let events = Broadcast<Hub.Event>()
  let environment: [String: String]
  let dataFolder: String
  /// Calls the app.
  var tellApp: (Hub.Event) -> Void = { _ in }
  /// Opens http, https and mailto URLs instead of the system; false: the system is to.
  var opensInSystem: ((String) -> Bool)?
  /// The line to the agent, while there is one.
  var companion: AgentCompanion?
  /// Where links come in from outside.
  var door: ControlDoor?
  var handlesURL: ((String) -> Bool)? { didSet { followHandler() } }
  /// The view that is open.
  weak var view: HubView?
  private(set) var isOpen = true
  private let openers: SystemOpeners
  private let logger: Logger
  private let thread = gettid()
  private var watcher: StoreWatcher?
  private var depth = 0
  /// The URL that the app's handler is asked about and whether the router took it.
  private var asked: (url: String, isRouted: Bool)?
  private var closesLater = false

  init(_ app: HubApp, _ options: Hub.Options) throws(HubError) {
    let description = try app.checked()
    environment = options.environment ?? ProcessInfo.processInfo.environment
    let environment = Environment(environment)
    let line = LogLine()
    logger = Logger(level: .warning, handler: line)
    do throws(CommandError) {
      dataFolder = try Places(environment: environment)
        .dataFolder(option: app.dataFolder, appID: description.id)
    } catch {
      throw HubError(error)
    }
    loop = try Self.made { () throws(FrontEndError) in try EventLoop.forFrontEnd() }
    frontEndLoop = FrontEndLoop(loop: loop)
    openers = SystemOpeners(opener: SystemOpener(environment: environment))
    let folder = dataFolder
    let (frontEndLoop, openers) = (frontEndLoop, openers)
    let terminal = SessionTerminal(input: -1, output: -1, environment: environment)
    let notices = Notices()
    do throws(StoreError) {
      let store = try Self.store(in: folder, notices)
      var settings = SessionSettings(
        app: description, follows: false, terminal: terminal, version: OptionTable.version,
        now: { WallClock.now() },
        openInSystem: { if !notices.opens($0) { openers.open($0) } },
        tell: { notices.tell($0) })
      settings.modesChanged = { notices.modesChanged($0) }
      session = try HubSession(store: store, settings: settings, loop: frontEndLoop)
    } catch {
      throw HubError(error)
    }
    follow(line, notices)
    try watchStore()
    enter {
      start()
      meet(app, options, notices)
    }
    notices.flush()
  }

  private static func made<Value>(
    _ work: () throws(FrontEndError) -> Value
  ) throws(HubError) -> Value {
    do throws(FrontEndError) { return try work() } catch { throw HubError(error) }
  }

  /// Opens the store; where it cannot be written, reading goes on.
  private static func store(
    in folder: String, _ notices: Notices
  ) throws(StoreError) -> HubStore {
    let store: HubStore
    do throws(StoreError) {
      store = try HubStore(folder: folder, access: .readWrite)
    } catch {
      guard error.code == .readOnly || error.code == .permission else { throw error }
      notices.tell(error.message)
      store = try HubStore(folder: folder, access: .readOnly)
    }
    for notice in store.openReport.notices { notices.tell(notice) }
    return store
  }

  private func follow(_ line: LogLine, _ notices: Notices) {
    line.engine = self
    notices.engine = self
    session.observer = self
    frontEndLoop.onQuit = { [unowned self] reason in frontEndQuits(reason) }
    openers.tell = { [unowned self] in session.warn(.linkNotOpened, $0) }
    openers.onStart = { [unowned self] in watchProcess($0) }
  }

  /// What was left behind, and the tab that the app begins with.
  private func start() {
    session.begin()
    let tabs = session.settings.app.tabs
    if let first = tabs.first, first.tag != AppDescription.hubTag {
      session.send(.tabSelected(first.tag))
    }
  }

  // MARK: Entering

  /// Does something for the app: on the Hub's thread, with the Hub's own log.
  func enter<Result, Failure: Error>(
    _ work: () throws(Failure) -> Result
  ) throws(Failure) -> Result {
    precondition(gettid() == thread, "a Hub is used on another thread than the one that made it")
    return try Log.with(logger, work)
  }

  var isStepping: Bool { depth > 0 }

  var isOnThread: Bool { gettid() == thread }

  /// Turns the loop once.
  ///
  /// - Returns: how many callbacks were called.
  func step(waiting: Bool) -> Int {
    precondition(depth == 0, "a Hub is not stepped inside of its own callbacks")
    guard isOpen else { return 0 }
    return enter {
      depth += 1
      let delivered = waiting ? loop.step(timeoutMilliseconds: -1) : loop.stepNow()
      depth -= 1
      if closesLater { close() }
      return delivered
    }
  }

  // MARK: URLs

  /// The router took a URL: what follows happens on a later turn.
  func route(_ url: String, _ action: @escaping () -> Void) {
    if asked?.url == url { asked?.isRouted = true }
    session.later { [self] in
      session.send(.routed(url))
      action()
    }
  }

  private func followHandler() {
    guard handlesURL != nil else {
      session.handlesURL = nil
      return
    }
    session.handlesURL = { [unowned self] url in
      asked = (url, false)
      defer { asked = nil }
      let isTaken = handlesURL?(url) ?? false
      if asked?.isRouted == true { return .router }
      return isTaken ? .app : .refused
    }
  }

  /// Gives a URL to whoever opens such URLs, on a later turn.
  func open(_ url: String) {
    guard isOpen else { return }
    session.later { [self] in session.send(.openRequested(url)) }
  }

  // MARK: The loop

  private func watchStore() throws(HubError) {
    do throws(CommandError) {
      let watcher = try StoreWatcher(folder: dataFolder, file: HubStore.fileName)
      self.watcher = watcher
      try? loop.watch(watcher.descriptor, .readable) { [unowned self] _ in storeMoved() }
    } catch {
      throw HubError(error)
    }
    // What was written between opening and watching.
    enter { session.noticeChangesByOthers() }
  }

  private func storeMoved() {
    do throws(CommandError) {
      guard let watcher else { return }
      if try !watcher.drain().isEmpty { session.noticeChangesByOthers() }
    } catch {
      Log.warning("\(error)")
      if let watcher { try? loop.unwatch(watcher.descriptor) }
    }
  }

  /// Collects one program that opens a URL when it has ended; the app's SIGCHLD stays the app's.
  private func watchProcess(_ process: Int32) {
    let ending = hub_pidfd_open(process)
    guard ending >= 0 else { return }
    try? loop.watch(ending, .readable) { [unowned self] _ in
      openers.reap()
      try? loop.unwatch(ending)
      Glibc.close(ending)
    }
  }

  private func frontEndQuits(_ reason: String) {
    session.cancelQuit()
    // Later, since the front end may be in the middle of a callback.
    session.later { [self] in view?.end(reason.isEmpty ? "the front end ended" : reason) }
  }

  /// Refuses what a closed Hub cannot do.
  func checkOpen() throws(HubError) {
    guard isOpen else { throw HubError(.state, "this Hub is closed; make another one") }
  }

  // MARK: The end

  /// Ends everything; inside a callback it happens when that is done.
  func close() {
    guard isOpen else { return }
    guard depth == 0 else {
      closesLater = true
      return
    }
    view?.close()
    for _ in 0..<Self.lastTurns where session.hasTurns { _ = loop.stepNow() }
    isOpen = false
    leaveCompany()
    session.end()
    frontEndLoop.end()
    _ = loop.stepNow()
    if let watcher { try? loop.unwatch(watcher.descriptor) }
    watcher = nil
    session.store.close()
    badge.finish()
    sync.finish()
    events.finish()
  }
}

/// Sends what the log gets to the app.
///
/// Unchecked: a front end may log on a thread of its own, from which nothing is passed on.
private final class LogLine: LogHandler, @unchecked Sendable {
  weak var engine: Engine?

  func handle(_ event: LogEvent) {
    guard let engine, engine.isOnThread else { return }
    engine.tell(.notice(SafeText.line(event.message)))
  }
}

/// What is told or asked before there is an engine, and the engine then.
final class Notices {
  weak var engine: Engine?
  private var waiting: [String] = []

  func tell(_ sentence: String) {
    guard let engine else { return waiting.append(sentence) }
    engine.tell(.notice(SafeText.line(sentence)))
  }

  func opens(_ url: String) -> Bool { engine?.opensInSystem?(url) ?? false }

  func modesChanged(_ modes: UInt32) { engine?.view?.modesChanged(modes) }

  /// Tells what was said while the Hub was made, on the first turn.
  func flush() {
    guard let engine else { return }
    let sentences = waiting
    waiting = []
    guard !sentences.isEmpty else { return }
    engine.session.later { for sentence in sentences { self.tell(sentence) } }
  }
}
