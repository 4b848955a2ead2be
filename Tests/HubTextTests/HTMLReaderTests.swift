import HubText
import Testing

struct HTMLReaderTests {
  private func text(_ html: String, columns: Int? = nil) throws -> [String] {
    try HTMLReader.document(from: html, baseURL: "https://a.example/").lines(columns: columns)
      .map(\.text)
  }

  @Test(
    arguments: [
      ("", []), ("hello", ["hello"]), ("<p>a\n  b</p><p>c", ["a b", "", "c"]),
      ("<h2>T</h2><p>x", ["T", "", "x"]), ("a<br>b", ["a", "b"]),
      ("<p> <b> x </b> y </p>", ["x y"]),
      ("<ul><li>a<li>b</ul>", ["• a", "• b"]),
      ("<p>x</p><ul><li>a</ul><p>y", ["x", "", "• a", "", "y"]),
      ("<ol start=9><li>a<li>b</ol>", ["9. a", "10. b"]),
      ("<ol><li value=4>a<li>b</ol>", ["4. a", "5. b"]),
      ("<ul><li>a<ul><li>b<ol><li>c</ol></ul><li>d</ul>", ["• a", "  • b", "    1. c", "• d"]),
      ("<ul><li><p>a<p>b<li><p>c</ul>", ["• a", "", "  b", "", "• c"]),
      (
        "<blockquote><p>a<p>b<blockquote>c</blockquote></blockquote>d",
        ["> a", ">", "> b", ">", "> > c", "", "d"]
      ),
      ("<pre>\n  a\n\n\tb  \n</pre>", ["      a", "", "    \tb"]),
      ("<ul><li>a<pre>b\n c</pre></ul>", ["• a", "", "      b", "       c"]),
      ("a<hr>b", ["a", "", String(repeating: "─", count: 40), "", "b"]),
      ("<pre>a<p>b</p>c\n<p>d</pre>", ["    a", "    b", "    c", "    d"]),
      ("<pre>unclosed\n x", ["    unclosed", "     x"]),
      ("<dl><dt>T<dd>e</dl>", ["T", "", "  e"]), ("10<sup>5</sup>", ["10^5"]),
      ("<q>x</q>", ["“x”"]),
      (
        "<img src=/i.png alt=\"A cat\">",
        ["[Image: A cat][1]", "", "Links", "[1] https://a.example/i.png"]
      ),
      ("<img src=i.png alt=''>x", ["x"]),
      (
        "a <img src=i.png alt=b> c",
        ["a [Image: b][1] c", "", "Links", "[1] https://a.example/i.png"]
      ),
      (
        "<figure><img src=i.png alt=x><figcaption>The cap</figcaption></figure>y",
        ["[Image: The cap][1]", "", "y", "", "Links", "[1] https://a.example/i.png"]
      ),
      (
        "<video title=T src=v.mp4>fallback</video>",
        ["[Video: T][1]", "", "Links", "[1] https://a.example/v.mp4"]
      ),
      (
        "see <a href=/x>this</a>, <a href=y>that</a> and <a href=/x>this</a>.",
        [
          "see this[1], that[2] and this[1].", "", "Links", "[1] https://a.example/x",
          "[2] https://a.example/y",
        ]
      ),
      ("a <a href=x> b </a> c", ["a b[1] c", "", "Links", "[1] https://a.example/x"]),
      ("<a href=x></a><a href='#y'>z</a>", ["z"]),
    ] as [(String, [String])])
  func `a page reads`(html: String, expected: [String]) throws {
    #expect(try text(html) == expected)
  }

  @Test(arguments: [
    "<script>x</script>", "<style>x</style>", "<noscript>x</noscript>", "<template>x</template>",
    "<title>x</title>", "<p hidden>x</p>", "<p style='Display : NONE'>x</p>",
    "<svg><text>x</text></svg>",
    "<p aria-hidden=true>x</p>", "<!-- x -->", "<textarea>x</textarea>",
    "<div hidden><p>x<ul><li>x</ul></div>",
  ])
  func `what is hidden is left out and the rest stays`(html: String) throws {
    #expect(try text("<p>before</p>\(html)<p>after</p>") == ["before", "", "after"])
  }

  @Test func `a table stands in columns as far as there is room`() throws {
    let html = """
      <table><caption>Cap</caption><tr><th>Name<th>What it does</tr><tr><td>one<td>the <b>first</b> of them</tr>
      <tr><td>two<td>x</table>
      """
    #expect(
      try text(html, columns: 40) == [
        "Cap", "", "Name  What it does", "────  ─────────────────", "one   the first of them",
        "two   x",
      ])
    #expect(
      try text(html, columns: 16) == [
        "Cap", "", "Name  What it", "      does", "────  ──────────", "one   the first",
        "      of them",
        "two   x",
      ])
    #expect(
      try text(html, columns: 11) == [
        "Cap", "", "Name: one", "What it", "does: the", "first of", "them", "", "Name: two",
        "What it",
        "does: x",
      ])
  }

  @Test func `spans cover what they say`() throws {
    let html = "<blockquote>a <b>bold <i>both</i></b> <code>c</code> <a href=x>l</a></blockquote>"
    let document = try HTMLReader.document(from: html, baseURL: "https://a.example/")
    let line = try #require(document.lines(columns: nil).first)
    let parts = line.spans.map { span in
      "\(String(decoding: Array(line.text.utf8)[span.range], as: UTF8.self)):\(span.style.rawValue):\(span.link ?? 0)"
    }
    #expect(
      parts == [
        "> :16:0", "a :16:0", "bold :17:0", "both:19:0", " :16:0", "c:20:0", " :16:0", "l[1]:16:1",
      ])
    #expect(document.links == [Document.Link(url: "https://a.example/x", text: "l")])
  }

  @Test func `an empty line inside code has no spans`() throws {
    let lines = try HTMLReader.document(from: "<pre>a\n\nb</pre>").lines(columns: nil)
    #expect(lines.map(\.spans.count) == [1, 0, 1])
  }

  @Test func `plain text keeps its lines`() {
    let document = Document(plainText: "a\tx\nb\n \n\u{1B}c\n")
    #expect(document.lines(columns: nil).map(\.text) == ["a       x", "b", "", "\u{FFFD}c"])
  }

  @Test(arguments: [
    ([0x61, 0xFF, 0x62] as [UInt8], ["a\u{FFFD}b"]),
    ([0xFF, 0xFE, 0x61, 0x00, 0xAC, 0x20], ["a€"]), ([0xFE, 0xFF, 0x00, 0x61], ["a"]),
    ([0xEF, 0xBB, 0xBF, 0x61], ["a"]), ([0x61, 0x00, 0x62], ["a\u{FFFD}b"]), ([0xFF, 0xFE], []),
    (Array("<meta charset=utf-16>é".utf8), ["é"]),
    (Array("<meta charset=\"iso-8859-1\">".utf8) + [0xE9, 0x20, 0x80, 0x81], ["é €\u{FFFD}"]),
    (Array("<meta charset=iso-8859-1>é".utf8), ["é"]),
  ])
  func `an encoding is found or repaired`(bytes: [UInt8], expected: [String]) throws {
    let lines = try HTMLReader.document(from: bytes).lines(columns: nil).map(\.text)
    #expect(lines == expected)
  }
}
