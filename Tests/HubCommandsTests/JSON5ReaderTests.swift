import FoundationEssentials
import Testing

@testable import HubCommands
@testable import HubSystem

struct JSON5ReaderTests {
  /// A node as plain text, to compare with.
  private func shown(_ node: JSON5Node) -> String {
    switch node.value {
    case .null: "null"
    case .bool(let value): "\(value)"
    case .number(let value): "\(value)"
    case .string(let text): "\"\(text)\""
    case .array(let nodes): "[" + nodes.map(shown).joined(separator: ",") + "]"
    case .object(let members):
      "{" + members.map { "\($0.name):\(shown($0.node))" }.joined(separator: ",") + "}"
    }
  }

  @Test(arguments: [
    ("null", "null"), ("true", "true"), (" false ", "false"), ("Infinity", "inf"),
    ("-Infinity", "-inf"), ("0", "0.0"), ("-0.5e1", "-5.0"), ("+7", "7.0"), (".5", "0.5"),
    ("5.", "5.0"), ("5.e1", "50.0"), ("0x1F", "31.0"), ("-0Xa", "-10.0"), ("1e400", "inf"),
    ("'a\"b'", "\"a\"b\""), (#""a'b""#, "\"a'b\""), (#"'\x41\u00e9\v\0\'\q'"#, "\"Aé\u{B}\0'q\""),
    (#"'\ud83d\ude00'"#, "\"😀\""), (#"'\ud83dx'"#, "\"\u{FFFD}x\""), ("'a\\\nb'", "\"ab\""),
    ("'a\\\r\nb'", "\"ab\""), ("[]", "[]"), ("[1,]", "[1.0]"), ("[1 , 2]", "[1.0,2.0]"),
    ("{}", "{}"), ("{a:1,}", "{a:1.0}"), ("{'b c':1}", "{b c:1.0}"), ("{$_é9:1}", "{$_é9:1.0}"),
    ("{null:null}", "{null:null}"), ("// c\n/* d\n*/1//", "1.0"),
    ("\u{FEFF}\u{A0}\u{2003}1", "1.0"),
  ])
  func `reads what JSON5 allows`(text: String, expected: String) throws {
    #expect(shown(try JSON5Reader.read(Array(text.utf8))) == expected)
  }

  @Test(arguments: [
    ("", 1, "ends where a value"), ("{", 1, "ends inside an object"),
    ("{a}", 1, "':' after the key"),
    ("{a:}", 1, "expected a value"), ("{a:1 b:2}", 1, "',' or '}'"), ("[1 2]", 1, "',' or ']'"),
    ("{\n a: 1,\n a: 2 }", 3, "stands twice"), ("\n\n/* never", 3, "does not end"),
    ("'a\nb'", 1, "does not end"), ("\n'a", 2, "does not end"), ("01", 1, "no number"),
    ("1.2.3", 1, "no number"), (".", 1, "no number"), ("0x", 1, "no number"),
    ("1e", 1, "no number"),
    ("'\\x4'", 1, "hexadecimal"), ("'\\1'", 1, "octal"), ("'\\01'", 1, "octal"),
    ("hello", 1, "in quotes"), ("1 2", 1, "after the end"), ("/", 1, "unexpected '/'"),
    ("{1a:2}", 1, "expected a key"), ("\r\n\r{,}", 3, "expected a key"),
  ])
  func `names the line of what it refuses`(text: String, line: Int, part: String) {
    let error = #expect(throws: JSON5Error.self) { try JSON5Reader.read(Array(text.utf8)) }
    #expect(error?.line == line)
    #expect(error?.message.contains(part) == true, "\(String(describing: error))")
  }

  @Test func `names the line that is no UTF-8`() {
    let error = #expect(throws: JSON5Error.self) {
      try JSON5Reader.read(Array("{\n a: '".utf8) + [0xFF] + Array("' }".utf8))
    }
    #expect(error?.line == 2)
  }

  @Test func `nesting has a limit`() throws {
    let most = JSON5Reader.maximumDepth
    func nested(_ depth: Int) -> [UInt8] {
      Array((String(repeating: "[", count: depth) + String(repeating: "]", count: depth)).utf8)
    }
    #expect(throws: Never.self) { try JSON5Reader.read(nested(most)) }
    let error = #expect(throws: JSON5Error.self) { try JSON5Reader.read(nested(most + 1)) }
    #expect(error?.message.contains("\(most) levels") == true)
  }

  /// Foundation's decoder is lenient in places of its own; on these texts both must agree.
  @Test(arguments: [
    "{a: [1, 2.5, -3], /* x */ 'b': \"c\\n\", d: {e: 0x10}, f: .25,}",
    "[+1, 1e3, 'it\\'s', \"\\u0041\"] // end", "{ \"deep\": { \"er\": [ [ ], { } ] } }",
  ])
  func `agrees with the decoder of Foundation`(text: String) throws {
    let decoder = JSONDecoder()
    decoder.allowsJSON5 = true
    let theirs = try decoder.decode(Loose.self, from: Data(text.utf8))
    #expect(Loose(try JSON5Reader.read(Array(text.utf8))) == theirs)
  }

  /// Any JSON value, decoded by Foundation or taken from our nodes.
  private enum Loose: Decodable, Equatable {
    case number(Double)
    case text(String)
    case list([Loose])
    case object([String: Loose])

    init(_ node: JSON5Node) {
      switch node.value {
      case .number(let value): self = .number(value)
      case .string(let text): self = .text(text)
      case .array(let nodes): self = .list(nodes.map(Loose.init))
      case .object(let members):
        let pairs = members.map { ($0.name, Loose($0.node)) }
        self = .object(Dictionary(pairs) { first, _ in first })
      case .null, .bool: self = .text("\(node.kind)")
      }
    }

    init(from decoder: any Decoder) throws {
      let container = try decoder.singleValueContainer()
      if let value = try? container.decode(Double.self) {
        self = .number(value)
      } else if let text = try? container.decode(String.self) {
        self = .text(text)
      } else if let list = try? container.decode([Loose].self) {
        self = .list(list)
      } else {
        self = .object(try container.decode([String: Loose].self))
      }
    }
  }
}
