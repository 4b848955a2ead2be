import FoundationEssentials
import HubModel
import Testing

@testable import EngageClient

struct RequestTests {
  private func url(_ call: EngageCall, userID: String? = nil) throws -> String {
    let url = try Fixture.caller(userID: userID).request(for: call).url
    return String(url.dropFirst("https://engage.example".utf8.count))
  }

  @Test
  func `case 101: the first request for posts, and its fields`() throws {
    let request = try Fixture.caller(token: "t1").request(for: .posts(cursor: nil))
    #expect(request.method == .get)
    #expect(
      request.url == "https://engage.example/posts?include=subscriptions&deviceIdentifier=D-1")
    #expect(
      request.headers == [
        HTTPRequest.Header("x-rover-account-token", "acct-1"),
        HTTPRequest.Header("user-agent", "Demo/2.1 Linux hubhost/0.2"),
        HTTPRequest.Header("accept-encoding", "gzip"),
      ])
    #expect(request.body.isEmpty)
  }

  @Test
  func `case 103: without a token the request goes out without the field`() throws {
    let request = try Fixture.caller(userID: "fan-9").request(for: .conversations(.start))
    #expect(request.url.hasSuffix("?include=participants&userID=fan-9&deviceIdentifier=D-1"))
    #expect(!request.headers.contains { $0.name == "authorization" })
  }

  @Test
  func `case 107: the path of the base is kept`() throws {
    for base in ["https://engage.example/base/v3", "https://engage.example/base/v3/"] {
      let request = try Fixture.caller(base).request(for: .posts(cursor: nil))
      #expect(request.url.hasPrefix("https://engage.example/base/v3/posts?"))
    }
  }

  @Test
  func `the query of every call has the order of the wire`() throws {
    let id = try Fixture.id(Fixture.conversation)
    let path = "/conversations/\(Fixture.conversation)"
    let who = "userID=fan-9&deviceIdentifier=D-1"
    let table: [(EngageCall, String)] = [
      (.posts(cursor: "c-17"), "/posts?include=subscriptions&cursor=c-17&\(who)"),
      (.subscriptions, "/subscriptions?\(who)"),
      (.participants, "/participants?\(who)"),
      (.conversations(.start), "/conversations?include=participants&\(who)"),
      // Cases 127 and 130.
      (
        .conversations(.after(cursor: "f1")),
        "/conversations?cursor=f1&include=participants&\(who)"
      ),
      (
        .conversations(.before(cursor: "b1")),
        "/conversations?before=b1&include=participants&\(who)"
      ),
      (.replies(conversation: id, .start), "\(path)/replies?\(who)"),
      (.replies(conversation: id, .after(cursor: "a")), "\(path)/replies?cursor=a&\(who)"),
      (.replies(conversation: id, .before(cursor: "b")), "\(path)/replies?before=b&\(who)"),
      (.sendReply(conversation: id, externalID: "E", content: []), "\(path)/replies?\(who)"),
      (.markRead(conversation: id, lastReplyID: nil), "\(path)/read?\(who)"),
      (.config, "/config?\(who)"),
      (.home, "/home?\(who)"),
      (.events([]), "/graphql"),
      (.stream(lastEventID: nil), "/stream?\(who)"),
    ]
    for (call, expected) in table { #expect(try url(call, userID: "fan-9") == expected) }
  }

  @Test
  func `everything but unreserved characters is encoded`() throws {
    let query = try url(.posts(cursor: "a+b /&=%é~"), userID: "x y")
    #expect(query.contains("&cursor=a%2Bb%20%2F%26%3D%25%C3%A9~&userID=x%20y&"))
  }

  @Test
  func `an empty device identifier is sent`() throws {
    var caller = try Fixture.caller()
    caller.identity.deviceIdentifier = ""
    #expect(caller.request(for: .config).url == "https://engage.example/config?deviceIdentifier=")
  }

  @Test
  func `cases 125 and 127: If-Modified-Since is sent from the start only`() throws {
    let time = Timestamp(milliseconds: 1_700_000_000_999)
    let caller = try Fixture.caller()
    func field(_ call: EngageCall) -> [String] {
      caller.request(for: call).headers.filter { $0.name == "if-modified-since" }.map(\.value)
    }
    #expect(field(.conversations(.start)) == [])
    #expect(
      field(.conversations(.start, ifModifiedSince: time)) == ["Tue, 14 Nov 2023 22:13:20 GMT"])
    #expect(field(.conversations(.after(cursor: "c"), ifModifiedSince: time)) == [])
    #expect(field(.conversations(.before(cursor: "b"), ifModifiedSince: time)) == [])
  }

  @Test
  func `case 155: the body of a reply has sorted keys and escaped slashes`() throws {
    let call = EngageCall.sendReply(
      conversation: try Fixture.id(Fixture.conversation), externalID: "E-1",
      content: [
        .text("hi \"a\"\\ \n\u{1}\u{1F}\u{7F} é"), .image("https://x.example/a.jpg"),
        .unknown(json: "{}"),
      ])
    let request = try Fixture.caller().request(for: call)
    #expect(request.method == .post)
    #expect(request.headers.contains(HTTPRequest.Header("content-type", "application/json")))
    let body = String(decoding: request.body, as: UTF8.self)
    let text = #"hi \"a\"\\ \n\u0001\u001f"# + "\u{7F} é"
    let image = #"{"type":"image","url":"https:\/\/x.example\/a.jpg"}"#
    #expect(
      body == #"{"content":[{"text":""# + text + #"","type":"text"},"# + image
        + #",{"type":"unknown"}],"externalID":"E-1"}"#)
  }

  @Test
  func `the body of a read mark names the reply in upper case or nothing`() throws {
    let id = try Fixture.id(Fixture.conversation)
    func body(_ reply: UUID?) throws -> String {
      let request = try Fixture.caller().request(
        for: .markRead(conversation: id, lastReplyID: reply))
      return String(decoding: request.body, as: UTF8.self)
    }
    #expect(try body(nil) == "{}")
    let reply = try Fixture.id(Fixture.reply.lowercased())
    #expect(try body(reply) == #"{"lastReadReplyID":"\#(Fixture.reply)"}"#)
  }

  @Test
  func `a stream is not compressed and resumes behind an id that can be sent`() throws {
    func fields(_ id: String?) throws -> [String] {
      try Fixture.caller().request(for: .stream(lastEventID: id)).headers.dropFirst(2)
        .map(\.description)
    }
    let always = ["accept: text/event-stream", "cache-control: no-cache"]
    let longest = String(repeating: "x", count: EngageLimits.maxEventIDBytes)
    #expect(try fields(nil) == always)
    #expect(try fields("e-7") == always + ["last-event-id: e-7"])
    #expect(try fields(longest) == always + ["last-event-id: \(longest)"])
    for bad in ["", "a\u{1}b", "a\u{7F}", longest + "x"] { #expect(try fields(bad) == always) }
  }

  @Test(arguments: [
    ("Demo", "2.1", "Demo/2.1"), ("My App ü\r\nX: y", "", "MyAppXy"), ("☃", "", "App"),
    ("a/b", "1 (2)", "ab/12"),
  ])
  func `the user agent holds product names only`(app: String, version: String, start: String) {
    let agent = EngageCaller.userAgent(app: app, version: version, hubhost: "1.0")
    #expect(agent == "\(start) Linux hubhost/1.0")
  }
}
