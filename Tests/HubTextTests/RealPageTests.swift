import FoundationEssentials
import HubTestSupport
import HubText
import Testing

/// The real posts' pages, where they are at hand.
private let pages: [String] = {
  let environment = ProcessInfo.processInfo.environment["HUBHOST_TEST_CORPUS"]
  let folder = (environment ?? "../shared/data/swift-blog") + "/pages"
  let names = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
  return names.sorted().map { folder + "/" + $0 }
}()

@Suite(
  .enabled(
    if: !pages.isEmpty, "no pages in ../shared/data/swift-blog or $HUBHOST_TEST_CORPUS: not tested")
)
struct RealPageTests {
  @Test func `headings, code and width survive in every page`() throws {
    for path in pages {
      let html = try String(contentsOfFile: path, encoding: .utf8)
      let document = try HTMLReader.document(from: html, baseURL: "https://www.swift.org/blog/x/")
      #expect(!document.isCut)
      let headings = document.blocks.count { if case .heading = $0.kind { true } else { false } }
      let headingTags = html.matches(of: /<h[1-6][ >]/).count
      #expect(headings == headingTags, "\(path)")
      var code = document.blocks.filter { $0.kind == .code }.map(\.inline.text)[...]
      for source in html.matches(of: /(?s)<pre[^>]*>(.*?)<\/pre>/).map(\.output.1) {
        let plain = Self.plain(source)
        guard !plain.allSatisfy(\.isWhitespace) else { continue }
        let shown = code.popFirst() ?? ""
        if source.contains("<p>") {
          // Paragraphs inside code end lines that the page does not show as newlines.
          #expect(Self.inked(shown) == Self.inked(plain), "\(path)")
        } else {
          #expect(shown == plain, "\(path)")
        }
      }
      for columns in [20, 80] {
        for line in document.lines(columns: columns) {
          #expect(TextWidth.columns(of: line.text) <= columns, "\(path): \(line.text)")
          #expect(EscapeCorpus.violation(in: Array(line.text.utf8)) == nil, "\(path)")
        }
      }
    }
  }

  private static func inked(_ text: String) -> String {
    text.filter { !$0.isNewline }
  }

  /// The text of code by another way than the parser's.
  private static func plain(_ source: Substring) -> String {
    var text = String(source.replacing(/<[^>]*>/, with: ""))
    for (entity, character) in [
      ("lt", "<"), ("gt", ">"), ("quot", "\""), ("#39", "'"), ("nbsp", "\u{A0}"), ("amp", "&"),
    ] {
      text = text.replacing("&\(entity);", with: character)
    }
    text = SafeText.block(text)
    if text.first == "\n" { text.removeFirst() }
    while text.last?.isWhitespace == true { text.removeLast() }
    return text
  }
}
