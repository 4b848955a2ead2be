import CLinux
import FoundationEssentials
import Glibc
import HubLoop

/// Runs `__describe` in a child process and reads its answer, within a time and a size.
struct PluginDescriber {
  /// How long a plug-in may take to load.
  static let maxMilliseconds = 5_000
  /// The most bytes of an answer.
  static let maxAnswerBytes = 65_536

  let executable: String
  var milliseconds = Self.maxMilliseconds

  /// What the child says of a plug-in, or what became of it.
  func describe(_ path: String) -> DescribeCommand.Answer {
    var ends: (reading: Int32, writing: Int32) = (-1, -1)
    let made = unsafe withUnsafeMutableBytes(of: &ends) { bytes in
      unsafe pipe2(bytes.baseAddress?.assumingMemoryBound(to: Int32.self), O_CLOEXEC)
    }
    guard made == 0 else { return refused("cannot be looked at: \(SystemFault.text(errno))", path) }
    let child = spawn(path, output: ends.writing)
    close(ends.writing)
    defer { close(ends.reading) }
    guard child > 0 else {
      return refused("cannot be looked at: \(executable) does not start", path)
    }
    let (line, timedOut) = readLine(ends.reading)
    let isWhole = line.last == UInt8(ascii: "\n")
    // Its group, so that nothing that it started stays; whoever answered has no more to do.
    if timedOut || isWhole || line.count >= Self.maxAnswerBytes { kill(-child, SIGKILL) }
    let status = Self.wait(child)
    if timedOut {
      return refused("took longer than \(milliseconds) ms to load; report it to its author", path)
    }
    if let answer = try? JSONDecoder().decode(DescribeCommand.Answer.self, from: Data(line)) {
      return answer
    }
    guard line.isEmpty else {
      return refused("cannot be looked at: \(executable) did not answer as it should", path)
    }
    let signal = status & 0x7F
    let end =
      signal == 0
      ? "ended its process (status \(status >> 8 & 0xFF))" : "crashed (signal \(signal))"
    return refused("\(end) when it was loaded; report it to its author", path)
  }

  private func refused(_ clause: String, _ path: String) -> DescribeCommand.Answer {
    DescribeCommand.Answer(refusal: "\(path) \(clause)")
  }

  private func spawn(_ path: String, output: Int32) -> pid_t {
    var actions = unsafe posix_spawn_file_actions_t()
    var attributes = posix_spawnattr_t()
    unsafe posix_spawn_file_actions_init(&actions)
    unsafe posix_spawnattr_init(&attributes)
    defer {
      unsafe posix_spawn_file_actions_destroy(&actions)
      unsafe posix_spawnattr_destroy(&attributes)
    }
    unsafe posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, "/dev/null", O_RDONLY, 0)
    unsafe posix_spawn_file_actions_adddup2(&actions, output, STDOUT_FILENO)
    unsafe posix_spawn_file_actions_addopen(&actions, STDERR_FILENO, "/dev/null", O_WRONLY, 0)
    // The host blocks signals for its loop; the child starts with none blocked, in a group of its own.
    var none = sigset_t()
    unsafe sigemptyset(&none)
    unsafe posix_spawnattr_setsigmask(&attributes, &none)
    unsafe posix_spawnattr_setpgroup(&attributes, 0)
    unsafe posix_spawnattr_setflags(
      &attributes, Int16(POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETPGROUP))
    var environment = ProcessInfo.processInfo.environment
    environment["SWIFT_BACKTRACE"] = "enable=no"
    var child: pid_t = 0
    let status = unsafe CStringList([executable, DescribeCommand.name, path]).withPointers {
      arguments in
      unsafe CStringList(environment.map { "\($0.key)=\($0.value)" }).withPointers { variables in
        unsafe posix_spawn(&child, executable, &actions, &attributes, arguments, variables)
      }
    }
    return status == 0 ? child : -1
  }

  private func readLine(_ descriptor: Int32) -> (line: [UInt8], timedOut: Bool) {
    let clock = ContinuousClock()
    let deadline = clock.now + .milliseconds(milliseconds)
    var line: [UInt8] = []
    while line.count < Self.maxAnswerBytes {
      let left = (deadline - clock.now) / .milliseconds(1)
      var poll = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
      guard left > 0 else { return (line, true) }
      guard unsafe Glibc.poll(&poll, 1, Int32(left.rounded(.up))) > 0 else { continue }
      var bytes = [UInt8](repeating: 0, count: 4_096)
      let count = unsafe read(descriptor, &bytes, bytes.count)
      guard count > 0 else { return (line, false) }
      line += bytes.prefix(count)
      if line.last == UInt8(ascii: "\n") { return (line, false) }
    }
    return (line, false)
  }

  private static func wait(_ child: pid_t) -> Int32 {
    var status: Int32 = 0
    while unsafe waitpid(child, &status, 0) < 0 && errno == EINTR {}
    return status
  }
}

/// Texts as C wants a list of them: pointers with a NULL behind the last.
struct CStringList {
  private let texts: [String]

  init(_ texts: [String]) { self.texts = texts }

  /// Lends the list for the time of the call.
  func withPointers<Result>(
    _ body: (UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>) -> Result
  ) -> Result {
    unsafe withUnsafeTemporaryAllocation(
      of: UnsafeMutablePointer<CChar>?.self, capacity: texts.count + 1
    ) { list in
      for (index, text) in texts.enumerated() {
        unsafe list.initializeElement(at: index, to: strdup(text))
      }
      unsafe list.initializeElement(at: texts.count, to: nil)
      defer { for index in texts.indices { unsafe free(list[index]) } }
      guard let base = list.baseAddress else { preconditionFailure("an empty list of C strings") }
      return unsafe body(base)
    }
  }
}
