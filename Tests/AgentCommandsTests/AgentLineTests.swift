import FoundationEssentials
import HubModel
import HubSystem
import Testing

struct AgentLineTests {
  private static let id = UUID()
  private static let other = UUID()

  static let requests: [AgentRequest] = [
    .host, .refresh, .notifications,
    .screens(AgentRequest.Screens()),
    .screens(AgentRequest.Screens(hub: true, list: true, conversation: id)),
    .outbox(conversation: id), .read(conversation: id, reply: other), .older(conversation: id),
    .opened(post: id), .find(kind: .post, id: id, ticket: 1),
    .find(kind: .conversation, id: id, ticket: .max), .sync(ticket: -1),
    .reply(payload: "{\n}", text: "a\nb \u{1B} \u{2028} 👩‍🚀", ticket: 3),
    .tap(payload: "", ticket: 4), .push(payload: "\"\\", ticket: 5),
  ]

  static let news: [AgentNews] = [
    .changed, .bye, .status(AgentNews.Status(activity: "idle")),
    .status(
      AgentNews.Status(
        activity: "failed", posts: 3, rate: 9, reason: "It was\nnot there.", lastSync: -1)),
    .notification(AgentNews.Notification(action: "withdraw", thread: "x")),
    .notification(
      AgentNews.Notification(
        action: "show", id: "i", thread: "t", title: "a", body: "b\n", url: "rv://x")),
    .found(ticket: 1, isFound: true), .found(ticket: 1, isFound: false),
    .done(ticket: 2, problem: nil, isOffline: false),
    .done(ticket: 2, problem: "No.", isOffline: true),
    .tapped(ticket: 3, AgentNews.Tap()),
    .tapped(ticket: 3, AgentNews.Tap(url: "https://x", isWebsite: true)),
    .tapped(ticket: 3, AgentNews.Tap(opensApp: true)),
    .bodyFailed(post: id, reason: "gone"), .dropped(conversation: id, text: "a\nb"),
  ]

  @Test(arguments: requests) func `a request comes back from its line`(request: AgentRequest) {
    let line = request.line
    #expect(line.firstIndex(of: 0x0A) == line.count - 1)
    #expect(AgentRequest(line: line.dropLast()) == request)
  }

  @Test(arguments: news) func `news come back from their line`(news: AgentNews) {
    let line = news.line
    #expect(line.firstIndex(of: 0x0A) == line.count - 1)
    #expect(AgentNews(line: line.dropLast()) == news)
  }

  @Test(
    arguments: [
      "", " ", "{", "{}", "[]", "null", "\"host\"", "{\"host\":false}", "{\"host\":1}",
      "{\"refresh\":false}", "{\"sync\":true}", "{\"sync\":false,\"ticket\":1}",
      "{\"sync\":true,\"ticket\":1.5}", "{\"sync\":true,\"ticket\":1e30}", "{\"outbox\":\"x\"}",
      "{\"read\":\"8E2F6A90-71BB-4C3D-8F10-6D5E4C3B2A01\"}",
      "{\"find\":\"8E2F6A90-71BB-4C3D-8F10-6D5E4C3B2A01\",\"ticket\":1}",
      "{\"find\":\"8E2F6A90-71BB-4C3D-8F10-6D5E4C3B2A01\",\"kind\":\"x\",\"ticket\":1}",
      "{\"reply\":\"x\",\"ticket\":1}", "{\"screens\":{}}", "{\"unknown\":true}",
      "{\"host\":true}{\"host\":true}",
    ])
  func `what is no request is refused`(text: String) {
    #expect(AgentRequest(line: text.utf8) == nil)
  }

  @Test(
    arguments: [
      "", "{", "{}", "[]", "{\"status\":{}}", "{\"changed\":false}", "{\"done\":true}",
      "{\"done\":false,\"ticket\":1}", "{\"found\":true}", "{\"bye\":false}", "{\"ticket\":1}",
      "{\"notification\":{\"id\":\"x\"}}", "{\"host\":true}",
    ])
  func `what is no news is refused`(text: String) {
    #expect(AgentNews(line: text.utf8) == nil)
  }

  @Test func `invalid UTF-8 and deep nesting are refused`() {
    #expect(AgentRequest(line: [0x7B, 0xFF, 0x7D]) == nil)
    let deep = String(repeating: "[", count: 100_000)
    #expect(AgentRequest(line: "{\"host\":\(deep)".utf8) == nil)
    #expect(AgentNews(line: "{\"x\":\(deep)".utf8) == nil)
  }
}
