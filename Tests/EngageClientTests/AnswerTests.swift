import FoundationEssentials
import HubModel
import Testing

@testable import EngageClient

struct AnswerTests {
  private static let calls: [EngageCall] = {
    let id = UUID()
    return [
      .posts(cursor: nil), .subscriptions, .participants, .conversations(.start),
      .replies(conversation: id, .start),
      .sendReply(conversation: id, externalID: "E", content: []),
      .markRead(conversation: id, lastReplyID: nil), .config, .home, .events([]),
      .stream(lastEventID: nil),
    ]
  }()

  private func answer(
    _ status: Int, _ body: String = "", headers: [HTTPRequest.Header] = [], to call: EngageCall
  ) -> EngageAnswer {
    EngageAnswer(
      .answer(HTTPAnswer(status: status, headers: headers, body: Array(body.utf8))), to: call,
      now: Fixture.now)
  }

  private func failure(_ answer: EngageAnswer) -> EngageFailure? {
    if case .failure(let failure) = answer { failure } else { nil }
  }

  @Test(arguments: calls.indices)
  func `cases 142 and 143: 410 resets for the seven calls of the Hub only`(index: Int) {
    let call = Self.calls[index]
    let found = answer(410, to: call)
    if index < 7 {
      #expect(found == .reset)
    } else {
      #expect(failure(found)?.cause == .status(410) && failure(found)?.isRetryable == false)
    }
  }

  @Test(arguments: calls.indices)
  func `case 161: these are worth another try, and others are not`(index: Int) {
    let call = Self.calls[index]
    for status in [408, 429, 500, 502, 503, 599] {
      #expect(failure(answer(status, to: call))?.isRetryable == true)
    }
    for status in [301, 302, 400, 401, 403, 404, 407, 411, 422, 499, 600] {
      let found = failure(answer(status, to: call))
      #expect(found?.isRetryable == false && found?.cause == .status(status))
      #expect(found?.message.contains("\(status)") == true)
    }
  }

  @Test(arguments: calls.indices)
  func `case 128: only the list of conversations can be not modified`(index: Int) {
    let found = answer(304, to: Self.calls[index])
    if index == 3 {
      #expect(found == .notModified)
    } else {
      #expect(failure(found)?.cause == .status(304))
    }
  }

  @Test
  func `case 157: a reply is sent by exactly 202`() {
    let call = Self.calls[5]
    #expect(answer(202, "whatever", to: call) == .sent)
    for status in [200, 201, 204] {
      let found = failure(answer(status, to: call))
      #expect(found?.isRetryable == true && found?.cause == .status(status))
    }
  }

  @Test
  func `case 163: a broken transfer is worth another try`() {
    let outcome = HTTPOutcome.failure(HTTPFailure(.timedOut, "h did not answer in time"))
    let found = failure(EngageAnswer(outcome, to: .config, now: Fixture.now))
    #expect(found?.cause == .transport(.timedOut) && found?.isRetryable == true)
    #expect(found?.message == "GET /config: h did not answer in time")
  }

  @Test
  func `good answers are decoded, and bad elements counted`() throws {
    let bad = #"{"posts":[{"id":"123"}],"nextCursor":"c2","hasMore":true}"#
    guard case .posts(let page) = answer(200, bad, to: .posts(cursor: nil)) else {
      Issue.record("no page")
      return
    }
    #expect(page.nextCursor == "c2" && page.hasMore && page.posts.isEmpty)
    #expect(answer(200, bad, to: .posts(cursor: nil)).skipped.count == 1)
    #expect(
      answer(201, #"{"experienceURL":"https://x.example"}"#, to: .home).skipped == SkipReport())
    guard
      case .read(let mark) = answer(
        200,
        #"{"conversationID":"\#(Fixture.conversation)","lastReadAt":"2026-03-05T13:20:00.000Z"}"#,
        to: Self.calls[6])
    else {
      Issue.record("no read mark")
      return
    }
    #expect(mark.lastReadAt == Fixture.now)
    #expect(answer(204, to: .events([])) == .delivered)
    #expect(answer(200, to: .stream(lastEventID: nil)) == .streamEnded)
  }

  @Test(arguments: ["", "[]", "null", "<html>no</html>", "{}"])
  func `case 233: what is no page is a failure`(body: String) {
    for call in Self.calls.prefix(5) {
      let found = failure(answer(200, body, to: call))
      guard case .content = found?.cause else {
        Issue.record("\(call.name)")
        continue
      }
      #expect(found?.isRetryable == body.isEmpty)
    }
  }

  @Test
  func `case 239: an empty 204 is a failure`() {
    let found = failure(answer(204, to: .conversations(.start)))
    #expect(found?.isRetryable == false)
    #expect(found?.message == "GET /conversations: the server answered 204 with nothing")
  }

  @Test(
    arguments: [
      ("0", 0), ("120", 120), (" 7 ", 7), ("3600", 3_600), ("3601", 3_600),
      ("99999999999999999999999", 3_600), ("Thu, 05 Mar 2026 13:20:30 GMT", 30),
      ("Thursday, 05-Mar-26 13:20:30 GMT", 30), ("Thu Mar  5 13:20:30 2026", 30),
      ("Thu, 05 Mar 2026 13:19:00 GMT", 0), ("Fri, 06 Mar 2026 13:20:30 GMT", 3_600),
      ("", nil), ("-1", nil), ("1.5", nil), ("soon", nil), ("Thu, 31 Feb 2026 13:20:30 GMT", nil),
      ("Thu, 05 Mar 2026 24:20:30 GMT", nil), ("Thu, 05 Mrz 2026 13:20:30 GMT", nil),
      ("Thu, 05 Mar 2026 13:20:30 CET", nil),
      ("Thu, 05 Mar 99999999999999999999 13:20:30 GMT", nil),
    ] as [(String, Int?)])
  func `Retry-After is seconds or a date, and has a limit`(value: String, seconds: Int?) {
    let fields = [HTTPRequest.Header("retry-after", value)]
    #expect(failure(answer(503, headers: fields, to: .config))?.retryAfterSeconds == seconds)
    #expect(failure(answer(400, headers: fields, to: .config))?.retryAfterSeconds == nil)
  }
}
