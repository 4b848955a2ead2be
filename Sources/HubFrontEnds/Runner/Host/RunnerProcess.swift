import CLinux
import Glibc
import HubLoop

/// The process of a runner, from its start to the end of it.
final class RunnerProcess {
  /// How a process ended.
  enum End: Hashable {
    case exited(Int32)
    case killed(Int32)
  }

  /// Variables that reach the runner; all others stay here.
  static let variables = [
    "TERM", "TERMINFO", "TERMINFO_DIRS", "COLORTERM", "NO_COLOR", "ESCDELAY", "LANG", "LANGUAGE",
    "PATH", "HOME", "TZ",
  ]

  let number: pid_t
  /// Becomes readable when the process ends; -1: the kernel has no such descriptors.
  let ending: Int32
  /// The reading end of its standard error.
  let errors: Int32
  private(set) var end: End?

  /// Starts a runner.
  ///
  /// - Parameters:
  ///   - executable: a program whose `__runner PID` is `RunnerCommand.run`.
  ///   - channel: its end of the socket pair; stays the caller's.
  ///   - input: becomes its standard input.
  ///   - output: becomes its standard output.
  ///   - environment: this process's variables, of which few are passed on.
  /// - Throws: `system`.
  init(
    executable: String, channel: Int32, input: Int32, output: Int32, environment: [String: String]
  ) throws(FrontEndError) {
    var ends: (reading: Int32, writing: Int32) = (-1, -1)
    let made = unsafe withUnsafeMutableBytes(of: &ends) { bytes in
      unsafe pipe2(bytes.baseAddress?.assumingMemoryBound(to: Int32.self), O_CLOEXEC)
    }
    guard made == 0 else { throw Self.failure("pipe2", errno) }
    errors = ends.reading
    _ = hub_fcntl(errors, F_SETFL, O_NONBLOCK)
    let (child, fault) = Self.spawn(
      executable, [channel, input, output, ends.writing], Self.clean(environment))
    close(ends.writing)
    guard fault == 0 else {
      close(ends.reading)
      throw Self.failure("posix_spawn", fault)
    }
    number = child
    ending = hub_pidfd_open(child)
  }

  deinit {
    if end == nil {
      kill(number, SIGKILL)
      _ = look(waits: true)
    }
    close(errors)
    if ending >= 0 { close(ending) }
  }

  private static func failure(_ call: String, _ number: Int32) -> FrontEndError {
    FrontEndError(
      .system,
      "a runner cannot be started: \(call): \(SystemFault.text(number)); "
        + "end other programs, or use --in-process")
  }

  /// The variables of a runner: those of the terminal and of language, and no prompt of the Swift
  /// runtime over the screen when it crashes.
  static func clean(_ environment: [String: String]) -> [String: String] {
    var clean = environment.filter { variables.contains($0.key) || $0.key.hasPrefix("LC_") }
    clean["SWIFT_BACKTRACE"] = "enable=no"
    if Confinement.isSanitized {
      clean.merge(environment.filter { $0.key.hasSuffix("SAN_OPTIONS") }) { own, _ in own }
    }
    return clean
  }

  /// Starts it with these four as descriptors 3, 0, 1 and 2, and no other.
  private static func spawn(
    _ executable: String, _ given: [Int32], _ environment: [String: String]
  ) -> (pid_t, fault: Int32) {
    var actions = unsafe posix_spawn_file_actions_t()
    var attributes = posix_spawnattr_t()
    unsafe posix_spawn_file_actions_init(&actions)
    unsafe posix_spawnattr_init(&attributes)
    // Out of the way of the numbers that they get.
    let sources = given.map { hub_fcntl($0, F_DUPFD_CLOEXEC, 10) }
    defer {
      unsafe posix_spawn_file_actions_destroy(&actions)
      unsafe posix_spawnattr_destroy(&attributes)
      for source in sources where source >= 0 { close(source) }
    }
    for (source, target) in zip(sources, [RunnerCommand.channel, 0, 1, 2]) {
      if source >= 0 {
        unsafe posix_spawn_file_actions_adddup2(&actions, source, target)
      } else {
        unsafe posix_spawn_file_actions_addopen(&actions, target, "/dev/null", O_RDWR, 0)
      }
    }
    unsafe posix_spawn_file_actions_addclosefrom_np(&actions, RunnerCommand.channel + 1)
    // The host blocks signals for its loop; the runner starts with none blocked or ignored.
    var signals = sigset_t()
    unsafe sigemptyset(&signals)
    unsafe posix_spawnattr_setsigmask(&attributes, &signals)
    unsafe sigaddset(&signals, SIGPIPE)
    unsafe posix_spawnattr_setsigdefault(&attributes, &signals)
    unsafe posix_spawnattr_setflags(
      &attributes, Int16(POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF))
    var child: pid_t = 0
    let arguments = CStringList(["hubhost", RunnerCommand.name, "\(getpid())"])
    let fault = unsafe arguments.withPointers { arguments in
      unsafe CStringList(environment.map { "\($0.key)=\($0.value)" }).withPointers { variables in
        unsafe posix_spawn(&child, executable, &actions, &attributes, arguments, variables)
      }
    }
    return (child, fault)
  }

  // MARK: Its end

  /// Sends a signal, as long as it has not ended.
  func signal(_ number: Int32) {
    if end == nil { kill(self.number, number) }
  }

  /// How it ended; nil: it runs.
  func look(waits: Bool = false) -> End? {
    if let end { return end }
    var status: Int32 = 0
    var found = unsafe waitpid(number, &status, waits ? 0 : WNOHANG)
    while found < 0 && errno == EINTR {
      found = unsafe waitpid(number, &status, waits ? 0 : WNOHANG)
    }
    guard found != 0 else { return nil }
    // Somebody else has waited for it: then it is gone, and how is not known.
    if found < 0 { status = 0 }
    let signal = status & 0x7F
    end = signal == 0 ? .exited(status >> 8 & 0xFF) : .killed(signal)
    return end
  }

  /// Ends it: SIGTERM, and SIGKILL after the grace.
  func terminate(grace: Int) -> End {
    signal(SIGTERM)
    // A stopped process takes SIGTERM only when it goes on.
    signal(SIGCONT)
    if let end = wait(milliseconds: grace) { return end }
    signal(SIGKILL)
    return look(waits: true) ?? .killed(SIGKILL)
  }

  /// Waits for its end; nil: it still runs.
  func wait(milliseconds: Int) -> End? {
    if let end = look() { return end }
    if ending >= 0 {
      var ready = pollfd(fd: ending, events: Int16(POLLIN), revents: 0)
      unsafe poll(&ready, 1, Int32(clamping: milliseconds))
      return look()
    }
    for _ in 0..<max(1, milliseconds / 10) where look() == nil { usleep(10_000) }
    return look()
  }

  /// Makes the host's process group the terminal's again, if the plug-in has put its own there.
  func takeBackTerminal(_ terminal: Int32) {
    guard tcgetpgrp(terminal) == number, getpgrp() != number else { return }
    var set = sigset_t()
    var previous = sigset_t()
    unsafe sigemptyset(&set)
    // From the background, setting it would stop the process for ever.
    unsafe sigaddset(&set, SIGTTOU)
    unsafe pthread_sigmask(SIG_BLOCK, &set, &previous)
    tcsetpgrp(terminal, getpgrp())
    unsafe pthread_sigmask(SIG_SETMASK, &previous, nil)
  }

  /// Whether it would do something if the machine let it: it waits for a processor or a disk, and has
  /// used hardly any time.
  func isStarved(since before: Int) -> Bool {
    guard let now = Self.times(number) else { return false }
    if now.state == UInt8(ascii: "D") { return true }
    return now.state == UInt8(ascii: "R") && now.milliseconds - before < Self.starvedMilliseconds
  }

  /// The most time of a processor that a process has used which was not let at it.
  private static let starvedMilliseconds = 250

  /// Milliseconds of a processor that it has used.
  var usedMilliseconds: Int { Self.times(number)?.milliseconds ?? 0 }

  private static func times(_ number: pid_t) -> (state: UInt8, milliseconds: Int)? {
    let file = unsafe hub_open("/proc/\(number)/stat", O_RDONLY | O_CLOEXEC, 0)
    guard file >= 0 else { return nil }
    defer { close(file) }
    var bytes = [UInt8](repeating: 0, count: 1_024)
    let count = unsafe bytes.withUnsafeMutableBytes { unsafe read(file, $0.baseAddress, $0.count) }
    // Behind the name, which may hold anything, and ends with the last parenthesis.
    guard count > 0, let close = bytes.prefix(count).lastIndex(of: UInt8(ascii: ")")) else {
      return nil
    }
    let fields = bytes[(close + 1)..<count].split(separator: UInt8(ascii: " "))
    guard fields.count > 12, let state = fields[0].first,
      let user = Int(String(decoding: fields[11], as: UTF8.self)),
      let system = Int(String(decoding: fields[12], as: UTF8.self))
    else { return nil }
    return (state, (user + system) * 1_000 / max(1, sysconf(Int32(_SC_CLK_TCK))))
  }
}
