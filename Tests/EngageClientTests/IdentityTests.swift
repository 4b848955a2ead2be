import FoundationEssentials
import HubModel
import Testing

@testable import EngageClient

struct IdentityTests {
  private typealias Info = [String: EngageIdentity.UserInfo]

  @Test
  func `cases 104 and 106: the first place that names a user counts`() {
    let ticketmaster = EngageIdentity.UserInfo.group(["ticketmasterID": .text("tm1")])
    let client = EngageIdentity.UserInfo.group([
      "seatGeekClientID": .text("c1"), "seatGeekID": .text("s1"),
    ])
    let table: [(Info, String?)] = [
      (["userID": .text("u"), "ticketmaster": ticketmaster], "u"),
      (["userID": .text(""), "ticketmaster": ticketmaster], "tm1"),
      (["userID": .other, "ticketmaster": ticketmaster], "tm1"),
      (["ticketmaster.ticketmasterID": .text("tm1")], nil),
      (["ticketmaster": .text("tm1")], nil),
      (["seatGeek": client], "c1"),
      (["ticketmaster": ticketmaster, "seatGeek": client], "tm1"),
      (["seatGeek": .group(["seatGeekID": .text("s1")])], "s1"),
      (["seatGeek": .group(["seatGeekClientID": .text("")])], nil),
      ([:], nil),
    ]
    for (info, expected) in table { #expect(EngageIdentity.userID(in: info) == expected) }
    #expect(EngageIdentity(userID: "", deviceIdentifier: "").userID == nil)
  }

  @Test(arguments: [
    ("*.rover.io", "rover.io", true), ("*.rover.io", "engage.rover.io", true),
    ("*.rover.io", "a.b.rover.io", true), ("*.rover.io", "notrover.io", false),
    ("*.rover.io", "rover.io.evil.example", false), ("rover.io", "rover.io", true),
    ("rover.io", "engage.rover.io", false), ("*.*.rover.io", "a.b.rover.io", false),
    ("*.", "rover.io", false), ("*", "rover.io", false), ("*.rover.io", "", false), ("", "", false),
    ("localhost", "localhost", true), ("Rover.io", "rover.io", false),
    ("a.*.io", "a.b.io", false),
  ])
  func `case 109: a domain pattern matches`(pattern: String, host: String, isMatch: Bool) {
    #expect(DomainPattern(pattern).matches(host) == isMatch)
  }

  @Test
  func `the user's token needs a user, and goes to the host of the endpoint`() throws {
    func field(_ userID: String?, _ token: String?, _ call: EngageCall) throws -> String? {
      try Fixture.caller(userID: userID, token: token).request(for: call).headers
        .first { $0.name == "authorization" }?.value
    }
    #expect(try field("u", "t1", .home) == "Bearer t1")
    #expect(try field(nil, "t1", .home) == nil)
    #expect(try field("u", nil, .home) == nil)
    #expect(try field(nil, "t1", .events([])) == "Bearer t1")
  }

  @Test
  func `case 109: the user's token goes to the hosts of its patterns only`() throws {
    func hasField(_ host: String, _ domains: [String]?) throws -> Bool {
      try Fixture.caller("https://\(host)", userID: "u", token: "t1", domains: domains)
        .request(for: .home).headers.contains { $0.name == "authorization" }
    }
    #expect(try hasField("engage.example", nil))
    #expect(try hasField("rover.io", ["*.rover.io"]))
    #expect(try !hasField("engage.example", ["*.rover.io"]))
    #expect(try !hasField("engage.example", []))
    let endpoint = try EngageEndpoint("https://Engage.Example:8443/x")
    #expect(
      EngageCaller.authorizedDomains(for: endpoint, associatedDomains: ["a.example"]).map(\.text)
        == ["*.rover.io", "engage.example", "a.example"])
  }

  /// A token whose payload is base64url of a text.
  private func token(_ payload: String, padded: Bool = false) -> String {
    let base64 = Data(payload.utf8).base64EncodedString().replacing("+", with: "-")
      .replacing("/", with: "_")
    return "e30.\(padded ? base64 : base64.replacing("=", with: "")).c2ln"
  }

  @Test
  func `the end of a token is read with and without padding`() throws {
    for payload in [
      #"{"exp":1772716860}"#, #"{"exp":1772716860,"a":"??>>"}"#, #"{"exp":1.77271686e9 }"#,
    ] {
      for isPadded in [true, false] {
        let bearer = BearerToken(try Fixture.secret(token(payload, padded: isPadded)))
        #expect(bearer.expiry == Timestamp(milliseconds: 1_772_716_860_000))
      }
    }
  }

  @Test
  func `a token that ends within a minute is renewed`() throws {
    let bearer = BearerToken(try Fixture.secret(token(#"{"exp":1772716860}"#)))
    // It ends 60 s after the fixtures' now.
    #expect(!bearer.needsRenewal(at: Fixture.now))
    #expect(bearer.needsRenewal(at: Timestamp(milliseconds: Fixture.now.milliseconds + 1)))
  }

  @Test(arguments: [
    "not.a.jwt", "opaque", "e30.e30.x", "a.b", "e30.eyJleHAiOiJ4In0.x", "..",
    "e30.eyJleHAiOjFlOTl9.x",
  ])
  func `case 112: a token whose end cannot be read is sent as it is`(text: String) throws {
    let bearer = BearerToken(try Fixture.secret(text))
    #expect(bearer.expiry == nil && !bearer.needsRenewal(at: Fixture.now))
    let request = try Fixture.caller(userID: "u", token: text).request(for: .home)
    #expect(request.headers.contains(HTTPRequest.Header("authorization", "Bearer \(text)")))
  }

  @Test
  func `no text shows a token`() throws {
    let caller = try Fixture.caller(userID: "u", token: "SEKRET-1")
    let request = caller.request(for: .home)
    var dumped = ""
    dump(caller, to: &dumped)
    dump(request, to: &dumped)
    let texts = [
      "\(caller)", "\(request)", "\(request.headers)", String(reflecting: caller),
      String(reflecting: request), "\(caller.accountToken)", dumped,
    ]
    for text in texts { #expect(!text.contains("SEKRET-1") && !text.contains("acct-1")) }
    #expect("\(request)".contains("deviceIdentifier=D-1"))
  }

  @Test
  func `a token is printable and not too long`() {
    let longest = String(repeating: "x", count: EngageLimits.maxSecretBytes)
    #expect(Secret(longest) != nil && Secret("a-1.~") != nil)
    for bad in [longest + "x", "", "a b", "a\r\nb", "é", "\u{7F}"] { #expect(Secret(bad) == nil) }
  }

  @Test(arguments: [
    "https://engage.example", "https://engage.example:8443/base", "HTTPS://Engage.Example/",
    "http://127.0.0.1:8787", "http://localhost", "http://[::1]:80", "http://127.9.9.9",
    "https://[2001:db8::1]/x",
  ])
  func `an endpoint is encrypted or on this machine`(text: String) throws {
    let endpoint = try EngageEndpoint(text)
    #expect(!endpoint.base.hasSuffix("/"))
    #expect(text.lowercased().contains(endpoint.host))
  }

  @Test(arguments: [
    "http://engage.example", "http://127.0.0.1.example", "http://localhost.example",
    "http://[::2]", "ftp://127.0.0.1", "https://", "https:///x", "https://u@engage.example",
    "https://a.example?x", "https://a.example#x", "https://a.example\\@b.example",
    "https://a.example:99999", "https://a.example:", "https://a b.example", "https://ä.example",
    "x",
    "https://[::1", "http://127.0.0.256", "http://127.1",
  ])
  func `any other endpoint is refused`(text: String) {
    let error = #expect(throws: EngageError.self) { try EngageEndpoint(text) }
    #expect(error?.code == .badEndpoint)
  }
}
