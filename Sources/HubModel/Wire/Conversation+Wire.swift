import FoundationEssentials

extension Conversation: WireDecodable {
  init(from reader: inout JSONReader) throws(WireError) {
    var draft = ConversationDraft()
    try reader.enterObject()
    while let key = try reader.nextKey() { try draft.take(key, from: &reader) }
    self = try draft.conversation()
  }
}

/// The fields of a conversation while they are read.
private struct ConversationDraft {
  var id: UUID?
  var createdAt: Timestamp?
  var updatedAt: Timestamp?
  var lastReplyAt: Timestamp?
  var lastIncomingReplyAt: Timestamp?
  var subject: String?
  var lastReplyPreview: String?
  var lastIncomingParticipantID: String?
  var lastReadAt: Timestamp?
  var lastReadReplyID: UUID?
  var participantIDs: [String]?

  mutating func take(_ key: String, from reader: inout JSONReader) throws(WireError) {
    switch key {
    case "id": id = try reader.uuid(key)
    case "createdAt": createdAt = try reader.time(key)
    case "updatedAt": updatedAt = try reader.time(key)
    case "lastReplyAt": lastReplyAt = try reader.optionalTime(key)
    case "lastIncomingReplyAt": lastIncomingReplyAt = try reader.optionalTime(key)
    case "subject": subject = try reader.optionalText(key)
    case "lastReplyPreview": lastReplyPreview = try reader.optionalText(key)
    case "lastIncomingParticipantID": lastIncomingParticipantID = try reader.optionalText(key)
    case "lastReadAt": lastReadAt = try reader.optionalTime(key)
    case "lastReadReplyID": lastReadReplyID = try reader.optionalUUID(key)
    case "participantIDs": participantIDs = try reader.texts(key)
    default: try reader.skip()
    }
  }

  func conversation() throws(WireError) -> Conversation {
    Conversation(
      id: try JSONReader.require(id, "id"),
      createdAt: try JSONReader.require(createdAt, "createdAt"),
      updatedAt: try JSONReader.require(updatedAt, "updatedAt"), lastReplyAt: lastReplyAt,
      lastIncomingReplyAt: lastIncomingReplyAt, subject: subject,
      lastReplyPreview: lastReplyPreview, lastIncomingParticipantID: lastIncomingParticipantID,
      lastReadAt: lastReadAt, lastReadReplyID: lastReadReplyID,
      participantIDs: Set(try JSONReader.require(participantIDs, "participantIDs")))
  }
}

extension Participant: WireDecodable {
  init(from reader: inout JSONReader) throws(WireError) {
    var id: String?
    var name: String?
    var avatarURL: String?
    var bio: String?
    var updatedAt: Timestamp?
    try reader.enterObject()
    while let key = try reader.nextKey() {
      switch key {
      case "id": id = try reader.text(key)
      case "name": name = try reader.optionalText(key)
      case "avatarURL": avatarURL = try reader.optionalText(key)
      case "bio": bio = try reader.optionalText(key)
      case "updatedAt": updatedAt = try reader.time(key)
      default: try reader.skip()
      }
    }
    self.init(
      id: try JSONReader.require(id, "id"), name: name, avatarURL: avatarURL, bio: bio,
      updatedAt: try JSONReader.require(updatedAt, "updatedAt"))
  }
}
