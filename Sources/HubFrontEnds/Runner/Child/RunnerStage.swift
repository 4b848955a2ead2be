import CHubFrontEnd
import CLinux
import Glibc
import HubLog
import HubLoop

/// What a front end stands on in a runner: descriptors, confinement, the loop, and the channel.
final class RunnerStage {
  /// Messages that are handled in one turn, so that the front end's own descriptors get theirs.
  private static let maxMessagesInATurn = 64

  private let remote: RemoteHost
  private let frontEnd: LoadedFrontEnd
  private let channel: RunnerChannel
  private let loop: EventLoop
  private var mayGo = false

  /// Confines the process, loads the front end and starts it, and tells the host.
  ///
  /// - Throws: why it cannot be had here.
  init(
    channel: RunnerChannel, hello: RunnerHello, environment: [String: String]
  ) throws(FrontEndError) {
    guard hello.isUnderstood else {
      throw FrontEndError(
        .system, "hubhost was exchanged while it ran; end it and start it again")
    }
    self.channel = channel
    let streams = try RunnerStreams()
    var confinement = Confinement.apply(
      plugin: hello.path, environment: environment, granted: hello.grants.whole)
    loop = try EventLoop.forFrontEnd()
    frontEnd = try FrontEndLoader.load(path: hello.path)
    let needs = try hello.grants.check(frontEnd.description, path: hello.path)
    confinement.narrow(
      to: Allowance(needs, home: hello.grants.home), plugin: hello.path, environment: environment)
    try frontEnd.description.checkTerminal(
      input: hello.inputIsTerminal, output: hello.outputIsTerminal)
    remote = RemoteHost(channel: channel, loop: loop, version: hello.version)
    (remote.input, remote.output) = streams.hand(to: frontEnd.description)
    try start()
    let ready = RunnerReady(
      description: frontEnd.description,
      methods: Set(HostMethod.allCases.filter { frontEnd.methods.has($0) }),
      confinement: confinement)
    var writer = WireWriter()
    writer.ready(ready)
    remote.tellRegistrations()
    remote.tell(.ready, 0, writer.bytes)
  }

  private func start() throws(FrontEndError) {
    do throws(FrontEndError) {
      unsafe try frontEnd.create(host: remote.host)
      try frontEnd.start()
    } catch {
      frontEnd.destroy()
      throw error
    }
    remote.onWaiting = { [unowned self] in handleWaiting() }
    do throws(EventLoop.Fault) {
      try loop.watch(channel.descriptor, .readable) { [unowned self] _ in receive() }
    } catch {
      throw FrontEndError(.system, "the runner cannot watch its channel: \(error)")
    }
  }

  /// Runs until the host ends it.
  ///
  /// - Returns: the exit code.
  func run() -> Int32 {
    // As in a host, where the loop begins to run when the first calls are made.
    while !mayGo, !loop.isQuitting {
      guard case .message(let message)? = try? channel.receive(waits: true) else {
        RemoteHost.end()
      }
      handle(message)
      handleWaiting()
    }
    _ = loop.run()
    frontEnd.destroy()
    remote.tell(.stopped)
    return 0
  }

  // MARK: Messages

  private func handleWaiting() {
    while let message = remote.takeWaiting() { handle(message) }
  }

  private func receive() {
    handleWaiting()
    for _ in 0..<Self.maxMessagesInATurn where !loop.isQuitting {
      switch try? channel.receive(waits: false) {
      case .message(let message): handle(message)
      case .nothing: return
      case .end, nil: RemoteHost.end()
      }
      handleWaiting()
    }
  }

  private func handle(_ message: RunnerMessage) {
    switch message.kind {
    case .ping: remote.tell(.pong, message.number)
    case .call: call(message)
    case .action: callAction(message)
    case .go: mayGo = true
    case .stop: loop.quit("stop")
    default: break
    }
  }

  private func callAction(_ message: RunnerMessage) {
    guard !loop.isQuitting else { return }
    remote.tell(.acknowledged, message.number)
    var reader = WireReader(message.payload)
    guard let name = try? reader.text(),
      let action = frontEnd.description.actions.first(where: { $0.name == name }),
      let signature = try? Signature(parsing: action.signature),
      let values = try? reader.arguments(signature)
    else { RemoteHost.end() }
    let status = frontEnd.callAction(name, values, request: message.number)
    remote.tellRegistrations()
    var writer = WireWriter()
    writer.number(status ?? HUB_E_NOT_FOUND)
    remote.tell(.result, message.number, writer.bytes)
  }

  private func call(_ message: RunnerMessage) {
    guard !loop.isQuitting else { return }
    remote.tell(.acknowledged, message.number)
    var reader = WireReader(message.payload)
    guard let index = try? reader.number(UInt8.self),
      let method = HostMethod(rawValue: Int(index)),
      let arguments = try? reader.arguments(method.signature)
    else { RemoteHost.end() }
    let status = frontEnd.call(method, arguments, request: message.number)
    remote.tellRegistrations()
    var writer = WireWriter()
    writer.number(status ?? 0)
    remote.tell(.result, message.number, writer.bytes)
  }
}

/// Standard input and output of a runner, kept from the plug-in until it is known what it needs.
private struct RunnerStreams {
  private let input: Int32
  private let output: Int32

  /// Sets both aside: a constructor that prints must not get into a stream that others read.
  init() throws(FrontEndError) {
    input = hub_fcntl(STDIN_FILENO, F_DUPFD_CLOEXEC, STDERR_FILENO + 2)
    output = hub_fcntl(STDOUT_FILENO, F_DUPFD_CLOEXEC, STDERR_FILENO + 2)
    let nothing = unsafe hub_open("/dev/null", O_RDONLY | O_CLOEXEC, 0)
    guard input >= 0, output >= 0, nothing >= 0, dup2(nothing, STDIN_FILENO) >= 0,
      dup2(STDERR_FILENO, STDOUT_FILENO) >= 0
    else {
      throw FrontEndError(
        .system, "a runner cannot arrange its streams: \(SystemFault.text(errno))")
    }
    close(nothing)
  }

  /// Gives the front end what it needs: with a terminal 0 and 1 are it; else 1 is standard error, and
  /// only a front end that reads standard input gets it.
  ///
  /// - Returns: the descriptors that hub.terminal/1 tells.
  func hand(to description: FrontEndDescription) -> (input: Int32, output: Int32) {
    if description.needsTerminal {
      dup2(input, STDIN_FILENO)
      dup2(output, STDOUT_FILENO)
      close(input)
      close(output)
      return (STDIN_FILENO, STDOUT_FILENO)
    }
    if description.needsInput { dup2(input, STDIN_FILENO) }
    close(input)
    return (STDIN_FILENO, output)
  }
}
