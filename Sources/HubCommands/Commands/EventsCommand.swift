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
    let app = try context.app()
    let folder = try context.dataFolder(app)
    guard FileManager.default.fileExists(atPath: folder + "/" + HubStore.fileName) else {
      return ExitCode.done.rawValue
    }
    let store = try HubStore(folder: folder, access: .readOnly)
    defer { store.close() }
    let device = Device(
      deviceIdentifier: DeviceIdentifier.stored(dataFolder: folder), userID: app.userID)
    for event in try store.events() {
      try context.output.write(try Self.line(event, of: device))
    }
    return ExitCode.done.rawValue
  }

  /// What is told with each event of who sends it.
  struct Device: Encodable {
    /// Nil before the first agent has made one.
    var deviceIdentifier: String?
    var userID: String?
  }

  /// One event as one JSON object, as it would be sent; its attributes were written as one when it
  /// happened.
  static func line(_ event: StoredEvent, of device: Device) throws -> String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    let json =
      "{\"attributes\":\(event.attributes),"
      + "\"device\":\(String(decoding: try encoder.encode(device), as: UTF8.self)),"
      + "\"id\":\"\(event.id.uuidString)\","
      + "\"name\":\"\(event.name)\",\"namespace\":\"rover\","
      + "\"timestamp\":\"\(event.createdAt.wire)\"}"
    return SafeText.line(json) + "\n"
  }
}
