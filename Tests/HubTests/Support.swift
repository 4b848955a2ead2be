import CLinux
import FoundationEssentials
import Glibc
import Hub
import HubTestSupport
import Synchronization

/// The app, the links and the posts of the black-box cases.
enum Fixture {
  static let pa = "5B0D7C1E-2F43-4E0A-9D55-0A1B2C3D4E01"
  static let pb = "5B0D7C1E-2F43-4E0A-9D55-0A1B2C3D4E02"
  static let ca = "8E2F6A90-71BB-4C3D-8F10-6D5E4C3B2A01"
  static let linkPA = "rv-demo://posts/\(pa)"
  static let linkCA = "rv-demo://conversations/\(ca)"

  static func push(_ id: String = pa, _ subject: String = "Gate change") -> String {
    """
    {"rover":{"post":{"id":"\(id)","subject":"\(subject)","previewText":"Use gate 4 tonight",\
    "receivedAt":"2026-03-05T13:19:23.260Z","url":"https://posts.example.test/p/\(id)",\
    "coverImageURL":null,"subscriptionID":null,"isRead":false}}}
    """
  }

  static let pushCA = """
    {"rover":{"conversation":{"id":"\(ca)","subject":"Seat upgrade",\
    "createdAt":"2026-03-01T10:00:00.000Z","updatedAt":"2026-03-05T13:00:00.000Z",\
    "lastReplyAt":"2026-03-05T13:00:00.000Z","lastIncomingReplyAt":"2026-03-05T13:00:00.000Z",\
    "lastIncomingParticipantID":"p-ana","lastReplyPreview":"Row 3 is free",\
    "participantIDs":["p-ana"]},\
    "reply":{"id":"C3D4E5F6-0A1B-4C2D-8E3F-1A2B3C4D5E01","conversationID":"\(ca)",\
    "senderType":"participant","participantID":"p-ana",\
    "content":[{"type":"text","text":"Row 3 is free"}],"createdAt":"2026-03-05T13:00:00.000Z"},\
    "participant":{"id":"p-ana","name":"Ana Ruiz","avatarURL":null,\
    "bio":null,"updatedAt":"2026-03-01T08:00:00.000Z"}}}
    """

  /// HUB+ of the cases: a Hub deep link and the inbox; HUBX: without the inbox; HUB-: without a link.
  static func app(
    _ folder: String, deepLink: String? = "demo://hub", inbox: Bool = true
  ) -> HubApp {
    var app = HubApp(id: "com.example.demo", name: "Demo")
    app.urlSchemes = ["rv-demo"]
    app.associatedDomains = ["demo.rover.example"]
    app.appSchemes = ["demo"]
    app.tabs = [.init(tag: "home", title: "Home"), .init(tag: "hub", title: "For you")]
    app.config = .init(isInboxEnabled: inbox, deepLink: deepLink)
    app.dataFolder = folder
    return app
  }
}

/// A Hub in a folder of its own, with an app around it that writes down what happens.
final class Demo {
  let folder: PluginFolder
  let hub: Hub
  /// What the URL handler was called with, and what the router said.
  var calls: [String] = []
  var events: [Hub.Event] = []
  var view: HubView?
  /// Lives as long as the Hub that asks it.
  var server: PostServer?
  /// Called for the Hub deep link, after the router has declined it.
  var showHub: () -> Void = {}

  init(
    deepLink: String? = "demo://hub", inbox: Bool = true, folder: PluginFolder? = nil,
    hasHandler: Bool = true, app: (inout HubApp) -> Void = { _ in },
    options: Hub.Options = Hub.Options()
  ) throws {
    self.folder = try folder ?? PluginFolder()
    var described = Fixture.app(self.folder.path + "/data", deepLink: deepLink, inbox: inbox)
    app(&described)
    var options = options
    if options.environment == nil {
      options.environment = ProcessInfo.processInfo.environment
      options.environment?["XDG_RUNTIME_DIR"] = try self.folder.makeFolder("runtime", mode: 0o700)
    }
    hub = try Hub(app: described, options: options)
    hub.onEvent = { [unowned self] in events.append($0) }
    guard hasHandler else { return }
    hub.urlHandler = { [unowned self] url in
      let isRouted = hub.router.handle(url)
      calls.append("\(url) \(isRouted)")
      if isRouted { return true }
      guard url == "demo://hub" else { return false }
      showHub()
      return true
    }
  }

  /// Lets everything happen that can happen now.
  func settle() {
    while hub.step() > 0 {}
  }

  /// Turns the loop until something is so; false when it is not in time.
  func turn(until isDone: (Demo) -> Bool) -> Bool {
    let clock = ContinuousClock()
    let deadline = clock.now + .seconds(20)
    while true {
      settle()
      if isDone(self) { return true }
      guard clock.now < deadline else { return false }
      var wait = pollfd(fd: hub.fileDescriptor, events: Int16(POLLIN), revents: 0)
      poll(&wait, 1, 20)
    }
  }

  var notices: [String] {
    events.compactMap { event in
      guard case .notice(let sentence) = event else { return nil }
      return sentence
    }
  }

  var opened: [String] {
    events.compactMap { event in
      guard case .opened(let url, let by, _) = event else { return nil }
      return "\(url) \(by.rawValue)"
    }
  }

  var alerts: [String] {
    events.compactMap { event in
      guard case .alert(let code, _, _) = event else { return nil }
      return code
    }
  }
}

/// A pipe that a front end writes to.
final class Output {
  private(set) var reading: Int32
  let writing: Int32

  init() throws {
    var ends: [Int32] = [-1, -1]
    guard pipe2(&ends, O_CLOEXEC) == 0 else { throw SystemCallError("pipe2") }
    (reading, writing) = (ends[0], ends[1])
    _ = hub_fcntl(reading, F_SETFL, O_NONBLOCK)
  }

  deinit {
    close(reading)
    close(writing)
  }

  /// What was written since the last look.
  func text() -> String {
    var bytes = [UInt8](repeating: 0, count: 65_536)
    let count = read(reading, &bytes, bytes.count)
    return String(decoding: bytes.prefix(max(0, count)), as: UTF8.self)
  }
}

/// A place to write to, and what came of it, for several threads.
final class SharedOutput: Sendable {
  let reading: Int32
  let writing: Int32
  private let noted = Mutex<String?>(nil)

  init() throws {
    writing = open("/dev/null", O_WRONLY | O_CLOEXEC)
    reading = open("/dev/null", O_RDONLY | O_CLOEXEC)
    guard reading >= 0, writing >= 0 else { throw SystemCallError("open") }
  }

  deinit {
    close(reading)
    close(writing)
  }

  var badge: String? { noted.withLock { $0 } }

  func note(_ badge: String?) { noted.withLock { $0 = badge } }
}

/// How many descriptors this process has open.
var openDescriptors: Int {
  guard let folder = opendir("/proc/self/fd") else { return -1 }
  defer { closedir(folder) }
  var count = 0
  while readdir(folder) != nil { count += 1 }
  return count
}
