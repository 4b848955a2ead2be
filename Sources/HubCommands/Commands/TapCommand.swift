import FoundationEssentials
import HubCore
import HubModel
import HubOptions
import HubStore
import HubSystem

/// `hubhost tap`: what a tap on a notification does (reference 3.3).
struct TapCommand {
  let context: CommandContext

  /// Stores what the notification brings, then takes its action.
  ///
  /// - Returns: what opening its URL returns; 1 when there is nothing to open.
  /// - Throws: code 65 when the payload is none or its action no URL, 66 and 74 when it cannot be read, and the store's.
  func run(_ path: String) throws -> Int32 {
    let app = try context.app()
    let source = InputSource(path, context.input)
    let bytes = try source.read(limit: WireLimits.maxPayloadBytes)
    let payload: PushPayload
    do {
      payload = try PushPayload(decoding: bytes)
    } catch {
      throw CommandError(.badData, "\(source.name) is no push payload: \(error)")
    }
    try store(payload, bytes, app)
    switch payload.tap {
    case .none:
      context.console.info("the notification opens nothing")
      return ExitCode.notOurs.rawValue
    case .openApp: return try OpenCommand(context: context).bringUp(app)
    case .openURL(let url):
      guard AppURL(url) != nil else {
        throw CommandError(
          .badData, "the action of \(source.name) is \"\(url.prefix(200))\", which is no URL")
      }
      return try OpenCommand(context: context).run(url)
    case .presentWebsite(let url):
      _ = try SystemOpener(environment: context.environment).open(url)
      return ExitCode.done.rawValue
    }
  }

  /// A running agent stores it and records the tap; without one it is stored here.
  private func store(
    _ payload: PushPayload, _ bytes: [UInt8], _ app: AppDescription
  ) throws {
    let text = String(decoding: bytes, as: UTF8.self)
    if let agent = try AgentClient.running(in: try context.agentFolder(app)),
      (try? agent.ask(.tap(payload: text, ticket: 1))) != nil
    {
      return
    }
    let opened = app.agent.sendsEvents ? payload.notification : nil
    if case .nothing = payload.content, opened == nil { return }
    let store = try HubStore(folder: try context.dataFolder(app))
    defer { store.close() }
    try store.receive(payload)
    guard let opened else { return }
    let event = AnalyticsEvent.notificationOpened(
      id: opened.id, campaignID: opened.campaignID, source: .pushNotification)
    try store.appendEvent(StoredEvent(event, id: UUID(), at: WallClock.now()))
  }
}
