import HubModel

/// JSON as the phones send it: keys sorted, `/` escaped (reference 2.3, E6).
struct JSONBody {
  private(set) var bytes: [UInt8] = []

  static func reply(content: [ContentBlock], externalID: String) -> [UInt8] {
    var body = JSONBody()
    body.raw("{\"content\":[")
    for (index, block) in content.enumerated() {
      if index > 0 { body.raw(",") }
      switch block {
      case .text(let text): body.object([("text", text), ("type", "text")])
      case .image(let url): body.object([("type", "image"), ("url", url)])
      case .unknown: body.object([("type", "unknown")])
      }
    }
    body.raw("],\"externalID\":")
    body.text(externalID)
    body.raw("}")
    return body.bytes
  }

  static func readMark(_ replyID: String?) -> [UInt8] {
    var body = JSONBody()
    body.object(replyID.map { [("lastReadReplyID", $0)] } ?? [])
    return body.bytes
  }

  static func events(_ events: [EncodedEvent]) -> [UInt8] {
    var body = JSONBody()
    body.raw("{\"query\":")
    body.text("mutation TrackEvents($events: [Event]!) { trackEvents(events: $events) }")
    body.raw(",\"variables\":{\"events\":[\(events.map(\.json).joined(separator: ","))]}}")
    return body.bytes
  }

  mutating func raw(_ text: String) { bytes += text.utf8 }

  mutating func object(_ members: [(key: String, value: String)]) {
    raw("{")
    for (index, member) in members.enumerated() {
      if index > 0 { raw(",") }
      text(member.key)
      raw(":")
      text(member.value)
    }
    raw("}")
  }

  mutating func text(_ text: String) {
    bytes.append(UInt8(ascii: "\""))
    for byte in text.utf8 {
      switch byte {
      case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"):
        bytes += [UInt8(ascii: "\\"), byte]
      case 0x08: raw("\\b")
      case 0x09: raw("\\t")
      case 0x0A: raw("\\n")
      case 0x0C: raw("\\f")
      case 0x0D: raw("\\r")
      case ..<0x20: raw(byte < 0x10 ? "\\u000\(String(byte, radix: 16))" : "\\u001\(String(byte & 15, radix: 16))")
      default: bytes.append(byte)
      }
    }
    bytes.append(UInt8(ascii: "\""))
  }
}
