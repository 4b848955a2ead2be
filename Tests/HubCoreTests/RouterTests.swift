import FoundationEssentials
import HubCore
import HubModel
import Testing

@Suite struct RouterTests {
  private static let id = "019cbce7-86de-7610-94f0-cf590c499243"

  private static let conversation = HubDestination.conversation(
    UUID(uuidString: id) ?? UUID())

  private func destination(_ url: String, handlers: [any RouteHandler] = [HubRouteHandler()])
    -> HubDestination?
  {
    let router = Router(app: .demo, handlers: handlers)
    guard case .navigate(let destination) = AppURL(url).flatMap(router.action) else { return nil }
    return destination
  }

  @Test(arguments: [
    ("rv-demo://posts/abc", "abc"), ("rv-demo://POSTS/abc", "abc"),
    ("rv-demo://posts/abc/", "abc"), ("rv-demo://posts//abc", "abc"),
    ("rv-demo://posts/abc/extra?x=1#f", "abc"), ("rv-demo://posts/a%2Fb", "a"),
    ("rv-demo://posts/%20abc", " abc"), ("rv-demo://po%73ts/abc", "abc"),
    ("rv-demo://user@posts:80/abc", "abc"), ("rv-demo://posts/ü", "ü"),
    ("rv-demo://posts/%C3%BC", "ü"), ("rv-demo://posts/\u{301}a", "\u{301}a"),
  ])
  func `a link to a post names the text of its id`(url: String, id: String) {
    #expect(destination(url) == .post(id))
  }

  private func action(_ url: String) -> ActionLink? {
    guard case .action(let link) = AppURL(url).flatMap(Router(app: .demo).action) else {
      return nil
    }
    return link
  }

  @Test(arguments: [
    ("rv-demo://action/curses/jump", [ActionBinding]?.some([])),
    ("rv-demo://ACTION/curses/jump?", []),
    (
      "rv-demo://action/curses/jump?a=1&b=x%20y#z",
      [ActionBinding("a", "1"), ActionBinding("b", "x y")]
    ),
    (
      "rv-demo://action/curses/jump?a=1+1&&a=b=c",
      [ActionBinding("a", "1+1"), ActionBinding("a", "b=c")]
    ),
    ("rv-demo://action/curses/jump?flag", [ActionBinding("flag", "")]),
    ("rv-demo://action/curses/jump?a=%zz", nil), ("rv-demo://action/curses/jump?a=%FF", nil),
    ("rv-demo://action/curses/jump?=1", nil),
  ])
  func `a link to an action names front end, action and values`(
    url: String, bindings: [ActionBinding]?
  ) {
    #expect(action(url) == ActionLink(frontEnd: "curses", name: "jump", bindings: bindings))
  }

  @Test(arguments: [
    "rv-demo://action", "rv-demo://action/curses", "rv-demo://action/curses/jump/more",
    "https://demo.rover.example/action/curses/jump", "demo://action/curses/jump",
  ])
  func `a link that names no action is none`(url: String) {
    #expect(action(url) == nil)
  }

  @Test(arguments: [
    "rv-demo://conversations/\(id)", "rv-demo://conversations/\(id.uppercased())",
    "rv-demo://Conversations/\(id)/more",
  ])
  func `a link to a conversation names its UUID`(url: String) {
    #expect(destination(url) == Self.conversation)
  }

  @Test(arguments: [
    "RV-DEMO://posts/abc", "rv-demo://posts", "rv-demo://posts/", "rv-demo://posts?id=abc",
    "rv-demo:///posts/abc", "rv-demo:posts/abc", "rv-demo://", "rv-demo://conversations",
    "rv-demo://conversations/not-a-uuid",
    "rv-demo://conversations/8e-f6a90-71bb-8c3d-8f10-6d5e4c3b2a01",
    "rv-demo://conversations/019cbce786de761094f0cf590c499243",
    "rv-demo://conversations/{\(id)}", "rv-demo://hub", "rv-demo://inbox",
    "https://demo.rover.example/posts/abc", "https://known.example/posts/abc", "demo://hub",
    "rv-other://posts/abc", "posts/abc", "", ":", "-rv-demo://posts/abc", "rv-demo://posts:x/abc",
    "rv-demo://@:80/abc", "rv-demo://posts/%", "rv-demo://posts/%4", "rv-demo://posts/%zz",
    "rv-demo://posts/%FF", "rv-demo://posts/%00", "rv-demo://posts/a\u{1B}b",
    "rv-demo://posts/%C2%9B", "rv-demo://posts/a\nb", "rv-demo://[posts/abc",
    "rv-demo://posts%2Fabc/d",
  ])
  func `what is no link of the Hub is declined`(url: String) {
    #expect(destination(url) == nil)
  }

  @Test func `a URL of the greatest length is taken, one byte more is not`() {
    let start = "rv-demo://posts/"
    let id = String(repeating: "a", count: AppURL.maximumLength - start.utf8.count)
    #expect(destination(start + id) == .post(id))
    #expect(destination(start + id + "a") == nil)
  }

  @Test func `a universal link is recognised by its exact host, and is not the Hub's`() throws {
    let known = try #require(AppURL("https://demo.rover.example/posts/abc"))
    #expect(RouterLink(known, app: .demo)?.kind == .universal)
    let shouted = try #require(AppURL("https://DEMO.rover.example/posts/abc"))
    #expect(RouterLink(shouted, app: .demo) == nil)
    let scheme = try #require(AppURL("HTTPS://demo.rover.example/posts/abc"))
    #expect(RouterLink(scheme, app: .demo) == nil)
  }

  @Test func `associated domains are compared in lower case`() throws {
    let app = AppDescription.demo { $0.associatedDomains = ["Demo.Rover.Example"] }
    let url = try #require(AppURL("https://demo.rover.example/x"))
    #expect(RouterLink(url, app: app)?.kind == .universal)
  }

  private struct Fixed: RouteHandler {
    let host: String
    let id: String

    func destination(for link: RouterLink) -> RouteAction? {
      link.host == host ? .navigate(.post(id)) : nil
    }
  }

  @Test func `handlers are asked in order and the first action wins`() {
    let handlers: [any RouteHandler] = [
      Fixed(host: "other", id: "1"), Fixed(host: "posts", id: "2"), HubRouteHandler(),
    ]
    #expect(destination("rv-demo://other/x", handlers: handlers) == .post("1"))
    #expect(destination("rv-demo://posts/x", handlers: handlers) == .post("2"))
    #expect(destination("rv-demo://POSTS/x", handlers: handlers) == .post("x"))
  }
}
