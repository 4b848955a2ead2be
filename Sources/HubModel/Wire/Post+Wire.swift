import FoundationEssentials

extension Post: WireDecodable {
  init(from reader: inout JSONReader) throws(WireError) {
    var id: UUID?
    var subject: String?
    var previewText: String?
    var receivedAt: Timestamp?
    var url: String?
    var coverImageURL: String?
    var subscriptionID: String?
    var isRead: Bool?
    try reader.enterObject()
    while let key = try reader.nextKey() {
      switch key {
      case "id": id = try reader.uuid(key)
      case "subject": subject = try reader.text(key)
      case "previewText": previewText = try reader.text(key)
      case "receivedAt": receivedAt = try reader.activityTime(key)
      case "url": url = try reader.optionalText(key)
      case "coverImageURL": coverImageURL = try reader.optionalText(key)
      case "subscriptionID": subscriptionID = try reader.optionalText(key)
      case "isRead": isRead = try reader.flag(key)
      default: try reader.skip()
      }
    }
    self.init(
      id: try JSONReader.require(id, "id"), subject: try JSONReader.require(subject, "subject"),
      previewText: try JSONReader.require(previewText, "previewText"),
      receivedAt: try JSONReader.require(receivedAt, "receivedAt"), url: url,
      coverImageURL: coverImageURL, subscriptionID: subscriptionID,
      isRead: try JSONReader.require(isRead, "isRead"))
  }
}

extension Subscription: WireDecodable {
  init(from reader: inout JSONReader) throws(WireError) {
    var id: String?
    var name: String?
    var summary: String?
    var optIn: Bool?
    var status: Status?
    var logoURL: String?
    try reader.enterObject()
    while let key = try reader.nextKey() {
      switch key {
      case "id": id = try reader.text(key)
      case "name": name = try reader.text(key)
      case "description": summary = try reader.text(key)
      case "optIn": optIn = try reader.flag(key)
      case "status":
        status = Status(rawValue: try reader.text(key))
        guard status != nil else {
          throw .shape(key, "must be unpublished, published or archived")
        }
      case "logoURL": logoURL = try reader.optionalText(key)
      default: try reader.skip()
      }
    }
    self.init(
      id: try JSONReader.require(id, "id"), name: try JSONReader.require(name, "name"),
      summary: try JSONReader.require(summary, "description"),
      optIn: try JSONReader.require(optIn, "optIn"),
      status: try JSONReader.require(status, "status"), logoURL: logoURL)
  }
}
