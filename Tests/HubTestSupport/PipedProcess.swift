import CLinux
import Glibc

/// A program whose three streams are pipes, read with deadlines.
package final class PipedProcess {
  /// How long a wait may take before it is a failure.
  package static let patience = Duration.seconds(30)

  package let child: Int32
  /// All that was written to standard output so far.
  package private(set) var output: [UInt8] = []
  /// All that was written to standard error so far.
  package private(set) var errors: [UInt8] = []
  /// How the program was when it was last looked at.
  package private(set) var state = ChildState.running

  private var input: Int32
  private var outputEnd: Int32
  private var errorEnd: Int32

  /// Starts a program, in a folder or in ours; without input it reads an empty one.
  package init(
    _ program: String, _ arguments: [String], environment: [String: String],
    folder: String? = nil, hasInput: Bool = true
  ) throws {
    // Writing to a program that has gone is an error, not a signal.
    _ = Glibc.signal(SIGPIPE, SIG_IGN)
    var pipes: [[Int32]] = []
    for _ in 0..<3 {
      var ends: [Int32] = [-1, -1]
      guard pipe2(&ends, O_CLOEXEC) == 0 else { throw SystemCallError("pipe2") }
      pipes.append(ends)
    }
    child = try ChildProcess.spawn(
      program, arguments, environment: environment,
      streams: (hasInput ? pipes[0][0] : -1, pipes[1][1], pipes[2][1]), folder: folder)
    close(pipes[0][0])
    close(pipes[1][1])
    close(pipes[2][1])
    input = pipes[0][1]
    outputEnd = pipes[1][0]
    errorEnd = pipes[2][0]
    for end in [input, outputEnd, errorEnd] { _ = hub_fcntl(end, F_SETFL, O_NONBLOCK) }
    if !hasInput { closeInput() }
  }

  deinit {
    look()
    if !hasEnded {
      kill(child, SIGKILL)
      _ = ChildProcess.wait(child)
    }
    closeInput()
    closeOutput()
    if errorEnd >= 0 { close(errorEnd) }
  }

  /// Standard error as text.
  package var errorText: String { String(decoding: errors, as: UTF8.self) }
  /// Standard output as text.
  package var text: String { String(decoding: output, as: UTF8.self) }

  /// Whether the program has ended, when it was last looked at.
  package var hasEnded: Bool {
    switch state {
    case .exited, .killed: true
    case .running, .stopped: false
    }
  }

  /// Writes to the program's input, reading meanwhile what it says; false when it takes no more.
  @discardableResult
  package func send(_ bytes: some Sequence<UInt8>) -> Bool {
    let clock = ContinuousClock()
    let deadline = clock.now + Self.patience
    var left = ArraySlice(Array(bytes))
    while !left.isEmpty {
      let count = left.withUnsafeBytes { write(input, $0.baseAddress, $0.count) }
      if count > 0 {
        left = left.dropFirst(count)
      } else if errno == EAGAIN, clock.now < deadline {
        pump(within: .milliseconds(50))
      } else if errno != EINTR {
        return false
      }
    }
    return true
  }

  /// Ends the program's input.
  package func closeInput() {
    if input >= 0 { close(input) }
    input = -1
  }

  /// Stops reading its output, as a reader does that leaves.
  package func closeOutput() {
    if outputEnd >= 0 { close(outputEnd) }
    outputEnd = -1
  }

  /// Sends a signal.
  package func signal(_ number: Int32) { kill(child, number) }

  /// Reads until something is so; false if it is not in time, or the program ends before.
  package func read(
    within patience: Duration = PipedProcess.patience, until isDone: (PipedProcess) -> Bool
  ) -> Bool {
    let clock = ContinuousClock()
    let deadline = clock.now + patience
    while !isDone(self) {
      let left = deadline - clock.now
      guard left > .zero else { return false }
      guard pump(within: min(left, .milliseconds(200))) else { return isDone(self) }
    }
    return true
  }

  /// Reads both streams to their end and waits for the program's; nil if that takes too long.
  package func finish(within patience: Duration = PipedProcess.patience) -> ChildState? {
    let clock = ContinuousClock()
    let deadline = clock.now + patience
    while !hasEnded || outputEnd >= 0 || errorEnd >= 0 {
      guard clock.now < deadline else { return nil }
      pump(within: .milliseconds(20))
      look()
    }
    return state
  }

  private func look() {
    guard !hasEnded else { return }
    let found = ChildProcess.wait(child, options: WNOHANG)
    if found != .running { state = found }
  }

  /// Reads once what is there; false when both streams have ended.
  @discardableResult
  package func pump(within patience: Duration) -> Bool {
    var ready = [
      pollfd(fd: outputEnd, events: Int16(POLLIN), revents: 0),
      pollfd(fd: errorEnd, events: Int16(POLLIN), revents: 0),
    ]
    _ = poll(&ready, 2, Int32((patience / .milliseconds(1)).rounded(.up)))
    if ready[0].revents != 0, !take(outputEnd, &output) {
      close(outputEnd)
      outputEnd = -1
    }
    if ready[1].revents != 0, !take(errorEnd, &errors) {
      close(errorEnd)
      errorEnd = -1
    }
    return outputEnd >= 0 || errorEnd >= 0
  }

  /// False at the end of the stream.
  private func take(_ end: Int32, _ bytes: inout [UInt8]) -> Bool {
    var block = [UInt8](repeating: 0, count: 65_536)
    let count = Glibc.read(end, &block, block.count)
    if count > 0 { bytes += block.prefix(count) }
    return count > 0 || (count < 0 && (errno == EAGAIN || errno == EINTR))
  }
}
