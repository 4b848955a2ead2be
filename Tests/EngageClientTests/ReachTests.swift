import HubTestSupport
import Testing

@testable import EngageClient

@Suite(.timeLimit(.minutes(5)))
struct ReachTests {
  private static func address(_ text: String) throws -> [UInt8] {
    if !text.contains(":") {
      return try text.split(separator: ".").map { try Fixture.unwrap(UInt8($0)) }
    }
    let halves = text.split(separator: "::", omittingEmptySubsequences: false).map { half in
      half.split(separator: ":").map { UInt16($0, radix: 16) ?? 0 }
    }
    let last = halves.count > 1 ? halves[1] : []
    let zeros = [UInt16](repeating: 0, count: 8 - halves[0].count - last.count)
    return (halves[0] + zeros + last).flatMap { [UInt8($0 >> 8), UInt8($0 & 0xFF)] }
  }

  @Test(arguments: [
    "0.0.0.0", "0.255.255.255", "10.0.0.0", "10.255.255.255", "100.64.0.0", "100.127.255.255",
    "127.0.0.1", "127.255.255.255", "169.254.0.0", "169.254.169.254", "172.16.0.0",
    "172.31.255.255", "192.0.0.8", "192.168.0.0", "192.168.255.255", "198.18.0.0",
    "198.19.255.255", "224.0.0.1", "239.255.255.255", "240.0.0.0", "255.255.255.255", "::", "::1",
    "::7f00:1", "::ffff:7f00:1", "::ffff:a9fe:a9fe", "64:ff9b::a00:1", "64:ff9b:1::1", "100::1",
    "2002:7f00:1::", "2002:c0a8:101::1", "fc00::1", "fdff::1", "fe80::1", "febf::1", "fec0::1",
    "ff02::1",
  ])
  func `an address of this machine or its network is not public`(text: String) throws {
    #expect(!PublicAddress.isPublic(try Self.address(text)))
  }

  @Test(arguments: [
    "1.0.0.0", "9.255.255.255", "11.0.0.0", "100.63.255.255", "100.128.0.0", "126.255.255.255",
    "128.0.0.0", "169.253.255.255", "169.255.0.0", "172.15.255.255", "172.32.0.0", "192.0.1.0",
    "192.167.255.255", "192.169.0.0", "198.17.255.255", "198.20.0.0", "223.255.255.255",
    "2606:4700::1", "::ffff:808:808", "64:ff9b::808:808", "2002:808:808::1", "2003::1", "fbff::1",
    "64:ff9b:2::1", "101::1",
  ])
  func `an address beside those ranges is public`(text: String) throws {
    #expect(PublicAddress.isPublic(try Self.address(text)))
  }

  @Test
  func `what is no address is not public`() {
    #expect(!PublicAddress.isPublic([UInt8]()))
    #expect(!PublicAddress.isPublic([8, 8, 8]))
  }

  @Test(arguments: [
    ("http://127.0.0.1:8787", "http://127.0.0.1:631/", HTTPRequest.Reach.anywhere),
    ("http://127.0.0.1:8787", "https://posts.example/1", .anywhere),
    ("https://engage.example", "https://engage.example/p/1", .anywhere),
    ("https://engage.example", "https://ENGAGE.example:443/p/1", .anywhere),
    ("https://engage.example", "https://engage.example:8443/p/1", .publicOnly),
    ("https://engage.example", "http://engage.example/p/1", .publicOnly),
    ("https://engage.example", "https://posts.example/1", .publicOnly),
    ("https://engage.example", "http://localhost/", .publicOnly),
    ("https://engage.example", "nonsense", .publicOnly),
  ])
  func `only a server on this machine may name what is on it`(
    endpoint: String, url: String, reach: HTTPRequest.Reach
  ) throws {
    #expect(HTTPRequest.Reach(of: url, from: try EngageEndpoint(endpoint)) == reach)
  }

  /// All of these are this machine, whatever they look like.
  @Test(arguments: [
    "127.0.0.1", "localhost", "127.1", "2130706433", "0x7f.1", "0.0.0.0", "0", "[::ffff:127.0.0.1]",
    "x.localhost",
  ])
  func `a request to public addresses does not reach this machine`(host: String) throws {
    let server = try ScriptedServer()
    server.on("/", .json("{}"))
    let request = HTTPRequest(
      url: "http://\(host):\(server.port)/", maxAnswerBytes: 100, timeoutMilliseconds: 20_000,
      reach: .publicOnly)
    let failure = try Bench().fetch(request)?.failure
    #expect(server.requests.isEmpty)
    #expect(failure?.kind == .untrusted || failure?.kind == .unreachable)
    #expect(failure?.message.contains("this machine") == true || host == "[::ffff:127.0.0.1]")
  }

  @Test
  func `a redirect from elsewhere leads to public addresses only`() throws {
    let request = HTTPRequest(
      url: "https://posts.example/1", maxAnswerBytes: 1, timeoutMilliseconds: 1)
    func reach(_ url: String, to target: String) -> HTTPRequest.Reach? {
      var request = request
      request.url = url
      let verdict = RedirectRule.verdict(
        request, status: 302, target: target, count: 0, limits: CurlLimits())
      if case .follow(let next) = verdict { return next.reach }
      return nil
    }
    #expect(reach("https://posts.example/1", to: "https://127.0.0.1/") == .publicOnly)
    #expect(reach("http://posts.example/1", to: "http://127.0.0.1/") == .publicOnly)
    #expect(reach("https://posts.example/1", to: "https://posts.example/2") == .anywhere)
    #expect(reach("http://127.0.0.1/1", to: "http://127.0.0.1:81/2") == .anywhere)
  }

  @Test(arguments: [
    ("http", ["http_proxy": "p:1"], true), ("http", ["HTTP_PROXY": "p:1"], false),
    ("https", ["http_proxy": "p:1"], false), ("https", ["HTTPS_PROXY": "p:1"], true),
    ("https", ["https_proxy": "", "all_proxy": "p:1"], false), ("http", ["ALL_PROXY": "p:1"], true),
    ("http", [:], false),
  ])
  func `the environment names a proxy`(
    scheme: String, environment: [String: String], isNamed: Bool
  ) {
    #expect(Proxy.isNamed(scheme: scheme) { environment[$0] } == isNamed)
  }
}
