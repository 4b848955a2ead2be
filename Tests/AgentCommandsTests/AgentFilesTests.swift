import EngageClient
import FoundationEssentials
import Glibc
import HubModel
import HubOptions
import HubStore
import HubSystem
import HubTestSupport
import Testing

@testable import AgentCommands
@testable import HubCommands

struct AgentFilesTests {
  let folder: PluginFolder

  init() throws { folder = try PluginFolder() }

  private func refusal(_ body: () throws -> Void) -> CommandError? {
    do {
      try body()
      return nil
    } catch {
      return error as? CommandError
    }
  }

  // MARK: - The lock

  private func lock(_ path: String) throws(CommandError) -> AgentLock {
    try AgentLock(dataFolder: path) { true }
  }

  private final class HeldLock {
    let lock: AgentLock
    init(_ lock: consuming AgentLock) { self.lock = lock }
  }

  @Test func `the second agent of a data folder is told to try later`() throws {
    let first = try lock(folder.path)
    let error = refusal { _ = try lock(folder.path) }
    #expect(error?.code == .tryAgain)
    #expect(error?.message.contains(folder.path) == true)
    let other = try folder.makeFolder("other")
    _ = try lock(other)
    withExtendedLifetime(first) {}
  }

  @Test func `an agent about to leave is waited for, one that stays silent not for long`() throws {
    var first: HeldLock? = HeldLock(try lock(folder.path))
    var looks = 0
    _ = try AgentLock(dataFolder: folder.path, patience: .max / 2) {
      looks += 1
      if looks == 3 { first = nil }
      return false
    }
    #expect(looks == 3)
    first = HeldLock(try lock(folder.path))
    looks = 0
    let error = refusal {
      _ = try AgentLock(dataFolder: folder.path, patience: 20) {
        looks += 1
        return false
      }
    }
    #expect(error?.code == .tryAgain)
    #expect(looks > 1)
    withExtendedLifetime(first) {}
  }

  @Test func `the lock ends with its holder, and its file stays`() throws {
    do { _ = try lock(folder.path) }
    _ = try lock(folder.path)
    var about = stat()
    #expect(stat(folder[AgentLock.fileName], &about) == 0)
    #expect(about.st_mode & 0o777 == 0o600)
  }

  @Test func `a lock that cannot be made is told with its path`() throws {
    let error = refusal { _ = try lock(folder["missing"]) }
    #expect(error?.code == .cannotCreate)
    #expect(error?.message.contains(AgentLock.fileName) == true)
    // A link in its place is not followed.
    let target = try folder.write("target", [])
    symlink(target, folder[AgentLock.fileName])
    #expect(refusal { _ = try lock(folder.path) }?.code == .cannotCreate)
  }

  // MARK: - The device's id

  @Test func `the id of a data folder is made once, for the user alone`() throws {
    let id = try DeviceIdentifier.load(dataFolder: folder.path)
    #expect(UUID(uuidString: id)?.uuidString == id)
    #expect(try DeviceIdentifier.load(dataFolder: folder.path) == id)
    var about = stat()
    #expect(stat(folder[DeviceIdentifier.fileName], &about) == 0)
    #expect(about.st_mode & 0o777 == 0o600)
    let other = try folder.makeFolder("other")
    #expect(try DeviceIdentifier.load(dataFolder: other) != id)
  }

  @Test func `looking for an id makes none`() throws {
    #expect(DeviceIdentifier.stored(dataFolder: folder.path) == nil)
    let id = try DeviceIdentifier.load(dataFolder: folder.path)
    #expect(DeviceIdentifier.stored(dataFolder: folder.path) == id)
  }

  @Test(arguments: [nil, "fan \"9\" / é"])
  func `an event is printed as it is sent`(user: String?) throws {
    let event = StoredEvent(
      .postLinkClicked(UUID(), link: "https://a.example/?x=\"1\"&y=é"), id: UUID(),
      at: Timestamp(milliseconds: 1_772_716_800_000))
    let link = try #require(
      try JSONValue(json: event.attributes)["link"]?.text)
    var device: [String: EngageEvent.Value] = ["deviceIdentifier": .text("D-1")]
    if let user { device["userID"] = .text(user) }
    let sent = EngageEvent(
      id: event.id, name: event.name,
      attributes: [
        "link": .text(link),
        "postID": .text(try #require(try JSONValue(json: event.attributes)["postID"]?.text)),
      ], device: device, timestamp: event.createdAt
    ).encoded.json
    let printed = try EventsCommand.line(
      event, of: EventsCommand.Device(deviceIdentifier: "D-1", userID: user))
    #expect(try JSONValue(json: printed) == JSONValue(json: sent))
  }

  @Test(arguments: ["", "x", "8E2F6A90-71BB-4C3D-8F10", String(repeating: "A", count: 100_000)])
  func `a file that holds no id gets one`(text: String) throws {
    _ = try folder.write(DeviceIdentifier.fileName, Array(text.utf8))
    let id = try DeviceIdentifier.load(dataFolder: folder.path)
    #expect(UUID(uuidString: id) != nil)
    #expect(try DeviceIdentifier.load(dataFolder: folder.path) == id)
  }

  @Test func `an id in lower case and with blanks is read as it is meant`() throws {
    let id = UUID().uuidString
    _ = try folder.write(DeviceIdentifier.fileName, Array(" \(id.lowercased())\r\n".utf8))
    #expect(try DeviceIdentifier.load(dataFolder: folder.path) == id)
  }

  @Test func `an id that cannot be kept is told`() {
    let error = refusal { _ = try DeviceIdentifier.load(dataFolder: folder["missing"]) }
    #expect(error?.code == .cannotCreate)
    #expect(error?.message.contains(DeviceIdentifier.fileName) == true)
  }

  // MARK: - The app

  private func app(_ endpoint: String?, _ token: String?, user: String? = nil) -> AppDescription {
    var app = AppDescription(
      id: "com.example.demo", name: "Demo", tabs: [AppDescription.Tab(tag: "hub", title: "Hub")])
    app.endpoint = endpoint
    app.accountToken = token
    app.userToken = user
    return app
  }

  @Test func `a caller needs an endpoint and tokens that can be sent`() throws {
    let bad: [(AppDescription, String)] = [
      (app(nil, "t"), ""), (app("ftp://x", "t"), ""),
      (app("https://example.test", "a\nb"), "accountToken"),
      (app("https://example.test", "t", user: "a\r\nb"), "user.token"),
    ]
    for (app, word) in bad {
      let error = refusal { _ = try EngageCaller(app, device: "D-1") }
      #expect(error?.code == .badAppFile)
      #expect(error?.message.contains(word) == true || word.isEmpty)
      #expect(error?.message.contains("a\nb") == false)
    }
    #expect(
      refusal { _ = try EngageCaller(app("https://example.test", "t"), device: "D-1") } == nil)
  }
}
