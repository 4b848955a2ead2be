import CLinux
import FoundationEssentials
import Glibc
import HubCore
import HubLoop

/// How a host ends while a front end has its terminal.
enum CheckEnd: String, CaseIterable, Hashable, Sendable {
  case interrupt
  case terminate
  case hangup
  case crash
  case abort

  var signal: Int32 {
    switch self {
    case .interrupt: SIGINT
    case .terminate: SIGTERM
    case .hangup: SIGHUP
    case .crash: SIGSEGV
    case .abort: SIGABRT
    }
  }

  /// The signal's name.
  var name: String {
    switch self {
    case .interrupt: "SIGINT"
    case .terminate: "SIGTERM"
    case .hangup: "SIGHUP"
    case .crash: "SIGSEGV"
    case .abort: "SIGABRT"
    }
  }

  /// Whether it comes from within, and leaves the host no time for the front end.
  var isCrash: Bool { self == .crash || self == .abort }
}

/// A host in a process of its own, on the terminal of a check, that a signal ends.
enum EndingHost {
  /// How it ended.
  enum Outcome: Hashable {
    /// By the signal, as it should.
    case ended
    /// It never stood; other checks say why.
    case notStarted
    /// By itself, with a status.
    case exited(Int32)
    /// By another signal.
    case killed(Int32)
    /// Not at all.
    case stayed
  }

  /// Milliseconds until it stands.
  private static let startPatience: Int32 = 15_000
  /// Milliseconds until it is gone.
  private static let endPatience: Int32 = 5_000
  /// Milliseconds that a check of it takes at the most, with some to spare.
  static let checkPatience = Int(startPatience + endPatience) + 10_000

  // MARK: In that process

  /// Shows the Hub as a host does, until the signal.
  ///
  /// - Returns: the exit code, when it cannot show it.
  static func play(_ subject: CheckSubject, until end: CheckEnd) -> Int32 {
    let screen = TerminalGuard(input: STDIN_FILENO, output: STDOUT_FILENO)
    do throws(CheckStop) {
      let stage = try CheckStage(subject) { screen.modes = $0 }
      screen.watchForCrashes(note: "the host crashed")
      try attach(screen, stage)
      try stage.enter()
      stage.session.launch(url: nil)
      stage.session.send(.tabSelected("hub"))
      stage.turn(milliseconds: 20)
      unsafe _ = write(CheckChild.answerDescriptor, "!", 1)
      if end.isCrash { raise(end.signal) }
      _ = stage.loop.run()
      stage.leave()
      screen.die(of: end.signal)
    } catch {
      return EX_UNAVAILABLE
    }
  }

  private static func attach(
    _ screen: TerminalGuard, _ stage: CheckStage
  ) throws(CheckStop) {
    do throws(FrontEndError) {
      try screen.attach(
        to: stage.loop,
        TerminalGuard.Hooks(
          end: { stage.loop.quit("signal \($0)") }, leave: {}, take: {}, resized: {},
          childChanged: {}))
    } catch {
      throw CheckStop(.skipped(error.message))
    }
  }

  // MARK: In the process of the check

  /// Starts one for a check, ends it, and waits for it.
  static func run(_ id: String, _ subject: CheckSubject, until end: CheckEnd) -> Outcome {
    var ends: [Int32] = [-1, -1]
    guard unsafe pipe2(&ends, O_CLOEXEC) == 0 else { return .notStarted }
    defer { close(ends[0]) }
    let words = [
      FrontEndFinder.executable, CheckChild.name, id, "\(subject.seed)", subject.path, end.rawValue,
    ]
    let child = start(words, answer: ends[1])
    close(ends[1])
    guard child > 0 else { return .notStarted }
    var ready = pollfd(fd: ends[0], events: Int16(POLLIN), revents: 0)
    var byte: UInt8 = 0
    let stands = unsafe poll(&ready, 1, startPatience) == 1 && read(ends[0], &byte, 1) == 1
    if stands, !end.isCrash { kill(child, end.signal) }
    guard let status = wait(child, isOver: !stands) else { return .stayed }
    guard stands else { return .notStarted }
    let signal = status & 0x7F
    if signal == 0 { return .exited(status >> 8 & 0xFF) }
    return signal == end.signal ? .ended : .killed(signal)
  }

  private static func start(_ words: [String], answer: Int32) -> pid_t {
    var actions = unsafe posix_spawn_file_actions_t()
    unsafe posix_spawn_file_actions_init(&actions)
    defer { unsafe posix_spawn_file_actions_destroy(&actions) }
    unsafe posix_spawn_file_actions_adddup2(&actions, answer, CheckChild.answerDescriptor)
    var child: pid_t = 0
    let environment = ProcessInfo.processInfo.environment.map { "\($0.key)=\($0.value)" }
    let status = unsafe CStringList(words).withPointers { arguments in
      unsafe CStringList(environment).withPointers { variables in
        unsafe posix_spawn(&child, words[0], &actions, nil, arguments, variables)
      }
    }
    return status == 0 ? child : -1
  }

  /// Its status once it is gone; nil when it had to be killed.
  private static func wait(_ child: pid_t, isOver: Bool) -> Int32? {
    var status: Int32 = 0
    if isOver { kill(child, SIGKILL) }
    let process = hub_pidfd_open(child)
    defer { close(process) }
    var gone = pollfd(fd: process, events: Int16(POLLIN), revents: 0)
    let isGone = unsafe poll(&gone, 1, endPatience) == 1
    if !isGone { kill(child, SIGKILL) }
    unsafe _ = waitpid(child, &status, 0)
    return isGone ? status : nil
  }
}
