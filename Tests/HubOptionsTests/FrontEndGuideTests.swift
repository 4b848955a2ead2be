import FoundationEssentials
import HubTestSupport
import Testing

@testable import HubOptions

/// The author's guide: man page and articles say what the header has, in code that is compiled.
struct FrontEndGuideTests {
  private static func text(_ path: String) throws -> String {
    try String(contentsOfFile: "\(PluginFixtures.root)/\(path)", encoding: .utf8)
  }

  /// Whether the text stands in the other in whole lines.
  private static func holds(_ text: String, _ part: String) -> Bool {
    "\n\(text)\n".contains("\n\(part)\n")
  }

  @Test(arguments: FrontEndGuide.snippets)
  func `every snippet of the manual page stands in its example`(
    _ snippet: FrontEndGuide.Snippet
  ) throws {
    #expect(Self.holds(try Self.text("Examples/\(snippet.file)"), snippet.text), "\(snippet.file)")
  }

  @Test func `every snippet is used, and no other code`() {
    let used = FrontEndGuide.sections.flatMap(\.parts).compactMap { part in
      if case .snippet(let snippet) = part { snippet } else { nil }
    }
    #expect(used.count == FrontEndGuide.snippets.count)
    let isWhole = Set(used) == Set(FrontEndGuide.snippets)
    #expect(isWhole)
  }

  @Test(arguments: [
    ("WritingAFrontEndInC", 15, "c", ["frontend-c/smallest.c", "frontend-c/live.c"]),
    (
      "WritingAFrontEndInSwift", 3, "swift",
      [
        "frontend-swift/Package.swift", "frontend-swift/Sources/FrontEnd/FrontEnd.swift",
        "frontend-swift/Sources/FrontEnd/Entry.swift",
      ]
    ),
  ])
  func `every piece of code of an article stands in an example`(
    _ article: String, _ count: Int, _ language: String, _ files: [String]
  ) throws {
    let folder = "Sources/HubFrontEndKit/HubFrontEndKit.docc"
    let pieces = try Self.text("\(folder)/\(article).md").split(separator: "```\(language)\n")
      .dropFirst().map { piece in
        piece.firstRange(of: "\n```").map { String(piece[..<$0.lowerBound]) } ?? String(piece)
      }
    let examples = try files.map { try Self.text("Examples/\($0)") }
    #expect(pieces.count == count)
    for piece in pieces {
      #expect(examples.contains { Self.holds($0, piece) }, "\(piece)")
    }
  }

  @Test func `the manual page lists the methods of the header, with their signatures`() throws {
    let header = try Self.text("Sources/CHubFrontEnd/include/hub/frontend.h")
    let letters = ["os": "?s"]
    let signatures = header.split(separator: "\n").filter { $0.hasPrefix("#define HUB_ARGS_") }
      .map { line in
        let name = line.dropFirst("#define HUB_ARGS_".count).prefix { $0 != "(" }
        let parts = line.split(separator: " A(").dropFirst().map { String($0.prefix { $0 != "," }) }
        return "\(name) \(parts.map { letters[$0] ?? $0 }.joined())"
      }
    #expect(FrontEndGuide.methods.map { "\($0.name) \($0.signature)" } == signatures)
  }

  @Test func `the manual page lists the services of the header`() throws {
    let header = try ["services", "actions"].map {
      try Self.text("Sources/CHubFrontEnd/include/hub/\($0).h")
    }.joined()
    let services = header.split(separator: "\n").compactMap { line in
      let parts = line.split(separator: "\"")
      return line.hasPrefix("#define HUB_") && parts.count > 1 && parts[1].hasPrefix("hub.")
        ? String(parts[1]) : nil
    }
    #expect(FrontEndGuide.services.map(\.name) == services)
  }
}
