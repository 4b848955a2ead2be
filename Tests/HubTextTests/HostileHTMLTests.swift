import HubTestSupport
import Testing

@testable import HubText

struct HostileHTMLTests {
  @Test(arguments: EscapeCorpus.items)
  func `hostile text in a page does nothing`(item: EscapeCorpus.Item) throws {
    let opening = "<h1>t</h1><p title='x'>a <a href='https://a.example/"
    let page =
      Array(opening.utf8) + item.bytes + Array("'>".utf8) + item.bytes + Array("</a></p><pre>".utf8)
    for columns in [nil, 30] {
      let document = try HTMLReader.document(from: page + item.bytes, baseURL: item.text)
      for line in document.lines(columns: columns) {
        #expect(EscapeCorpus.violation(in: Array(line.text.utf8), allowing: [0x09]) == nil)
      }
      for link in document.links {
        #expect(EscapeCorpus.violation(in: Array(link.url.utf8)) == nil)
        #expect(EscapeCorpus.violation(in: Array(link.text.utf8)) == nil)
      }
    }
  }

  @Test(arguments: [
    ("<p>a &#27;[31m &#x9b; &#8238; &#0; b", "a [31m"), ("<b><i>x</b>y</i>z", "xyz"),
    ("<p <p>> x", "> x"), ("<a href=\"x>unclosed", ""),
    ("&nosuch; &amp &#xFFFFFFFF; x", "&nosuch; &"),
    ("</p></div>x</nothing>", "x"), ("<table><td>x", "x"), ("<li>x", "• x"),

    ("<unknown-tag>x</unknown-tag>", "x"), ("<!doctype html><!-- x", ""), ("<?php x ?>y", "y"),
    (
      "<p>e&#769;<b>" + String(repeating: "&#769;", count: 6) + "</b><i>"
        + String(repeating: "&#769;", count: 6), "e\u{301}"
    ),
  ])
  func `broken markup is survived`(html: String, opening: String) throws {
    let text = try HTMLReader.document(from: html).lines(columns: nil).first?.text ?? ""
    #expect(text.utf8.starts(with: opening.utf8), "\(text)")
    #expect(EscapeCorpus.violation(in: Array(text.utf8)) == nil)
  }

  @Test func `nesting is shown down to the limit, and a deeper page says that it is cut`() throws {
    func page(_ depth: Int) throws -> Document {
      // html, body and the text's own paragraph count too.
      let open = String(repeating: "<div>", count: depth - 2)
      return try HTMLReader.document(from: "<html><body>\(open)deep")
    }
    let limit = HTMLReader.maximumDepth
    #expect(try page(limit).lines(columns: nil).map(\.text) == ["deep"])
    #expect(try !page(limit).isCut)
    #expect(try page(limit + 1).isCut)
    #expect(try page(10_000).isCut)
    #expect(try page(limit + 1).lines(columns: 30).count == 2)
  }

  @Test func `a page may be so long and no longer`() throws {
    let whole = [UInt8](repeating: 0x61, count: HTMLReader.maximumBytes)
    #expect(try !HTMLReader.document(from: whole).isCut)
    #expect(try HTMLReader.document(from: whole + [0x61]).isCut)
  }

  @Test func `a page may have so many nodes and no more`() throws {
    // Each line break is one node, beside html, body, p and the text.
    let breaks = HTMLReader.maximumNodes - 4
    func page(_ count: Int) -> String {
      "<html><body><p>x" + String(repeating: "<br>", count: count) + "</p></body></html>"
    }
    #expect(try !HTMLReader.document(from: page(breaks)).isCut)
    #expect(try HTMLReader.document(from: page(breaks + 1)).isCut)
  }

  @Test func `a tag may have so many pieces and no more`() throws {
    func page(_ pieces: Int) -> String {
      "<i" + String(repeating: " x", count: pieces) + ">a</i> b <!-- <b"
        + String(repeating: " x", count: 300) + "-->c"
    }
    let limit = HTMLSource.maximumTagPieces
    let within = try HTMLReader.document(from: page(limit))
    #expect(within.blocks.first?.inline.runs.first?.style == .italic)
    let beyond = try HTMLReader.document(from: page(limit + 1))
    #expect(beyond.blocks.first?.inline.runs == [Document.Run(text: "a b c")])
    let script = "<script>if (a<b" + String(repeating: " ", count: 400) + ") x</script>shown"
    #expect(try HTMLReader.document(from: script).lines(columns: nil).map(\.text) == ["shown"])
  }

  @Test func `lists in lists show so many levels and no more`() throws {
    let limit = HTMLReader.maximumContainers
    let page = String(repeating: "<ul><li>", count: limit + 1) + "x"
    let block = try #require(HTMLReader.document(from: page).blocks.first)
    #expect(block.containers.count == limit)
  }

  @Test func `a missing library is an error that says so`() {
    guard case .failure(let error) = XMLLibrary.load("libnothing-of-this-name.so.9") else {
      Issue.record("a library that does not exist was loaded")
      return
    }
    #expect(error.code == .libraryMissing)
    #expect(error.description.contains("install the package libxml2"))
    guard case .failure(let other) = XMLLibrary.load("libm.so.6") else {
      Issue.record("a library without a parser was taken")
      return
    }
    #expect(other.code == .libraryMissing)
  }

  @Test func `random markup never makes a line too long or unsafe`() throws {
    let pieces = [
      "<p>", "</p>", "<ul>", "<li>", "</ul>", "<ol>", "<blockquote>", "</blockquote>", "<table>",
      "<tr>", "<td>",
      "<th>", "</table>", "<pre>", "</pre>", "<a href=x>", "</a>", "<b>", "</b>",
      "<img src=i alt='a picture'>",
      "<h1>", "</h1>", "<br>", "<hr>", "<dd>", "word ", "日本語", "longwordlongwordlongword", "\t",
      "\n", "&#27;", "👩‍👩‍👧‍👦", "e\u{301}",
      "<figure>", "<figcaption>", "</figure>", "<", "&", "\"", "<script>", "</script>",
      "<div hidden>", "</div>",
    ]
    var random = SplitMix(seed: 5)
    for _ in 0..<600 {
      let html = (0..<random.below(40)).map { _ in pieces[random.below(pieces.count)] }.joined()
      let columns = 4 + random.below(60)
      let document = try HTMLReader.document(from: html, baseURL: "https://a.example/")
      for line in document.lines(columns: columns) {
        #expect(TextWidth.columns(of: line.text) <= columns, "\(html) in \(columns): \(line.text)")
        #expect(EscapeCorpus.violation(in: Array(line.text.utf8)) == nil, "\(html)")
        var end = 0
        for span in line.spans {
          #expect(span.range.lowerBound >= end && span.range.upperBound <= line.text.utf8.count)
          end = span.range.upperBound
        }
      }
    }
  }

  @Test func `random bytes are survived`() throws {
    var random = SplitMix(seed: 9)
    let marks: [UInt8] = Array("<>/&;\"'= ap!-".utf8)
    for _ in 0..<600 {
      let bytes = (0..<random.below(200)).map { _ in
        random.below(2) == 0
          ? marks[random.below(marks.count)] : UInt8(truncatingIfNeeded: random.next())
      }
      for line in try HTMLReader.document(from: bytes).lines(columns: 20) {
        #expect(EscapeCorpus.violation(in: Array(line.text.utf8)) == nil, "\(bytes)")
      }
    }
  }
}
