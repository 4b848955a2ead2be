import FoundationEssentials

/// The arguments of a method call as bytes, made by the walk over its signature.
struct WireSink: ArgumentSink {
  var writer = WireWriter()

  mutating func text(_ value: String?) { writer.text(value) }
  mutating func bytes(_ value: [UInt8]?) { writer.data(value) }
  mutating func integer(_ value: Int64) { writer.number(value) }
  mutating func unsigned(_ value: UInt64) { writer.number(value) }
  mutating func double(_ value: Double) { writer.number(value.bitPattern) }
  mutating func int32(_ value: Int32) { writer.number(value) }

  mutating func post(_ value: PostRecord?) {
    writer.number(UInt8(value == nil ? 0 : 1))
    guard let value else { return }
    writer.data(value.id.bytes)
    writer.number(UInt8(value.isUnread ? 1 : 0))
    writer.number(value.receivedAt)
    for text in [value.subject, value.preview, value.sender, value.url, value.cover] {
      writer.text(text)
    }
  }

  mutating func conversation(_ value: ConversationRecord?) {
    writer.number(UInt8(value == nil ? 0 : 1))
    guard let value else { return }
    writer.data(value.id.bytes)
    writer.number(UInt8(value.isUnread ? 1 : 0))
    writer.number(value.activityAt)
    for text in [value.subject, value.preview, value.sender] { writer.text(text) }
    writer.number(UInt32(value.participants.count))
    for name in value.participants { writer.text(name) }
  }
}

extension WireReader {
  /// The most names of participants that are believed.
  static let maxParticipants: UInt32 = 100_000

  /// The arguments of a call, in step with the signature that they were written by.
  mutating func arguments(_ signature: Signature) throws(WireFault) -> [ArgumentValue] {
    var values: [ArgumentValue] = []
    for element in signature.elements {
      let value = try argument(element.letter)
      guard element.isNullable || element.isOptional || !value.isAbsent else {
        throw WireFault("an argument is missing")
      }
      values.append(value)
    }
    return values
  }

  private mutating func argument(_ letter: Signature.Letter) throws(WireFault) -> ArgumentValue {
    switch letter {
    case .text: .text(try text())
    case .bytes: .bytes(try data())
    case .integer: .integer(try number())
    case .unsigned: .unsigned(try number())
    case .double: .double(Double(bitPattern: try number()))
    case .bool: .bool(try number(Int32.self) != 0)
    case .fileDescriptor: .fileDescriptor(try number())
    case .handle: .handle(try number())
    case .post: .post(try post())
    case .conversation: .conversation(try conversation())
    }
  }

  private mutating func post() throws(WireFault) -> PostRecord? {
    guard try number(UInt8.self) != 0 else { return nil }
    return PostRecord(
      id: try identifier(), isUnread: try number(UInt8.self) != 0, receivedAt: try number(),
      subject: try text() ?? "", preview: try text() ?? "", sender: try text(), url: try text(),
      cover: try text())
  }

  private mutating func conversation() throws(WireFault) -> ConversationRecord? {
    guard try number(UInt8.self) != 0 else { return nil }
    var record = ConversationRecord(
      id: try identifier(), isUnread: try number(UInt8.self) != 0, activityAt: try number(),
      subject: try text(), preview: try text() ?? "", sender: try text())
    let count = try number(UInt32.self)
    guard count <= Self.maxParticipants else { throw WireFault("it names too many participants") }
    for _ in 0..<count { record.participants.append(try text() ?? "") }
    return record
  }

  private mutating func identifier() throws(WireFault) -> UUID {
    guard let bytes = try data(), bytes.count == 16 else { throw WireFault("an id is no UUID") }
    return UUID(
      uuid: (
        bytes[0], bytes[1], bytes[2], bytes[3], bytes[4], bytes[5], bytes[6], bytes[7], bytes[8],
        bytes[9], bytes[10], bytes[11], bytes[12], bytes[13], bytes[14], bytes[15]
      ))
  }
}
