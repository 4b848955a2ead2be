import Testing

@testable import HubModel

struct JSONReaderTests {
  /// Goes over the one value in `text`.
  private func skip(_ text: String) throws {
    var reader = try JSONReader(text.bytes, limit: 1 << 20)
    try reader.skip()
    try reader.finish()
  }

  private func string(_ text: String) throws -> String {
    var reader = try JSONReader(text.bytes, limit: 1 << 20)
    let result = try reader.string()
    try reader.finish()
    return result
  }

  @Test(arguments: [
    "{}", "[]", " [ ] ", "null", "true", "false", "0", "-0", "12", "-1.5e+10", "1E-2", "0.0",
    "\"\"", "\"a\\u00e9\\n\\\\\"", "{\"a\":[1,{\"b\":null}],\"c\":\"\"}", "[[],[[]],{}]",
    "\t\r\n1\n", "\u{FEFF}{}",
  ])
  func `JSON is accepted`(text: String) throws {
    try skip(text)
  }

  @Test(arguments: [
    "", " ", "{", "[", "}", "]", "[1,]", "[,1]", "[1 2]", "{\"a\"}", "{\"a\":}", "{\"a\":1,}",
    "{a:1}", "{1:1}", "{\"a\":1 \"b\":2}", "[}", "{]", "tru", "truE", "nul", "True", "NaN",
    "+1", "01", "-", "1.", ".5", "1e", "1e+", "0x1", "\"", "\"\\\"", "\"\\x\"", "\"\\u12\"",
    "\"\\u12g4\"", "\"a\nb\"", "'a'", "[] []", "1 1", "// c\n1", "\"\u{1}\"",
  ])
  func `anything else is not`(text: String) {
    let error = #expect(throws: WireError.self) { try skip(text) }
    #expect(error?.code == .notJSON)
    #expect(error?.description.contains("at byte") == true)
  }

  @Test(arguments: [
    ("\"\\u0041\\\"\\/\\b\\f\\n\\r\\t\"", "A\"/\u{8}\u{C}\n\r\t"),
    ("\"\\ud83d\\ude00\"", "😀"), ("\"\\uD83D\\uDE00x\"", "😀x"),
    ("\"\\ud83d\"", "\u{FFFD}"), ("\"\\ude00x\"", "\u{FFFD}x"),
    ("\"\\ud83d\\u0041\"", "\u{FFFD}A"), ("\"a\\u0000b\"", "a\0b"), ("\"é😀\"", "é😀"),
  ])
  func `texts are resolved`(text: String, expected: String) throws {
    #expect(try string(text) == expected)
  }

  @Test func `invalid UTF-8 becomes U+FFFD and what follows is kept`() throws {
    var reader = try JSONReader([0x22, 0x61, 0xFF, 0xC3, 0x62, 0x22], limit: 100)
    #expect(try reader.string() == "a\u{FFFD}\u{FFFD}b")
  }

  @Test func `nesting is accepted up to its limit and refused beyond`() throws {
    let limit = WireLimits.maxDepth
    let allowed = String(repeating: "[", count: limit) + String(repeating: "]", count: limit)
    try skip(allowed)
    let error = #expect(throws: WireError.self) { try skip("[\(allowed)]") }
    #expect(error?.code == .tooLarge)
  }

  @Test(arguments: ["[", "{\"a\":"])
  func `a hundred thousand brackets are refused and crash nothing`(part: String) {
    let bomb = String(repeating: part, count: 100_000)
    #expect(throws: WireError.self) { try skip(bomb) }
    #expect(throws: WireError.self) { try PostsPage(decoding: "{\"posts\":\(bomb)".bytes) }
    #expect(throws: WireError.self) { try WireAnswer.detect("{\"x\":\(bomb)".bytes) }
    #expect(throws: WireError.self) { try PushPayload(decoding: "{\"rover\":\(bomb)".bytes) }
  }

  @Test func `bytes are accepted up to their limit and refused beyond`() throws {
    _ = try JSONReader([0x31, 0x31], limit: 2)
    let error = #expect(throws: WireError.self) { try JSONReader([0x31, 0x31, 0x31], limit: 2) }
    #expect(error?.code == .tooLarge)
    #expect(error?.description == "The JSON text has 3 bytes, the most allowed are 2.")
  }

  @Test func `random bytes never crash a decoder`() {
    var generator = SeededGenerator(seed: 7)
    let seeds = [Fixture.postsPage([Fixture.postA]), Fixture.pushC, Fixture.pushA].map(\.bytes)
    for round in 0..<3000 {
      var bytes = seeds[round % seeds.count]
      for _ in 0..<Int.random(in: 1...4, using: &generator) {
        let index = Int.random(in: bytes.indices, using: &generator)
        if Bool.random(using: &generator) {
          bytes[index] = UInt8.random(in: 0...255, using: &generator)
        } else {
          bytes.removeSubrange(index...)
          bytes.append(0x7D)
        }
      }
      // Whatever is thrown is a WireError with a sentence; returning at all is the point.
      do throws(WireError) { _ = try WireAnswer.detect(bytes) } catch {
        #expect(error.description.hasSuffix("."))
      }
      do throws(WireError) { _ = try PushPayload(decoding: bytes) } catch {
        #expect(error.description.hasSuffix("."))
      }
    }
  }
}
