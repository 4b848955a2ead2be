import AgentCore
import CLinux
import EngageClient
import Glibc
import HubLog
import HubLoop
import HubSystem

/// Gets the user's token from a program that the app file names, which prints it (reference 2.1).
///
/// The program is started without a shell and gets this process's variables; what it prints is never
/// logged.
final class TokenCommand: TokenSource {
  /// Milliseconds after which a program that has not ended is ended.
  static let patience: UInt64 = 30_000

  private let arguments: [String]
  private let environment: [String: String]
  private let loop: EventLoop
  private var running: Running?

  /// A program at work.
  private final class Running {
    let process: pid_t
    let output: Descriptor
    var printed: [UInt8] = []
    var timer: UInt64?
    let then: (BearerToken?) -> Void

    init(process: pid_t, output: consuming Descriptor, then: @escaping (BearerToken?) -> Void) {
      self.process = process
      self.output = output
      self.then = then
    }
  }

  /// - Parameters:
  ///   - arguments: an absolute path, and what the program is called with.
  ///   - environment: its variables.
  ///   - loop: the agent's.
  init(arguments: [String], environment: [String: String], loop: EventLoop) {
    self.arguments = arguments
    self.environment = environment
    self.loop = loop
  }

  func renew(then: @escaping (BearerToken?) -> Void) {
    guard running == nil, let started = start(then) else {
      _ = try? loop.addTimer(afterMilliseconds: 1) { _ in then(nil) }
      return
    }
    running = started
    do throws(EventLoop.Fault) {
      try loop.watch(started.output.number, .readable) { [unowned self] _ in read(started) }
      started.timer = try loop.addTimer(afterMilliseconds: Self.patience) { [unowned self] _ in
        started.timer = nil
        finish(started, isWhole: false)
      }
    } catch {
      Log.error("The token's program cannot be watched: \(error)")
      finish(started, isWhole: false)
    }
  }

  private func start(_ then: @escaping (BearerToken?) -> Void) -> Running? {
    var ends: [Int32] = [-1, -1]
    guard unsafe pipe2(&ends, O_CLOEXEC | O_NONBLOCK) == 0, let output = Descriptor(ends[0]),
      let input = Descriptor(ends[1])
    else { return nil }
    var actions = unsafe posix_spawn_file_actions_t()
    var attributes = posix_spawnattr_t()
    unsafe posix_spawn_file_actions_init(&actions)
    unsafe posix_spawnattr_init(&attributes)
    defer {
      unsafe posix_spawn_file_actions_destroy(&actions)
      unsafe posix_spawnattr_destroy(&attributes)
    }
    unsafe posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, "/dev/null", O_RDONLY, 0)
    unsafe posix_spawn_file_actions_adddup2(&actions, input.number, STDOUT_FILENO)
    unsafe posix_spawn_file_actions_addclosefrom_np(&actions, 3)
    var signals = sigset_t()
    unsafe sigemptyset(&signals)
    unsafe posix_spawnattr_setsigmask(&attributes, &signals)
    unsafe sigfillset(&signals)
    unsafe posix_spawnattr_setsigdefault(&attributes, &signals)
    let modes = Int32(POSIX_SPAWN_SETSIGDEF) | Int32(POSIX_SPAWN_SETSIGMASK)
    unsafe posix_spawnattr_setflags(&attributes, Int16(modes))
    var process: pid_t = 0
    let variables = environment.map { "\($0.key)=\($0.value)" }
    let number = unsafe CStrings.withArrays(arguments, variables) { argv, envp in
      unsafe posix_spawn(&process, arguments[0], &actions, &attributes, argv, envp)
    }
    guard number == 0 else {
      Log.warning(
        "The token's program \(arguments[0]) cannot be started: \(SystemError.text(number ?? ENOMEM))"
      )
      return nil
    }
    return Running(process: process, output: output, then: then)
  }

  private func read(_ running: Running) {
    var chunk = [UInt8](repeating: 0, count: 4096)
    while true {
      let count = unsafe chunk.withUnsafeMutableBytes {
        unsafe Glibc.read(running.output.number, $0.baseAddress, $0.count)
      }
      if count < 0, errno == EINTR { continue }
      if count < 0, errno == EAGAIN { return }
      guard count > 0 else { return finish(running, isWhole: count == 0) }
      running.printed += chunk[..<count]
      // One byte more for the line's end.
      if running.printed.count > EngageLimits.maxSecretBytes + 1 {
        return finish(running, isWhole: false)
      }
    }
  }

  private func finish(_ ended: Running, isWhole: Bool) {
    guard running === ended else { return }
    running = nil
    try? loop.unwatch(ended.output.number)
    if let timer = ended.timer { try? loop.cancelTimer(timer) }
    // One that closed its output ends by itself, or is ended.
    if !isWhole { kill(ended.process, SIGKILL) }
    var status: Int32 = 0
    if unsafe waitpid(ended.process, &status, WNOHANG) == 0 {
      kill(ended.process, SIGKILL)
      unsafe waitpid(ended.process, &status, 0)
    }
    let text = String(decoding: ended.printed, as: UTF8.self)
    let line = text.hasSuffix("\n") ? String(text.dropLast()) : text
    guard isWhole, status & 0x7f == 0 || status & 0x7f == SIGKILL, status >> 8 & 0xff == 0,
      let secret = Secret(line)
    else {
      Log.warning("The token's program \(arguments[0]) gave no token")
      return ended.then(nil)
    }
    ended.then(BearerToken(secret))
  }
}
