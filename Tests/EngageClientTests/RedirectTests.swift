import HubTestSupport
import Testing

@testable import EngageClient

@Suite(.timeLimit(.minutes(5)))
struct RedirectTests {
  private static let secrets = [
    HTTPRequest.Header("x-rover-account-token", "acct-1"),
    HTTPRequest.Header("authorization", "Bearer t1"), HTTPRequest.Header("user-agent", "Demo"),
  ]

  @Test(arguments: [301, 302, 303, 307, 308])
  func `a redirect on the same host keeps the tokens`(status: Int) throws {
    let server = try ScriptedServer()
    server.on("/a", .answer(.redirect(status, to: "/b?c=d")))
    server.on("/b", .json("{}"))
    let answer = try Bench().get("\(server.base)/a", headers: Self.secrets)?.answer
    #expect(answer?.status == 200 && answer?.text == "{}")
    #expect(server.requests.map(\.target) == ["/a", "/b?c=d"])
    #expect(server.requests.allSatisfy { $0.values("authorization") == ["Bearer t1"] })
  }

  @Test
  func `a redirect to another host or port carries no token`() throws {
    let other = try ScriptedServer()
    let server = try ScriptedServer()
    other.on("/b", .answer(.redirect(302, to: "\(server.base)/c")))
    server.on("/c", .json("{}"))
    for target in [
      "\(other.base)/b", "http://localhost:\(other.port)/b", "//127.0.0.1:\(other.port)/b",
    ] {
      server.on("/a", .answer(.redirect(302, to: target)))
      let answer = try Bench().get("\(server.base)/a", headers: Self.secrets)?.answer
      #expect(answer?.status == 200)
    }
    #expect(other.requests.count == 3)
    // Nor when it comes back.
    for request in other.requests + server.requests.filter({ $0.path == "/c" }) {
      #expect(
        request.values("x-rover-account-token") == [] && request.values("authorization") == [])
      #expect(request.values("user-agent") == ["Demo"])
    }
  }

  @Test
  func `redirects have a limit`() throws {
    let server = try ScriptedServer { request in
      let number = Int(request.path.dropFirst()) ?? 0
      return number == 0 ? .json("{}") : .answer(.redirect(302, to: "/\(number - 1)"))
    }
    let limits = CurlLimits()
    let bench = try Bench()
    #expect(bench.get("\(server.base)/\(limits.maxRedirects)")?.answer?.status == 200)
    let failure = bench.get("\(server.base)/\(limits.maxRedirects + 1)")?.failure
    #expect(failure?.kind == .broken && failure?.message.contains("redirects more than") == true)
    server.on("/loop", .answer(.redirect(302, to: "/loop")))
    #expect(bench.get("\(server.base)/loop")?.failure?.kind == .broken)
  }

  @Test
  func `the time of a request covers its redirects`() throws {
    let server = try ScriptedServer()
    server.on("/a", .answer(.redirect(302, to: "/b")))
    server.on("/b", .hang)
    let failure = try Bench().get("\(server.base)/a", milliseconds: 400)?.failure
    #expect(failure?.kind == .timedOut)
  }

  @Test(arguments: [
    "file:///etc/passwd", "ftp://127.0.0.1/", "gopher://127.0.0.1:70/_x", "javascript:alert(1)",
    "http://[::", "http://", "http://u:p@127.0.0.1/",
  ])
  func `a redirect to anything but the web is not followed`(target: String) throws {
    let server = try ScriptedServer()
    server.on("/a", .answer(.redirect(302, to: target)))
    let outcome = try Bench().get("\(server.base)/a")
    #expect(outcome?.answer?.body.isEmpty ?? true)
    #expect(outcome?.failure != nil || outcome?.answer?.status == 302)
  }

  @Test
  func `a post is followed with its body, on the same host only`() throws {
    let other = try ScriptedServer()
    other.on("/b", .status(202))
    let server = try ScriptedServer()
    server.on("/b", .status(202))
    let bench = try Bench()
    func post() -> HTTPOutcome? {
      bench.fetch(
        HTTPRequest(
          .post, url: "\(server.base)/a", headers: Self.secrets, body: [1, 2],
          maxAnswerBytes: 100, timeoutMilliseconds: 20_000))
    }
    server.on("/a", .answer(.redirect(307, to: "/b")))
    #expect(post()?.answer?.status == 202)
    #expect(server.requests.map(\.method) == ["POST", "POST"])
    #expect(server.requests.last?.body == [1, 2])
    for status in [301, 302, 303] {
      server.on("/a", .answer(.redirect(status, to: "/b")))
      #expect(post()?.answer?.status == status)
    }
    server.on("/a", .answer(.redirect(308, to: "\(other.base)/b")))
    #expect(post()?.failure?.kind == .untrusted)
    #expect(other.requests.isEmpty)
  }

  @Test
  func `the body of a redirect is not read for long`() throws {
    let server = try ScriptedServer()
    var redirect = ServerAnswer.redirect(302, to: "/b")
    redirect.framing = .untilClose
    server.on("/a", .flood(redirect, bytes: 100 << 20))
    server.on("/b", .json("{}"))
    #expect(try Bench().get("\(server.base)/a")?.failure?.kind == .tooLarge)
    redirect.body = [UInt8](repeating: 0x20, count: CurlLimits().maxRedirectBytes)
    redirect.framing = .length
    server.on("/a", .answer(redirect))
    // What the body may hold does not count against the request.
    #expect(try Bench().get("\(server.base)/a", maxBytes: 10)?.answer?.status == 200)
  }

  @Test
  func `from encryption there is no way back`() {
    let secure = HTTPRequest(
      url: "https://a.example/", headers: Self.secrets, maxAnswerBytes: 1, timeoutMilliseconds: 1)
    var plain = secure
    plain.url = "http://127.0.0.1/"
    func verdict(_ request: HTTPRequest, _ target: String) -> RedirectRule.Verdict {
      RedirectRule.verdict(request, status: 302, target: target, count: 0, limits: CurlLimits())
    }
    guard case .refuse(let failure) = verdict(secure, "http://a.example/") else {
      Issue.record("followed")
      return
    }
    #expect(failure.kind == .untrusted)
    for (from, target, keeps) in [
      (plain, "https://127.0.0.1/", false), (secure, "https://a.example:443/x", true),
      (secure, "https://A.EXAMPLE/x", true), (secure, "https://a.example.evil.example/", false),
      (secure, "https://a.example:444/", false),
    ] {
      guard case .follow(let next) = verdict(from, target) else {
        Issue.record("\(target)")
        continue
      }
      #expect(next.headers.contains(where: \.isSecret) == keeps, "\(target)")
    }
  }

  @Test
  func `a token is not sent in the clear`() throws {
    let failure = try Bench().get("http://192.0.2.1/", headers: Self.secrets)?.failure
    #expect(failure?.kind == .untrusted && failure?.message.contains("192.0.2.1") == true)
  }
}
