import Glibc
import HubTestSupport
import Testing

/// Commands and hosts beside each other on the same data.
@Suite struct SharingTests {
  @Test func `a push beside a running host is told at once`() throws {
    let installation = try Installation()
    let host = try JSONLinesHost(installation)
    _ = host.event("show-hub")
    let start = host.count
    #expect(try installation.push(Fixture.pushA).code == 0)
    let changed = host.event("changed", from: start)
    #expect(changed?["posts"] == .bool(true))
    #expect(changed?["config"] == .bool(false))
    #expect(host.event("badge", from: start)?["badge"]?.text == "1")
    let second = host.count
    #expect(try installation.push(Fixture.pushC).code == 0)
    #expect(host.event("changed", from: second)?["conversations"] == .bool(true))
    #expect(host.event("badge", from: second)?["badge"]?.text == "2")
    #expect(host.faults.isEmpty)
  }

  @Test func `an import beside a running host is told at once`() throws {
    let installation = try Installation()
    let host = try JSONLinesHost(installation)
    _ = host.event("show-hub")
    let posts = (0..<200).map {
      Fixture.post("00000000-0000-4000-8000-000000000\(100 + $0)", "Post \($0)")
    }
    let file = try installation.folder.write("posts.json", Array(Fixture.page(posts).utf8))
    let start = host.count
    #expect(try installation.run(["import", file]).code == 0)
    #expect(host.event("changed", from: start)?["posts"] == .bool(true))
    #expect(host.event(from: start) { $0["count"]?.integer == 200 } != nil)
  }

  @Test func `a new config takes effect in a running host`() throws {
    let installation = try Installation.withInbox()
    let host = try JSONLinesHost(installation)
    _ = host.event("show-hub")
    let file = try installation.folder.write(
      "config.json",
      Array("{\"hub\":{\"isHomeEnabled\":false,\"isInboxEnabled\":false}}".utf8))
    let start = host.count
    #expect(try installation.run(["import", file]).code == 0)
    #expect(host.event(from: start) { $0["config"] == .bool(true) } != nil)
    #expect(host.does("\"command\":\"open\",\"url\":\"\(Fixture.linkPA)\""))
    #expect(host.event("present-post", from: start)?["presentation"]?.text == "standalone")
  }

  @Test func `two hosts on the same data see the same`() throws {
    let installation = try Installation.withInbox()
    let first = try JSONLinesHost(installation)
    #expect(first.does("\"command\":\"badge\""))
    let second = try JSONLinesHost(installation)
    #expect(second.does("\"command\":\"badge\""))
    let start = second.count
    #expect(first.does("\"command\":\"read\",\"id\":\"\(Fixture.pa)\""))
    #expect(second.event(from: start) { $0["count"]?.integer == 2 } != nil)
    let back = first.count
    #expect(second.does("\"command\":\"read-all\""))
    #expect(first.event(from: back) { $0["count"]?.integer == 0 }?["badge"] == .null)
    // A link goes to the newest of them, and to one of them only.
    let firstCount = first.count
    #expect(try installation.run(["open", Fixture.linkPA]).code == 0)
    #expect(second.event("present-post", from: start) != nil)
    #expect(first.does("\"command\":\"badge\""))
    #expect(!first.names(from: firstCount).contains("present-post"))
    #expect(first.faults.isEmpty && second.faults.isEmpty)
  }

  @Test func `plain --follow prints what comes`() throws {
    let installation = try Installation()
    let host = try installation.start(["-f", "plain", "--follow"])
    #expect(host.read { $0.text.contains("No messages.") }, "\(host.text)\(host.errorText)")
    #expect(try installation.push(Fixture.pushA).code == 0)
    #expect(host.read { $0.text.contains("Subject: Gate change\n") }, "\(host.text)")
    #expect(host.read { $0.text.contains("Badge: 1\n") }, "\(host.text)")
    host.signal(SIGTERM)
    #expect(host.finish() == .exited(status: 0))
  }

  @Test func `the sockets stand in folders that are closed to others, and go with their host`()
    throws
  {
    let installation = try Installation()
    let host = try JSONLinesHost(installation)
    _ = host.event("show-hub")
    #expect(host.does("\"command\":\"badge\""))
    let found = try ChildProcess.run(
      "/usr/bin/find", [installation.folder["runtime/hubhost"], "-printf", "%y %m %f\\n"])
    let lines = found.output.split(separator: "\n")
    #expect(lines.filter { $0.hasPrefix("d") }.allSatisfy { $0.hasPrefix("d 700 ") })
    #expect(lines.filter { $0.hasPrefix("s") }.map { $0.prefix(6) } == ["s 600 "], "\(lines)")
    #expect(host.finish() == .exited(status: 0))
    let after = try ChildProcess.run(
      "/usr/bin/find", [installation.folder["runtime/hubhost"], "-type", "s"])
    #expect(after.output.isEmpty)
  }

  @Test func `a dead host's socket is no running host`() throws {
    let installation = try Installation.withInbox()
    let host = try JSONLinesHost(installation)
    _ = host.event("show-hub")
    #expect(host.does("\"command\":\"badge\""))
    host.process.signal(SIGKILL)
    #expect(host.process.finish() == .killed(signal: SIGKILL))
    let outcome = try installation.run(["open", "-f", "plain", Fixture.linkPA])
    #expect(outcome.code == 0, "\(outcome)")
    #expect(outcome.text.contains("Subject: Gate change\n"))
  }
}

/// The same with the list on a terminal.
@Suite(.serialized) struct CursesSharingTests {
  @Test func `a push moves the badge and the list, and not the row under the cursor`() throws {
    let installation = try Installation.withInbox()
    let terminal = try installation.terminal(["-f", "curses"])
    #expect(terminal.shows("Gate change", "Recap", "3"), "\(terminal.text)")
    terminal.send(.end)
    #expect(terminal.waits { $0.text.contains("Recap") })
    let newest = Fixture.post(
      "5B0D7C1E-2F43-4E0A-9D55-0A1B2C3D4E03", "Newest of all", at: "2026-03-06T10:00:00.000Z")
    #expect(try installation.push(Fixture.push(newest)).code == 0)
    #expect(terminal.shows("New items above", "For you (4)", "Recap"), "\(terminal.text)")
    // Enter still opens the row that was under the cursor.
    terminal.send(.enter)
    #expect(terminal.shows("2-1 win"), "\(terminal.text)")
    terminal.send(.back)
    #expect(terminal.shows("For you (3)"), "\(terminal.text)")
    terminal.send(.home)
    #expect(terminal.shows("Newest of all"), "\(terminal.text)")
    terminal.send(.quit)
    #expect(terminal.end() == .exited(status: 0))
    #expect(try installation.run(["badge"]).text == "3\n")
  }
}
