import Glibc
import Hub
import HubTestSupport
import Observation
import Synchronization
import Testing

/// A Hub by itself: its badge, its loop, and its end.
struct HubLifeTests {
  @Test func `the badge follows a push, as text, as a number, and by observation`() throws {
    let demo = try Demo()
    #expect(demo.hub.badge.newBadge == nil)
    let isTold = Atomic(false)
    withObservationTracking {
      _ = demo.hub.badge.newBadge
    } onChange: {
      isTold.store(true, ordering: .relaxed)
    }
    try demo.hub.push(Fixture.push())
    let wasTold = isTold.load(ordering: .relaxed)
    #expect(wasTold)
    #expect(demo.hub.badge.newBadge == "1")
    #expect(demo.hub.badge.count == 1)
    #expect(demo.events.contains(.badge("1", count: 1)))
  }

  @Test func `the badge is there as soon as the Hub is`() throws {
    let folder = try PluginFolder()
    let first = try Demo(folder: folder)
    try first.hub.push(Fixture.push())
    first.hub.close()
    #expect(try Demo(folder: folder).hub.badge.newBadge == "1")
  }

  @Test(.timeLimit(.minutes(1)))
  func `the badge as a sequence begins with what is and ends with the Hub`() async throws {
    let values = try {
      let demo = try Demo()
      try demo.hub.push(Fixture.push())
      let values = demo.hub.badge.values
      demo.hub.close()
      return values
    }()
    var seen: [String?] = []
    for await value in values { seen.append(value) }
    #expect(seen == ["1"])
  }

  @Test(.timeLimit(.minutes(1)))
  func `the badge as a sequence yields each change to a reader in another task`() async throws {
    let streams = AsyncStream.makeStream(of: AsyncStream<String?>.self)
    let thread = HubThread {
      let demo = try Demo()
      streams.continuation.yield(demo.hub.badge.values)
      return demo
    }
    var arriving = streams.stream.makeAsyncIterator()
    let values = try #require(await arriving.next())
    var reader = values.makeAsyncIterator()
    #expect(await reader.next() == .some(nil))
    thread.run { try? $0.hub.push(Fixture.push()) }
    #expect(await reader.next() == "1")
    thread.run { try? $0.hub.push(Fixture.push(Fixture.pb)) }
    #expect(await reader.next() == "2")
    thread.end()
    #expect(await reader.next() == nil)
  }

  @Test func `the descriptor is readable exactly when a step has something to do`() throws {
    let demo = try Demo()
    demo.settle()
    #expect(!isReadable(demo.hub.fileDescriptor, forUpTo: 0) || demo.hub.step() > 0)
    demo.hub.open(Fixture.linkPA)
    #expect(isReadable(demo.hub.fileDescriptor, forUpTo: 0))
    demo.settle()
    #expect(demo.calls.count == 2)
  }

  @Test(.timeLimit(.minutes(1)))
  func `a step never waits, and run ends with stop`() throws {
    let demo = try Demo()
    demo.settle()
    // With nothing to do, a step that waited would wait for ever.
    for _ in 0..<1_000 { demo.hub.step() }
    demo.showHub = { demo.hub.stop() }
    demo.hub.open(Fixture.linkPA)
    demo.hub.run()
    #expect(demo.calls.count == 2)
  }

  @Test(.timeLimit(.minutes(1)))
  func `what another process writes is noticed in a step`() throws {
    let demo = try Demo()
    let other = try Demo(folder: demo.folder)
    try other.hub.push(Fixture.push())
    while demo.hub.badge.newBadge == nil {
      _ = isReadable(demo.hub.fileDescriptor, forUpTo: 10_000)
      demo.hub.step()
    }
    #expect(demo.hub.badge.newBadge == "1")
    #expect(demo.events.contains { if case .changed = $0 { true } else { false } })
  }

  @Test func `two Hubs in one process have data, links and events of their own`() throws {
    let (one, two) = (try Demo(), try Demo(deepLink: nil))
    try one.hub.push(Fixture.push())
    one.hub.open(Fixture.linkPA)
    two.hub.open(Fixture.linkPA)
    while one.hub.step() + two.hub.step() > 0 {}
    #expect(one.hub.badge.newBadge == "1")
    #expect(two.hub.badge.newBadge == nil)
    #expect(one.calls.count == 2)
    #expect(two.calls.count == 1)
    #expect(one.hub.path == [.post(Fixture.pa)])
    #expect(two.alerts == ["post-not-found"])
    #expect(one.alerts.isEmpty)
  }

  @Test(.timeLimit(.minutes(1)))
  func `two Hubs work on two threads at once, each with a front end`() throws {
    let threads = try (0..<2).map { _ in
      let output = try SharedOutput()
      return (output, HubThread { try Demo(deepLink: nil) })
    }
    for (output, thread) in threads {
      thread.run { demo in
        var options = HubView.Options()
        options.output = output.writing
        options.input = output.reading
        demo.view = HubView(demo.hub, frontEnd: "plain", options: options)
        try? demo.view?.showHub()
        for number in 0..<50 {
          try? demo.hub.push(Fixture.push("5B0D7C1E-2F43-4E0A-9D55-0A1B2C3D4E\(10 + number)"))
          demo.hub.open(Fixture.linkPA)
        }
      }
    }
    for (output, thread) in threads {
      thread.run { output.note($0.hub.badge.newBadge) }
      thread.end()
      #expect(output.badge == "50")
    }
  }

  @Test func `events come as a stream too, and end with the Hub`() async throws {
    let events = try {
      let demo = try Demo()
      let events = demo.hub.events
      try demo.hub.push(Fixture.push())
      demo.hub.close()
      return events
    }()
    var badges: [String?] = []
    for await case .badge(let text, _) in events { badges.append(text) }
    #expect(badges == ["1"])
  }

  @Test func `a hundred Hubs leave no descriptor behind`() async {
    // In a process of its own: other tests open descriptors meanwhile.
    await #expect(processExitsWith: .success) {
      let folder = try PluginFolder()
      try Demo(folder: folder).hub.close()
      let before = openDescriptors
      for number in 0..<100 {
        let demo = try Demo(folder: folder)
        try demo.hub.push(Fixture.push())
        demo.hub.open(Fixture.linkPA)
        // Closed in the middle of everything, and left to its end.
        if number.isMultiple(of: 2) { demo.settle() }
        if number.isMultiple(of: 3) { demo.hub.close() }
      }
      #expect(openDescriptors == before)
    }
  }

  @Test func `a closed Hub does nothing any more`() throws {
    let demo = try Demo()
    demo.hub.close()
    demo.hub.close()
    #expect(!demo.hub.router.handle(Fixture.linkPA))
    demo.hub.open(Fixture.linkPA)
    #expect(demo.hub.step() == 0)
    demo.hub.run()
    #expect(throws: HubError.self) { try demo.hub.push(Fixture.push()) }
    #expect(!demo.hub.selectTab("hub"))
    #expect(!demo.hub.back())
  }

  @Test func `a Hub that is closed in its own callback ends when that is done`() throws {
    let demo = try Demo()
    demo.showHub = { demo.hub.close() }
    demo.hub.open(Fixture.linkPA)
    demo.settle()
    #expect(demo.calls.count == 2)
    #expect(!demo.hub.router.handle(Fixture.linkPA))
  }

  @Test func `the wrong thread is refused`() async {
    await #expect(processExitsWith: .failure) {
      let demo = try Demo()
      nonisolated(unsafe) let hub = demo.hub
      var thread = pthread_t()
      let context = Unmanaged.passUnretained(hub).toOpaque()
      pthread_create(
        &thread, nil,
        { context in
          if let context { _ = Unmanaged<Hub>.fromOpaque(context).takeUnretainedValue().path }
          return nil
        }, context)
      pthread_join(thread, nil)
    }
  }

  @Test func `a Hub is not stepped inside of its callbacks`() async {
    await #expect(processExitsWith: .failure) {
      let demo = try Demo()
      demo.showHub = { demo.hub.step() }
      demo.hub.open(Fixture.linkPA)
      demo.settle()
    }
  }

  @Test(arguments: [
    "not JSON", "{}", "{\"rover\":{\"post\":{\"id\":\"x\"}}}", "",
  ])
  func `a payload that is no push is refused with a sentence`(_ payload: String) throws {
    let demo = try Demo()
    let error = #expect(throws: HubError.self) { try demo.hub.push(payload) }
    #expect(error?.code == .badPush)
    #expect(demo.hub.badge.newBadge == nil)
  }
}

/// Whether a descriptor gets readable within so many milliseconds.
func isReadable(_ descriptor: Int32, forUpTo milliseconds: Int32) -> Bool {
  var entry = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
  return poll(&entry, 1, milliseconds) > 0
}
