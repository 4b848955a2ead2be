import CLinux
import Glibc
import HubLoop

/// The start of a runner, up to the moment when its front end stands.
///
/// It may begin before there is a session: the process then loads the plug-in while the host opens its
/// store, and what it asks for waits.
package final class RunnerStart {
  let process: RunnerProcess
  let line: RunnerLine
  let noise: RunnerNoise
  /// What the front end has registered meanwhile.
  private(set) var registrations = 0

  private var setting: RunnerFrontEnd.Setting
  private var answer: RunnerReady?
  private var refusal: FrontEndError?

  /// How long is waited at a time before the host's own signals are looked for, in milliseconds.
  private static let signalsEvery: Int64 = 100

  /// Starts the process and tells it what to hold.
  ///
  /// - Parameters:
  ///   - setting: what is started.
  ///   - version: the host's, as front ends see it.
  ///   - terminal: what input and output are.
  /// - Throws: `system`.
  package init(
    _ setting: RunnerFrontEnd.Setting, version: String, terminal: SessionTerminal
  ) throws(FrontEndError) {
    self.setting = setting
    let (mine, theirs) = try Self.pair()
    defer { close(theirs) }
    line = RunnerLine(
      RunnerChannel(descriptor: mine, maxMessage: RunnerChannel.maxFromRunner))
    process = try RunnerProcess(
      executable: setting.executable, channel: theirs, input: setting.input,
      output: setting.output, environment: setting.environment)
    noise = RunnerNoise(descriptor: process.errors, write: RunnerNoise.writeToStandardError)
    let hello = RunnerHello(
      path: setting.path, version: version, inputIsTerminal: terminal.inputIsTerminal,
      outputIsTerminal: terminal.outputIsTerminal,
      grants: setting.grants.possible(forFile: setting.path))
    var writer = WireWriter()
    writer.hello(hello)
    line.send(RunnerMessage(kind: .hello, payload: writer.bytes))
  }

  private static func pair() throws(FrontEndError) -> (mine: Int32, theirs: Int32) {
    var ends: [Int32] = [-1, -1]
    let kind = Int32(SOCK_SEQPACKET.rawValue | SOCK_CLOEXEC.rawValue)
    guard unsafe socketpair(AF_UNIX, kind, 0, &ends) == 0 else {
      throw FrontEndError(
        .system, "a runner cannot be started: socketpair: \(SystemFault.text(errno))")
    }
    return (ends[0], ends[1])
  }

  /// Serves the front end while it is loaded, created and started.
  ///
  /// - Throws: its refusal, or `crashed`.
  func wait(
    serving services: RunnerServices, _ setting: RunnerFrontEnd.Setting
  ) throws(FrontEndError) -> RunnerReady {
    self.setting = setting
    let deadline = RunnerFrontEnd.now + Int64(setting.limits.start)
    do throws(WireFault) {
      while try step(until: deadline, services) {}
    } catch {
      throw failed("was ended because \(error.reason)")
    }
    if let answer { return answer }
    if let refusal {
      _ = process.wait(milliseconds: setting.limits.grace)
      leaveNoise()
      throw refusal
    }
    throw failed(nil)
  }

  /// Waits once; false: it is decided.
  private func step(
    until deadline: Int64, _ services: RunnerServices
  ) throws(WireFault) -> Bool {
    let left = deadline - RunnerFrontEnd.now
    if left <= 0 {
      throw WireFault("it was not ready within \(setting.limits.start) ms")
    }
    // The host's signals wait for its loop, which does not run yet.
    if SignalSource.isAnyPending(of: [SIGINT, SIGTERM, SIGHUP, SIGQUIT]) {
      throw WireFault("hubhost is to end")
    }
    let events = Int16(POLLIN) | (line.isWaiting ? Int16(POLLOUT) : 0)
    var ready = [
      pollfd(fd: line.channel.descriptor, events: events, revents: 0),
      pollfd(fd: process.errors, events: Int16(POLLIN), revents: 0),
    ]
    unsafe poll(&ready, UInt(ready.count), Int32(min(left, Self.signalsEvery)))
    line.flush()
    if ready[1].revents != 0 { _ = noise.read() }
    while answer == nil, refusal == nil {
      switch try line.channel.receive(waits: false) {
      case .nothing: return true
      case .end: return false
      case .message(let message): try take(message, services)
      }
    }
    return false
  }

  private func take(
    _ message: RunnerMessage, _ services: RunnerServices
  ) throws(WireFault) {
    switch message.kind {
    case .ready:
      var reader = WireReader(message.payload)
      answer = try reader.ready()
    case .refused:
      var reader = WireReader(message.payload)
      refusal = try reader.refusal()
    case .request:
      let answer = try services.answer(message.payload)
      line.send(RunnerMessage(kind: .answer, number: message.number, payload: answer))
    case .log: try services.log(message.payload)
    case .registrations: registrations = Int(clamping: message.number)
    default: throw WireFault("it sent a message of another kind than runners do")
    }
  }

  private func failed(_ clause: String?) -> FrontEndError {
    var what = clause ?? ""
    if clause == nil {
      let grace = setting.limits.grace
      let end = process.wait(milliseconds: grace) ?? process.terminate(grace: grace)
      what = RunnerEnd(cause: .of(end), call: nil).words
    } else {
      _ = process.terminate(grace: setting.limits.grace)
    }
    leaveNoise()
    return FrontEndError(
      .crashed, "the front end \(setting.path) \(what) before it stood; report it to its author")
  }

  private func leaveNoise() {
    process.takeBackTerminal(setting.input)
    setting.restoreScreen()
    _ = noise.read()
    noise.show()
  }
}
