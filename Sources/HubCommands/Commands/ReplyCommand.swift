import FoundationEssentials
import HubModel
import HubOptions
import HubStore
import HubSystem

/// `hubhost reply`: the answer to a notification of a conversation, without opening the Hub
/// (reference 3.4).
struct ReplyCommand {
  let context: CommandContext

  /// Sends the text and waits for the attempt.
  ///
  /// - Throws: code 64 without `--push`, 65 when the payload is of no conversation, 69 when the reply
  ///   was refused for good.
  func run(_ text: String) throws -> Int32 {
    guard let path = context.arguments.value(.push) else {
      throw CommandError(
        .usage, "nothing says what is answered; name the notification's payload with --push FILE")
    }
    let app = try context.app()
    let source = InputSource(path, context.input)
    let bytes = try source.read(limit: WireLimits.maxPayloadBytes)
    let id = try conversation(bytes, source.name)
    let agent = try context.agent(of: app)
    _ = try agent.ask(
      .reply(payload: String(decoding: bytes, as: UTF8.self), text: text, ticket: 1))
    try tell(of: id, app)
    return ExitCode.done.rawValue
  }

  private func conversation(_ bytes: [UInt8], _ name: String) throws(CommandError) -> UUID {
    let payload: PushPayload
    do {
      payload = try PushPayload(decoding: bytes)
    } catch {
      throw CommandError(.badData, "\(name) is no push payload: \(error)")
    }
    switch payload.content {
    case .conversation(let parts): return parts.conversation.id
    case .post:
      throw CommandError(.badData, "\(name) brings a post, and only messages can be answered")
    case .nothing(let reason):
      throw CommandError(.badData, "nothing in \(name) can be answered: \(reason)")
    }
  }

  /// Says what became of the newest own reply.
  private func tell(of conversation: UUID, _ app: AppDescription) throws {
    let store = try HubStore(folder: try context.dataFolder(app), access: .readOnly)
    defer { store.close() }
    let newest = try store.replies(conversation: conversation, limit: HubStore.outboxRows)
      .last { $0.sender == .fan }
    switch newest?.state {
    case .queued:
      context.console.warning("the reply is not sent yet; it waits in the outbox")
    case .failed:
      throw CommandError(
        .unavailable, "the server did not take the reply; open the Hub to send it again")
    case .sent, .confirmed, nil: break
    }
  }
}
