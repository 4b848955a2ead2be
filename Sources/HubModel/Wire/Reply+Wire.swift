import FoundationEssentials

extension Reply: WireDecodable {
  init(from reader: inout JSONReader) throws(WireError) {
    var id: UUID?
    var conversationID: UUID?
    var senderType: String?
    var participantID: String?
    var content: [ContentBlock]?
    var externalID: String?
    var createdAt: Timestamp?
    try reader.enterObject()
    while let key = try reader.nextKey() {
      switch key {
      case "id": id = try reader.uuid(key)
      case "conversationID": conversationID = try reader.uuid(key)
      case "senderType": senderType = try reader.text(key)
      case "participantID": participantID = try reader.optionalText(key)
      case "content": content = try reader.blocks(key)
      case "externalID": externalID = try reader.optionalText(key)
      case "createdAt": createdAt = try reader.time(key)
      default: try reader.skip()
      }
    }
    self.init(
      id: try JSONReader.require(id, "id"),
      conversationID: try JSONReader.require(conversationID, "conversationID"),
      sender: try Sender(
        type: try JSONReader.require(senderType, "senderType"), participantID: participantID),
      content: try JSONReader.require(content, "content"), externalID: externalID,
      createdAt: try JSONReader.require(createdAt, "createdAt"))
  }
}

extension Reply.Sender {
  fileprivate init(type: String, participantID: String?) throws(WireError) {
    switch type {
    case "fan": self = .fan
    case "participant": self = .participant(try JSONReader.require(participantID, "participantID"))
    default: throw .shape("senderType", "must be fan or participant")
    }
  }
}

extension ContentBlock: WireDecodable {
  init(from reader: inout JSONReader) throws(WireError) {
    _ = reader.peek()
    let start = reader.mark
    let type = try reader.blockType()
    // A known type is read again for its own key: which one counts is only known now.
    switch type {
    case "text":
      reader.rewind(to: start)
      self = .text(try reader.onlyText("text"))
    case "image":
      reader.rewind(to: start)
      let url = try reader.onlyText("url")
      guard !url.isEmpty else { throw .shape("url", "must not be empty") }
      self = .image(url)
    default: self = .unknown(json: reader.text(from: start))
    }
  }
}

extension JSONReader {
  /// The blocks of a reply: one bad block makes the reply bad (reference 1.5).
  fileprivate mutating func blocks(_ key: String) throws(WireError) -> [ContentBlock] {
    var result: [ContentBlock] = []
    do throws(WireError) {
      try enterArray()
      while try nextElement() {
        try Self.checkRoom(result.count)
        do throws(WireError) {
          result.append(try ContentBlock(from: &self))
        } catch { throw error.under("[\(result.count)]") }
      }
      return result
    } catch { throw error.under(key) }
  }

  fileprivate mutating func blockType() throws(WireError) -> String {
    var type: String?
    try enterObject()
    while let key = try nextKey() {
      if key == "type" { type = try text(key) } else { try skip() }
    }
    return try Self.require(type, "type")
  }

  /// The text of one key of the next object, whatever else that holds.
  fileprivate mutating func onlyText(_ name: String) throws(WireError) -> String {
    var result: String?
    try enterObject()
    while let key = try nextKey() {
      if key == name { result = try text(key) } else { try skip() }
    }
    return try Self.require(result, name)
  }
}
