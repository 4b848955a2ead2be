import HubModel
import Testing

struct SearchTextTests {
  @Test(arguments: [
    ("", "anything", true), ("gate", "Gate change", true), ("GATE", "the gate", true),
    ("gate", "gat e", false), ("change", "Gate change", true), ("x", "", false),
    ("e c", "Gate change", true), (" gate", "gate", false), ("É", "café", true),
    ("é", "cafe\u{301}", true), ("é", "cafe", false), ("straße", "STRASSE", true),
    ("ΣΊΣΥΦΟΣ", "σίσυφος", true), ("日本", "今日本屋", true), ("[", "{", false), ("@", "`", false),
    ("aab", "aaab", true), ("long query", "long", false),
  ])
  func `a part is found whatever its case`(query: String, text: String, expected: Bool) {
    let search = SearchText(query)
    #expect(search.isFound(in: text) == expected)
    let isFoundInBytes = search.isFound(in: text.utf8Span.span)
    #expect(isFoundInBytes == expected)
    #expect(search.matches(subject: text, preview: nil) == expected)
    #expect(search.matches(subject: nil, preview: text) == expected)
  }

  @Test func `nothing but the empty query is found in nothing`() {
    #expect(SearchText("").matches(subject: nil, preview: nil))
    #expect(SearchText("").isEmpty)
    #expect(!SearchText("a").matches(subject: nil, preview: nil))
  }
}
