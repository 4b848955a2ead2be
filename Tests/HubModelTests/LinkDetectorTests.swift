import HubModel
import Testing

struct LinkDetectorTests {
  private func found(_ text: String) -> [String] {
    LinkDetector.links(in: text).map { "\(text[$0.range]) -> \($0.target)" }
  }

  @Test(arguments: [
    ("see https://a.example/x?y=1#z now", "https://a.example/x?y=1#z -> https://a.example/x?y=1#z"),
    ("rv-demo://posts/1", "rv-demo://posts/1 -> rv-demo://posts/1"),
    ("(https://a.example/b_(c))", "https://a.example/b_(c) -> https://a.example/b_(c)"),
    ("Go to https://a.example.", "https://a.example -> https://a.example"),
    ("\"https://a.example/é\"!", "https://a.example/é -> https://a.example/é"),
    ("example.com", "example.com -> http://example.com"),
    ("Visit example.com, please", "example.com -> http://example.com"),
    ("www.club.zzz/x", "www.club.zzz/x -> http://www.club.zzz/x"),
    ("a.example.org:8080/p", "a.example.org:8080/p -> http://a.example.org:8080/p"),
    ("ask ana.ruiz+x@example.org!", "ana.ruiz+x@example.org -> mailto:ana.ruiz+x@example.org"),
    ("mailto:a@b.example", "mailto:a@b.example -> mailto:a@b.example"),
    ("(416) 555-0100", "(416) 555-0100 -> tel:4165550100"),
    ("call +1 (416) 555-0100.", "+1 (416) 555-0100 -> tel:+14165550100"),
    ("416-555-0100", "416-555-0100 -> tel:4165550100"),
    ("416.555.0100 or later", "416.555.0100 -> tel:4165550100"),
    ("555-0100", "555-0100 -> tel:5550100"), ("4165550100", "4165550100 -> tel:4165550100"),
    ("01 23 45 67 89", "01 23 45 67 89 -> tel:0123456789"),
  ])
  func `one link is found`(text: String, link: String) {
    #expect(found(text) == [link])
  }

  @Test(arguments: [
    "", "no links here", "e.g. this", "readme.md and main.py", "file.txt", "3.14", "10.0.100.200",
    "2026-03-05", "05.03.2026", "2019-2020", "1 000 000", "12345", "123456789", "12:30", "@name",
    "a@b", "a@@b.example", "://x", "https://", "x..com", "-a.com", "javascript:alert(1)", "tel:",
    "555-01000x", "4165550100%", "((((((",
  ])
  func `plain text has no link`(text: String) {
    #expect(found(text) == [])
  }

  @Test func `several links in one text keep their order`() {
    #expect(
      found("a.example or b@c.example, (416) 555-0100 and https://d.example") == [
        "a.example -> http://a.example", "b@c.example -> mailto:b@c.example",
        "(416) 555-0100 -> tel:4165550100", "https://d.example -> https://d.example",
      ])
  }

  @Test(arguments: [")", "(", ".", "1", "1-", "a@", "a.", "://", " "])
  func `long nonsense is no link`(part: String) {
    #expect(found(String(repeating: part, count: 20_000)) == [])
  }
}
