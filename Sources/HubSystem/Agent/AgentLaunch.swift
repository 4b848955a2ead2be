import CLinux
import Glibc
import HubOptions

/// How the agent of an app and data folder is started.
package struct AgentLaunch: Hashable, Sendable {
  /// The file in the data folder that has what the last agent said.
  package static let logName = "agent.log"
  /// The program's name, beside `hubhost`.
  package static let program = "hubagent"
  /// Bytes of the log from which on a new agent begins it anew.
  package static let maximumLog: Int64 = 1 << 20
  private static let firstOwnDescriptor: Int32 = 3

  let executable: String
  let arguments: [String]
  /// The file that has what the agent said.
  package let logPath: String
  let environment: [String: String]

  /// - Parameters:
  ///   - appFile: the app file, as it was given.
  ///   - dataFolder: absolute.
  ///   - environment: the variables of this process; the agent gets them all.
  ///   - executable: the agent's program; nil: the one beside this process's.
  package init(
    appFile: String, dataFolder: String, environment: [String: String], executable: String? = nil
  ) {
    self.executable = executable ?? Self.besideUs
    arguments = ["--app", Paths.absolute(appFile), "--data", dataFolder]
    logPath = dataFolder + "/" + Self.logName
    self.environment = environment
  }

  /// The agent's program beside this one, whether or not it is there.
  package static var besideUs: String {
    let own = Paths.canonical("/proc/self/exe")
    return (Paths.parent(own) ?? "") + "/" + program
  }

  /// Starts an agent in a session of its own, with nothing of this process but its variables.
  ///
  /// One that finds another at work ends by itself.
  ///
  /// - Returns: the process, which the caller reaps.
  /// - Throws: code 69 when it cannot be started.
  package func start() throws(CommandError) -> Int32 {
    try checkProgram()
    try prepareLog()
    var actions = unsafe posix_spawn_file_actions_t()
    var attributes = posix_spawnattr_t()
    unsafe posix_spawn_file_actions_init(&actions)
    unsafe posix_spawnattr_init(&attributes)
    defer {
      unsafe posix_spawn_file_actions_destroy(&actions)
      unsafe posix_spawnattr_destroy(&attributes)
    }
    for descriptor in [STDIN_FILENO, STDOUT_FILENO] {
      unsafe posix_spawn_file_actions_addopen(&actions, descriptor, "/dev/null", O_RDWR, 0)
    }
    unsafe posix_spawn_file_actions_addopen(
      &actions, STDERR_FILENO, logPath, O_WRONLY | Self.logFlags, 0o600)
    // It may stay longer than the folder that its host was started in.
    unsafe posix_spawn_file_actions_addchdir_np(&actions, "/")
    unsafe posix_spawn_file_actions_addclosefrom_np(&actions, Self.firstOwnDescriptor)
    var signals = sigset_t()
    unsafe sigemptyset(&signals)
    unsafe posix_spawnattr_setsigmask(&attributes, &signals)
    unsafe sigfillset(&signals)
    unsafe posix_spawnattr_setsigdefault(&attributes, &signals)
    let modes =
      Int32(POSIX_SPAWN_SETSIGDEF) | Int32(POSIX_SPAWN_SETSIGMASK) | Int32(POSIX_SPAWN_SETSID)
    unsafe posix_spawnattr_setflags(&attributes, Int16(modes))
    var process: pid_t = 0
    let number = unsafe CStrings.withArrays([executable] + arguments, variables) { argv, envp in
      unsafe posix_spawn(&process, executable, &actions, &attributes, argv, envp)
    }
    guard number == 0 else {
      throw CommandError(
        .unavailable,
        "cannot start \(executable): \(SystemError.text(number ?? ENOMEM)); try again later")
    }
    return process
  }

  private static let logFlags = O_CREAT | O_APPEND | O_NOFOLLOW

  private func checkProgram() throws(CommandError) {
    if unsafe access(executable, X_OK) != 0 { throw Self.noProgram(executable, errno) }
  }

  /// Sees to it that the log can be written, and is not too long.
  ///
  /// What is in it stays otherwise: an agent that finds another at work must not wipe out what that
  /// one has said.
  private func prepareLog() throws(CommandError) {
    let flags = O_WRONLY | O_CLOEXEC | Self.logFlags
    var about = stat()
    guard let log = unsafe Descriptor(open(logPath, flags, 0o600)),
      unsafe fstat(log.number, &about) == 0
    else {
      throw CommandError(
        .unavailable,
        "no agent was started, since its log \(logPath) cannot be written: "
          + "\(SystemError.text(errno)); make the data folder writable")
    }
    if about.st_size > Self.maximumLog { ftruncate(log.number, 0) }
  }

  /// Why an agent that was started does not listen.
  ///
  /// - Parameter exit: the code with which it ended by itself; nil: it did not.
  /// - Returns: a sentence that names the log, with the agent's code or else 69.
  package func failure(exit: Int32?) -> CommandError {
    switch exit.flatMap(ExitCode.init(rawValue:)) {
    case .cannotCreate?, .inputOutput?:
      // A full disk takes no line of a log either.
      CommandError(
        exit == ExitCode.inputOutput.rawValue ? .inputOutput : .cannotCreate,
        "the agent did not start, since its files cannot be written; make room for \(logPath), or "
          + "its folder writable")
    case .done?, .tryAgain?, nil:
      CommandError(.unavailable, "the agent did not start; \(logPath) says why")
    case let code?:
      CommandError(code, "the agent did not start; \(logPath) says why")
    }
  }

  private static func noProgram(_ executable: String, _ number: Int32) -> CommandError {
    CommandError(
      .unavailable,
      "cannot start \(executable): \(SystemError.text(number)); install hubagent beside hubhost")
  }

  /// Makes this process the agent; returns only when that fails.
  ///
  /// - Parameters:
  ///   - arguments: those of the agent.
  ///   - environment: all variables of this process.
  /// - Throws: code 69.
  package static func become(
    with arguments: [String], environment: [String: String]
  ) throws(CommandError) -> Never {
    let executable = besideUs
    let variables = environment.map { "\($0.key)=\($0.value)" }
    _ = unsafe CStrings.withArrays([executable] + arguments, variables) { argv, envp in
      unsafe execve(executable, argv, envp)
    }
    throw noProgram(executable, errno)
  }

  private var variables: [String] { environment.map { "\($0.key)=\($0.value)" } }
}
