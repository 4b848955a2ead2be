import HubTestSupport
import HubText
import Testing

struct MarkupTests {
  @Test(arguments: [
    ("", ""), ("plain ü", "plain ü"), ("<b>&'\"", "&lt;b&gt;&amp;&#39;&quot;"),
  ])
  func `Pango markup shows`(input: String, expected: String) {
    #expect(Markup.pango(input) == expected)
  }

  @Test(arguments: [("#(x)", "##(x)"), ("#[fg=red]#", "##[fg=red]##"), ("a", "a")])
  func `a tmux format shows`(input: String, expected: String) {
    #expect(Markup.tmux(input) == expected)
  }

  @Test(arguments: [
    ("", "\"\""), ("plain", "\"plain\""), ("a\"b\\c", #""a\"b\\c""#),
    ("12345678\"", #""12345678\"""#), ("\n\t\r\u{8}\u{c}", #""\n\t\r\b\f""#),
    ("\u{1B}\u{0}", #""\u001b\u0000""#), ("a\u{7F}", #""a\u007f""#),
    ("a\u{9B}b\u{A0}é", "\"a\\u009bb\u{A0}é\""), ("日本", "\"日本\""), ("/", "\"/\""),
  ])
  func `a JSON string is`(input: String, expected: String) {
    var output: [UInt8] = []
    JSONText.append(input, to: &output)
    #expect(String(decoding: output, as: UTF8.self) == expected)
  }

  @Test(arguments: EscapeCorpus.items)
  func `hostile text does nothing inside JSON`(item: EscapeCorpus.Item) {
    var raw: [UInt8] = []
    JSONText.append(item.text, to: &raw)
    #expect(!raw.contains { $0 < 0x20 || $0 == 0x7F })
    var safe: [UInt8] = []
    JSONText.append(SafeText.line(item.text), to: &safe)
    #expect(EscapeCorpus.violation(in: safe) == nil)
  }

  @Test func `a writer puts commas and keeps the order of keys`() {
    var writer = JSONWriter(capacity: 100)
    writer.beginObject()
    writer.member("z", "one")
    writer.member("a", nil as String?)
    writer.beginArray("list")
    writer.value(1)
    writer.value(-2.5)
    writer.value(3.0)
    writer.value(.infinity as Double)
    writer.beginObject()
    writer.endObject()
    writer.beginArray()
    writer.endArray()
    writer.endArray()
    writer.member("flag", true)
    writer.key(data: "k\"")
    writer.raw("[0]")
    writer.endObject()
    writer.endLine()
    writer.value(utf8: [0x61].span)
    #expect(
      writer.text == #"{"z":"one","a":null,"list":[1,-2.5,3,null,{},[]],"flag":true,"k\"":[0]}"#
        + "\n\"a\"")
    writer.removeAll()
    #expect(writer.bytes.isEmpty)
  }
}
