package import FoundationEssentials

/// The answer of `GET /home` (reference 2.3, E9).
package struct HomeAnswer: Hashable, Sendable {
  /// The home experience; nil means "no home".
  package var experienceURL: String?

  /// The answer in `bytes`.
  ///
  /// - Throws: when it is no JSON object, or `experienceURL` is neither a text nor null.
  package init(decoding bytes: [UInt8]) throws(WireError) {
    var reader = try JSONReader(bytes, limit: WireLimits.maxAnswerBytes)
    try reader.enterObject()
    while let key = try reader.nextKey() {
      if key == "experienceURL" {
        experienceURL = try reader.optionalText(key)
      } else {
        try reader.skip()
      }
    }
    try reader.finish()
  }
}

/// The answer of `POST /conversations/{id}/read` (reference 2.3, E7).
package struct ReadAnswer: Hashable, Sendable {
  package var conversationID: UUID
  package var lastReadAt: Timestamp
  package var lastReadReplyID: UUID?

  package init(conversationID: UUID, lastReadAt: Timestamp, lastReadReplyID: UUID? = nil) {
    self.conversationID = conversationID
    self.lastReadAt = lastReadAt
    self.lastReadReplyID = lastReadReplyID
  }

  /// The answer in `bytes`.
  ///
  /// - Throws: when it is no JSON object, or `conversationID` or `lastReadAt` is missing or bad.
  package init(decoding bytes: [UInt8]) throws(WireError) {
    var reader = try JSONReader(bytes, limit: WireLimits.maxAnswerBytes)
    var conversationID: UUID?
    var lastReadAt: Timestamp?
    var lastReadReplyID: UUID?
    try reader.enterObject()
    while let key = try reader.nextKey() {
      switch key {
      case "conversationID": conversationID = try reader.uuid(key)
      case "lastReadAt": lastReadAt = try reader.time(key)
      case "lastReadReplyID": lastReadReplyID = try reader.optionalUUID(key)
      default: try reader.skip()
      }
    }
    try reader.finish()
    self.init(
      conversationID: try JSONReader.require(conversationID, "conversationID"),
      lastReadAt: try JSONReader.require(lastReadAt, "lastReadAt"),
      lastReadReplyID: lastReadReplyID)
  }
}
