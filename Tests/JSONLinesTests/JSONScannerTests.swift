import FoundationEssentials
import HubTestSupport
import Testing

@testable import JSONLinesFrontEnd

struct JSONScannerTests {
  private func accepts(_ bytes: [UInt8]) -> Bool {
    (try? JSONScanner.members(of: bytes)) != nil
  }

  @Test(arguments: [
    #"{"a":01}"#, #"{"a":1.}"#, #"{"a":.5}"#, #"{"a":-}"#, #"{"a":+1}"#, #"{"a":1e}"#,
    #"{"a":1e+}"#,
    #"{"a":tru}"#, #"{"a":True}"#, #"{"a":nullx}"#, #"{"a":'x'}"#, #"{'a':1}"#, #"{a:1}"#,
    #"{"a" 1}"#, #"{"a":}"#, #"{"a":1,}"#, #"{,"a":1}"#, #"{"a":[1,]}"#, #"{"a":[,1]}"#,
    #"{"a":[1 2]}"#, #"{"a":[1}"#, #"{"a":{}"#, #"{"a":"x}"#, #"{"a":"\x"}"#, #"{"a":"\u12"}"#,
    #"{"a":"\u12G4"}"#, #"{"a":"\ud800"}"#, #"{"a":"\ud800\u0041"}"#, #"{"a":"\udc00"}"#,
    #"{"a":"\ud800\"}"#, "{\"a\":\"\u{1}\"}", "{\"a\":\"\t\"}", "\u{FEFF}{}", #"{"a":1}{}"#,
    #"{"a":NaN}"#, #"{"a":1/*x*/}"#, #"{"a":"\"#, #"{"a":"\u"#, "{\"a\":\u{A0}1}",
  ])
  func `what is not JSON is refused`(text: String) {
    #expect(!accepts(Array(text.utf8)))
  }

  @Test(arguments: [
    [0x7B, 0x22, 0xFF, 0x22, 0x3A, 0x31, 0x7D], [0x7B, 0x22, 0xC0, 0xAF, 0x22, 0x3A, 0x31, 0x7D],
    [0x7B, 0x22, 0xED, 0xA0, 0x80, 0x22, 0x3A, 0x31, 0x7D],
  ])
  func `what is not UTF-8 is refused`(bytes: [Int]) {
    #expect(!accepts(bytes.map { UInt8($0) }))
  }

  @Test func `depth is counted with the line's own object`() {
    func nested(_ depth: Int, _ open: String, _ close: String) -> [UInt8] {
      let inner = String(repeating: open, count: depth - 1) + "1"
      return Array("{\"a\":\(inner)\(String(repeating: close, count: depth - 1))}".utf8)
    }
    let most = JSONScanner.maximumDepth
    for (open, close) in [("[", "]"), ("{\"a\":", "}")] {
      #expect(accepts(nested(most, open, close)))
      #expect(!accepts(nested(most + 1, open, close)))
      #expect(!accepts(nested(100_000, open, close)))
    }
  }

  @Test func `values stand where they are said to stand`() throws {
    let line = Array(#" { "a" : [ 1 , "}" ] , "\u0062":-0.5e+1,"c":{} } "#.utf8)
    let found = try JSONScanner.members(of: line).map { name, range in
      "\(name)=\(String(decoding: line[range], as: UTF8.self))"
    }
    #expect(found == [#"a=[ 1 , "}" ]"#, "b=-0.5e+1", "c={}"])
  }

  /// The scanner takes what Foundation's decoder takes, where both follow the same standard.
  @Test(arguments: [UInt64(11), 12, 13])
  func `damaged lines are judged as by another parser`(seed: UInt64) {
    var random = SeededNumbers(seed: seed)
    let whole = Array(
      #"{"a":[1,-2.5e3,true,false,null],"b":{"c":"x\n\u00e9\ud83d\ude00","d":[]},"é":""}"#.utf8)
    let pool = Array("{}[]\",:\\ue+-.019 tfn\t".utf8)
    var accepted = 0
    for _ in 0..<1500 {
      var bytes = whole
      for _ in 0..<Int.random(in: 1...2, using: &random) {
        let place = Int.random(in: 0..<bytes.count, using: &random)
        let byte = pool[Int.random(in: 0..<pool.count, using: &random)]
        switch Int.random(in: 0..<3, using: &random) {
        case 0: bytes[place] = byte
        case 1: bytes.insert(byte, at: place)
        default: bytes.remove(at: place)
        }
      }
      // Foundation passes over a comma at the end of a list, which the standard does not know.
      let text = String(decoding: bytes, as: UTF8.self)
      if text.contains(/,\s*[\]}]/) { continue }
      let other =
        (try? JSONDecoder().decode([String: JSONValue].self, from: Data(bytes))) != nil
      #expect(accepts(bytes) == other, "\(text)")
      if other { accepted += 1 }
    }
    #expect(accepted > 100)
  }
}
