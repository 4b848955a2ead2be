import HubFrontEndKit
import HubTestSupport
import JSONLinesFrontEnd
import Testing

struct CommandTests {
  private static let post = "ABCDEF01-2222-4333-8444-000000000000"

  /// Commands that are passed on to the host: the line, the call, the error where it is refused.
  private static let passedOn: [(line: String, call: String, name: String)] = [
    (#"{"command":"open","url":"rv-demo://posts/1"}"#, "open rv-demo://posts/1", "open"),
    (#"{"command":"show","id":"\#(post)"}"#, "showItem post \(post)", "showItem"),
    (#"{"command":"show","id":"\#(post.lowercased())"}"#, "showItem post \(post)", "showItem"),
    (#"{"command":"back"}"#, "back", "back"),
    (#"{"command":"select","tab":"home"}"#, "selectTab home", "selectTab"),
    (#"{"command":"read","id":"\#(post)"}"#, "markRead post \(post)", "markRead"),
    (#"{"command":"read-all"}"#, "markAllRead", "markAllRead"),
    (
      #"{"command":"push","payload":{"a":[1, 2.50, "\u00e9"] }}"#,
      #"push {"a":[1, 2.50, "\u00e9"] }"#, "push"
    ),
    (#"{"command":"refresh"}"#, "refresh", "refresh"),
    (#"{"command":"retry","reply":"\#(post)"}"#, "retry \(post)", "retry"),
    (#"{"command":"delete","reply":"\#(post.lowercased())"}"#, "remove \(post)", "remove"),
  ]

  @Test(arguments: passedOn)
  func `a command is passed on and its result told`(
    line: String, call: String, name: String
  ) throws {
    let session = try Session.started(posts: 1)
    let good = try session.result(line)
    #expect(good["ok"] == .bool(true))
    #expect(good["value"] == .null)
    for status in [
      HubStatus.refused, .state, .notFound, .failed, .unavailable, .argument,
    ] {
      session.host.answers[name] = status
      let bad = try session.result(line)
      #expect(bad["ok"] == .bool(false))
      #expect(bad["error"]?["code"] == .string(status.description))
      #expect(bad["error"]?["message"]?.text?.hasSuffix(".") == true)
    }
    #expect(session.host.calls == Array(repeating: call, count: 7))
  }

  @Test func `a reply is written and its id told, or why it was not`() throws {
    let session = try Session.started()
    session.host.writtenReply = id(77)
    let line = #"{"command":"reply","conversation":"\#(id(3).text)","text":" a\nb "}"#
    let good = try session.result(line)
    #expect(good["ok"] == .bool(true))
    #expect(good["value"]?["reply"] == .string(id(77).text))
    #expect(session.host.calls == ["send \(id(3).text)  a\nb "])
    for status in [HubStatus.refused, .notFound, .argument, .failed, .unavailable] {
      session.host.answers["send"] = status
      let bad = try session.result(line)
      #expect(bad["error"]?["code"] == .string(status.description))
      #expect(bad["error"]?["message"]?.text?.hasSuffix(".") == true)
    }
  }

  @Test func `an action is called with its values as text`() throws {
    let session = try Session.started()
    let line =
      #"{"command":"action","id":1,"name":"jump","args":{"a":"x y","n":-2.5e1,"b":true,"no":null}}"#
    let good = try session.result(line)
    #expect(good["ok"] == .bool(true))
    #expect(good["value"]?["status"] == .string("ok"))
    #expect(session.host.calls == ["callAction jump a=x y n=-2.5e1 b=true"])
    session.host.answers["callAction"] = .argument
    let bad = try session.result(#"{"command":"action","name":"jump"}"#)
    #expect(bad["error"]?["code"] == .string("argument"))
    #expect(bad["error"]?["message"] == .string("The action was not done: the sentence."))
  }

  @Test func `a conversation is found by its id too`() throws {
    let session = try Session.started()
    session.host.rows = [
      Item(kind: .conversation, id: id(5), activityAt: 0, isUnread: true)
    ]
    #expect(try session.result(#"{"command":"read","id":"\#(id(5).text)"}"#)["ok"] == .bool(true))
    #expect(session.host.calls == ["markRead conversation \(id(5).text)"])
  }

  @Test(arguments: [
    ("", "bad-json"), (" ", "bad-json"), ("[]", "bad-json"), ("1", "bad-json"),
    ("\"quit\"", "bad-json"), ("{", "bad-json"), ("{}}", "bad-json"), ("nul", "bad-json"),
    (#"{"command":"back",}"#, "bad-json"), (#"{"command":"back"} x"#, "bad-json"),
    ("{}", "bad-argument"), (#"{"command":null}"#, "bad-argument"),
    (#"{"command":["back"]}"#, "bad-argument"),
    (#"{"command":"Back"}"#, "unknown-command"), (#"{"command":""}"#, "unknown-command"),
    (#"{"command":"open"}"#, "bad-argument"), (#"{"command":"open","url":null}"#, "bad-argument"),
    (#"{"command":"open","url":7}"#, "bad-argument"),
    (#"{"command":"show"}"#, "bad-argument"), (#"{"command":"show","id":"1"}"#, "bad-argument"),
    (#"{"command":"show","id":1}"#, "bad-argument"),
    (#"{"command":"show","id":"\#(post.replacing("0000", with: "0009"))"}"#, "not-found"),
    (#"{"command":"read","id":"\#(post.replacing("0000", with: "0009"))"}"#, "not-found"),
    (#"{"command":"select"}"#, "bad-argument"), (#"{"command":"select","tab":{}}"#, "bad-argument"),
    (#"{"command":"push"}"#, "bad-argument"),
    (#"{"command":"push","payload":"{}"}"#, "bad-argument"),
    (#"{"command":"push","payload":[]}"#, "bad-argument"),
    (#"{"command":"list","limit":0}"#, "bad-argument"),
    (#"{"command":"list","limit":1001}"#, "bad-argument"),
    (#"{"command":"list","limit":1.5}"#, "bad-argument"),
    (#"{"command":"list","limit":"9"}"#, "bad-argument"),
    (#"{"command":"list","limit":1e999}"#, "bad-argument"),
    (#"{"command":"list","after":"x"}"#, "bad-argument"),
    (#"{"command":"list","after":"1.2.\#(post)"}"#, "bad-argument"),
    (#"{"command":"list","unread":1}"#, "bad-argument"),
    (#"{"command":"list","search":[]}"#, "bad-argument"),
    (#"{"command":"list","subscription":1}"#, "bad-argument"),
    (#"{"command":"reply","conversation":"\#(post)"}"#, "bad-argument"),
    (#"{"command":"reply","text":"x"}"#, "bad-argument"),
    (#"{"command":"retry"}"#, "bad-argument"),
    (#"{"command":"reply","conversation":"x","text":"y"}"#, "bad-argument"),
    (#"{"command":"reply","conversation":"\#(post)","text":7}"#, "bad-argument"),
    (#"{"command":"delete"}"#, "bad-argument"),
    (#"{"command":"delete","reply":"x"}"#, "bad-argument"),
    (#"{"command":"action","name":"x","args":[]}"#, "bad-argument"),
    (#"{"command":"action","name":"x","args":{"a":[1]}}"#, "bad-argument"),
    (#"{"command":"action"}"#, "bad-argument"),
  ])
  func `a line that cannot be done gets one result and nothing happens`(
    line: String, code: String
  ) throws {
    let session = try Session.started(posts: 1)
    let result = try session.result(line)
    #expect(result["ok"] == .bool(false))
    #expect(result["error"]?["code"] == .string(code))
    let message = result["error"]?["message"]?.text ?? ""
    #expect(message.hasSuffix(".") && !message.contains("\n"))
    #expect(session.host.calls.isEmpty)
    #expect(try session.result(#"{"command":"back"}"#)["ok"] == .bool(true))
  }

  @Test(arguments: [
    "1", "-0.50", "1E400", "123456789012345678901234567890", "null", "true", #""a""#,
    #""\u0041\\\"/""#, #"[1,{"a":[]}]"#, #"{"b":1,"a":2}"#, #""é""#,
  ])
  func `the id comes back as it was written`(json: String) throws {
    let session = try Session.started()
    session.host.type(#"{"id": \#(json) ,"command":"back"}"#.utf8 + [0x0A])
    session.host.turn()
    #expect(
      withoutSequence(session.host.output())
        == #"{"event":"result","for":\#(json),"ok":true,"value":null}"# + "\n")
  }

  @Test func `an id that would act on a terminal comes back escaped`() throws {
    let session = try Session.started()
    let line = "{\"command\":\"back\",\"id\":[ \"\u{7F}\u{9B}2J\u{202E}\u{E0041}\\u001b\" ,\t1 ]}"
    let lines = try session.command(line)
    #expect(
      lines == [
        #"{"event":"result","for":["\u007f\u009b2J\u202e\udb40\udc41\u001b",1],"ok":true,"value":null}"#
      ])
  }

  @Test func `a name that is not known is shown short and safe`() throws {
    let session = try Session.started()
    let name = String(repeating: "x", count: 200) + "\u{202E}\\u001b[2J"
    let result = try session.result(#"{"command":"\#(name)"}"#)
    let message = result["error"]?["message"]?.text ?? ""
    #expect(
      message == "There is no command \(name.prefix(60)); hubhost-jsonl(5) lists them.")
  }

  @Test func `unknown keys are passed over, and of a key given twice the last counts`() throws {
    let session = try Session.started()
    _ = try session.result(#"{"x":[{}],"command":"quit","command":"open","url":"a","url":"b"}"#)
    #expect(session.host.calls == ["open b"])
    #expect(session.host.quitReason == nil)
  }

  @Test func `escapes in names and texts are read`() throws {
    let session = try Session.started()
    _ = try session.result(
      #"{"\u0063ommand":"o\u0070en","url":"a\/\b\f\n\r\t\"\\\u00e9\ud83d\ude00é"}"#)
    #expect(session.host.calls == ["open a/\u{8}\u{C}\n\r\t\"\\é😀é"])
  }

  @Test func `badge and path are told as events before the result`() throws {
    let session = try Session.started(posts: 3)
    session.host.currentPath = [.messages]
    #expect(
      try session.command(#"{"command":"badge"}"#) == [
        #"{"event":"badge","badge":"2","count":2}"#,
        #"{"event":"result","for":null,"ok":true,"value":null}"#,
      ])
    _ = session.front.showHub(tab: "hub", badge: "2 new")
    _ = try session.lines()
    #expect(
      try session.command(#"{"command":"badge"}"#).first
        == #"{"event":"badge","badge":"2 new","count":2}"#)
    session.front.badgeChanged(nil, count: 0)
    _ = try session.lines()
    #expect(
      try session.command(#"{"command":"badge"}"#).first
        == #"{"event":"badge","badge":null,"count":2}"#)
    #expect(
      try session.command(#"{"command":"path"}"#) == [
        #"{"event":"path","path":[{"messages":true}]}"#,
        #"{"event":"result","for":null,"ok":true,"value":null}"#,
      ])
  }

  @Test func `quit is answered, and what follows is not looked at`() throws {
    let session = try Session.started()
    session.host.type("{\"command\":\"quit\",\"id\":9}\n{\"command\":\"back\"}\n".utf8)
    #expect(session.host.turnUntilQuit())
    session.front.stop()
    #expect(
      try session.lines().map(withoutSequence) == [
        #"{"event":"result","for":9,"ok":true,"value":null}"#,
        #"{"event":"bye","reason":"quit"}"#,
      ])
    #expect(session.host.quitReason == "quit")
    #expect(session.host.calls.isEmpty)
    #expect(session.host.isIdle)
  }
}
