import CLinux
import Glibc

/// The hidden command with which a host holds one front end in a process of its own.
///
/// Descriptor 3 is the channel, 0 and 1 are the front end's input and output, and 2 is a pipe to the
/// host.
package enum RunnerCommand {
  /// The command's name; the host's process id stands behind it.
  package static let name = "__runner"
  /// The descriptor of the channel.
  static let channel: Int32 = 3

  /// Holds a front end until the host ends it, or goes.
  ///
  /// - Parameter host: the process that started this one.
  /// - Returns: the exit code.
  package static func run(host: Int32) -> Int32 {
    // These reach the whole job from the keyboard; the host takes them and tells.
    for number in [SIGINT, SIGQUIT, SIGHUP, SIGTSTP, SIGPIPE] { signal(number, SIG_IGN) }
    _ = hub_prctl(PR_SET_PDEATHSIG, UInt(SIGKILL), 0)
    guard getppid() == host else { return EX_OSERR }
    // The C library's classification of characters, as in the host.
    unsafe setlocale(LC_CTYPE, "")
    let channel = RunnerChannel(descriptor: Self.channel, maxMessage: RunnerChannel.maxFromHost)
    _ = hub_fcntl(Self.channel, F_SETFD, FD_CLOEXEC)
    guard case .message(let first)? = try? channel.receive(waits: true), first.kind == .hello,
      let hello = Self.hello(first)
    else { return EX_PROTOCOL }
    do throws(FrontEndError) {
      let stage = try RunnerStage(channel: channel, hello: hello, environment: environment)
      return stage.run()
    } catch {
      refuse(error, channel)
      return EX_UNAVAILABLE
    }
  }

  private static func refuse(_ error: FrontEndError, _ channel: RunnerChannel) {
    var writer = WireWriter()
    writer.refusal(error)
    _ = channel.send(RunnerMessage(kind: .refused, payload: writer.bytes))
  }

  /// The variables that say where terminals are described; few are asked for, since to read all of
  /// them takes longer than everything else here.
  static var environment: [String: String] {
    var variables: [String: String] = [:]
    for name in ReadableFiles.variables {
      if let value = unsafe getenv(name) { variables[name] = unsafe String(cString: value) }
    }
    return variables
  }

  private static func hello(_ message: RunnerMessage) -> RunnerHello? {
    var reader = WireReader(message.payload)
    return try? reader.hello()
  }
}
