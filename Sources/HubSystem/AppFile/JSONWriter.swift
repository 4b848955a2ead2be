/// Writes JSON5 values as JSON, on one line, with what is null left out of objects.
struct JSONWriter {
  private(set) var bytes: [UInt8] = []

  mutating func write(_ node: JSON5Node) {
    switch node.value {
    case .null: bytes += "null".utf8
    case .bool(let isTrue): bytes += (isTrue ? "true" : "false").utf8
    case .number(let number): write(number)
    case .string(let text): write(text)
    case .array(let nodes):
      list(nodes, between: "[]") { writer, node in writer.write(node) }
    case .object(let members):
      list(members.filter { !$0.isNull }, between: "{}") { writer, member in
        writer.write(member.name)
        writer.bytes.append(UInt8(ascii: ":"))
        writer.write(member.node)
      }
    }
  }

  private mutating func list<Element>(
    _ elements: [Element], between brackets: String, _ write: (inout JSONWriter, Element) -> Void
  ) {
    bytes += brackets.utf8.prefix(1)
    for (index, element) in elements.enumerated() {
      if index > 0 { bytes.append(UInt8(ascii: ",")) }
      write(&self, element)
    }
    bytes += brackets.utf8.suffix(1)
  }

  /// Whole numbers without a fraction.
  private mutating func write(_ number: Double) {
    bytes += (Int(exactly: number).map(String.init) ?? String(number)).utf8
  }

  private mutating func write(_ text: String) {
    bytes.append(UInt8(ascii: "\""))
    for byte in text.utf8 {
      switch byte {
      case UInt8(ascii: "\""), UInt8(ascii: "\\"): bytes += [UInt8(ascii: "\\"), byte]
      case ..<0x20:
        let digits = String(byte, radix: 16)
        bytes += "\\u00\(digits.utf8.count == 1 ? "0" : "")\(digits)".utf8
      default: bytes.append(byte)
      }
    }
    bytes.append(UInt8(ascii: "\""))
  }
}

extension JSON5Member {
  fileprivate var isNull: Bool {
    if case .null = node.value { true } else { false }
  }
}
