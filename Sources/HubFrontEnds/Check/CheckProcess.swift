import CLinux
import FoundationEssentials
import Glibc

/// One check in a child process, on a terminal of its own where it needs one, within its time.
final class CheckProcess {
  private let check: Check
  private let executable: String
  private var answerEnd: Int32 = -1
  private var screen: Int32 = -1
  private var child: pid_t = -1
  private var answer: [UInt8] = []
  private var drawn: [UInt8] = []

  /// The most bytes of an answer, and of what is kept of the screen.
  static let maxBytes = 4 << 20
  /// How long what a child left behind is read after its end.
  private static let drainMilliseconds: Int32 = 0

  init(_ check: Check, executable: String) {
    self.check = check
    self.executable = executable
  }

  deinit {
    for descriptor in [answerEnd, screen] where descriptor >= 0 { close(descriptor) }
  }

  /// Runs it to its end, or kills it when its time is over.
  func run(path: String, seed: UInt64) -> CheckResult {
    let clock = ContinuousClock()
    let start = clock.now
    guard spawn(path: path, seed: seed) else {
      return result(.skip, "no process can be started for it", start.duration(to: clock.now))
    }
    let status = follow(until: start + .milliseconds(check.patience))
    let took = start.duration(to: clock.now)
    guard let status else {
      return result(
        .crash, "it did not come back in \(check.patience / 1000) s and was killed", took)
    }
    guard let told = try? JSONDecoder().decode(CheckChild.Answer.self, from: Data(answer)) else {
      let signal = status & 0x7F
      return result(
        .crash,
        signal == 0
          ? "it ended its process (status \(status >> 8 & 0xFF)); a front end never calls exit"
          : "it crashed (signal \(signal))", took)
    }
    if status != 0, told.outcome == .pass {
      let signal = status & 0x7F
      return result(
        .crash,
        signal == 0
          ? "the process ended with \(status >> 8 & 0xFF) when its work was done"
          : "it crashed (signal \(signal)) when the process ended", took)
    }
    if told.outcome == .pass, let finding = check.judge?(drawn) {
      let (outcome, message) = check.outcome(finding)
      return result(outcome, message, took)
    }
    return result(told.outcome, told.message, took)
  }

  private func result(
    _ outcome: CheckOutcome, _ message: String?, _ took: Duration
  ) -> CheckResult {
    CheckResult(
      id: check.id, level: check.level, rule: check.rule, outcome: outcome, message: message,
      milliseconds: Int(took / .milliseconds(1)))
  }

  // MARK: Starting

  private func spawn(path: String, seed: UInt64) -> Bool {
    var ends: [Int32] = [-1, -1]
    guard unsafe pipe2(&ends, O_CLOEXEC) == 0 else { return false }
    answerEnd = ends[0]
    defer { close(ends[1]) }
    var terminal: String?
    var environment = ProcessInfo.processInfo.environment
    switch check.setting {
    case .file, .plugin: break
    case .bareEnvironment: environment = ["LD_BIND_NOW": "1", "MALLOC_PERTURB_": "165"]
    case .terminal(let kind, let columns, let rows):
      guard let opened = openTerminal(columns: columns, rows: rows) else { return false }
      terminal = opened
      environment["TERM"] = kind
      environment["LINES"] = nil
      environment["COLUMNS"] = nil
      environment["LC_ALL"] = "C.UTF-8"
    }
    // Else a crash of a Swift plug-in on a terminal waits 30 s for somebody to answer.
    environment["SWIFT_BACKTRACE"] = "enable=no"
    child = start(
      [executable, CheckChild.name, check.id, "\(seed)", path], environment, terminal: terminal,
      answer: ends[1])
    return child > 0
  }

  /// Opens a new terminal and returns the path of its other side.
  private func openTerminal(columns: Int, rows: Int) -> String? {
    screen = posix_openpt(O_RDWR | O_NOCTTY | O_CLOEXEC | O_NONBLOCK)
    guard screen >= 0, grantpt(screen) == 0, unlockpt(screen) == 0,
      let name = unsafe ptsname(screen)
    else { return nil }
    var size = winsize(ws_row: UInt16(rows), ws_col: UInt16(columns), ws_xpixel: 0, ws_ypixel: 0)
    unsafe _ = ioctl(screen, UInt(TIOCSWINSZ), &size)
    return unsafe String(cString: name)
  }

  private func start(
    _ words: [String], _ environment: [String: String], terminal: String?, answer: Int32
  ) -> pid_t {
    var actions = unsafe posix_spawn_file_actions_t()
    var attributes = posix_spawnattr_t()
    unsafe posix_spawn_file_actions_init(&actions)
    unsafe posix_spawnattr_init(&attributes)
    defer {
      unsafe posix_spawn_file_actions_destroy(&actions)
      unsafe posix_spawnattr_destroy(&attributes)
    }
    let streams = terminal ?? "/dev/null"
    unsafe posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, streams, O_RDWR, 0)
    unsafe posix_spawn_file_actions_adddup2(&actions, STDIN_FILENO, STDOUT_FILENO)
    unsafe posix_spawn_file_actions_adddup2(&actions, STDIN_FILENO, STDERR_FILENO)
    unsafe posix_spawn_file_actions_adddup2(&actions, answer, CheckChild.answerDescriptor)
    var signals = sigset_t()
    unsafe sigemptyset(&signals)
    unsafe posix_spawnattr_setsigmask(&attributes, &signals)
    unsafe sigfillset(&signals)
    unsafe posix_spawnattr_setsigdefault(&attributes, &signals)
    // A session of its own: its terminal is its own, and all that it starts can be ended with it.
    unsafe posix_spawnattr_setflags(
      &attributes, Int16(POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETSID))
    var started: pid_t = 0
    let status = unsafe CStringList(words).withPointers { arguments in
      unsafe CStringList(environment.map { "\($0.key)=\($0.value)" }).withPointers { variables in
        unsafe posix_spawn(&started, executable, &actions, &attributes, arguments, variables)
      }
    }
    return status == 0 ? started : -1
  }

  // MARK: Following

  /// Reads what comes until the child ends; nil when it had to be killed.
  private func follow(until deadline: ContinuousClock.Instant) -> Int32? {
    let clock = ContinuousClock()
    while true {
      read(waiting: 20)
      var status: Int32 = 0
      let found = unsafe waitpid(child, &status, WNOHANG)
      if found == child {
        // What it started must not outlive it.
        kill(-child, SIGKILL)
        while read(waiting: Self.drainMilliseconds) {}
        return status
      }
      guard clock.now < deadline, answer.count < Self.maxBytes else {
        kill(-child, SIGKILL)
        kill(child, SIGKILL)
        unsafe _ = waitpid(child, &status, 0)
        return nil
      }
    }
  }

  /// Reads once from each end that has something; false when none has.
  @discardableResult
  private func read(waiting milliseconds: Int32) -> Bool {
    var ends = [
      pollfd(fd: answerEnd, events: Int16(POLLIN), revents: 0),
      pollfd(fd: screen, events: Int16(POLLIN), revents: 0),
    ]
    guard unsafe poll(&ends, 2, milliseconds) > 0 else { return false }
    var hasRead = false
    for index in 0..<2 where ends[index].revents & Int16(POLLIN) != 0 {
      var bytes = [UInt8](repeating: 0, count: 65_536)
      let count = unsafe Glibc.read(ends[index].fd, &bytes, bytes.count)
      guard count > 0 else { continue }
      hasRead = true
      if index == 0 { answer += bytes.prefix(count) }
      if index == 1, drawn.count < Self.maxBytes { drawn += bytes.prefix(count) }
    }
    if !hasRead, milliseconds > 0 {
      // An end that is closed is always ready: do not spin until the child is gone.
      usleep(1_000)
    }
    return hasRead
  }
}
