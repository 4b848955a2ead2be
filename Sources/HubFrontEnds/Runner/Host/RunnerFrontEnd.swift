import CHubFrontEnd
import CLinux
import Glibc
import HubCore
import HubLog
package import HubLoop

/// A front end in a runner, as the host calls it.
///
/// The host never waits for it but at its start, its end, and when it is to leave the screen: a call
/// is a message, and what a method returned comes later.
package final class RunnerFrontEnd: StandingFrontEnd {
  /// What a runner is started with.
  package struct Setting {
    /// A program whose `__runner PID` is `RunnerCommand.run`.
    package var executable = "/proc/self/exe"
    /// The shared object.
    package var path: String
    package var environment: [String: String]
    package var input: Int32
    package var output: Int32
    package var limits: RunnerLimits
    /// What the app file grants front ends.
    package var grants = FrontEndGrants.none
    /// The number of the last call that an earlier runner got.
    package var lastRequest: UInt64 = 0
    /// The call in the middle of which an earlier runner ended; made again, it keeps its number.
    package var replayed: RunnerCall?
    /// Gives the terminal back, before what the plug-in wrote to standard error is shown.
    package var restoreScreen: () -> Void = {}

    package init(path: String, environment: [String: String], input: Int32, output: Int32) {
      self.path = path
      self.environment = environment
      self.input = input
      self.output = output
      limits = RunnerLimits(environment: environment)
    }
  }

  /// Messages that are handled in one turn of the host's loop.
  static let maxMessagesInATurn = 64

  package let description: FrontEndDescription
  package var path: String { setting.path }
  /// What the plug-in may not do.
  package let confinement: Confinement
  /// Called on a later turn of the loop when it ended without being asked to.
  package var onEnd: ((RunnerEnd) -> Void)?

  let setting: Setting
  let session: HubSession
  let loop: EventLoop
  let process: RunnerProcess
  let line: RunnerLine
  let noise: RunnerNoise
  let services: RunnerServices
  var watch: RunnerWatch
  /// Calls whose methods did not return yet, oldest first.
  var pending: [RunnerCall] = []
  /// Actions by the number of their call.
  var actionCalls: [UInt64: ActionInRunner] = [:]
  /// The runner waits for the answer to a request.
  private(set) var isAnswering = false
  var timers: [UInt64] = []
  var usedAtCall = 0
  private(set) var isOver = false
  private let methods: Set<HostMethod>
  /// The number of the last call.
  package private(set) var lastRequest: UInt64
  private var replayed: RunnerCall?
  private var registrations = 0
  private var isStopped = false
  private var hasStopped = false

  /// Starts a runner and waits until its front end stands.
  ///
  /// - Parameters:
  ///   - setting: what is started.
  ///   - started: a runner of it that was started before there was a session.
  ///   - session: what answers it.
  ///   - table: the session as front ends see it.
  ///   - loop: the host's.
  /// - Throws: why it cannot be had: a refusal, a crash, or that it took too long.
  package init(
    _ setting: Setting, started: RunnerStart? = nil, session: HubSession, table: ServiceTable,
    loop: EventLoop
  ) throws(FrontEndError) {
    let start: RunnerStart
    if let started {
      start = started
    } else {
      start = try RunnerStart(
        setting, version: session.settings.version, terminal: session.terminal)
    }
    services = RunnerServices(table)
    let ready = try start.wait(serving: services, setting)
    self.setting = setting
    self.session = session
    self.loop = loop
    description = ready.description
    confinement = ready.confinement
    process = start.process
    line = start.line
    noise = start.noise
    methods = ready.methods
    watch = RunnerWatch(limits: setting.limits)
    lastRequest = setting.lastRequest
    replayed = setting.replayed
    registrations = start.registrations
    noise.isHeld = description.needsTerminal
    if !noise.isHeld { noise.showLines() }
    count()
    try attach()
    session.later { [weak self] in self?.line.send(RunnerMessage(kind: .go)) }
    Log.info(
      "The front end \(description.name) runs in a runner: \(confinement.words).")
  }

  /// How often pings and calls that wait are looked at, in milliseconds.
  var limits: RunnerLimits { setting.limits }

  // MARK: Calls

  package func call(_ method: HostMethod, _ arguments: [ArgumentValue]) -> Int32? {
    guard methods.contains(method), !isStopped, !isOver else { return nil }
    let call = numbered(method, arguments)
    var sink = WireSink()
    sink.writer.number(UInt8(method.rawValue))
    ArgumentWalk.run(host: method.signature, plugin: method.signature, arguments, into: &sink)
    pending.append(call)
    line.send(RunnerMessage(kind: .call, number: call.number, payload: sink.writer.bytes))
    if watch.sent(call.number, at: Self.now) { startWaiting() }
    count()
    if method == .terminalSuspend { return result(of: call) }
    // The Hub is on screen once the method has returned, which is told then.
    return method == .showHub ? HUB_PENDING : HUB_OK
  }

  private func numbered(_ method: HostMethod, _ arguments: [ArgumentValue]) -> RunnerCall {
    let call = RunnerCall(number: lastRequest + 1, method: method, arguments: arguments)
    if let again = replayed, again.isSame(as: call) {
      replayed = nil
      return again
    }
    lastRequest += 1
    return call
  }

  /// Waits, for a bounded time, until a method has returned.
  private func result(of call: RunnerCall) -> Int32 {
    let isDone = pump(limits.stop) { [self] in !pending.contains(call) }
    return isDone ? HUB_OK : HUB_E_FAILED
  }

  /// Keeps the session from counting as idle while something waits or is registered.
  func count() {
    let isBusy = !pending.isEmpty || !actionCalls.isEmpty
    session.registrations = isOver ? 0 : registrations + (isBusy ? 1 : 0)
  }

  /// Whether it can be called.
  var isStanding: Bool { !isStopped && !isOver }

  /// The number of a call that is made now.
  func takeNumber() -> UInt64 {
    lastRequest += 1
    return lastRequest
  }

  // MARK: Messages

  /// Handles what the runner sent; false: it is gone.
  func receive(atMost count: Int = maxMessagesInATurn) throws(WireFault) -> Bool {
    for _ in 0..<count {
      switch try line.channel.receive(waits: false) {
      case .nothing: return true
      case .end: return false
      case .message(let message): try handle(message)
      }
    }
    return true
  }

  private func handle(_ message: RunnerMessage) throws(WireFault) {
    switch message.kind {
    case .acknowledged:
      watch.acknowledged(message.number, at: Self.now)
    case .pong:
      watch.answered(message.number, at: Self.now)
    case .result:
      var reader = WireReader(message.payload)
      finish(message.number, status: try reader.number())
    case .request:
      watch.sign(at: Self.now)
      let wasAnswering = isAnswering
      isAnswering = true
      defer { isAnswering = wasAnswering }
      let answer = try services.answer(message.payload)
      line.send(RunnerMessage(kind: .answer, number: message.number, payload: answer))
      guard line.queuedBytes <= RunnerLine.maxQueuedBytes else {
        throw WireFault("it asked for more than it read")
      }
    case .log:
      try services.log(message.payload)
    case .registrations:
      registrations = Int(clamping: message.number)
      count()
      session.idleCheck()
    case .stopped:
      hasStopped = true
    default:
      throw WireFault("it sent a message of another kind than runners do")
    }
  }

  private func finish(_ number: UInt64, status: Int32) {
    watch.acknowledged(number, at: Self.now)
    if finishAction(number, status: status) {
      count()
      return session.idleCheck()
    }
    guard let index = pending.firstIndex(where: { $0.number == number }) else { return }
    let call = pending.remove(at: index)
    if call.method == .showHub {
      if status == HUB_OK {
        session.send(.hubShown)
      } else if status < 0 {
        Log.warning("The front end could not show the Hub (status \(status)).")
      }
    }
    count()
    session.idleCheck()
  }

  // MARK: The end

  package func stop() {
    guard !isStopped, !isOver else { return }
    isStopped = true
    process.signal(SIGCONT)
    line.send(RunnerMessage(kind: .stop))
    if !pump(limits.stop, until: { [self] in hasStopped }) {
      Log.debug("The front end \(description.name) did not stop in time.")
    }
  }

  package func destroy() {
    stop()
    var words: String?
    if !isOver {
      detach()
      if let end = process.wait(milliseconds: limits.grace) {
        // A crash on the way out costs nothing any more, but a sentence. SIGTERM is none: whoever
        // ended the host may have sent it to the whole job.
        let isGood = end == .exited(0) || end == .killed(SIGTERM)
        words = isGood ? nil : RunnerEnd(cause: .of(end), call: nil).words
      } else {
        _ = process.terminate(grace: limits.grace)
        words = "did not end within \(limits.stop) ms and was killed"
      }
    }
    leaveNoise()
    guard let words else { return }
    session.settings.tell(
      "the front end \(path) \(words) when it was to stop; report it to its author")
  }

  package func pause() { process.signal(SIGSTOP) }

  package func resume() {
    process.signal(SIGCONT)
    watch.excuse(at: Self.now)
  }

  /// Ends the runner because of a fault of its plug-in, and tells on a later turn.
  func end(_ cause: RunnerEnd.Cause?) {
    guard !isOver, !isStopped else { return }
    detach()
    let grace = limits.grace
    let ended =
      (cause == nil ? process.wait(milliseconds: grace) : nil) ?? process.terminate(grace: grace)
    let end = RunnerEnd(cause: cause ?? .of(ended), call: pending.first)
    session.later { [self] in onEnd?(end) }
  }

  /// Shows what the plug-in wrote to standard error, once the screen is free.
  package func leaveNoise() {
    process.takeBackTerminal(setting.input)
    setting.restoreScreen()
    _ = noise.read()
    noise.show()
  }

  private func detach() {
    isOver = true
    for timer in timers { try? loop.cancelTimer(timer) }
    timers = []
    try? loop.unwatch(line.channel.descriptor)
    try? loop.unwatch(process.errors)
    if process.ending >= 0 { try? loop.unwatch(process.ending) }
    count()
  }

  /// Milliseconds of the monotonic clock.
  static var now: Int64 {
    var time = timespec()
    unsafe clock_gettime(CLOCK_MONOTONIC, &time)
    return Int64(time.tv_sec) * 1_000 + Int64(time.tv_nsec) / 1_000_000
  }
}
