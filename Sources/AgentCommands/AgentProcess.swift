import AgentCore
import EngageClient
import FoundationEssentials
import Glibc
import HubLog
import HubLoop
import HubModel
import HubOptions
import HubStore
import HubSystem

/// The background process of one app and data folder: network, push and outbox on one loop.
///
/// It ends by a signal, or when nobody was connected for as long as the app file says and nothing is
/// being sent.
final class AgentProcess {
  /// The signals that end it and the one that has it read the app file again.
  private static let ending = [SIGTERM, SIGINT]
  private static let reloading = SIGHUP
  /// Milliseconds that the first host has until it is here, however short the agent stays idle: who
  /// starts an agent looks for its socket for a while.
  static let firstPatience: UInt64 = 10_000
  /// Milliseconds after which it looks again whether something is still being sent.
  static let sendingCheck: UInt64 = 500
  /// Milliseconds in which only one reset is followed by a sync.
  static let resetPause = 60_000

  private var source: AppSource
  private let stays: Bool
  private var app: AppDescription
  private let lock: AgentLock
  private let store: HubStore
  private let loop: EventLoop
  private let transport: CurlTransport
  private let server: AgentServer
  private let watcher: StoreWatcher
  private let deviceIdentifier: String
  private let environment: [String: String]
  private var agent: HubAgent
  private var idleTimer: UInt64?
  private var wasMet = false
  private var cameBackAt: Int?

  /// Takes the lock, opens the store and listens; nothing is asked of the server yet.
  init(source: AppSource, dataOption: String?, places: Places, stays: Bool) throws {
    var source = source
    self.stays = stays
    environment = places.environment.variables
    app = try source.read()
    self.source = source
    let folder = try places.dataFolder(option: dataOption, appID: app.id)
    try Places.makeDataFolder(folder)
    let control = try ControlFolder(places: places, appID: app.id, dataFolder: folder)
    lock = try AgentLock(dataFolder: folder) {
      if case .connected = UnixSocket.connect(control.agentSocket) { true } else { false }
    }
    store = try HubStore(folder: folder, access: .readWrite)
    for notice in store.openReport.notices { source.console.warning(notice) }
    deviceIdentifier = try DeviceIdentifier.load(dataFolder: folder)
    loop = try EventLoop()
    // Before the transport, whose threads inherit the mask.
    let signals = Self.ending + [Self.reloading]
    let inbox = SignalInbox()
    try loop.onSignals(signals) { inbox.take($0) }
    transport = try CurlTransport(loop: loop)
    watcher = try StoreWatcher(folder: folder, file: HubStore.fileName)
    let outlet = EffectOutlet()
    agent = try Self.agent(
      app, store: store, loop: loop, transport: transport, device: deviceIdentifier,
      environment: environment, outlet)
    // Last: who finds it listening waits for an answer, not for the exit code of one that cannot start.
    server = try AgentServer(loop: loop, folder: control)
    outlet.take = { [unowned self] in perform($0) }
    inbox.take = { [unowned self] in signalled($0) }
    server.onRequest = { [unowned self] in handle($0, of: $1) }
    server.onArrival = { [unowned self] in lookAtFiles() }
    server.onLeave = { [unowned self] in left($0) }
    try loop.watch(watcher.descriptor, .readable) { [unowned self] _ in lookAtStore() }
  }

  /// Runs until the end, and says why it came.
  func run() throws -> String {
    agent.start()
    followIdleness()
    let reason = loop.run()
    server.tell(.bye)
    agent.stop()
    server.close()
    store.close()
    return reason
  }

  private static func agent(
    _ app: AppDescription, store: HubStore, loop: EventLoop, transport: CurlTransport,
    device: String, environment: [String: String], _ outlet: EffectOutlet
  ) throws -> HubAgent {
    let clock = SystemClock()
    let timers = LoopTimers(loop: loop)
    let source: TokenCommand? =
      app.tokenCommand.isEmpty
      ? nil : TokenCommand(arguments: app.tokenCommand, environment: environment, loop: loop)
    let service: any EngageService =
      app.hasServer
      ? try connection(app, transport, device, clock, source.map { ($0, timers) })
      : NoServer(timers: timers)
    return HubAgent(
      store: store, service: service,
      seams: AgentSeams(clock: clock, timers: timers, random: SystemRandom()),
      settings: AgentSettings(
        identity: UserIdentity.fingerprint(account: app.accountToken, user: app.userID),
        sendsEvents: app.agent.sendsEvents, holdsStream: app.agent.holdsStream,
        fetchesAhead: app.agent.fetchesAhead, hasServer: app.hasServer, appName: app.name),
      effects: { outlet.take($0) })
  }

  private static func connection(
    _ app: AppDescription, _ transport: CurlTransport, _ device: String, _ clock: SystemClock,
    _ tokens: (source: any TokenSource, timers: any AgentTimers)?
  ) throws(CommandError) -> EngageConnection {
    let connection = EngageConnection(
      transport: transport, caller: try EngageCaller(app, device: device), clock: clock,
      tokens: tokens)
    connection.device = ["deviceIdentifier": .text(device)]
    if let user = app.userID { connection.device["userID"] = .text(user) }
    return connection
  }

  // MARK: - Life

  private func signalled(_ number: Int32) {
    if number == Self.reloading { return reload() }
    loop.quit("signal \(number)")
  }

  /// Reads the app file again; a bad one changes nothing.
  private func reload() {
    do {
      let new = try source.read()
      guard new.id == app.id else {
        throw CommandError(
          .badAppFile,
          "the app's id is \(new.id) now and was \(app.id); end this agent and start another")
      }
      let outlet = EffectOutlet()
      let next = try Self.agent(
        new, store: store, loop: loop, transport: transport, device: deviceIdentifier,
        environment: environment, outlet)
      outlet.take = { [unowned self] in perform($0) }
      app = new
      agent.stop()
      agent = next
      agent.start()
      for peer in server.peers.values where peer.isHost {
        let screens = peer.screens
        // The new one knows of none yet.
        peer.screens = AgentRequest.Screens()
        show(screens, on: peer)
      }
      followIdleness()
    } catch {
      source.console.error("the app file was not taken over: \(error)")
    }
  }

  /// Counts the time in which nobody is connected.
  private func followIdleness() {
    if let idleTimer { try? loop.cancelTimer(idleTimer) }
    idleTimer = nil
    guard !stays, server.peers.isEmpty else { return }
    let idle = UInt64(app.agent.idleSeconds) * 1000
    leave(after: max(idle, wasMet ? 1 : Self.firstPatience))
  }

  private func leave(after milliseconds: UInt64) {
    idleTimer = try? loop.addTimer(afterMilliseconds: milliseconds) { [unowned self] _ in
      idleTimer = nil
      leaveIfAlone()
    }
  }

  private func leaveIfAlone() {
    // Nobody would send it before the next host comes, and a reply has only minutes.
    guard !agent.isSending else { return leave(after: Self.sendingCheck) }
    do {
      if try server.leave() { loop.quit("nobody is here") }
    } catch {
      loop.quit("\(error)")
    }
  }

  /// Who comes works with the app file and the data folder that are there now.
  private func lookAtFiles() {
    if lock.isGone { return loop.quit("its data folder was removed") }
    if source.isChanged { reload() }
  }

  private func lookAtStore() {
    if lock.isGone { return loop.quit("its data folder was removed") }
    do throws(CommandError) {
      if try !watcher.drain().isEmpty { agent.storeChanged() }
    } catch {
      source.console.warning(error.message)
      try? loop.unwatch(watcher.descriptor)
    }
  }

  // MARK: - Hosts

  private func left(_ peer: AgentPeer) {
    if peer.isHost { agent.hostLeft(AgentHost(number: peer.number)) }
    wasMet = true
    followIdleness()
  }

  private func handle(_ request: AgentRequest, of peer: AgentPeer) {
    followIdleness()
    switch request {
    case .host:
      peer.isHost = true
      server.tell(.status(AgentNews.Status(agent.status)), to: peer.number)
      agent.hostAppeared(AgentHost(number: peer.number))
    case .screens(let screens): show(screens, on: peer)
    case .outbox(let conversation): agent.outboxChanged(conversation)
    case .read(let conversation, let reply): agent.conversationRead(conversation, upTo: reply)
    case .refresh: agent.refresh()
    case .older(let conversation): agent.olderReplies(of: conversation)
    case .replies(let conversation, let ticket):
      agent.newerReplies(of: conversation) { [server] outcome in
        server.tell(AgentNews(done: ticket, outcome, nil), to: peer.number)
      }
    case .opened(let post): agent.postOpened(post)
    case .notifications:
      peer.hearsNotifications = true
    case .appChanged: reload()
    case .find(let kind, let id, let ticket):
      agent.find(kind: kind, id) { [server] isFound in
        server.tell(.found(ticket: ticket, isFound: isFound), to: peer.number)
      }
    case .sync(let ticket):
      agent.refresh { [server, unowned agent] outcome in
        server.tell(AgentNews(done: ticket, outcome, agent.lastProblem), to: peer.number)
      }
    case .reply(let payload, let text, let ticket):
      agent.inlineReply(to: Array(payload.utf8), text: text) { [server] in
        server.tell(.done(ticket: ticket, problem: nil, isOffline: false), to: peer.number)
      }
    case .push(let payload, let ticket):
      var problem: String?
      do throws(EngageProblem) {
        if try !agent.receive(push: Array(payload.utf8)) { problem = "nothing in it can be stored" }
      } catch {
        problem = error.message
      }
      server.tell(.done(ticket: ticket, problem: problem, isOffline: false), to: peer.number)
    case .tap(let payload, let ticket):
      let tap = agent.tap(Array(payload.utf8))
      server.tell(.tapped(ticket: ticket, AgentNews.Tap(tap)), to: peer.number)
    }
  }

  /// After a reset everything is asked for anew, but not again and again by a server that goes on
  /// saying so.
  private func comeBack() {
    let now = MonotonicClock.milliseconds()
    if let cameBackAt, now - cameBackAt < Self.resetPause { return }
    cameBackAt = now
    _ = try? loop.addTimer(afterMilliseconds: 0) { [unowned self] _ in agent.comeBack() }
  }

  /// Tells the agent what came on a host's screen and what went.
  private func show(_ screens: AgentRequest.Screens, on peer: AgentPeer) {
    let host = AgentHost(number: peer.number)
    let old = Set(peer.screens.all)
    let new = Set(screens.all)
    peer.screens = screens
    for screen in screens.all where !old.contains(screen) { agent.show(screen, on: host) }
    for screen in old.subtracting(new) { agent.hide(screen, on: host) }
  }

  // MARK: - Effects

  private func perform(_ effect: AgentEffect) {
    switch effect {
    case .badge: break  // Hosts and `hubhost badge` count in the store themselves.
    case .changed: server.tell(.changed, where: \.isHost)
    case .notification(let decision):
      server.tell(.notification(AgentNews.Notification(decision)), where: \.hearsNotifications)
    case .clearNotifications:
      server.tell(
        .notification(
          AgentNews.Notification(action: NotificationDecision.Action.withdraw.rawValue)),
        where: \.hearsNotifications)
      agent.notificationsCleared()
      comeBack()
    case .status(let status): server.tell(.status(AgentNews.Status(status)), where: \.isHost)
    case .bodyFailed(let post, let reason):
      server.tell(.bodyFailed(post: post, reason: reason), where: \.isHost)
    case .droppedReply(let conversation, let text):
      // Hosts put it into their log; without one it would be lost.
      if !server.peers.values.contains(where: \.isHost) {
        Log.warning("A reply was not sent, since the server began anew: \(text)")
      }
      server.tell(.dropped(conversation: conversation, text: text), where: \.isHost)
    case .log(let level, let message): Log.shared.log(level, message)
    }
  }
}

/// Where effects go; set once the process that carries them out is complete.
private final class EffectOutlet {
  var take: (AgentEffect) -> Void = { _ in }
}

/// Where signals go, likewise.
private final class SignalInbox {
  var take: (Int32) -> Void = { _ in }
}
