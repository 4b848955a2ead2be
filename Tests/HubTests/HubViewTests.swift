import Glibc
import Hub
import HubTestSupport
import Testing

/// Shows the Hub here, with this front end.
@Suite(.timeLimit(.minutes(2)))
struct HubViewTests {
  /// A view of the bundled front end that prints, into a pipe.
  private func view(
    _ demo: Demo, _ output: Output, place: HubView.Place = .automatic, frontEnd: String = "plain"
  ) -> HubView {
    var options = HubView.Options()
    options.output = output.writing
    options.input = output.reading
    options.place = place
    return HubView(demo.hub, frontEnd: frontEnd, options: options)
  }

  @Test(arguments: [HubView.Place.automatic, .process, .runner])
  func `the Hub is shown when its tab is selected, in this process or in a runner`(
    _ place: HubView.Place
  ) throws {
    let (demo, output) = (try Demo(), try Output())
    try demo.hub.push(Fixture.push())
    let view = view(demo, output, place: place)
    try view.open()
    demo.settle()
    _ = output.text()
    try view.showHub()
    #expect(wait(demo, for: "Gate change", output).contains("Gate change"))
    view.close()
    #expect(!view.isOpen)
  }

  @Test(arguments: [HubView.Place.process, .runner])
  func `case 23: the whole handoff, tab by tab and call by call`(_ place: HubView.Place) throws {
    let (demo, output) = (try Demo(), try Output())
    try demo.hub.push(Fixture.push())
    let view = view(demo, output, place: place)
    demo.showHub = { try? view.showHub() }
    demo.hub.open(Fixture.linkPA)
    _ = wait(demo, for: "Use gate 4 tonight", output)
    wait(demo) { demo.hub.badge.newBadge == nil }
    #expect(demo.calls == ["\(Fixture.linkPA) true", "demo://hub false"])
    let steps = demo.events.filter(isStep)
    let expected: [Hub.Event] = [
      .opened(url: Fixture.linkPA, by: .router, reason: nil), .path([.post(Fixture.pa)]),
      .showHub(tab: "hub"), .opened(url: "demo://hub", by: .app, reason: nil),
      .presentPost(try shown, .hub), .badge(nil, count: 0),
    ]
    #expect(steps == expected)
    view.close()
  }

  /// The post of the cases as an event has it.
  private var shown: Hub.Post {
    get throws {
      let demo = try Demo(deepLink: nil)
      try demo.hub.push(Fixture.push())
      demo.hub.open(Fixture.linkPA)
      demo.settle()
      let posts = demo.events.compactMap { event -> Hub.Post? in
        guard case .presentPost(let post, _) = event else { return nil }
        return post
      }
      return try #require(posts.first)
    }
  }

  private func isStep(_ event: Hub.Event) -> Bool {
    switch event {
    case .changed: false
    case .badge(let text, _): text == nil
    default: true
    }
  }

  @Test func `a destination waits for the view that shows the Hub`() throws {
    let (demo, output) = (try Demo(), try Output())
    try demo.hub.push(Fixture.push())
    demo.hub.open(Fixture.linkPA)
    demo.settle()
    #expect(demo.hub.path == [.post(Fixture.pa)])
    #expect(demo.hub.badge.newBadge == "1")
    let view = view(demo, output)
    try view.showHub()
    demo.settle()
    #expect(output.text().contains("Use gate 4 tonight"))
    #expect(demo.hub.badge.newBadge == nil)
  }

  @Test func `a standalone post waits for a view too, and lies on top of another tab`() throws {
    let (demo, output) = (try Demo(inbox: false), try Output())
    try demo.hub.push(Fixture.push())
    demo.hub.open(Fixture.linkPA)
    demo.settle()
    let view = view(demo, output)
    try view.open()
    demo.settle()
    #expect(output.text().contains("Use gate 4 tonight"))
    #expect(!demo.events.contains(.showHub(tab: "hub")))
    #expect(demo.hub.back())
    #expect(demo.events.last == .dismiss("standalone"))
  }

  @Test func `a front end that ends by itself closes the view and not the app`() throws {
    let demo = try Demo()
    let (input, output) = (try Output(), try Output())
    var options = HubView.Options()
    options.input = input.reading
    options.output = output.writing
    let view = HubView(demo.hub, frontEnd: "jsonl", options: options)
    try view.open()
    demo.settle()
    let command = "{\"command\":\"quit\"}\n"
    #expect(write(input.writing, command, command.utf8.count) == command.utf8.count)
    wait(demo) { !view.isOpen }
    #expect(demo.events.contains { if case .viewClosed = $0 { true } else { false } })
    // The app goes on, with another view.
    try demo.hub.push(Fixture.push())
    let next = self.view(demo, output)
    try next.showHub()
    demo.settle()
    #expect(output.text().contains("Gate change"))
  }

  @Test func `input from a file keeps the descriptor readable until its end`() throws {
    let (demo, output) = (try Demo(), try Output())
    let path = try demo.folder.write("input", Array("{\"command\":\"badge\",\"id\":7}\n".utf8))
    let input = open(path, O_RDONLY | O_CLOEXEC)
    defer { close(input) }
    var options = HubView.Options()
    (options.input, options.output) = (input, output.writing)
    let view = HubView(demo.hub, frontEnd: "jsonl", options: options)
    try view.open()
    var all = ""
    while view.isOpen {
      let isReady = isReadable(demo.hub.fileDescriptor, forUpTo: 10_000)
      try #require(isReady)
      demo.hub.step()
      all += output.text()
    }
    all += output.text()
    #expect(all.contains("\"for\":7"))
  }

  @Test func `a Hub has one view at a time`() throws {
    let (demo, output) = (try Demo(), try Output())
    let (first, second) = (view(demo, output), view(demo, output))
    try first.open()
    let error = #expect(throws: HubError.self) { try second.open() }
    #expect(error?.code == .state)
    first.close()
    try second.open()
    second.close()
  }

  @Test func `two Hubs show two front ends at once`() throws {
    let (one, two) = (try Demo(), try Demo())
    let (oneOutput, twoOutput) = (try Output(), try Output())
    try one.hub.push(Fixture.push())
    try two.hub.push(Fixture.push(Fixture.pb, "Recap"))
    let (oneView, twoView) = (view(one, oneOutput), view(two, twoOutput))
    try oneView.showHub()
    try twoView.showHub()
    while one.hub.step() + two.hub.step() > 0 {}
    let (oneText, twoText) = (oneOutput.text(), twoOutput.text())
    #expect(oneText.contains("Gate change") && !oneText.contains("Recap"))
    #expect(twoText.contains("Recap") && !twoText.contains("Gate change"))
  }

  @Test(arguments: [
    ("nowhere", HubError.Code.notFound), ("/nowhere/libhub-x.so", .notFound), ("", .notFound),
    ("curses", .frontEnd),
  ])
  func `a front end that cannot be had is told in a sentence`(
    _ name: String, _ code: HubError.Code
  ) throws {
    let (demo, output) = (try Demo(), try Output())
    let view = view(demo, output, frontEnd: name)
    let error = #expect(throws: HubError.self) { try view.open() }
    #expect(error?.code == code)
    #expect(error?.message.isEmpty == false)
    #expect(!view.isOpen)
  }

  @Test func `libhub itself is no front end`() throws {
    let (demo, output) = (try Demo(), try Output())
    let view = view(demo, output, frontEnd: "\(PluginFixtures.products)/libhub.so")
    let error = #expect(throws: HubError.self) { try view.open() }
    #expect(error?.code == .frontEnd)
  }

  @Test func `the terminal belongs to one view of the process`() async {
    await #expect(processExitsWith: .success) {
      let (one, two) = (try Demo(), try Demo())
      let output = try Output()
      var options = HubView.Options()
      options.ownsTerminal = true
      (options.input, options.output) = (output.reading, output.writing)
      let first = HubView(one.hub, frontEnd: "plain", options: options)
      let second = HubView(two.hub, frontEnd: "plain", options: options)
      Self.unblockAll()
      let handler = Self.handler(of: SIGSEGV)
      try first.open()
      #expect(Self.isBlocked(SIGINT))
      let error = #expect(throws: HubError.self) { try second.open() }
      #expect(error?.code == .terminalTaken)
      first.close()
      #expect(!Self.isBlocked(SIGINT))
      #expect(Self.handler(of: SIGSEGV) == handler)
      try second.open()
      second.close()
    }
  }

  @Test func `views leave no descriptor and no signal behind`() async {
    await #expect(processExitsWith: .success) {
      Self.unblockAll()
      let demo = try Demo()
      try demo.hub.push(Fixture.push())
      let output = try Output()
      func showAndClose(_ place: HubView.Place) throws {
        var options = HubView.Options()
        (options.input, options.output, options.place) = (output.reading, output.writing, place)
        let view = HubView(demo.hub, frontEnd: "plain", options: options)
        try view.showHub()
        demo.settle()
        _ = output.text()
        view.close()
        demo.settle()
      }
      try showAndClose(.process)
      try showAndClose(.runner)
      let before = openDescriptors
      for _ in 0..<5 {
        try showAndClose(.process)
        try showAndClose(.runner)
      }
      #expect(openDescriptors == before)
      #expect(!Self.isBlocked(SIGINT) && !Self.isBlocked(SIGCHLD))
      // No child was left to the app.
      #expect(waitpid(-1, nil, WNOHANG) == -1)
    }
  }

  // MARK: Looking

  /// Whoever started the process may have blocked signals.
  static func unblockAll() {
    var none = sigset_t()
    sigemptyset(&none)
    pthread_sigmask(SIG_SETMASK, &none, nil)
  }

  static func isBlocked(_ signal: Int32) -> Bool {
    var mask = sigset_t()
    pthread_sigmask(SIG_BLOCK, nil, &mask)
    return sigismember(&mask, signal) == 1
  }

  static func handler(of signal: Int32) -> UInt {
    var action = sigaction()
    sigaction(signal, nil, &action)
    return unsafeBitCast(action.__sigaction_handler.sa_handler, to: UInt.self)
  }

  private func wait(_ demo: Demo, until isDone: () -> Bool) {
    while !isDone() {
      _ = isReadable(demo.hub.fileDescriptor, forUpTo: 10_000)
      demo.hub.step()
    }
  }

  private func wait(_ demo: Demo, for text: String, _ output: Output) -> String {
    var all = ""
    wait(demo) {
      all += output.text()
      return all.contains(text)
    }
    return all
  }
}
