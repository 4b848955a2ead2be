import Hub
import HubTestSupport
import Testing

/// The app's URL handler, call by call (reference 4.4).
struct HandoffTests {
  @Test func `case 23: the handler gets the link, then the Hub deep link with the path set`() throws
  {
    let demo = try Demo()
    try demo.hub.push(Fixture.push())
    var pathAtSecondCall: [Hub.PathEntry] = []
    demo.showHub = { pathAtSecondCall = demo.hub.path }
    demo.hub.open(Fixture.linkPA)
    demo.settle()
    #expect(demo.calls == ["\(Fixture.linkPA) true", "demo://hub false"])
    #expect(pathAtSecondCall == [.post(Fixture.pa)])
    #expect(demo.opened == ["\(Fixture.linkPA) router", "demo://hub app"])
  }

  @Test func `case 38: the router says yes before anything has happened`() throws {
    let demo = try Demo()
    #expect(demo.hub.router.handle(Fixture.linkPA))
    #expect(demo.hub.path.isEmpty)
    #expect(demo.calls.isEmpty)
    demo.settle()
    #expect(demo.hub.path == [.post(Fixture.pa)])
    #expect(demo.calls == ["demo://hub false"])
  }

  @Test(arguments: [
    ("case 5: the inbox is off", "demo://hub", false), ("case 1: no Hub deep link", nil, true),
  ])
  func `the post is standalone and nothing is opened`(
    _ name: String, _ deepLink: String?, _ inbox: Bool
  ) throws {
    let demo = try Demo(deepLink: deepLink, inbox: inbox)
    try demo.hub.push(Fixture.push())
    demo.hub.open(Fixture.linkPA)
    demo.settle()
    #expect(demo.calls == ["\(Fixture.linkPA) true"], "\(name)")
    #expect(demo.hub.path.isEmpty)
    let shown = demo.events.compactMap { event -> String? in
      guard case .presentPost(let post, .standalone) = event else { return nil }
      return post.subject
    }
    #expect(shown == ["Gate change"])
  }

  @Test func `case 26: two links do not stack, and the deep link is opened for each`() throws {
    let demo = try Demo()
    try demo.hub.push(Fixture.push())
    try demo.hub.push(Fixture.pushCA)
    demo.hub.open(Fixture.linkPA)
    demo.hub.open(Fixture.linkCA)
    demo.settle()
    #expect(demo.calls.filter { $0 == "demo://hub false" }.count == 2)
    #expect(demo.hub.path == [.conversation(Fixture.ca)])
  }

  @Test func `case 35: an app that does not show the Hub keeps the path and gets no modal`() throws
  {
    let demo = try Demo()
    try demo.hub.push(Fixture.push())
    demo.hub.urlHandler = { [unowned hub = demo.hub] in hub.router.handle($0) }
    demo.hub.open(Fixture.linkPA)
    demo.settle()
    #expect(demo.opened == ["\(Fixture.linkPA) router", "demo://hub refused"])
    #expect(demo.hub.path == [.post(Fixture.pa)])
    let presented = demo.events.filter { if case .presentPost = $0 { true } else { false } }
    #expect(presented.isEmpty)
  }

  @Test(arguments: [
    ("8", "rv-demo://conversations/not-a-uuid"), ("10", "rv-demo://posts/"),
    ("11", "rv-demo://posts?id=PA"), ("13", "RV-DEMO://posts/PA"), ("17", "rv-demo:///posts/PA"),
    ("19", "https://demo.rover.example/posts/PA"), ("20", "https://other.example/posts/PA"),
    ("22", "rv-other://posts/PA"), ("23", "demo://hub"), ("", "no url"),
  ])
  func `the router declines`(_ number: String, _ url: String) throws {
    let demo = try Demo()
    #expect(!demo.hub.router.handle(url), "case \(number)")
    demo.settle()
    #expect(demo.hub.path.isEmpty)
    #expect(demo.calls.isEmpty)
  }

  @Test func `route handlers are asked in the order of registration, and the first wins`() throws {
    let demo = try Demo()
    var asked: [String] = []
    for (name, host) in [("first", "tickets"), ("second", "map"), ("third", "map")] {
      demo.hub.router.register { link in
        asked.append(name)
        guard link.host == host else { return nil }
        return { asked.append("\(name) acts on \(link.path.joined(separator: ","))") }
      }
    }
    #expect(demo.hub.router.handle("rv-demo://map/gate/4"))
    #expect(asked == ["first", "second"])
    demo.settle()
    #expect(asked == ["first", "second", "second acts on gate,4"])
    #expect(demo.opened == ["rv-demo://map/gate/4 router"])
    // The Hub's own come first.
    #expect(demo.hub.router.handle(Fixture.linkPA))
    #expect(asked.count == 3)
    #expect(!demo.hub.router.handle("rv-demo://nowhere"))
    #expect(asked.suffix(3) == ["first", "second", "third"])
  }

  @Test func `a universal link goes to the app's route handlers, or else to the system`() throws {
    let demo = try Demo()
    var links: [Hub.Link] = []
    demo.hub.router.register { link in
      guard link.isUniversal, link.path.first == "tickets" else { return nil }
      return { links.append(link) }
    }
    demo.hub.open("https://demo.rover.example/tickets/7?seat=3")
    demo.settle()
    #expect(links.map(\.query) == ["seat=3"])
    #expect(demo.opened == ["https://demo.rover.example/tickets/7?seat=3 router"])
  }

  @Test func `what is nobody's is refused with a reason`() throws {
    let demo = try Demo()
    for url in ["demo://nowhere", "file:///etc/passwd", "rv-demo://posts"] { demo.hub.open(url) }
    demo.settle()
    #expect(demo.calls == ["demo://nowhere false", "rv-demo://posts false"])
    for case .opened(_, let by, let reason) in demo.events {
      #expect(by == .refused)
      #expect(reason?.hasSuffix(".") == true)
    }
    #expect(demo.opened.count == 3)
  }

  @Test func `without a handler the app's routes decide`() throws {
    let folder = try PluginFolder()
    var app = Fixture.app(folder.path + "/data")
    app.routes = ["demo://hub": "hub"]
    let hub = try Hub(app: app)
    var tabs: [String] = []
    hub.onEvent = { if case .showHub(let tab) = $0 { tabs.append(tab) } }
    try hub.push(Fixture.push())
    hub.open(Fixture.linkPA)
    while hub.step() > 0 {}
    #expect(tabs == ["hub"])
    #expect(hub.path == [.post(Fixture.pa)])
  }

  @Test func `a destination survives until the Hub is shown, also by the next Hub`() throws {
    let folder = try PluginFolder()
    do {
      let demo = try Demo(folder: folder)
      try demo.hub.push(Fixture.push())
      demo.hub.open(Fixture.linkPA)
      demo.settle()
      demo.hub.close()
    }
    let demo = try Demo(folder: folder)
    demo.settle()
    #expect(demo.hub.path == [.post(Fixture.pa)])
    #expect(demo.calls.isEmpty)
    demo.hub.selectTab("hub")
    demo.hub.hubAppeared()
    demo.settle()
    let shown = demo.events.compactMap { event -> String? in
      guard case .presentPost(let post, .hub) = event else { return nil }
      return post.id
    }
    #expect(shown == [Fixture.pa])
  }
}
