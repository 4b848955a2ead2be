import CLinux
import FoundationEssentials
import HubModel
import HubOptions
import HubStore
import HubSystem

/// `hubhost push`: hands in one push payload, as the platform would.
struct PushCommand {
  let context: CommandContext

  /// Stores what the payload brings; it is on disk when this returns.
  ///
  /// - Throws: code 65 when there is nothing to store in it, 66 and 74 when it cannot be read, and
  ///   the store's own.
  func run(_ path: String) throws -> Int32 {
    let app = try context.app()
    let source = InputSource(path, context.input)
    let bytes = try source.read(limit: WireLimits.maxPayloadBytes)
    let payload = try Self.payload(bytes, source.name)
    // A running agent decides what becomes of the notification too.
    if let agent = try AgentClient.running(in: try context.agentFolder(app)),
      case .done(_, nil, _)? = try? agent.ask(
        .push(payload: String(decoding: bytes, as: UTF8.self), ticket: 1))
    {
      context.console.info(Self.report(payload))
      return ExitCode.done.rawValue
    }
    if case .nothing = payload.content {
      throw Self.nothingStored(
        source.name,
        "it is only a notification, and no agent runs that passes it on; start one with 'hubhost "
          + "notifications --follow'")
    }
    let store = try HubStore(folder: try context.dataFolder(app))
    defer { store.close() }
    try store.requireWriting()
    for notice in store.openReport.notices { context.console.warning(notice) }
    guard try store.receive(payload) else {
      throw Self.nothingStored(source.name, "its reply belongs to another conversation")
    }
    context.console.info(Self.report(payload))
    return ExitCode.done.rawValue
  }

  private static func payload(
    _ bytes: [UInt8], _ name: String
  ) throws(CommandError) -> PushPayload {
    let payload: PushPayload
    do {
      payload = try PushPayload(decoding: bytes)
    } catch {
      throw CommandError(.badData, "\(name) is no push payload: \(error)")
    }
    if case .nothing(let reason) = payload.content, payload.notification == nil {
      throw nothingStored(name, reason)
    }
    return payload
  }

  private static func nothingStored(_ name: String, _ reason: String) -> CommandError {
    CommandError(.badData, "nothing in \(name) can be stored: \(reason)")
  }

  /// What was done with it, as a clause.
  private static func report(_ payload: PushPayload) -> String {
    switch payload.content {
    case .post(let post): "stored post \(post.id.uuidString)"
    case .conversation(let parts):
      "stored conversation \(parts.conversation.id.uuidString) with reply "
        + parts.reply.id.uuidString
    case .nothing: "passed a notification on"
    }
  }
}

/// A file that a command line names, or standard input for `-`.
struct InputSource {
  /// The path as it was given, or in words.
  let name: String
  private let path: String?
  private let descriptor: Int32

  init(_ path: String, _ standardInput: Int32) {
    self.path = path == "-" ? nil : path
    name = path == "-" ? "standard input" : path
    descriptor = standardInput
  }

  /// Whether the bytes are all there and need not be waited for.
  var isFile: Bool {
    var about = stat()
    guard let path, unsafe stat(path, &about) == 0 else { return false }
    return about.st_mode & mode_t(S_IFMT) == mode_t(S_IFREG)
  }

  /// All bytes.
  ///
  /// - Throws: code 65 when there are more than the limit, 66 and 74 when they cannot be read.
  func read(limit: Int) throws(CommandError) -> [UInt8] {
    do {
      guard let path else { return try InputFile.read(descriptor: descriptor, limit: limit) }
      return try InputFile.read(path, limit: limit)
    } catch .tooLarge {
      throw CommandError(
        .badData, "\(name) is larger than \(limit >> 20) MiB, the most that is read; hand in less")
    } catch {
      throw error.commandError(name)
    }
  }
}
