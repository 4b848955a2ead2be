import Glibc
import HubFrontEndKit
import HubTestSupport
import JSONLinesFrontEnd
import Testing

struct ListTests {
  /// The `items` events that a line is answered with, and its result.
  private func list(
    _ session: Session, _ keys: String
  ) throws -> (events: [JSONValue], result: JSONValue) {
    let lines = try session.command(#"{"command":"list"\#(keys)}"#).map(JSONValue.init(json:))
    let result = try #require(lines.last)
    #expect(result["event"] == .string("result"))
    #expect(lines.dropLast().allSatisfy { $0["event"] == .string("items") })
    return (Array(lines.dropLast()), result)
  }

  private func subjects(_ events: [JSONValue]) -> [String] {
    events.flatMap { $0["items"]?.elements ?? [] }.compactMap { $0["subject"]?.text }
  }

  @Test func `a row is told with all it has`() throws {
    let session = try Session.started()
    session.host.rows = [
      Item(
        kind: .post, id: id(1), activityAt: receivedAt, isUnread: true, sender: "A", subject: "S",
        preview: "P", url: "https://example.com/", cover: "https://example.com/c.png"),
      Item(kind: .conversation, id: id(2), activityAt: 0, isUnread: false),
    ]
    #expect(
      try session.command(#"{"command":"list","id":"l"}"#) == [
        #"{"event":"items","items":[{"kind":"post","id":"\#(id(1).text)","subject":"S","#
          + #""preview":"P","sender":"A","activityAt":"2026-03-05T13:19:00.042Z","#
          + #""url":"https://example.com/","cover":"https://example.com/c.png","read":false},"#
          + #"{"kind":"conversation","id":"\#(id(2).text)","subject":null,"preview":null,"#
          + #""sender":null,"activityAt":"1970-01-01T00:00:00.000Z","url":null,"cover":null,"#
          + #""read":true}],"next":null,"total":2,"unread":1}"#,
        #"{"event":"result","for":"l","ok":true,"value":null}"#,
      ])
  }

  @Test func `an empty inbox is an empty list`() throws {
    let session = try Session.started()
    #expect(
      try session.command(#"{"command":"list","limit":5}"#).first
        == #"{"event":"items","items":[],"next":null,"total":0,"unread":0}"#)
  }

  @Test(arguments: [
    (1, 1), (1, 3), (2, 3), (3, 3), (4, 3), (999, 1000), (1000, 1000), (1000, 1001),
  ])
  func `a limit gives one event, and a cursor when there is more`(limit: Int, rows: Int) throws {
    let session = try Session.started(posts: rows)
    let (events, result) = try list(session, #","limit":\#(limit)"#)
    #expect(events.count == 1)
    #expect(subjects(events) == (0..<min(limit, rows)).map { "Subject \($0)" })
    #expect((events[0]["next"] == .null) == (limit >= rows))
    #expect(events[0]["total"] == .number(Double(rows)))
    #expect(events[0]["unread"] == .number(Double((rows + 1) / 2)))
    #expect(result["ok"] == .bool(true))
  }

  @Test func `windows put together are the inbox, though rows come and go`() throws {
    let session = try Session.started(posts: 10)
    var found: [String] = []
    var after = "null"
    for _ in 0..<4 {
      let (events, _) = try list(session, #","limit":3,"after":\#(after)"#)
      found += subjects(events)
      after = events[0]["next"]?.text.map { "\"\($0)\"" } ?? "null"
      // A new row at the top and the loss of the anchor's row change nothing that follows.
      session.host.rows.append(
        Item(kind: .post, id: id(99), activityAt: .max, isUnread: false, subject: "New"))
      session.host.rows.removeAll { $0.subject == found.last }
    }
    #expect(found == (0..<10).map { "Subject \($0)" })
    #expect(after == "null")
  }

  @Test(arguments: [(499, 1), (500, 1), (501, 2), (1200, 3)])
  func `without a limit everything comes in events of at most 500`(
    rows: Int, count: Int
  ) throws {
    let session = try Session.started()
    // Small rows, so that 500 of them are less than one write.
    session.host.rows = (0..<rows).map {
      Item(kind: .post, id: id($0), activityAt: Int64(rows - $0), isUnread: false)
    }
    session.host.type("{\"command\":\"list\"}\n".utf8)
    session.host.turn()
    let events = try session.lines().dropLast().map(JSONValue.init(json:))
    let ids = events.flatMap { $0["items"]?.elements ?? [] }.compactMap { $0["id"]?.text }
    #expect(ids == (0..<rows).map { id($0).text })
    #expect(events.count >= count)
    #expect(events.allSatisfy { $0["items"]?.elements.count ?? 0 <= 500 })
    #expect(events.last?["next"] == .null)
    // Each cursor goes on right behind its event.
    for (event, following) in zip(events, events.dropFirst()) {
      let next = try #require(event["next"]?.text)
      let (again, _) = try list(session, #","limit":1,"after":"\#(next)""#)
      #expect(again[0]["items"]?.elements.first == following["items"]?.elements.first)
    }
  }

  @Test func `filters reach the query`() throws {
    let session = try Session.started(posts: 12)
    #expect(subjects(try list(session, #","search":"SUBJECT 1""#).events).count == 3)
    #expect(subjects(try list(session, #","search":"SUBJECT 1","unread":true"#).events).count == 1)
    #expect(subjects(try list(session, #","unread":false,"search":null"#).events).count == 12)
    _ = try list(session, #","subscription":"s-1","limit":10.0"#)
    #expect(session.host.calls.last == "items s-1")
  }

  @Test func `a list that fails says so after what it has`() throws {
    let session = try Session.started(posts: 2)
    session.host.answers["eachItem"] = .failed
    let (events, result) = try list(session, "")
    #expect(subjects(events).count == 2)
    #expect(events[0]["next"] != .null)
    #expect(result["error"]?["code"] == .string("failed"))
    session.host.rows = []
    #expect(try list(session, "").events.isEmpty)
  }

  @Test func `a reader that has gone ends the program quietly`() throws {
    let session = try Session()
    var ends: [Int32] = [-1, -1]
    #expect(pipe(&ends) == 0)
    session.host.replaceOutput(ends[1])
    let front = try JSONLinesFrontEnd(host: session.host)
    try front.start()
    close(ends[0])
    session.host.rows = (0..<3000).map {
      Item(kind: .post, id: id($0), activityAt: 0, isUnread: false)
    }
    session.host.type("{\"command\":\"list\"}\n{\"command\":\"back\"}\n".utf8)
    session.host.turn()
    front.stop()
    #expect(session.host.quitReason == "output closed")
    #expect(session.host.logged.isEmpty)
    #expect(session.host.calls == ["items -"])
  }
}
