import HubText
import Testing

struct LinkTests {
  private func url(_ href: String, base: String? = "https://a.example/b/c/d?q#f") throws -> String?
  {
    try HTMLReader.document(from: "<a href=\"\(href)\">x</a>", baseURL: base).links.first?.url
  }

  @Test(arguments: [
    ("https://x.example/", "https://x.example/"), ("g", "https://a.example/b/c/g"),
    ("./g", "https://a.example/b/c/g"), ("../g", "https://a.example/b/g"),
    ("../../../g", "https://a.example/g"), ("..", "https://a.example/b/"),
    ("/g?y#z", "https://a.example/g?y#z"), ("//h/x", "https://h/x"),
    ("?y", "https://a.example/b/c/d?y"), ("g/./h/../i", "https://a.example/b/c/g/i"),
    ("mailto:a@b.example", "mailto:a@b.example"), ("demo://hub", "demo://hub"),
    ("a b", "https://a.example/b/c/a%20b"), (" https://x.example/ ", "https://x.example/"),
    ("https://x.example/&#10;y", "https://x.example/y"),
  ])
  func `a link resolves to`(href: String, expected: String) throws {
    #expect(try url(href) == expected)
  }

  @Test(arguments: [
    "javascript:alert(1)", "JavaScript:alert(1)", "java&#10;script:x", "&#1;javascript:x",
    "data:text/html,x", "vbscript:x", "blob:x", "#here", "", " ",
  ])
  func `a link is kept out`(href: String) throws {
    #expect(try url(href) == nil)
  }

  @Test func `a relative link without a base is text`() throws {
    #expect(try url("/x", base: nil) == nil)
    #expect(try url("/x", base: "not absolute") == nil)
    #expect(try url("/x", base: "data:text/html,") == nil)
  }

  @Test func `an address may be so long and no longer`() throws {
    let head = "https://x.example/"
    let longest = head + String(repeating: "x", count: 8192 - head.utf8.count)
    #expect(try url(longest) == longest)
    #expect(try url(longest + "x") == nil)
  }
}
