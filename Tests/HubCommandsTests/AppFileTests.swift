import Glibc
import HubModel
import HubOptions
import Testing

@testable import HubCommands
@testable import HubSystem

struct AppFileTests {
  private func read(_ text: String) throws -> AppFile {
    try AppFile.read(Array(text.utf8), path: "/x/app.json5")
  }

  @Test func `the example of the manual page is a whole app without a warning`() throws {
    let file = try read(AppFileKey.example)
    #expect(file.warnings == [])
    let app = file.description
    #expect(app.id == "com.example.demo")
    #expect(app.name == "Demo")
    #expect(app.accountToken == "acct-1")
    #expect(app.endpoint == "http://127.0.0.1:8787")
    #expect(app.urlSchemes == ["rv-demo"])
    #expect(app.associatedDomains == ["demo.rover.example"])
    #expect(app.appSchemes == ["demo"])
    #expect(app.routes == ["demo://hub": "hub", "demo://home": "home"])
    #expect(app.tabs.map(\.tag) == ["home", "hub"])
    #expect(app.tabs.map(\.title) == ["Home", "For you"])
    #expect(app.tabs.map(\.textPath) == ["/x/welcome.txt", nil])
    #expect(app.config == HubConfig(deepLink: "demo://hub"))
    #expect(app.frontEnd == "curses")
    #expect(app.userID == "fan-9")
    #expect(app.stallSeconds == 3)
  }

  @Test func `grants are read by name and id, with their files as they were written`() throws {
    let app = try read(
      "{id:'a.b', grants: {x: {network: true}, 'com.example.y': {files: ['~/Music', '/srv']}}}"
    ).description
    #expect(
      app.grants == [
        AppDescription.Grant(frontEnd: "x", network: true),
        AppDescription.Grant(frontEnd: "com.example.y", files: ["~/Music", "/srv"]),
      ])
  }

  @Test func `only so many files can be granted to one front end`() throws {
    func grant(_ count: Int) throws -> AppFile {
      let files = (0..<count).map { "'/\($0)'" }.joined(separator: ",")
      return try read("{id:'a.b', grants: {x: {files: [\(files)]}}}")
    }
    let most = AppFile.maximumGrantedFiles
    #expect(try grant(most).description.grants.first?.files.count == most)
    #expect(throws: CommandError.self) { try grant(most + 1) }
  }

  @Test func `an id is enough`() throws {
    let app = try read("{id:'a.b'}").description
    #expect(app == AppDescription(id: "a.b", name: "a.b"))
    #expect(app.tabs == [AppDescription.Tab(tag: "hub", title: "a.b")])
  }

  @Test func `every key of the manual page is known`() throws {
    for key in AppFileKey.all {
      let parts = key.path.split(separator: ".")
      let object = parts.dropLast().joined(separator: ".")
      #expect(AppFileKey.inside(object).contains(String(parts.last ?? "")), "\(key.path)")
    }
    #expect(AppFileKey.inside("config.hub").count == 4)
    #expect(AppFileKey.inside("tabs[]") == ["tag", "title", "text"])
    #expect(AppFileKey.inside("grants{}") == ["network", "files"])
  }

  @Test(arguments: [
    ("{", "line 1, column 2: the text ends inside an object"),
    ("[]", "line 1: an app file must be an object in braces, not a list"),
    ("{\n}", "line 1: \"id\" is missing"),
    ("{\n id: 7 }", "line 2: \"id\" must be text in quotes, not a number"),
    ("{id: 'demo'}", "\"id\" must be a reverse domain name"),
    ("{id: '../up.x'}", "\"id\" must be a reverse domain name"),
    ("{id: 'a..b'}", "\"id\" must be a reverse domain name"),
    ("{id: 'a.b/c'}", "\"id\" must be a reverse domain name"),
    ("{id: '-a.b'}", "\"id\" must be a reverse domain name"),
    ("{id:'a.b', name: ' '}", "\"name\" is empty"),
    (
      "{id:'a.b',\n endpoint: 'http://example.com'}",
      "line 2: \"endpoint\" must begin with https://"
    ),
    ("{id:'a.b', endpoint: 'http://127.0.0.1.example.com'}", "must begin with https://"),
    ("{id:'a.b', endpoint: 'http://127.0.0.1@example.com'}", "\"endpoint\" is no web address"),
    ("{id:'a.b', endpoint: 'https://'}", "\"endpoint\" is no web address"),
    ("{id:'a.b', endpoint: 'https://h:99999'}", "\"endpoint\" is no web address"),
    ("{id:'a.b', endpoint: 'https://h/?q'}", "\"endpoint\" is no web address"),
    ("{id:'a.b', endpoint: 'ftp://h'}", "\"endpoint\" is no web address"),
    ("{id:'a.b', urlSchemes: 'rv'}", "\"urlSchemes\" must be a list in brackets, not text"),
    ("{id:'a.b', urlSchemes: [\n1]}", "line 2: \"urlSchemes[0]\" must be text"),
    ("{id:'a.b', urlSchemes: ['rv://']}", "\"rv://\" in \"urlSchemes\" is no URL scheme"),
    ("{id:'a.b', appSchemes: ['1a']}", "\"1a\" in \"appSchemes\" is no URL scheme"),
    ("{id:'a.b', appSchemes: ['']}", "\"\" in \"appSchemes\" is no URL scheme"),
    ("{id:'a.b', appSchemes: ['HTTPS']}", "belongs to the system"),
    ("{id:'a.b', associatedDomains: ['https://x']}", "is no host name"),
    ("{id:'a.b', tabs: []}", "\"tabs\" has no tab for the Hub; add { tag: \"hub\" }"),
    ("{id:'a.b', tabs: [{title:'x'}]}", "\"tabs[0].tag\" is missing"),
    (
      "{id:'a.b', tabs: [{tag:'hub'},\n{tag:'hub'}]}", "line 2: \"tabs[1].tag\" is \"hub\" a second"
    ),
    ("{id:'a.b', tabs: [7]}", "\"tabs[0]\" must be an object in braces, not a number"),
    ("{id:'a.b', routes: {'demo://x': 'home'}}", "leads to the tab \"home\", which \"tabs\""),
    ("{id:'a.b', routes: {'demo://x': 1}}", "\"routes.demo://x\" must be text"),
    ("{id:'a.b', config: {hub: {isInboxEnabled: 'yes'}}}", "must be true or false, not text"),
    (
      "{id:'a.b', config: {\nhub: {\ndeepLink: 'hub'}}}",
      "line 3: \"config.hub.deepLink\" is no URL"
    ),
    ("{id:'a.b', stallSeconds: 0}", "\"stallSeconds\" must be a whole number from 1 to 3600"),
    ("{id:'a.b', stallSeconds: 2.5}", "\"stallSeconds\" must be a whole number from 1 to 3600"),
    ("{id:'a.b', stallSeconds: 3601}", "\"stallSeconds\" must be a whole number from 1 to 3600"),
    ("{id:'a.b', frontend: ''}", "\"frontend\" is empty"),
    ("{id:'a.b', grants: []}", "\"grants\" must be an object in braces, not a list"),
    ("{id:'a.b', grants: {x: true}}", "\"grants.x\" must be an object in braces, not true"),
    ("{id:'a.b', grants: {'a b': {}}}", "\"a b\" in \"grants\" is no front end; write its name"),
    ("{id:'a.b', grants: {x: {network: 1}}}", "\"grants.x.network\" must be true or false"),
    ("{id:'a.b', grants: {x: {files: '/a'}}}", "\"grants.x.files\" must be a list in brackets"),
    ("{id:'a.b', grants: {x: {files: [\n7]}}}", "line 2: \"grants.x.files[0]\" must be text"),
    (
      "{id:'a.b', grants: {x: {files: ['/a',\n'Music']}}}",
      "line 2: \"Music\" in \"grants.x.files\" is no absolute path; begin it with / or ~/"
    ),
    ("{id:'a.b', grants: {x: {files: ['~ana/x']}}}", "is no absolute path"),
    ("{id:'a.b', grants: {x: {files: ['/a/../b']}}}", "leave .. out"),
    ("{id:'a.b', user: 'me'}", "\"user\" must be an object in braces, not text"),
  ])
  func `an error says file, line and key, and exits with 78`(text: String, part: String) {
    let error = #expect(throws: CommandError.self) { try read(text) }
    #expect(error?.code == .badAppFile)
    #expect(error?.message.hasPrefix("/x/app.json5, line ") == true)
    #expect(error?.message.contains(part) == true, "\(error?.message ?? "")")
  }

  @Test(arguments: [
    ("{id:'a.b',\n frontEnd: 'x'}", "line 2: unknown key \"frontEnd\"; did you mean \"frontend\"?"),
    ("{id:'a.b', urlScheme: []}", "did you mean \"urlSchemes\"?"),
    (
      "{id:'a.b', tabs: [{tag:'hub', titel:'x'}]}",
      "\"titel\" in \"tabs[0]\"; did you mean \"title\"?"
    ),
    ("{id:'a.b', config: {colourScheme:'x'}}", "in \"config\"; did you mean \"colorScheme\"?"),
    ("{id:'a.b', config: {hub:{deeplink:'x:y'}}}", "in \"config.hub\"; did you mean \"deepLink\"?"),
    ("{id:'a.b', grant: {}}", "did you mean \"grants\"?"),
    (
      "{id:'a.b', grants: {'com.example.x': {netwrok: true}}}",
      "\"netwrok\" in \"grants.com.example.x\"; did you mean \"network\"?"
    ),
    ("{id:'a.b', config: {hub:{zzzzz:1}}}", "known here: isInboxEnabled, isHomeEnabled"),
    ("{id:'a.b', config: {accentColor: '#FFF'}}", "is \"#FFF\", which is no colour"),
    ("{id:'a.b', config: {colorScheme: 'blue'}}", "\"config.colorScheme\" is \"blue\""),
    ("{id:'a.b', config: {hub: {deepLink: ''}}}", "\"config.hub.deepLink\" is empty"),
    ("{id:'a.b', tabs: [{tag:'hub', text:'x'}]}", "but this tab shows the Hub"),
    ("{id:'a.b', routes: {'demo://x': 'hub'}}", "its scheme is not in \"appSchemes\""),
    (
      "{id:'a.b', urlSchemes:['rv'], config: {hub: {deepLink: 'rv://hub'}}}",
      "uses the Rover scheme \"rv\""
    ),
  ])
  func `what is odd is a warning and the rest counts`(text: String, part: String) throws {
    let file = try read(text)
    #expect(file.description.id == "a.b")
    try #require(file.warnings.count == 1)
    #expect(file.warnings[0].contains(part), "\(file.warnings[0])")
  }

  @Test func `a Hub deep link of the Rover scheme is kept for the core to refuse`() throws {
    let file = try read("{id:'a.b', urlSchemes:['rv'], config:{hub:{deepLink:'rv://hub'}}}")
    #expect(file.description.config.deepLink == "rv://hub")
  }

  @Test(arguments: [
    "https://engage.rover.io", "https://h:8443/base/v3", "http://localhost:1", "http://127.9.9.9",
    "http://[::1]:8787/x", "HTTPS://Example.COM",
  ])
  func `an endpoint is https, or on this machine`(endpoint: String) throws {
    #expect(try read("{id:'a.b', endpoint:'\(endpoint)'}").description.endpoint == endpoint)
  }

  @Test(arguments: [
    ("{userID:'u', ticketmaster:{ticketmasterID:'t'}}", "u"),
    ("{userID:'', ticketmaster:{ticketmasterID:'tm1'}}", "tm1"),
    ("{seatGeek:{seatGeekID:'s', seatGeekClientID:'c'}}", "c"),
    ("{'ticketmaster.ticketmasterID':'tm1'}", nil), ("{anything:[1]}", nil),
  ])
  func `cases 104 and 106: the user's id is the first that says something`(
    user: String, expected: String?
  ) throws {
    let file = try read("{id:'a.b', user:\(user)}")
    #expect(file.description.userID == expected)
    #expect(file.warnings == [])
  }

  @Test func `domains are lower-cased and schemes are kept as they are`() throws {
    let app = try read("{id:'a.b', associatedDomains:['Demo.Example'], urlSchemes:['RV-x']}")
      .description
    #expect(app.associatedDomains == ["demo.example"])
    #expect(app.urlSchemes == ["RV-x"])
  }

  // MARK: Limits, both sides

  @Test func `an id has a longest length`() throws {
    let most = AppFile.maximumIDLength
    let longest = "a." + String(repeating: "b", count: most - 2)
    #expect(try read("{id:'\(longest)'}").description.id == longest)
    #expect(throws: CommandError.self) { try read("{id:'\(longest)b'}") }
  }

  @Test func `lists, routes and tabs have a largest number`() throws {
    let most = AppFile.maximumEntries
    func list(_ count: Int) -> String { String(repeating: "'a',", count: count) }
    func routes(_ count: Int) -> String {
      (0..<count).map { "'d:\($0)':'hub'" }.joined(separator: ",")
    }
    func tabs(_ count: Int) -> String {
      (1..<count).map { "{tag:'t\($0)'}" }.joined(separator: ",") + ",{tag:'hub'}"
    }
    #expect(throws: Never.self) { try read("{id:'a.b', urlSchemes:[\(list(most))]}") }
    #expect(throws: CommandError.self) { try read("{id:'a.b', urlSchemes:[\(list(most + 1))]}") }
    #expect(throws: Never.self) {
      try read("{id:'a.b', appSchemes:['d'], routes:{\(routes(most))}}")
    }
    #expect(throws: CommandError.self) { try read("{id:'a.b', routes:{\(routes(most + 1))}}") }
    #expect(throws: Never.self) { try read("{id:'a.b', tabs:[\(tabs(AppFile.maximumTabs))]}") }
    #expect(throws: CommandError.self) {
      try read("{id:'a.b', tabs:[\(tabs(AppFile.maximumTabs + 1))]}")
    }
  }

  @Test func `warnings are told up to a number and then counted`() throws {
    func keys(_ count: Int) -> String { (0..<count).map { "k\($0):1" }.joined(separator: ",") }
    let most = AppFile.maximumWarnings
    #expect(try read("{id:'a.b',\(keys(most))}").warnings.count == most)
    let more = try read("{id:'a.b',\(keys(most + 5))}").warnings
    #expect(more.count == most + 1)
    #expect(more.last == "/x/app.json5: 5 more warnings of this kind")
  }

  // MARK: Files

  @Test func `a file that is not there exits with 66 and says what to do`() {
    let error = #expect(throws: CommandError.self) { try AppFile.load("/nowhere/app.json5") }
    #expect(error?.code == .noInput)
    #expect(error?.message.contains("--app FILE") == true)
  }

  @Test func `a folder is no app file`() {
    let folder = TemporaryFolder()
    let error = #expect(throws: CommandError.self) { try AppFile.load(folder.path) }
    #expect(error?.code == .noInput)
    #expect(error?.message.contains("is a directory") == true)
  }

  @Test func `a file has a largest size`() throws {
    let folder = TemporaryFolder()
    let start = "{id:'a.b'}"
    let fill = AppFile.maximumSize - start.utf8.count
    let fits = folder.write("fits", start + String(repeating: " ", count: fill))
    let exceeds = folder.write("exceeds", start + String(repeating: " ", count: fill + 1))
    #expect(try AppFile.load(fits).description.id == "a.b")
    let error = #expect(throws: CommandError.self) { try AppFile.load(exceeds) }
    #expect(error?.code == .badAppFile)
  }

  @Test func `the text of a tab stands beside the app file`() throws {
    let folder = TemporaryFolder()
    let path = folder.write("app.json5", "{id:'a.b', tabs:[{tag:'hub'},{tag:'x', text:'w.txt'}]}")
    let app = try AppFile.load(path).description
    #expect(app.tabs[1].textPath == folder.path + "/w.txt")
  }
}
