import Glibc
import Hub
import HubTestSupport
import Testing

/// The app, described in code or in a file.
struct HubAppTests {
  private func app(_ change: (inout HubApp) -> Void) throws -> HubApp {
    var app = Fixture.app("/nonexistent")
    change(&app)
    return app
  }

  @Test(arguments: [
    ("../evil", "\"id\" must be a reverse domain name"), ("demo", "\"id\" must be"),
    ("", "\"id\" must be"),
  ])
  func `an id that could not name a folder is refused`(_ id: String, _ words: String) throws {
    let app = try app { $0.id = id }
    let error = #expect(throws: HubError.self) { _ = try Hub(app: app) }
    #expect(error?.code == .invalidApp)
    #expect(error?.message.contains(words) == true)
    #expect(error?.message.contains("line") == false)
  }

  @Test func `the rules of an app file hold in code`() throws {
    let changes: [(inout HubApp) -> Void] = [
      { $0.urlSchemes = ["https"] }, { $0.appSchemes = ["no scheme"] },
      { $0.tabs = [.init(tag: "home", title: "Home")] },
      { $0.tabs.append(.init(tag: "hub", title: "Again")) },
      { $0.endpoint = "http://example.com" }, { $0.routes = ["demo://x": "nowhere"] },
      { $0.config.colorScheme = "purple" }, { $0.config.deepLink = "no url" },
      { $0.stallSeconds = 0 }, { $0.agent.idleSeconds = -1 },
      { $0.grants = [.init(frontEnd: "curses", files: ["relative"])] },
    ]
    for (number, change) in changes.enumerated() {
      let app = try app(change)
      let error = #expect(throws: HubError.self, "change \(number)") { _ = try Hub(app: app) }
      #expect(error?.code == .invalidApp)
    }
  }

  @Test func `an app file says the same as the description`() throws {
    let folder = try PluginFolder()
    let path = try folder.write(
      "app.json5",
      Array(
        """
        { id: "com.example.demo", name: "Demo", urlSchemes: ["rv-demo"], appSchemes: ["demo"],
          associatedDomains: ["demo.rover.example"], colour: 1,
          tabs: [{ tag: "home", title: "Home" }, { tag: "hub", title: "For you" }],
          config: { hub: { isInboxEnabled: true, deepLink: "demo://hub" } } }
        """.utf8))
    var app = try HubApp(file: path)
    #expect(app.warnings.count == 1)
    #expect(app.warnings.first?.contains("line 2") == true)
    app.dataFolder = folder.path + "/data"
    let described = Fixture.app(folder.path + "/data")
    #expect(app.tabs == described.tabs)
    #expect(app.config == described.config)
    let hub = try Hub(app: app)
    #expect(hub.router.handle(Fixture.linkPA))
  }

  @Test func `a file that is not there or is wrong is told with its place`() throws {
    let missing = #expect(throws: HubError.self) { _ = try HubApp(file: "/nowhere/app.json5") }
    #expect(missing?.code == .notFound)
    let folder = try PluginFolder()
    let path = try folder.write("app.json5", Array("{ id: 1 }".utf8))
    let wrong = #expect(throws: HubError.self) { _ = try HubApp(file: path) }
    #expect(wrong?.code == .invalidApp)
    #expect(wrong?.message.contains("line 1") == true)
  }

  @Test func `an agent reads the app's own file, unless the app says something else by now`() throws
  {
    let folder = try PluginFolder()
    let path = try folder.write(
      "app.json5",
      Array(
        "{ id: \"com.example.demo\", endpoint: \"http://127.0.0.1:9\", accountToken: \"a\" }".utf8))
    var app = try HubApp(file: path)
    app.dataFolder = folder.path + "/data"
    let written = folder.path + "/data/app.json5"
    var options = Hub.Options()
    options.takesLinks = false
    options.environment = ["XDG_RUNTIME_DIR": try folder.makeFolder("runtime", mode: 0o700)]
    try Hub(app: app, options: options).close()
    #expect(access(written, F_OK) != 0)
    app.userID = "fan-9"
    app.userToken = "jwt"
    app.name = "A \"name\" of\tits own\u{1}"
    app.agent.idleSeconds = 7
    app.grants = [.init(frontEnd: "curses", network: true, files: ["~/x"])]
    try Hub(app: app, options: options).close()
    let read = try HubApp(file: written)
    #expect(read.warnings == [])
    #expect(read.userID == "fan-9")
    #expect(read.userToken == "jwt")
    #expect(read.name == app.name)
    #expect(read.agent == app.agent)
    #expect(read.grants == app.grants)
    #expect(read.tabs == app.tabs)
  }

  @Test func `a data folder that cannot be is told`() throws {
    let app = try app { $0.dataFolder = "/proc/nowhere" }
    let error = #expect(throws: HubError.self) { _ = try Hub(app: app) }
    #expect(error?.code == .storage)
  }
}
