import FoundationEssentials
import HubModel
import HubOptions
import HubStore
import HubSystem
import HubText

/// `hubhost events`: the analytics events that wait to be sent.
struct EventsCommand {
  let context: CommandContext

  /// - Throws: code 64 without `--pending`, and the store's own.
  func run() throws -> Int32 {
    guard context.arguments.has(.pending) else {
      throw CommandError(
        .usage, "nothing says which events are meant; write hubhost events --pending")
    }
    let folder = try context.dataFolder(try context.app())
    guard FileManager.default.fileExists(atPath: folder + "/" + HubStore.fileName) else {
      return ExitCode.done.rawValue
    }
    let store = try HubStore(folder: folder, access: .readOnly)
    defer { store.close() }
    for event in try store.events() { try context.output.write(Self.line(event)) }
    return ExitCode.done.rawValue
  }

  /// One event as one JSON object; its attributes were written as one when it happened.
  static func line(_ event: StoredEvent) -> String {
    let json =
      "{\"attributes\":\(event.attributes),\"id\":\"\(event.id.uuidString)\","
      + "\"name\":\"\(event.name)\",\"namespace\":\"rover\","
      + "\"timestamp\":\"\(event.createdAt.wire)\"}"
    return SafeText.line(json) + "\n"
  }
}
