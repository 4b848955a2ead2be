import CLinux
import FoundationEssentials
import Glibc

/// How a child process is: running, stopped, or ended.
package enum ChildState: Hashable, Sendable {
  case running
  case stopped(signal: Int32)
  case exited(status: Int32)
  case killed(signal: Int32)
}

/// A failed call to the system, in tests.
package struct SystemCallError: Error, CustomStringConvertible {
  package let description: String

  package init(_ call: String) {
    description = "\(call): \(String(cString: strerror(errno)))"
  }
}

/// Starts programs without `fork`, which a process with threads cannot use safely.
package enum ChildProcess {
  /// What a program printed and how it ended.
  package struct Result: Sendable {
    package let state: ChildState
    package let output: String
  }

  /// `POSIX_SPAWN_SETSID`, which the header shows with `_GNU_SOURCE` only.
  private static let newSession: Int32 = 0x80

  /// Starts a program.
  ///
  /// - Parameters:
  ///   - program: absolute path.
  ///   - arguments: without the program's name.
  ///   - environment: all of it.
  ///   - terminal: path of a terminal that becomes its standard streams and, since it leads a new
  ///     session, its controlling one.
  ///   - output: descriptor for its standard output and error, if there is no terminal.
  /// - Returns: the process id.
  /// - Throws: when the system cannot start it.
  package static func spawn(
    _ program: String, _ arguments: [String], environment: [String: String],
    terminal: String? = nil,
    output: Int32 = -1
  ) throws -> Int32 {
    try spawn(
      program, arguments, environment: environment, terminal: terminal,
      streams: (-1, output, output), folder: nil)
  }

  /// Starts a program with three descriptors as its streams; -1 for input: an empty one.
  package static func spawn(
    _ program: String, _ arguments: [String], environment: [String: String],
    terminal: String? = nil,
    streams: (input: Int32, output: Int32, error: Int32), folder: String?
  ) throws -> Int32 {
    var actions = posix_spawn_file_actions_t()
    var attributes = posix_spawnattr_t()
    posix_spawn_file_actions_init(&actions)
    posix_spawnattr_init(&attributes)
    defer {
      posix_spawn_file_actions_destroy(&actions)
      posix_spawnattr_destroy(&attributes)
    }
    if let terminal {
      posix_spawn_file_actions_addopen(&actions, 0, terminal, O_RDWR, 0)
      posix_spawn_file_actions_adddup2(&actions, 0, 1)
      posix_spawn_file_actions_adddup2(&actions, 0, 2)
    } else {
      if streams.input < 0 {
        posix_spawn_file_actions_addopen(&actions, 0, "/dev/null", O_RDONLY, 0)
      } else {
        posix_spawn_file_actions_adddup2(&actions, streams.input, 0)
      }
      posix_spawn_file_actions_adddup2(&actions, streams.output, 1)
      posix_spawn_file_actions_adddup2(&actions, streams.error, 2)
    }
    if let folder { posix_spawn_file_actions_addchdir_np(&actions, folder) }
    var signals = sigset_t()
    sigemptyset(&signals)
    posix_spawnattr_setsigmask(&attributes, &signals)
    sigfillset(&signals)
    posix_spawnattr_setsigdefault(&attributes, &signals)
    var flags = Int32(POSIX_SPAWN_SETSIGMASK) | Int32(POSIX_SPAWN_SETSIGDEF)
    if terminal != nil { flags |= newSession }
    posix_spawnattr_setflags(&attributes, Int16(flags))
    let argv = CStrings([program] + arguments)
    let envp = CStrings(
      environment.merging(sanitizerOptions) { given, _ in given }.map { "\($0.key)=\($0.value)" })
    var child: Int32 = 0
    errno = posix_spawn(&child, program, &actions, &attributes, argv.pointers, envp.pointers)
    guard errno == 0 else { throw SystemCallError("posix_spawn \(program)") }
    return child
  }

  /// What this process's sanitizers were told holds for those of its children.
  private static let sanitizerOptions = ProcessInfo.processInfo.environment.filter {
    ["ASAN_OPTIONS", "TSAN_OPTIONS"].contains($0.key)
  }

  /// Runs a program to its end and gives what it printed on both streams.
  package static func run(
    _ program: String, _ arguments: [String],
    environment: [String: String] = ["PATH": "/usr/bin:/bin"]
  ) throws -> Result {
    var ends: [Int32] = [-1, -1]
    guard pipe2(&ends, O_CLOEXEC) == 0 else { throw SystemCallError("pipe2") }
    defer { close(ends[0]) }
    let child: Int32
    do {
      defer { close(ends[1]) }
      child = try spawn(program, arguments, environment: environment, output: ends[1])
    }
    var bytes: [UInt8] = []
    var block = [UInt8](repeating: 0, count: 65_536)
    while true {
      let count = read(ends[0], &block, block.count)
      if count < 0 && errno == EINTR { continue }
      guard count > 0 else { break }
      bytes += block.prefix(count)
    }
    return Result(state: wait(child), output: String(decoding: bytes, as: UTF8.self))
  }

  /// Waits for a child's end; `options` as for `waitpid`.
  package static func wait(_ child: Int32, options: Int32 = 0) -> ChildState {
    var status: Int32 = 0
    var found = waitpid(child, &status, options)
    while found < 0 && errno == EINTR { found = waitpid(child, &status, options) }
    guard found == child else { return .running }
    if status & 0xFF == 0x7F { return .stopped(signal: status >> 8 & 0xFF) }
    let signal = status & 0x7F
    return signal == 0 ? .exited(status: status >> 8 & 0xFF) : .killed(signal: signal)
  }
}

/// Texts as C wants a list of them.
final class CStrings {
  let pointers: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>
  private let count: Int

  init(_ texts: [String]) {
    count = texts.count
    pointers = .allocate(capacity: count + 1)
    for (index, text) in texts.enumerated() { (pointers + index).initialize(to: strdup(text)) }
    (pointers + count).initialize(to: nil)
  }

  deinit {
    for index in 0..<count { free(pointers[index]) }
    pointers.deallocate()
  }
}
