package import FoundationEssentials
package import HubModel

/// An event of the analytics queue (reference 2.3, G1, and 6).
package struct EngageEvent: Hashable, Sendable {
  /// A JSON value that an attribute may have.
  package indirect enum Value: Hashable, Sendable {
    case text(String)
    case number(Int)
    case flag(Bool)
    case object([String: Value])
  }

  package var id: UUID
  package var name: String
  package var namespace: String
  package var attributes: [String: Value]
  /// The context: what is known of the device and the app.
  package var device: [String: Value]
  package var timestamp: Timestamp

  package init(
    id: UUID, name: String, namespace: String = "rover", attributes: [String: Value] = [:],
    device: [String: Value] = [:], timestamp: Timestamp
  ) {
    self.id = id
    self.name = name
    self.namespace = namespace
    self.attributes = attributes
    self.device = device
    self.timestamp = timestamp
  }

  /// As it is kept in the queue and sent.
  package var encoded: EncodedEvent {
    var body = JSONBody()
    body.value(
      .object([
        "id": .text(id.uuidString), "name": .text(name), "namespace": .text(namespace),
        "attributes": .object(attributes), "device": .object(device),
        "timestamp": .text(timestamp.wire),
      ]))
    return EncodedEvent(json: String(decoding: body.bytes, as: UTF8.self))
  }
}

/// An event as JSON, written once, when it happened.
package struct EncodedEvent: Hashable, Sendable {
  /// One JSON object.
  package let json: String

  /// An event that was written by `EngageEvent.encoded` and kept since.
  package init(json: String) { self.json = json }
}

extension JSONBody {
  fileprivate mutating func value(_ value: EngageEvent.Value) {
    switch value {
    case .text(let text): self.text(text)
    case .number(let number): raw("\(number)")
    case .flag(let flag): raw(flag ? "true" : "false")
    case .object(let members):
      raw("{")
      for (index, key) in members.keys.sorted().enumerated() {
        if index > 0 { raw(",") }
        text(key)
        raw(":")
        members[key].map { self.value($0) }
      }
      raw("}")
    }
  }
}
